#include "output/exits_csv.hpp"

#include <fmt/format.h>

#include "output/csv_text.hpp"

namespace floc {
namespace {

constexpr std::string_view header = "step,time,id,exit,x,y\n";

}  // namespace

ExitsCsv ExitsCsv::create(const std::string& path) {
  ExitsCsv csv(OutputFile(path, OutputFile::Mode::create));
  csv.file_.write(header);
  csv.file_.flush();
  return csv;
}

ExitsCsv ExitsCsv::reopen(const std::string& path, std::int64_t last_step) {
  return ExitsCsv(reopen_table(path, header, last_step));
}

void ExitsCsv::append(std::int64_t step, std::span<const Departure> departures, std::span<const Exit> exits) {
  for (const Departure& d : departures)
    file_.write(fmt::format("{},{},{},{},{},{}\n", step, d.time, d.id,
                            csv_text(exits[static_cast<std::size_t>(d.exit)].name), d.place[0], d.place[1]));
}

}  // namespace floc
