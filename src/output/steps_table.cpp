#include "output/steps_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>

#include "core/error.hpp"

namespace floc {
namespace {

std::vector<std::string_view> cells(std::string_view line) {
  std::vector<std::string_view> out;
  for (;;) {
    const std::size_t comma = line.find(',');
    out.push_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return out;
    line.remove_prefix(comma + 1);
  }
}

}  // namespace

const std::vector<double>& StepsTable::column(std::string_view name) const {
  const auto it = std::find(names.begin(), names.end(), name);
  if (it == names.end()) throw Error(fmt::format("no column \"{}\" was read", name));
  return columns[static_cast<std::size_t>(it - names.begin())];
}

StepsTable read_steps(const std::string& path, std::span<const std::string> names) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error(path + ": cannot open");
  std::string line;
  if (!std::getline(file, line)) throw Error(path + ": is empty");
  const std::string header = line;
  const auto titles = cells(header);
  std::vector<std::size_t> places;
  for (const std::string& name : names) {
    const auto it = std::find(titles.begin(), titles.end(), name);
    if (it == titles.end()) throw Error(fmt::format("{}: no column \"{}\"", path, name));
    places.push_back(static_cast<std::size_t>(it - titles.begin()));
  }
  StepsTable table{{names.begin(), names.end()}, std::vector<std::vector<double>>(names.size())};
  // getline that ends at the end of the file has met no newline: the line is torn.
  for (std::size_t number = 2; std::getline(file, line) && !file.eof(); ++number) {
    const auto row = cells(line);
    if (row.size() != titles.size())
      throw Error(fmt::format("{}: line {} has {} cells, not {}", path, number, row.size(), titles.size()));
    for (std::size_t k = 0; k < places.size(); ++k) {
      const std::string_view text = row[places[k]];
      double value = 0;
      const auto [end, reason] = std::from_chars(text.data(), text.data() + text.size(), value);
      if (reason != std::errc{} || end != text.data() + text.size())
        throw Error(fmt::format("{}: line {}: \"{}\" is no number ({})", path, number, text, names[k]));
      table.columns[k].push_back(value);
    }
  }
  return table;
}

}  // namespace floc
