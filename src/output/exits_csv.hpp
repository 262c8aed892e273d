// exits.csv: who left when and where, through exits or in regions that remove bodies; one line a body.
//
//   step, time (of the crossing), id, exit (its name, or the region's), x, y … (on the exit, or in the region)
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "output/files.hpp"
#include "step/exits.hpp"

namespace floc {

class ExitsCsv {
 public:
  static ExitsCsv create(const std::string& path, int dimension);
  // Keeps the lines up to `last_step` and goes on behind them.
  static ExitsCsv reopen(const std::string& path, int dimension, std::int64_t last_step);

  void append(std::int64_t step, std::span<const Departure> departures, std::span<const std::string> names);
  void flush() { file_.flush(); }
  void close() { file_.close(); }

 private:
  ExitsCsv(OutputFile file, int dimension) : file_(std::move(file)), dimension_(dimension) {}
  OutputFile file_;
  int dimension_;
};

}  // namespace floc
