// Lists on the command line.
#pragma once

#include <string>
#include <vector>

namespace floc::app {

// "a,b,c": what stands between the commas.
inline std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c == ',')
      words.emplace_back();
    else
      words.back() += c;
  }
  return words;
}

}  // namespace floc::app
