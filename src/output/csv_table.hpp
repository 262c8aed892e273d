// Tables of numbers as the program writes them: a line of names, then lines of numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace floc {

struct CsvTable {
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;  // in the order of the names, all of one length

  std::size_t rows() const { return columns.empty() ? 0 : columns[0].size(); }
  const std::vector<double>* find(std::string_view name) const;        // nullptr: there is none
  const std::vector<double>& operator[](std::string_view name) const;  // throws Error
};

// Of a file that may still be written: a last line that is not complete is left out. Throws Error with the
// line that is no line of numbers.
CsvTable read_csv(const std::string& path);

}  // namespace floc
