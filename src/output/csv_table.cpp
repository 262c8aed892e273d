#include "output/csv_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/error.hpp"
#include "output/files.hpp"

namespace floc {
namespace {

// f(k, cell) for every cell of a line; their number.
template <class F>
std::size_t for_each_cell(std::string_view line, F&& f) {
  std::size_t k = 0;
  for (std::size_t begin = 0; begin <= line.size(); ++k) {
    const std::size_t end = std::min(line.find(',', begin), line.size());
    f(k, line.substr(begin, end - begin));
    begin = end + 1;
  }
  return k;
}

}  // namespace

const std::vector<double>* CsvTable::find(std::string_view name) const {
  const auto at = std::find(names.begin(), names.end(), name);
  return at == names.end() ? nullptr : &columns[static_cast<std::size_t>(at - names.begin())];
}

const std::vector<double>& CsvTable::operator[](std::string_view name) const {
  if (const std::vector<double>* column = find(name)) return *column;
  throw Error(fmt::format("the table has no column \"{}\"", name));
}

CsvTable read_csv(const std::string& path) {
  const std::string text = read_text(path);
  CsvTable table;
  std::size_t number = 0;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = text.find('\n', from);
    if (end == std::string::npos) break;  // being written
    const std::string_view line = std::string_view(text).substr(from, end - from);
    from = end + 1;
    if (++number == 1) {
      for_each_cell(line, [&](std::size_t, std::string_view cell) { table.names.emplace_back(cell); });
      table.columns.resize(table.names.size());
      continue;
    }
    bool good = true;
    const std::size_t cells = for_each_cell(line, [&](std::size_t k, std::string_view cell) {
      double value = 0;
      const auto [stop, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
      good = good && error == std::errc{} && stop == cell.data() + cell.size() && k < table.columns.size();
      if (good) table.columns[k].push_back(value);
    });
    if (!good || cells != table.names.size())
      throw Error(fmt::format("{}:{}: not a line of {} numbers", path, number, table.names.size()));
  }
  if (number == 0) throw Error(path + ": there is no line in it");
  return table;
}

}  // namespace floc
