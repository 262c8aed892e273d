// A small reader of GSD files, by the specification and not by the writer.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace floc::test {

class GsdReader {
 public:
  struct Array {
    std::uint64_t rows = 0;
    std::uint32_t columns = 0;
    int type = 0;
    std::string bytes;

    template <class T>
    std::vector<T> as() const {
      std::vector<T> values(bytes.size() / sizeof(T));
      std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
      return values;
    }
    std::vector<std::string> texts() const {
      std::vector<std::string> all;
      for (std::uint64_t k = 0; k < rows; ++k) all.emplace_back(bytes.substr(k * columns, columns).c_str());
      return all;
    }
  };

  explicit GsdReader(const std::string& file) {
    const auto number = [&]<class T>(std::uint64_t at, T) {
      T value;
      if (at + sizeof value > file.size()) throw std::runtime_error("outside of the file");
      std::memcpy(&value, file.data() + at, sizeof value);
      return value;
    };
    constexpr std::uint64_t u64 = 0;
    constexpr std::uint32_t u32 = 0;
    if (number(0, u64) != 0x65DF65DF65DF65DF) throw std::runtime_error("no GSD file");
    const std::uint64_t index = number(8, u64), entries = number(16, u64), names = number(24, u64),
                        blocks = number(32, u64);
    schema_version = number(40, u32);
    gsd_version = number(44, u32);
    application = file.substr(48, 64).c_str();
    schema = file.substr(112, 64).c_str();
    std::vector<std::string> name;
    for (std::uint64_t at = names; at < names + 64 * blocks && file[at] != 0; at += name.back().size() + 1)
      name.emplace_back(file.c_str() + at);
    std::pair<std::uint64_t, int> last{0, -1};
    for (std::uint64_t k = 0; k < entries; ++k) {
      const std::uint64_t at = index + 32 * k, place = number(at + 16, u64);
      if (place == 0) break;
      const std::uint16_t id = number(at + 28, std::uint16_t{});
      const std::pair<std::uint64_t, int> order{number(at, u64), id};
      if (!(last < order)) throw std::runtime_error("the index is not sorted");
      last = order;
      Array a{number(at + 8, u64), number(at + 24, u32), number(at + 30, std::uint8_t{}), {}};
      static constexpr std::uint64_t wide[] = {0, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8};
      const std::uint64_t bytes = a.rows * a.columns * wide[a.type];
      if (place + bytes > file.size()) throw std::runtime_error("an array outside of the file");
      a.bytes = file.substr(place, bytes);
      frames = order.first + 1;
      arrays[{order.first, name.at(id)}] = std::move(a);
    }
  }

  const Array& at(std::uint64_t frame, const std::string& name) const { return arrays.at({frame, name}); }
  bool has(std::uint64_t frame, const std::string& name) const { return arrays.contains({frame, name}); }

  std::uint32_t schema_version = 0, gsd_version = 0;
  std::string application, schema;
  std::uint64_t frames = 0;
  std::map<std::pair<std::uint64_t, std::string>, Array> arrays;
};

}  // namespace floc::test
