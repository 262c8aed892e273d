// The file that a benchmark writes its figures to, named by its first argument.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "core/version.hpp"
#include "machine.hpp"

namespace floc::bench {

// A file of JSON, begun with the name of the benchmark, the version and the processor.
class ResultFile {
 public:
  // `size` names the second argument, a number that may be left out. Ends the program where there is nothing to
  // write to.
  ResultFile(int argc, char** argv, const std::string& name, const std::string& size = "LARGEST")
      : size_(argc > 2 ? std::atof(argv[2]) : 0) {
    if (argc < 2) {
      fmt::print(stderr, "usage: {}_bench OUTPUT.json [{}]\n", name, size);
      std::exit(2);
    }
    file_ = std::fopen(argv[1], "w");
    if (!file_) {
      fmt::print(stderr, "{}_bench: cannot write {}\n", name, argv[1]);
      std::exit(1);
    }
    print("{{\n  \"benchmark\": \"{}\", \"version\": \"{}\", \"processor\": \"{}\"", name, version(), processor());
  }
  ResultFile(const ResultFile&) = delete;
  ResultFile& operator=(const ResultFile&) = delete;

  double size(double otherwise) const { return size_ > 0 ? size_ : otherwise; }

  template <class... T>
  void print(fmt::format_string<T...> format, T&&... values) {
    fmt::print(file_, format, std::forward<T>(values)...);
    std::fflush(file_);
  }
  // What stands before an element of a list: nothing for the first one.
  const char* comma() { return std::exchange(comma_, ","); }
  void begin_list() { comma_ = ""; }
  // Ends the last list, and the file.
  void close() {
    print("\n  ]\n}}\n");
    std::fclose(file_);
  }

 private:
  std::FILE* file_ = nullptr;
  double size_;
  const char* comma_ = "";
};

}  // namespace floc::bench
