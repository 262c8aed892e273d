// Texts and numbers as JSON has them.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <string_view>

namespace floc {

inline std::string json_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += {'\\', c};
    else if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      out += c;
  }
  return out + '"';
}

// There is no infinity in JSON, nor a number that is none.
inline std::string json_number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : "null"; }

// [item(0),item(1),…] of n texts.
template <class F>
std::string json_list(std::size_t n, F&& item) {
  std::string out = "[";
  for (std::size_t k = 0; k < n; ++k) {
    if (k > 0) out += ',';
    out += item(k);
  }
  out += ']';
  return out;
}

}  // namespace floc
