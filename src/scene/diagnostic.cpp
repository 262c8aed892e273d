#include "scene/diagnostic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace floc {

std::string Diagnostic::str() const {
  if (line == 0) return fmt::format("{}: {}", file, message);
  if (column == 0) return fmt::format("{}:{}: {}", file, line, message);
  return fmt::format("{}:{}:{}: {}", file, line, column, message);
}

void sort(std::vector<Diagnostic>& errors) {
  std::stable_sort(errors.begin(), errors.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.file, a.line, a.column) < std::tie(b.file, b.line, b.column);
  });
}

}  // namespace floc
