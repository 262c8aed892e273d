// Frames made by hand, and what a measurement says of them.
#pragma once

#include <doctest/doctest.h>

#include "core/random.hpp"
#include "measure/flow.hpp"
#include "measure/measurements.hpp"
#include "support/setups.hpp"

namespace floc::test {

struct Instant {
  Bodies bodies;
  Domain domain = {};
  std::int64_t step = 0;
  double time = 0, h = 0.5;
  std::vector<std::int32_t> first = {}, second = {};
  std::vector<double> normal = {}, impulse = {}, memory = {}, tangential = {}, lever_first = {}, lever_second = {};

  MeasuredFrame frame() const {
    return {step,   time,    h,      bodies,     domain,      first,       second,
            normal, impulse, memory, tangential, lever_first, lever_second};
  }

  // A contact with the force λ, e from second to first.
  void touch(std::int32_t a, std::int32_t b, Vec3 e, double force, double gamma = 0) {
    first.push_back(a);
    second.push_back(b);
    for (int k = 0; k < bodies.dimension; ++k) normal.push_back(e[k]);
    impulse.push_back(h * force);
    memory.push_back(gamma);
  }
  // The same with the friction t, in which case all contacts have some.
  void rub(std::int32_t a, std::int32_t b, Vec3 e, double force, Vec3 t) {
    touch(a, b, e, force);
    for (int k = 0; k < bodies.dimension; ++k) tangential.push_back(h * t[k]);
  }
};

inline MeasureSettings settings(int dimension) {
  MeasureSettings s;
  s.dimension = dimension;
  return s;
}

// With parameters that will do where its own defaults do not.
inline MeasurementPtr some(const MeasurementKind& kind, const MeasureSettings& settings) {
  std::any parameters = kind.blank();
  if (auto* flow = std::any_cast<MeasureFlow>(&parameters)) flow->point = flow->normal = Vec3{{1, 0, 0}};
  return kind.make(parameters, settings);
}

// One column of a measurement's lines.
inline std::vector<double> column(const Measurement& m, const Lines& lines, const std::string& name) {
  const std::vector<std::string> names = m.columns();
  const auto at = std::find(names.begin(), names.end(), name) - names.begin();
  REQUIRE(static_cast<std::size_t>(at) < names.size());
  std::vector<double> values;
  for (const auto& line : lines) {
    REQUIRE(line.size() == names.size());
    values.push_back(line[static_cast<std::size_t>(at)]);
  }
  return values;
}

// The number in the only line.
inline double number(Measurement& m, const MeasuredFrame& frame, const std::string& name) {
  const std::vector<double> values = column(m, m.take(frame), name);
  REQUIRE(values.size() == 1);
  return values[0];
}

// n bodies at random places of a box from 0 to `high`.
inline Bodies gas(int dimension, std::size_t n, Vec3 high, std::uint64_t seed, double radius = 0.01) {
  Bodies b = empty(dimension);
  for (std::uint64_t i = 0; i < n; ++i) {
    Vec3 x;
    for (int k = 0; k < dimension; ++k) x[k] = high[k] * uniform({seed, i, 0, static_cast<std::uint32_t>(k)});
    add(b, x, {}, radius);
  }
  return b;
}

// Touching discs on a square lattice, columns × rows, from x on.
inline void block(Bodies& bodies, Vec3 x, int columns, int rows, double r = 1) {
  for (int a = 0; a < columns; ++a)
    for (int b = 0; b < rows; ++b) add(bodies, x + Vec3{{2 * r * a, 2 * r * b, 0}}, {}, r);
}

}  // namespace floc::test
