// A text as a cell of a CSV table: quoted where a comma or a quote asks for it.
#pragma once

#include <string>

namespace floc {

inline std::string csv_text(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

}  // namespace floc
