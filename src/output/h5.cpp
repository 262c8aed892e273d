#include "output/h5.hpp"

#include <fmt/format.h>
#include <hdf5.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/error.hpp"
#include "output/h5_call.hpp"

namespace floc::h5 {

static_assert(std::is_same_v<hid_t, std::int64_t> && std::is_same_v<hsize_t, Size>);

namespace {

hid_t memory_type(Type type) {
  switch (type) {
    case Type::float32: return H5T_NATIVE_FLOAT;
    case Type::float64: return H5T_NATIVE_DOUBLE;
    case Type::int32: return H5T_NATIVE_INT32;
    default: return H5T_NATIVE_INT64;
  }
}

hid_t file_type(Type type) {
  switch (type) {
    case Type::float32: return H5T_IEEE_F32LE;
    case Type::float64: return H5T_IEEE_F64LE;
    case Type::int32: return H5T_STD_I32LE;
    default: return H5T_STD_I64LE;
  }
}

H5T_class_t class_of(Type type) { return type == Type::float32 || type == Type::float64 ? H5T_FLOAT : H5T_INTEGER; }

// Places for texts: one character more than the longest, as a length of zero is not allowed.
std::size_t text_length(const std::vector<std::string>& values) {
  std::size_t length = 0;
  for (const std::string& v : values) length = std::max(length, v.size());
  return length + 1;
}

std::string side_by_side(const std::vector<std::string>& values, std::size_t length) {
  std::string all(values.size() * length, '\0');
  for (std::size_t i = 0; i < values.size(); ++i) values[i].copy(all.data() + i * length, length);
  return all;
}

Scoped text_type(const Object& object, std::size_t length) {
  Scoped type(call(object, "describe text in", [] { return H5Tcopy(H5T_C_S1); }), H5Tclose);
  call(object, "describe text in", [&] { return H5Tset_size(type, length); });
  call(object, "describe text in", [&] { return H5Tset_cset(type, H5T_CSET_UTF8); });
  return type;
}

Scoped simple_space(const Object& object, const Shape& shape, bool grows) {
  Shape most = shape;
  if (grows) most.front() = H5S_UNLIMITED;
  return {call(object, "describe",
               [&] { return H5Screate_simple(static_cast<int>(shape.size()), shape.data(), most.data()); }),
          H5Sclose};
}

Size file_bytes(const Object& object) {
  const Scoped file(call(object, "find the file of", [&] { return H5Iget_file_id(object.id()); }), H5Fclose);
  hsize_t bytes = 0;
  call(object, "find the size of the file of", [&] { return H5Fget_filesize(file, &bytes); });
  return bytes;
}

}  // namespace

// Object ----------------------------------------------------------------------------------------

Object::Object(Id id, int (*closer)(Id), std::string file, std::string path)
    : id_(id), close_(closer), file_(std::move(file)), path_(std::move(path)) {}

Object::Object(Object&& other) noexcept
    : id_(std::exchange(other.id_, -1)),
      close_(other.close_),
      file_(std::move(other.file_)),
      path_(std::move(other.path_)) {}

Object& Object::operator=(Object&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(close_, other.close_);
  std::swap(file_, other.file_);
  std::swap(path_, other.path_);
  return *this;
}

Object::~Object() {
  if (id_ < 0) return;
  const Quiet quiet;
  close_(id_);
}

void Object::close() {
  if (id_ >= 0) call(*this, "close", [&] { return close_(std::exchange(id_, -1)); });
}

void Object::reject(const std::string& why) const { throw Error(fmt::format("{}: {}: {}", file_, path_, why)); }

void Object::set_text(const std::string& name, const std::string& value) {
  const Scoped type = text_type(*this, value.size() + 1);
  const Scoped space(call(*this, "describe", [] { return H5Screate(H5S_SCALAR); }), H5Sclose);
  const Scoped a(call(*this, "create an attribute of",
                      [&] { return H5Acreate2(id_, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT); }),
                 H5Aclose);
  call(*this, "write an attribute of", [&] { return H5Awrite(a, type, value.c_str()); });
}

void Object::set_texts(const std::string& name, const std::vector<std::string>& values) {
  const std::size_t length = text_length(values);
  const Scoped type = text_type(*this, length);
  const Scoped space = simple_space(*this, {values.size()}, false);
  const Scoped a(call(*this, "create an attribute of",
                      [&] { return H5Acreate2(id_, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT); }),
                 H5Aclose);
  const std::string all = side_by_side(values, length);
  call(*this, "write an attribute of", [&] { return H5Awrite(a, type, all.data()); });
}

void Object::attribute(const std::string& name, bool write, Type type, void* values, std::size_t count,
                       bool scalar) const {
  if (write) {
    const Scoped space = scalar ? Scoped(call(*this, "describe", [] { return H5Screate(H5S_SCALAR); }), H5Sclose)
                                : simple_space(*this, {count}, false);
    const Scoped a(
        call(*this, "create an attribute of",
             [&] { return H5Acreate2(id_, name.c_str(), file_type(type), space, H5P_DEFAULT, H5P_DEFAULT); }),
        H5Aclose);
    call(*this, "write an attribute of", [&] { return H5Awrite(a, memory_type(type), values); });
    return;
  }
  const Scoped a(
      call(*this, "find the attribute " + name + " of", [&] { return H5Aopen(id_, name.c_str(), H5P_DEFAULT); }),
      H5Aclose);
  const Scoped space(call(*this, "read an attribute of", [&] { return H5Aget_space(a); }), H5Sclose);
  const Scoped kind(call(*this, "read an attribute of", [&] { return H5Aget_type(a); }), H5Tclose);
  if (H5Sget_simple_extent_npoints(space) != static_cast<hssize_t>(count) || H5Tget_class(kind) != class_of(type))
    reject("the attribute " + name + " has an unexpected size or type");
  call(*this, "read an attribute of", [&] { return H5Aread(a, memory_type(type), values); });
}

void Object::set_integers(const std::string& name, const std::vector<std::int32_t>& values) {
  attribute(name, true, Type::int32, const_cast<std::int32_t*>(values.data()), values.size(), false);
}
void Object::set_integer(const std::string& name, std::int64_t value) {
  attribute(name, true, Type::int64, &value, 1, true);
}
void Object::set_number(const std::string& name, double value) {
  attribute(name, true, Type::float64, &value, 1, true);
}
void Object::set_reference(const std::string& name, const Object& target) {
  const Scoped space(call(*this, "describe", [] { return H5Screate(H5S_SCALAR); }), H5Sclose);
  hobj_ref_t reference{};
  call(*this, "refer to " + target.path() + " from",
       [&] { return H5Rcreate(&reference, id_, target.path().c_str(), H5R_OBJECT, -1); });
  const Scoped a(call(*this, "create an attribute of",
                      [&] { return H5Acreate2(id_, name.c_str(), H5T_STD_REF_OBJ, space, H5P_DEFAULT, H5P_DEFAULT); }),
                 H5Aclose);
  call(*this, "write an attribute of", [&] { return H5Awrite(a, H5T_STD_REF_OBJ, &reference); });
}
std::int64_t Object::integer(const std::string& name) const {
  std::int64_t value = 0;
  attribute(name, false, Type::int64, &value, 1, true);
  return value;
}
double Object::number(const std::string& name) const {
  double value = 0;
  attribute(name, false, Type::float64, &value, 1, true);
  return value;
}

// Dataset ---------------------------------------------------------------------------------------

Shape Dataset::shape() const {
  const Scoped space(call(*this, "read the shape of", [&] { return H5Dget_space(id()); }), H5Sclose);
  const int rank = call(*this, "read the shape of", [&] { return H5Sget_simple_extent_ndims(space); });
  Shape shape(static_cast<std::size_t>(rank));
  if (rank > 0)
    call(*this, "read the shape of", [&] { return H5Sget_simple_extent_dims(space, shape.data(), nullptr); });
  return shape;
}

Size Dataset::rows() const {
  const Shape s = shape();
  if (s.empty()) reject("is a single value where a list is expected");
  return s.front();
}

Size Dataset::storage_bytes() const {
  const Quiet quiet;
  H5Eclear2(H5E_DEFAULT);
  const Size bytes = H5Dget_storage_size(id());
  // 0 is also what it gives when the index of the chunks cannot be read.
  if (bytes == 0 && H5Eget_num(H5E_DEFAULT) > 0) fail(file(), "read the size of", path());
  return bytes;
}

void Dataset::resize(Size rows) {
  Shape s = shape();
  if (s.empty()) reject("is a single value where a list is expected");
  s.front() = rows;
  call(*this, "resize", [&] { return H5Dset_extent(id(), s.data()); });
}

void Dataset::flush() {
  call(*this, "write", [&] { return H5Dflush(id()); });
}

std::size_t Dataset::value_bytes() const {
  const Scoped type(call(*this, "describe", [&] { return H5Dget_type(id()); }), H5Tclose);
  return H5Tget_size(type);
}

Storage Dataset::storage() const {
  const auto step = [&](auto f) { return call(*this, "describe", f); };
  const Scoped list(step([&] { return H5Dget_create_plist(id()); }), H5Pclose);
  Storage s;
  if (H5Pget_layout(list) != H5D_CHUNKED) reject("is not stored in chunks");
  s.chunk.resize(shape().size());
  step([&] { return H5Pget_chunk(list, static_cast<int>(s.chunk.size()), s.chunk.data()); });
  s.grows = true;
  const int filters = step([&] { return H5Pget_nfilters(list); });
  for (int k = 0; k < filters; ++k) {
    unsigned flags = 0, level = 0, config = 0;
    std::size_t values = 1;
    const H5Z_filter_t filter =
        H5Pget_filter2(list, static_cast<unsigned>(k), &flags, &values, &level, 0, nullptr, &config);
    if (filter == H5Z_FILTER_DEFLATE) s.gzip = static_cast<int>(std::min(level, 9u));
    if (filter == H5Z_FILTER_FLETCHER32) s.checksum = true;
  }
  return s;
}

void Dataset::write_chunk(Size row, Size column, std::span<const std::byte> stored) {
  Shape at(shape().size(), 0);
  at.front() = row;
  if (at.size() > 1) at[1] = column;
  call(*this, "write", [&] { return H5Dwrite_chunk(id(), H5P_DEFAULT, 0, at.data(), stored.size(), stored.data()); });
}

// A file is shorter than its header says when its writer met a full disk or it was cut later, and HDF5
// reads zeros behind its end: the pieces that are wanted must lie before it.
void Dataset::require_present(Size row, Size count) const {
  struct ::stat on_disk {};
  if (::stat(file().c_str(), &on_disk) != 0) return;  // in memory
  const auto end = static_cast<Size>(on_disk.st_size);
  if (end >= file_bytes(*this)) return;
  const auto require = [&](haddr_t from, Size bytes) {
    if (from != HADDR_UNDEF && (from > end || bytes > end - from))
      reject("is cut off: the file is shorter than it should be");
  };
  const Quiet quiet;
  const Scoped list(call(*this, "read", [&] { return H5Dget_create_plist(id()); }), H5Pclose);
  const Shape all = shape();
  Shape chunk(all.size());
  if (H5Pget_layout(list) != H5D_CHUNKED) return require(H5Dget_offset(id()), storage_bytes());
  call(*this, "read", [&] { return H5Pget_chunk(list, static_cast<int>(chunk.size()), chunk.data()); });
  Shape at(all.size(), 0);
  at.front() = row / chunk.front() * chunk.front();
  while (at.front() < row + count) {
    unsigned filters = 0;
    haddr_t from = HADDR_UNDEF;
    hsize_t bytes = 0;
    call(*this, "read", [&] { return H5Dget_chunk_info_by_coord(id(), at.data(), &filters, &from, &bytes); });
    require(from, bytes);
    std::size_t k = all.size() - 1;
    while (k > 0 && (at[k] += chunk[k]) >= all[k]) at[k--] = 0;
    if (k == 0) at.front() += chunk.front();
  }
}

void Dataset::transfer(bool write, Size row, Size count, Type type, void* values, std::size_t size) const {
  const char* doing = write ? "write" : "read";
  const Scoped space(call(*this, doing, [&] { return H5Dget_space(id()); }), H5Sclose);
  const Scoped kind(call(*this, doing, [&] { return H5Dget_type(id()); }), H5Tclose);
  if (H5Tget_class(kind) != class_of(type)) reject("holds data of an unexpected type");
  const Shape all = shape();
  if (all.empty() || row > all.front() || count > all.front() - row) reject("has fewer rows than expected");
  Size width = 1;
  for (std::size_t k = 1; k < all.size(); ++k)
    if (__builtin_mul_overflow(width, all[k], &width)) reject("has an impossible shape");
  Size needed = 0;
  if (__builtin_mul_overflow(width, count, &needed) || needed != size) reject("has rows of an unexpected width");
  if (size == 0) return;
  if (!write) require_present(row, count);
  Shape start(all.size(), 0), extent = all;
  start.front() = row;
  extent.front() = count;
  call(*this, doing,
       [&] { return H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, extent.data(), nullptr); });
  const Scoped memory = simple_space(*this, {needed}, false);
  call(*this, doing, [&] {
    return write ? H5Dwrite(id(), memory_type(type), memory, space, H5P_DEFAULT, values)
                 : H5Dread(id(), memory_type(type), memory, space, H5P_DEFAULT, values);
  });
}

std::size_t Dataset::checked_size(const Shape& expected, std::size_t bytes_each, std::size_t expansion) const {
  if (shape() != expected) reject("has an unexpected shape");
  Size values = 1, bytes = 0, possible = 0;
  for (const Size n : expected)
    if (__builtin_mul_overflow(values, n, &values)) reject("has an impossible shape");
  if (__builtin_mul_overflow(values, Size{bytes_each}, &bytes)) reject("has an impossible shape");
  if (__builtin_mul_overflow(std::min(storage_bytes(), file_bytes(*this)), Size{expansion}, &possible))
    possible = ~Size{0};
  if (bytes > possible) reject("is larger than what the file holds");
  return static_cast<std::size_t>(values);
}

// Group -----------------------------------------------------------------------------------------

bool Group::has(const std::string& name) const {
  return call(*this, "look into", [&] { return H5Lexists(id(), name.c_str(), H5P_DEFAULT); }) > 0;
}

Group Group::create_group(const std::string& name) {
  const std::string where = child(name);
  return {call(file(), "create", where,
               [&] { return H5Gcreate2(id(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT); }),
          H5Gclose, file(), where};
}

Group Group::group(const std::string& name) const {
  const std::string where = child(name);
  return {call(file(), "find", where, [&] { return H5Gopen2(id(), name.c_str(), H5P_DEFAULT); }), H5Gclose, file(),
          where};
}

Dataset Group::dataset(const std::string& name) const {
  const std::string where = child(name);
  return {call(file(), "find", where, [&] { return H5Dopen2(id(), name.c_str(), H5P_DEFAULT); }), H5Dclose, file(),
          where};
}

bool Group::holds_group(const std::string& name) const {
  const std::string where = child(name);
  const Scoped object(call(file(), "find", where, [&] { return H5Oopen(id(), name.c_str(), H5P_DEFAULT); }), H5Oclose);
  return H5Iget_type(object) == H5I_GROUP;
}

Dataset Group::create(const std::string& name, Type type, const Shape& shape, const Storage& storage) {
  const std::string where = child(name);
  const auto step = [&](auto f) { return call(file(), "create", where, f); };
  const Scoped space = simple_space(*this, shape, storage.grows);
  const Scoped list(step([] { return H5Pcreate(H5P_DATASET_CREATE); }), H5Pclose);
  const bool empty = std::find(shape.begin(), shape.end(), 0) != shape.end();
  if (!storage.chunk.empty() && (storage.grows || !empty)) {
    Shape chunk = storage.chunk;
    for (std::size_t k = storage.grows ? 1 : 0; k < chunk.size(); ++k)
      chunk[k] = std::clamp<Size>(chunk[k], 1, shape[k]);
    step([&] { return H5Pset_chunk(list, static_cast<int>(chunk.size()), chunk.data()); });
    if (storage.gzip > 0) {
      step([&] { return H5Pset_shuffle(list); });
      step([&] { return H5Pset_deflate(list, static_cast<unsigned>(storage.gzip)); });
    }
    if (storage.checksum) step([&] { return H5Pset_fletcher32(list); });
  } else {
    step([&] { return H5Pset_alloc_time(list, H5D_ALLOC_TIME_EARLY); });
  }
  if (storage.fill) step([&] { return H5Pset_fill_value(list, H5T_NATIVE_DOUBLE, &*storage.fill); });
  return {step([&] { return H5Dcreate2(id(), name.c_str(), file_type(type), space, H5P_DEFAULT, list, H5P_DEFAULT); }),
          H5Dclose, file(), where};
}

void Group::link(const Object& target, const std::string& name) {
  call(file(), "create", child(name),
       [&] { return H5Lcreate_hard(target.id(), ".", id(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT); });
}

void Group::create_text(const std::string& name, const std::string& value) {
  const Scoped type = text_type(*this, value.size() + 1);
  const Scoped space(call(*this, "describe", [] { return H5Screate(H5S_SCALAR); }), H5Sclose);
  const Dataset d(
      call(file(), "create", child(name),
           [&] { return H5Dcreate2(id(), name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT); }),
      H5Dclose, file(), child(name));
  call(d, "write", [&] { return H5Dwrite(d.id(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value.c_str()); });
}

void Group::create_texts(const std::string& name, const std::vector<std::string>& values) {
  const std::size_t length = text_length(values);
  const Scoped type = text_type(*this, length);
  const Scoped space = simple_space(*this, {values.size()}, false);
  const Dataset d(
      call(file(), "create", child(name),
           [&] { return H5Dcreate2(id(), name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT); }),
      H5Dclose, file(), child(name));
  if (values.empty()) return;
  const std::string all = side_by_side(values, length);
  call(d, "write", [&] { return H5Dwrite(d.id(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()); });
}

std::vector<std::string> Group::texts(const std::string& name) const {
  const Dataset d = dataset(name);
  const Scoped type(call(d, "read", [&] { return H5Dget_type(d.id()); }), H5Tclose);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0) d.reject("is not text of fixed length");
  const Scoped space(call(d, "read", [&] { return H5Dget_space(d.id()); }), H5Sclose);
  const auto count = static_cast<Size>(call(d, "read", [&] { return H5Sget_simple_extent_npoints(space); }));
  const Size length = H5Tget_size(type);
  Size bytes = 0;
  if (length == 0 || __builtin_mul_overflow(count, length, &bytes) || bytes > d.storage_bytes() ||
      bytes > file_bytes(d))
    d.reject("is larger than what the file holds");
  std::vector<std::string> values(count);
  if (count == 0) return values;
  std::string all(bytes, '\0');
  call(d, "read", [&] { return H5Dread(d.id(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()); });
  for (Size i = 0; i < count; ++i) {
    const char* text = all.data() + i * length;
    values[i].assign(text, strnlen(text, length));
  }
  return values;
}

std::string Group::text(const std::string& name) const {
  std::vector<std::string> values = texts(name);
  if (values.size() != 1) reject(name + " is a list where one text is expected");
  return std::move(values.front());
}

}  // namespace floc::h5
