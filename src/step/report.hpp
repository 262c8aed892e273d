// What one step says about itself: sizes, certificate, times by stage.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "projection/problem.hpp"

namespace floc {

// The stages of a step; the names are also the columns of steps.csv and the headings of the theory.
enum class Stage { feed, neighbours, free_velocity, rows, projection, law, motion, certificate, count };
inline constexpr std::size_t stage_count = static_cast<std::size_t>(Stage::count);
const char* to_string(Stage stage);

// What the fluid says of a step.
struct FluidReport {
  double divergence = 0;   // largest |∇·u|, in the largest speed a cell
  double slip = 0;         // largest |velocity of the fluid − that of the body| at a marker, before the pressure
  int iterations = 0;      // of the markers' forces
  double courant = 0;      // cells that the fastest fluid goes in a step
  // Force and torque of the fluid, d and 1 or 3 numbers each: of every obstacle that stands in it, and of every body
  // where they are few.
  std::vector<double> standing = {}, bodies = {};
  // Which sides of the box are walls (bit 2k: the lower one of direction k, 2k + 1: the upper one), and the force of the
  // fluid on each, d numbers.
  unsigned walls = 0;
  std::vector<double> sides = {};
  // Of all free bodies: the stress that they add to the mixture, tension positive (xx, xy, … d(d + 1)/2 numbers), and
  // their mean velocity, d numbers. Empty: there is none.
  std::vector<double> particles = {};
};
inline constexpr std::size_t most_bodies_told = 16;

struct StepReport {
  std::int64_t step = 0;              // number of the step just made (1 for the first)
  double time = 0;                    // at its end
  double progress = 0;                // time since the start, in steps of the scene: whole unless they are adapted
  double h = 0;                       // its length; of its smallest part where the policy has halved it
  int refused = 0;                    // longer steps tried before it, and undone
  std::int64_t bodies = 0;
  std::int64_t departed = 0;          // bodies that have left through exits since the start
  std::int64_t contacts = 0;          // rows
  std::int64_t active = 0;            // rows with λ > λ_min
  std::int64_t bridges = 0;           // pairs that forces hold together by memory
  std::int64_t broken = 0;            // joints that have broken since the start
  int iterations = 0;                 // of all projections of the step
  int projections = 0;                // 1, plus those for missed pairs, concave gaps and the law
  int halvings = 0;
  double overlap = 0;                 // worst true overlap after the motion / r̄
  double complementarity = 0;         // / r̄
  double duality_gap = 0;             // energy
  double compliance = 0;              // δ used
  double kinetic_energy = 0;
  double potential_energy = 0;        // of the forces that have one
  std::array<double, 3> momentum{};
  double largest_speed = 0;           // of a body
  // The budget of the step, which adds up to the changes of kinetic energy and momentum: what the forces and
  // what the contacts (with the law) gave.
  double force_work = 0, contact_work = 0;                // energies
  std::array<double, 3> force_impulse{}, contact_impulse{};  // momenta; pairs of bodies give none
  // What bodies that came in brought, less what those who left through exits took along.
  double traffic_energy = 0;
  std::array<double, 3> traffic_momentum{};
  std::vector<std::array<double, 3>> walls = {};  // that hold a force: displacement, velocity, force of the contacts
  std::optional<FluidReport> fluid = {};          // where there is one
  std::array<double, stage_count> seconds{};
  double bytes = 0;                   // moved by the iterations, where the solver knows
  bool moved = true;                  // the state is that of the end of the step (the policy may refuse it)
  bool converged = true;
  bool fatal = false;                 // the state makes no sense (NaN, broken rows): no policy goes on
  std::string message;                // why not converged, or fatal
};

// Room for what is told of the walls and of the particles.
void make_room(FluidReport& report, int dimension, bool particles);

// What a run has beside bodies: more columns.
struct StatisticParts {
  StatisticParts(std::size_t walls_ = 0, bool fluid_ = false, std::size_t standing_ = 0, std::size_t bodies_ = 0,
                 unsigned sides_ = 0, bool particles_ = false)
      : walls(walls_),
        fluid(fluid_),
        standing(standing_),
        bodies(bodies_ <= most_bodies_told ? bodies_ : 0),
        sides(sides_),
        particles(particles_) {}
  std::size_t walls;  // that hold a force
  bool fluid;
  std::size_t standing;  // obstacles in it
  std::size_t bodies;    // that are told one by one
  unsigned sides;        // of the fluid's box that are walls, FluidReport::walls
  bool particles;        // bodies that the fluid holds
};

// What a step says in numbers, in the order of the columns of steps.csv: their names in dimension d, and the values. The
// seconds are not among them: they differ from run to run.
std::vector<std::string> statistic_names(int dimension, StatisticParts parts = {});
void statistics(const StepReport& report, int dimension, std::vector<double>& to);

}  // namespace floc
