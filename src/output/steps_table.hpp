// steps.csv read back: some of its columns.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace floc {

struct StepsTable {
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;  // one for each name, all of one length

  std::size_t rows() const { return columns.empty() ? 0 : columns.front().size(); }
  // Throws Error when the name is not among those read.
  const std::vector<double>& column(std::string_view name) const;
};

// The columns of these names, of every step that is complete: a torn last line is left out. Throws Error that
// names the line when a column is missing or a number is none.
StepsTable read_steps(const std::string& path, std::span<const std::string> names);

}  // namespace floc
