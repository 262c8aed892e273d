// A file of named arrays, frame by frame: the file layer of GSD 2.0, which OVITO, HOOMD-blue and the gsd package read.
// Little-endian, by its public specification:
//
//   256 bytes   magic, where the index and the names are and how long, versions, application, schema
//   arrays      one behind the other
//   names       each ended by 0
//   index       32 bytes an array: frame, rows, place, columns, name, type; a last one of zeros
//
// The header is written last: a file that was not finished is none.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "output/files.hpp"

namespace floc {

class GsdFile {
 public:
  // `version` of the schema: major << 16 | minor.
  GsdFile(const std::string& path, std::string application, std::string schema, std::uint32_t version);

  // An array of the frame under way, rows × columns.
  template <class T>
  void add(std::string_view name, std::span<const T> values, std::uint32_t columns = 1) {
    add(name, type_of<T>(), {reinterpret_cast<const char*>(values.data()), values.size_bytes()},
        values.size() / columns, columns);
  }
  template <class T>
  void add(std::string_view name, const std::vector<T>& values, std::uint32_t columns = 1) {
    add<T>(name, std::span<const T>(values), columns);
  }
  template <class T>
  void add_value(std::string_view name, T value) {
    add<T>(name, std::span<const T>(&value, 1));
  }
  // A list of texts: a row each, filled up with 0.
  void add_texts(std::string_view name, const std::vector<std::string>& texts);
  void end_frame();
  void close();

  const std::string& path() const { return file_.path(); }

 private:
  struct Entry {
    std::uint64_t frame, rows;
    std::int64_t place;
    std::uint32_t columns;
    std::uint16_t name;
    std::uint8_t type, flags;
  };
  static_assert(sizeof(Entry) == 32);

  template <class T>
  static constexpr std::uint8_t type_of() {
    constexpr bool real = std::is_floating_point_v<T>, sign = std::is_signed_v<T>;
    constexpr std::uint8_t wide = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
    return real ? (sizeof(T) == 4 ? 9 : 10) : static_cast<std::uint8_t>((sign ? 5 : 1) + wide);
  }
  void add(std::string_view name, std::uint8_t type, std::string_view bytes, std::uint64_t rows, std::uint32_t columns);

  OutputFile file_;
  std::string application_, schema_;
  std::uint32_t version_;
  std::uint64_t frame_ = 0, place_ = 0;
  std::vector<std::string> names_;
  std::vector<Entry> index_;
  std::size_t frame_begin_ = 0;  // in the index
};

}  // namespace floc
