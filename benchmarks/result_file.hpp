// The file that a benchmark writes its figures to, and the words of its command line:
//
//   NAME_bench OUTPUT.json [LARGEST] [--option VALUE]...
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/version.hpp"
#include "machine.hpp"

namespace floc::bench {

// A file of JSON, begun with the name of the benchmark, the version, and the machine with its load.
class ResultFile {
 public:
  // `size` names the second argument, a number that may be left out; `options` are those that may be given. Ends
  // the program where a word is wrong or there is nothing to write to.
  ResultFile(int argc, char** argv, const std::string& name, const std::string& size = "LARGEST",
             const std::vector<std::string>& options = {})
      : name_(name) {
    std::vector<std::string> words;
    for (int k = 1; k < argc; ++k) {
      const std::string word = argv[k];
      if (!word.starts_with("--"))
        words.push_back(word);
      else if (std::find(options.begin(), options.end(), word) == options.end() || k + 1 == argc)
        usage(size, options);
      else
        options_[word] = argv[++k];
    }
    if (words.empty() || words.size() > 2) usage(size, options);
    if (words.size() == 2) size_ = number(size, words[1]);
    const double load_before = load();
    file_ = std::fopen(words[0].c_str(), "w");
    if (!file_) {
      fmt::print(stderr, "{}_bench: cannot write {}\n", name, words[0]);
      std::exit(1);
    }
    print("{{\n  \"benchmark\": \"{}\", \"version\": \"{}\", \"processor\": \"{}\", \"cores\": {}, \"load\": {:.1f}",
          name, version(), processor(), core_count(), load_before);
  }
  ResultFile(const ResultFile&) = delete;
  ResultFile& operator=(const ResultFile&) = delete;

  double size(double otherwise) const { return size_ > 0 ? size_ : otherwise; }
  double option(const std::string& option, double otherwise) const {
    const auto found = options_.find(option);
    return found == options_.end() ? otherwise : number(option, found->second);
  }
  std::string text_option(const std::string& option) const {
    const auto found = options_.find(option);
    return found == options_.end() ? "" : found->second;
  }

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
  double number(const std::string& what, const std::string& word) const {
    char* end = nullptr;
    const double value = std::strtod(word.c_str(), &end);
    if (*end == 0 && end != word.c_str() && value > 0) return value;
    fmt::print(stderr, "{}_bench: {} is a positive number, not \"{}\"\n", name_, what, word);
    std::exit(2);
  }
  [[noreturn]] void usage(const std::string& size, const std::vector<std::string>& options) const {
    std::string more;
    for (const std::string& option : options) more += " [" + option + " VALUE]";
    fmt::print(stderr, "usage: {}_bench OUTPUT.json [{}]{}\n", name_, size, more);
    std::exit(2);
  }

  std::string name_;
  std::map<std::string, std::string> options_;
  std::FILE* file_ = nullptr;
  double size_ = 0;
  const char* comma_ = "";
};

}  // namespace floc::bench
