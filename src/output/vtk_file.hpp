// XML files of VTK: arrays are announced in the tree and appended behind it as raw bytes, each after its length.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace floc {

class VtkFile {
 public:
  // `type` is PolyData or ImageData; what its element and its one piece have as attributes.
  VtkFile(const std::string& type, const std::string& attributes, const std::string& piece);

  void open(const std::string& tag) { tree_ += "<" + tag + ">\n"; }
  void close(const std::string& tag) { tree_ += "</" + tag + ">\n"; }
  template <class T>
  void array(const char* name_of_type, const char* name, int components, const std::vector<T>& values) {
    append(name_of_type, name, components, values.data(), values.size() * sizeof(T));
  }
  void save(const std::string& path) const;

 private:
  void append(const char* type, const char* name, int components, const void* values, std::uint64_t bytes);

  std::string type_, tree_, data_;
};

// A collection: files and their times.
class VtkCollection {
 public:
  explicit VtkCollection(const char* name) : name_(name) {}
  const char* name() const { return name_; }
  void add(double time, const std::string& file);
  bool empty() const { return entries_.empty(); }
  void save(const std::string& path) const;

 private:
  const char* name_;
  std::string entries_;
};

}  // namespace floc
