// HDF5 files through values that close themselves (serial C library behind).
//
// Every failure is an Error that names the file, the object, what was being done and the innermost
// reason HDF5 gives, or the system's where there is one ("run/trajectory.h5: cannot write
// /particles/all/position/value: No space left on device"). HDF5's own error printing is off inside
// these calls and untouched outside.
//
// Files are made with the latest format: its metadata is checksummed, and a file of another
// format is refused before HDF5 reads any of it. Datasets are read and written by rows (the first
// dimension) and always whole in the others. One thread at a time for a file and what is in it; different files
// may be used by different threads where the library is built for threads, as Debian's is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace floc::h5 {

using Size = unsigned long long;  // hsize_t
using Shape = std::vector<Size>;

enum class Type { float32, float64, int32, int64 };  // little-endian in the file

template <class T>
constexpr Type type_of() {
  if constexpr (std::is_same_v<T, float>)
    return Type::float32;
  else if constexpr (std::is_same_v<T, double>)
    return Type::float64;
  else if constexpr (std::is_same_v<T, std::int32_t>)
    return Type::int32;
  else {
    static_assert(std::is_same_v<T, std::int64_t>, "not a type of these files");
    return Type::int64;
  }
}

struct Storage {
  Shape chunk{};                 // empty: contiguous
  bool grows = false;            // in the first dimension
  int gzip = 0;                  // 0 to 9, with the shuffle filter
  bool checksum = false;         // Fletcher's, for every chunk
  std::optional<double> fill{};  // what is read where nothing was written; otherwise 0
};

// An open HDF5 object: its identifier, the file it is in and its path there.
class Object {
 public:
  using Id = std::int64_t;  // hid_t
  Object(Id id, int (*closer)(Id), std::string file, std::string path);
  Object(Object&& other) noexcept;
  Object& operator=(Object&& other) noexcept;
  ~Object();

  Id id() const { return id_; }
  const std::string& file() const { return file_; }
  const std::string& path() const { return path_; }
  std::string child(const std::string& name) const { return path_ == "/" ? path_ + name : path_ + "/" + name; }
  [[noreturn]] void reject(const std::string& why) const;  // Error: file, path, why

  void set_text(const std::string& name, const std::string& value);  // attributes
  void set_texts(const std::string& name, const std::vector<std::string>& values);
  void set_integers(const std::string& name, const std::vector<std::int32_t>& values);
  void set_integer(const std::string& name, std::int64_t value);
  void set_number(const std::string& name, double value);
  void set_reference(const std::string& name, const Object& target);
  std::int64_t integer(const std::string& name) const;
  double number(const std::string& name) const;

 protected:
  void set_file(const std::string& file) { file_ = file; }
  void close();  // throws when HDF5 cannot
  void attribute(const std::string& name, bool write, Type type, void* values, std::size_t count, bool scalar) const;

 private:
  Id id_;
  int (*close_)(Id);
  std::string file_, path_;
};

class Dataset : public Object {
 public:
  using Object::Object;
  Shape shape() const;
  Size rows() const;
  Size storage_bytes() const;       // in the file, after the filters
  std::size_t value_bytes() const;  // of one value in the file
  Storage storage() const;          // of a dataset in chunks; without the fill value
  void resize(Size rows);
  void flush();
  // The chunk that begins at row `row` and at 0, or `column`, in the next dimension, as stored: filters applied.
  void write_chunk(Size row, Size column, std::span<const std::byte> stored);

  template <class T>
  void write(Size row, Size count, std::span<const T> values) {
    transfer(true, row, count, type_of<T>(), const_cast<T*>(values.data()), values.size());
  }
  template <class T>
  void write(std::span<const T> values) {
    write(0, rows(), values);
  }
  template <class T>
  void read(Size row, Size count, std::span<T> values) const {
    transfer(false, row, count, type_of<T>(), values.data(), values.size());
  }
  // All of a dataset of the given shape, which must be what the file holds. Allocates no more than
  // `expansion` times the bytes stored in the file, whatever the file claims.
  template <class T>
  std::vector<T> read_all(const Shape& expected, std::size_t expansion = 1) const {
    std::vector<T> values(checked_size(expected, sizeof(T), expansion));
    if (!values.empty()) read<T>(0, expected.front(), values);
    return values;
  }

 private:
  void require_present(Size row, Size count) const;
  void transfer(bool write, Size row, Size count, Type type, void* values, std::size_t size) const;
  std::size_t checked_size(const Shape& expected, std::size_t bytes_each, std::size_t expansion) const;
};

class Group : public Object {
 public:
  using Object::Object;
  bool has(const std::string& name) const;
  Group create_group(const std::string& name);
  Group group(const std::string& name) const;
  Dataset create(const std::string& name, Type type, const Shape& shape, const Storage& storage = {});
  Dataset dataset(const std::string& name) const;
  bool holds_group(const std::string& name) const;           // a group and not a dataset
  void link(const Object& target, const std::string& name);  // the same object under a second name

  // Texts of fixed length: a scalar and a list.
  void create_text(const std::string& name, const std::string& value);
  void create_texts(const std::string& name, const std::vector<std::string>& values);
  std::string text(const std::string& name) const;
  std::vector<std::string> texts(const std::string& name) const;

  // A whole array in one go; read back with dataset(name).read_all.
  template <class T>
  void put(const std::string& name, const Shape& shape, std::span<const T> values, const Storage& storage = {}) {
    Dataset d = create(name, type_of<T>(), shape, storage);
    if (!values.empty()) d.write(values);
  }
};

class File : public Object {
 public:
  using Object::Object;
  // `user_block` bytes at the front are left to us.
  static File create(const std::string& path, std::size_t user_block = 0);
  // For reading; also while a writer is at work (single writer, multiple readers) or was killed.
  static File open(const std::string& path);
  // For writing on, after a clean close or a kill: marks of a killed writer are cleared, and the end
  // of the file is set behind all that it left. Readers may stay. Call start_sharing() no more.
  static File open_again(const std::string& path);
  // For reading, from the bytes of a file. `name` is for the messages.
  static File from_memory(std::span<const std::byte> bytes, const std::string& name);

  Group root() const;
  void rename(const std::string& path);  // before objects in it are opened, for the messages' sake
  void start_sharing();                  // from here on: rows may be added, objects not, and readers may come
  void flush();
  using Object::close;
};

}  // namespace floc::h5
