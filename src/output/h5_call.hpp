// How the HDF5 library is called inside this room: quietly, and with failures turned into Errors.
#pragma once

#include <hdf5.h>

#include <string>
#include <utility>

#include "output/h5.hpp"

namespace floc::h5 {

// HDF5 prints nothing while one of these lives, and remembers no errors after it: a thread that ends would lose them.
class Quiet {
 public:
  Quiet() {
    H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~Quiet() {
    H5Eclear2(H5E_DEFAULT);
    H5Eset_auto2(H5E_DEFAULT, print_, data_);
  }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

// Error: "file: cannot <doing> <what>: <innermost reason>".
[[noreturn]] void fail(const std::string& file, const std::string& doing, const std::string& what);

template <class F>
auto call(const std::string& file, const std::string& doing, const std::string& what, F&& f) {
  const Quiet quiet;
  const auto result = f();
  if (result < 0) fail(file, doing, what);
  return result;
}

template <class F>
auto call(const Object& object, const std::string& doing, F&& f) {
  return call(object.file(), doing, object.path(), std::forward<F>(f));
}

// A short-lived identifier (a type, a dataspace, a property list).
class Scoped {
 public:
  Scoped(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  Scoped(Scoped&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  ~Scoped() {
    if (id_ >= 0) close_(id_);
  }
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

}  // namespace floc::h5
