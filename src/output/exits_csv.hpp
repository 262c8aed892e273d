// exits.csv: who left when and where, one line a body.
//
//   step, time (of the crossing), id, exit (its name), x, y (on the exit)
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "geometry/floor_plan.hpp"
#include "output/files.hpp"
#include "step/exits.hpp"

namespace floc {

class ExitsCsv {
 public:
  static ExitsCsv create(const std::string& path);
  // Keeps the lines up to `last_step` and goes on behind them.
  static ExitsCsv reopen(const std::string& path, std::int64_t last_step);

  void append(std::int64_t step, std::span<const Departure> departures, std::span<const Exit> exits);
  void flush() { file_.flush(); }
  void close() { file_.close(); }

 private:
  explicit ExitsCsv(OutputFile file) : file_(std::move(file)) {}
  OutputFile file_;
};

}  // namespace floc
