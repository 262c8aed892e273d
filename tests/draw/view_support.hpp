// Reads what the page of `floc view` carries, as the page itself does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "draw/view_frame.hpp"

namespace floc::test {

inline std::vector<std::byte> from_base64(std::string_view text) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<std::byte> bytes;
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : text) {
    const std::size_t value = letters.find(c);
    if (value == std::string_view::npos) break;
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    if ((held += 6) >= 8) bytes.push_back(static_cast<std::byte>(bits >> (held -= 8) & 255u));
  }
  return bytes;
}

struct UnpackedFrame {
  std::uint32_t bodies = 0;
  bool exact = false;
  std::vector<std::uint32_t> id;
  std::vector<double> position;             // n × d
  std::vector<std::vector<double>> values;  // a quantity each
  std::vector<double> orientation;          // as bodies have it; angles from 0 to 2π
  std::vector<std::uint32_t> ends, on_obstacles;
  std::vector<float> ways;
  std::vector<std::vector<double>> velocity;  // a direction each
  std::vector<std::uint32_t> contacts;        // of each body, of how many it is the first
  std::vector<std::uint32_t> second;
  std::vector<double> force, memory;
  std::vector<float> contact_ways;
  std::vector<std::uint32_t> broken;
  std::vector<std::uint32_t> newcomers;
  std::vector<float> newcomers_radius;
  std::size_t bytes = 0;  // used
};

inline UnpackedFrame unpack_view_frame(const std::vector<std::byte>& bytes, std::size_t d) {
  UnpackedFrame f;
  const auto part = [&]<class T>(T, std::size_t n) {
    std::vector<T> out(n);
    if (f.bytes + n * sizeof(T) > bytes.size()) throw std::runtime_error("the frame is too short");
    if (n > 0) std::memcpy(out.data(), bytes.data() + f.bytes, n * sizeof(T));
    f.bytes += (n * sizeof(T) + 3) / 4 * 4;
    return out;
  };
  const auto start = part(std::uint32_t{}, 2);
  const std::size_t n = f.bodies = start[0];
  f.exact = (start[1] & 2u) != 0;
  const auto scale = part(float{}, 2 * (d + view_quantities().size()));
  if ((start[1] & 1u) != 0)
    f.id = part(std::uint32_t{}, n);
  else
    for (std::uint32_t i = 0; i < n; ++i) f.id.push_back(i);
  const auto number = [&](std::size_t k, std::uint16_t u) {
    return u == 65535 ? std::nan("") : static_cast<double>(scale[2 * k] + scale[2 * k + 1] * static_cast<float>(u));
  };
  if (f.exact) {
    for (const float x : part(float{}, n * d)) f.position.push_back(x);
  } else {
    const auto grid = part(std::uint16_t{}, n * d);
    for (std::size_t i = 0; i < grid.size(); ++i) f.position.push_back(number(i % d, grid[i]));
  }
  for (std::size_t q = 0; q < view_quantities().size(); ++q) {
    std::vector<double>& values = f.values.emplace_back();
    if (view_quantities()[q].category)
      for (const std::uint32_t label : part(std::uint32_t{}, n)) values.push_back(label);
    else if (scale[2 * (d + q) + 1] > 0)
      for (const std::uint16_t u : part(std::uint16_t{}, n)) values.push_back(number(d + q, u));
    else
      values.assign(n, scale[2 * (d + q)]);
  }
  if ((start[1] & 8u) != 0 && d == 3)
    for (const std::int16_t q : part(std::int16_t{}, 4 * n)) f.orientation.push_back(q / 32767.0);
  else if ((start[1] & 8u) != 0)
    for (const std::uint16_t u : part(std::uint16_t{}, n)) f.orientation.push_back(2 * std::acos(-1.0) * u / 65536);
  const auto grid = [&](std::size_t rows) {
    const auto low_step = part(float{}, 2);
    std::vector<double> values(rows, low_step[0]);
    if (low_step[1] <= 0) return values;
    const auto steps = part(std::uint16_t{}, rows);
    for (std::size_t i = 0; i < rows; ++i)
      values[i] = static_cast<double>(low_step[0] + low_step[1] * static_cast<float>(steps[i]));
    return values;
  };
  for (std::size_t k = 0; k < d; ++k) f.velocity.push_back(grid(n));
  if ((start[1] & 4u) != 0) {
    const auto count = part(std::uint32_t{}, 2);
    f.ends = part(std::uint32_t{}, std::size_t{2} * count[0]);
    f.on_obstacles = part(std::uint32_t{}, count[1]);
    f.ways = part(float{}, d * count[1]);
  }
  if ((start[1] & 16u) != 0) {
    const auto count = part(std::uint32_t{}, 2);
    for (const std::uint16_t k : part(std::uint16_t{}, n)) f.contacts.push_back(k);
    f.second = part(std::uint32_t{}, count[0]);
    f.force = grid(count[0]);
    f.memory = grid(count[0]);
    f.contact_ways = part(float{}, count[1]);
  }
  if ((start[1] & view_broken) != 0) f.broken = part(std::uint32_t{}, part(std::uint32_t{}, 1)[0]);
  if ((start[1] & 32u) != 0) {
    const std::size_t count = part(std::uint32_t{}, 1)[0];
    f.newcomers = part(std::uint32_t{}, count);
    f.newcomers_radius = part(float{}, count);
    part(float{}, count);
    part(std::uint16_t{}, count);
    part(std::int32_t{}, count);
  }
  return f;
}

}  // namespace floc::test
