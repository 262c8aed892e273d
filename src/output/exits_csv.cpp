#include "output/exits_csv.hpp"

#include <fmt/format.h>

#include "output/csv_text.hpp"

namespace floc {
namespace {

std::string header_line(int dimension) {
  std::string line = "step,time,id,exit";
  for (int k = 0; k < dimension; ++k) line += std::string(",") + "xyz"[k];
  return line + "\n";
}

}  // namespace

ExitsCsv ExitsCsv::create(const std::string& path, int dimension) {
  ExitsCsv csv(OutputFile(path, OutputFile::Mode::create), dimension);
  csv.file_.write(header_line(dimension));
  csv.file_.flush();
  return csv;
}

ExitsCsv ExitsCsv::reopen(const std::string& path, int dimension, std::int64_t last_step) {
  return ExitsCsv(reopen_table(path, header_line(dimension), last_step), dimension);
}

void ExitsCsv::append(std::int64_t step, std::span<const Departure> departures, std::span<const std::string> names) {
  for (const Departure& d : departures) {
    std::string line = fmt::format("{},{},{},{}", step, d.time, d.id, csv_text(names[static_cast<std::size_t>(d.exit)]));
    for (int k = 0; k < dimension_; ++k) line += fmt::format(",{}", d.place[k]);
    file_.write(line + "\n");
  }
}

}  // namespace floc
