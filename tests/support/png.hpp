// PNG images for the tests: 8-bit colours, not compressed.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace floc::test {

inline std::string png(int width, int height, const std::vector<std::array<std::uint8_t, 3>>& colour) {
  const auto number = [](std::uint32_t v) {
    std::string s;
    for (int k = 24; k >= 0; k -= 8) s += static_cast<char>(v >> k & 0xff);
    return s;
  };
  const auto chunk = [&](const std::string& type, const std::string& data) {
    std::uint32_t crc = 0xffffffff;
    for (const char c : type + data) {
      crc ^= static_cast<std::uint8_t>(c);
      for (int k = 0; k < 8; ++k) crc = (crc >> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return number(static_cast<std::uint32_t>(data.size())) + type + data + number(~crc);
  };
  std::string rows;
  for (int y = 0; y < height; ++y) {
    rows += '\0';
    for (int x = 0; x < width; ++x)
      for (const std::uint8_t c : colour[static_cast<std::size_t>(y * width + x)]) rows += static_cast<char>(c);
  }
  std::string packed = "\x78\x01";
  for (std::size_t at = 0; at < rows.size(); at += 65535) {
    const std::string part = rows.substr(at, 65535);
    const auto n = static_cast<unsigned>(part.size());
    packed += at + part.size() == rows.size() ? '\1' : '\0';
    for (const unsigned v : {n & 0xffu, n >> 8u, ~n & 0xffu, (~n >> 8u) & 0xffu}) packed += static_cast<char>(v);
    packed += part;
  }
  std::uint32_t a = 1, b = 0;
  for (const char c : rows) {
    a = (a + static_cast<std::uint8_t>(c)) % 65521;
    b = (b + a) % 65521;
  }
  packed += number(b << 16 | a);
  return std::string("\x89PNG\r\n\x1a\n", 8) +
         chunk("IHDR", number(static_cast<std::uint32_t>(width)) + number(static_cast<std::uint32_t>(height)) +
                           std::string("\x08\x02\0\0\0", 5)) +
         chunk("IDAT", packed) + chunk("IEND", "");
}

// ' ' white, '#' black, 'r' red; a letter is 4 × 4 pixels.
inline std::string png(const std::vector<std::string>& rows) {
  std::vector<std::array<std::uint8_t, 3>> colour;
  const std::size_t width = 4 * rows[0].size(), height = 4 * rows.size();
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x) {
      const char c = rows[y / 4][x / 4];
      const auto bright = static_cast<std::uint8_t>(c == ' ' ? 255 : 0);
      colour.push_back({static_cast<std::uint8_t>(c == 'r' ? 255 : bright), bright, bright});
    }
  return png(static_cast<int>(width), static_cast<int>(height), colour);
}

}  // namespace floc::test
