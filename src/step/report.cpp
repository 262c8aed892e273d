#include "step/report.hpp"

#include <fmt/format.h>

#include <bit>
#include <utility>

namespace floc {
namespace {

// f(name, value) of every statistic; the one list of them.
template <class F>
void for_statistics(const StepReport& r, int dimension, F&& f) {
  const auto number = [&](const char* name, auto value) { f(std::string(name), static_cast<double>(value)); };
  const auto vector = [&](const char* name, const std::array<double, 3>& v) {
    for (int k = 0; k < dimension; ++k) f(std::string(name) + "_" + "xyz"[k], v[static_cast<std::size_t>(k)]);
  };
  number("step", r.step);
  number("time", r.time);
  number("bodies", r.bodies);
  number("contacts", r.contacts);
  number("active", r.active);
  number("iterations", r.iterations);
  number("projections", r.projections);
  number("overlap", r.overlap);
  number("complementarity", r.complementarity);
  number("duality_gap", r.duality_gap);
  number("kinetic_energy", r.kinetic_energy);
  number("potential_energy", r.potential_energy);
  vector("momentum", r.momentum);
  number("largest_speed", r.largest_speed);
  number("force_work", r.force_work);
  number("contact_work", r.contact_work);
  vector("force_impulse", r.force_impulse);
  vector("contact_impulse", r.contact_impulse);
  number("traffic_energy", r.traffic_energy);
  vector("traffic_momentum", r.traffic_momentum);
  number("bridges", r.bridges);
  number("broken", r.broken);
  number("departed", r.departed);
  number("h", r.h);
  number("refused", r.refused);
  number("converged", r.converged ? 1 : 0);
  for (std::size_t k = 0; k < r.walls.size(); ++k)
    for (std::size_t j = 0; j < 3; ++j) {
      constexpr const char* what[]{"position", "velocity", "force"};
      f("wall" + std::to_string(k + 1) + "_" + what[j], r.walls[k][j]);
    }
  if (!r.fluid) return;
  number("divergence", r.fluid->divergence);
  number("slip", r.fluid->slip);
  number("fluid_iterations", r.fluid->iterations);
  number("courant", r.fluid->courant);
  const auto forces = [&](const char* whose, const std::vector<double>& all) {
    const std::size_t d = static_cast<std::size_t>(dimension), width = dimension == 3 ? 6 : 3;
    for (std::size_t k = 0; k < all.size(); ++k) {
      const std::size_t of = k % width;
      constexpr const char* axes[]{"_x", "_y", "_z"};
      f(fmt::format("{}{}_fluid_{}{}", whose, k / width, of < d ? "force" : "torque",
                    of < d || dimension == 3 ? axes[of % d] : ""),
        all[k]);
    }
  };
  forces("obstacle", r.fluid->standing);
  forces("body", r.fluid->bodies);
  const int d = dimension;
  std::size_t at = 0;
  for (int side = 0; side < 2 * d; ++side)
    for (int k = 0; r.fluid->walls >> side & 1u && k < d; ++k)
      f(fmt::format("{}_{}_fluid_force_{}", side % 2 ? "upper" : "lower", "xyz"[side / 2], "xyz"[k]),
        r.fluid->sides[at++]);
  if (r.fluid->particles.empty()) return;
  at = 0;
  for (int i = 0; i < d; ++i)
    for (int k = i; k < d; ++k) f(fmt::format("particle_stress_{}{}", "xyz"[i], "xyz"[k]), r.fluid->particles[at++]);
  for (int k = 0; k < d; ++k) f(fmt::format("particle_velocity_{}", "xyz"[k]), r.fluid->particles[at++]);
}

}  // namespace

void make_room(FluidReport& report, int dimension, bool particles) {
  const auto d = static_cast<std::size_t>(dimension);
  report.sides.assign(d * static_cast<std::size_t>(std::popcount(report.walls)), 0.0);
  report.particles.assign(particles ? d * (d + 1) / 2 + d : 0, 0.0);
}

std::vector<std::string> statistic_names(int dimension, StatisticParts parts) {
  StepReport report;
  report.walls.resize(parts.walls);
  if (parts.fluid) {
    report.fluid.emplace();
    const std::size_t width = dimension == 3 ? 6 : 3;
    report.fluid->standing.resize(parts.standing * width);
    report.fluid->bodies.resize(parts.bodies * width);
    report.fluid->walls = parts.sides;
    make_room(*report.fluid, dimension, parts.particles);
  }
  std::vector<std::string> names;
  for_statistics(report, dimension, [&](std::string name, double) { names.push_back(std::move(name)); });
  return names;
}

void statistics(const StepReport& report, int dimension, std::vector<double>& to) {
  to.clear();
  for_statistics(report, dimension, [&](const std::string&, double value) { to.push_back(value); });
}

const char* to_string(Stage stage) {
  switch (stage) {
    case Stage::feed: return "feed";
    case Stage::free_velocity: return "free_velocity";
    case Stage::neighbours: return "neighbours";
    case Stage::rows: return "rows";
    case Stage::projection: return "projection";
    case Stage::law: return "law";
    case Stage::motion: return "motion";
    case Stage::certificate: return "certificate";
    case Stage::count: break;
  }
  return "";
}

}  // namespace floc
