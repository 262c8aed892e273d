// steps.csv: one line a step, numbers in the shortest form that reads back to the same bits.
//
//   step, time, bodies, contacts, active, iterations, projections, overlap (worst, / r̄),
//   complementarity (/ r̄), duality_gap (energy), kinetic_energy, potential_energy,
//   momentum_x …, largest_speed (of a body); the budget of the step: force_work, contact_work (energies),
//   force_impulse_x …, contact_impulse_x … (momenta), traffic_energy, traffic_momentum_x … (of bodies that come
//   and go); bridges (pairs that forces remember), departed (bodies that have left so far), h (length of the step),
//   refused (longer steps tried before it and undone; iterations, projections and seconds are with theirs),
//   converged, wall1_position, wall1_velocity, wall1_force … (of walls that hold a force), divergence, slip, fluid_iterations, courant (with a fluid), seconds_<stage> …; stage, in a run with stages
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "output/files.hpp"
#include "step/report.hpp"

namespace floc {

class StepsCsv {
 public:
  // With walls that hold a force: what each of them does. With stages every line ends with the number of the present one, from 1 on.
  static StepsCsv create(const std::string& path, int dimension, bool stages = false, StatisticParts parts = {});
  // Keeps the lines up to `last_step` and goes on behind them; a torn last line is dropped.
  static StepsCsv reopen(const std::string& path, int dimension, std::int64_t last_step, bool stages = false,
                         StatisticParts parts = {});

  void append(const StepReport& report, std::size_t stage = 1);
  void flush() { file_.flush(); }  // lines wait in a buffer until then, or until it is full
  void close() { file_.close(); }

 private:
  StepsCsv(OutputFile file, int dimension, bool stages)
      : file_(std::move(file)), dimension_(dimension), stages_(stages) {}
  OutputFile file_;
  int dimension_;
  bool stages_;
  std::vector<double> values_;
};

}  // namespace floc
