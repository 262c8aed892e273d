// HDF5 files with a checksum, made from the input of a fuzzer.
//
// Changing bytes of a real file only shows that its checksum and those of HDF5 hold. To come behind
// them, a file is written object by object, where the input decides for each one whether it is as
// the layout says, left out, of another type or shape, and which numbers it holds. Input that has
// run out leaves everything as it should be: the empty input is a sound file.
#pragma once

#include <fuzzer/FuzzedDataProvider.h>
#include <unistd.h>

#include <bit>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "output/file_checksum.hpp"
#include "output/h5.hpp"

namespace floc::fuzz {

class FileMaker {
 public:
  FileMaker(const std::uint8_t* data, std::size_t size)
      : input_(data, size),
        path_((std::filesystem::temp_directory_path() / ("floc-fuzz-" + std::to_string(::getpid()) + ".h5")).string()) {}
  ~FileMaker() { ::unlink(path_.c_str()); }
  FileMaker(const FileMaker&) = delete;
  FileMaker& operator=(const FileMaker&) = delete;

  const std::string& path() const { return path_; }
  h5::File create() const { return h5::File::create(path_, checksum_block); }
  void add_checksum() const { put_file_checksum(path_); }

  std::size_t count(std::size_t most) { return input_.ConsumeIntegralInRange<std::size_t>(0, most); }
  std::string text() { return input_.ConsumeRandomLengthString(64); }

  void integer(h5::Object& object, const char* name, std::int64_t sound) {
    const int how = choose();
    if (how != omit) object.set_integer(name, how == sound_value ? sound : input_.ConsumeIntegral<std::int64_t>());
  }
  void number(h5::Object& object, const char* name, double sound) {
    const int how = choose();
    if (how != omit) object.set_number(name, how == sound_value ? sound : any_number());
  }
  // `sound(k)` is what stands at index k of a sound array.
  template <class T, class F>
  void array(h5::Group& group, const char* name, h5::Shape shape, F&& sound) {
    const int how = choose();
    if (how == omit) return;
    if (how == other_shape) shape[count(shape.size() - 1)] += 1 + count(2);
    std::size_t size = 1;
    for (const h5::Size extent : shape) size *= extent;
    std::vector<T> values(size);
    for (std::size_t k = 0; k < size; ++k) values[k] = how == other_values && choose() ? any<T>() : static_cast<T>(sound(k));
    if (how == other_type)
      group.put<float>(name, shape, std::vector<float>(size, 1.0f), storage(shape));
    else
      group.put<T>(name, shape, values, storage(shape));
  }

 private:
  enum How { sound_value, omit, other_type, other_shape, other_values };

  int choose() { return input_.ConsumeIntegralInRange<int>(0, 15) % 5; }
  double any_number() { return std::bit_cast<double>(input_.ConsumeIntegral<std::uint64_t>()); }
  template <class T>
  T any() {
    if constexpr (std::is_same_v<T, double>)
      return any_number();
    else
      return input_.ConsumeIntegral<T>();
  }
  static h5::Storage storage(const h5::Shape& shape) {
    h5::Storage s;
    s.chunk = h5::Shape(shape.size(), 4);
    s.checksum = true;
    return s;
  }

  FuzzedDataProvider input_;
  std::string path_;
};

}  // namespace floc::fuzz
