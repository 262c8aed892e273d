// Walls that hold a force: half-spaces that move along their normal with a mass, driven by a given force.
//
// A wall with displacement q and velocity w along its normal n (towards the particles) is one more unknown of the
// projection: m (w⁺ − w) = h (F − R), R = Σ λ the force of its contacts. Bodies do not yield to a wall that knows its
// velocity before the step: packed tightly they could not. As an unknown it comes to rest where R = F, without overlap.
// In the problem it is a body with mass m whose rows are those of its surface; its rows have normals n only, so that
// it moves along n. Where bodies turn and rub, rows of a joint keep it from moving across, and it does not turn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "contact/contacts.hpp"
#include "core/array_list.hpp"
#include "core/parameters.hpp"
#include "geometry/obstacle.hpp"
#include "geometry/obstacle_kind.hpp"
#include "projection/problem.hpp"

namespace floc {

// The motion of a wall that the step finds. The walls are the first obstacles, in this order, with one surface each.
struct Servo {
  static constexpr std::string_view kind = "servo",
                                    help =
                                        "along the normal of a half-space, as a given force and its contacts push it";
  Vec3 normal{};  // of the half-space: the obstacle's
  std::optional<double> mass, speed_limit = {};
  // F, of t, position, velocity and force: displacement, velocity along the normal, and R of the last step.
  Expression force{"0", variables()};

  static std::vector<std::string> variables() { return {"t", "position", "velocity", "force"}; }
  void declare(Table& t);
  MotionPtr make(const MotionContext&) const;
};

// What the state has of each wall.
struct WallStates {
  std::vector<double> position, velocity, force;

  std::size_t size() const { return position.size(); }
  template <class F, class W, class... More>
  static void for_arrays(F&& f, W& w, More&... more) {
    f(ArrayInfo{"position", ArrayRole::moving}, w.position, more.position...);
    f(ArrayInfo{"velocity", ArrayRole::moving}, w.velocity, more.velocity...);
    f(ArrayInfo{"force", ArrayRole::moving}, w.force, more.force...);
  }
};

class Servos {
 public:
  Servos(std::vector<Servo> walls, int dimension);

  bool any() const { return !walls_.empty(); }
  std::size_t size() const { return walls_.size(); }

  // Where the walls are, at the beginning of a step and for now at its end.
  void place(const WallStates& states, Obstacles& obstacles) const;
  // w* = w + h F/m, bounded by the limit of the speed. Throws Error for a force that is not finite.
  void push(const WallStates& states, double t, double h);
  // The problem with the walls as its first bodies. It lives until the next call.
  ProjectionProblem extended(const ProjectionProblem& problem);
  // Takes the walls' velocities from a solution, which keeps those of the bodies.
  void take(ProjectionResult& result);
  // At the end of the step the walls are where the solution has them.
  void move(double h, const WallStates& states, Obstacles& obstacles) const;
  // For a solve they are where they were: how far they go is what it asks.
  void reset_rows(const WallStates& states, Obstacles& obstacles, Contacts& rows) const;
  // The kinetic energy that contacts give the walls: all, and with the part s of all impulses s · along + s² · square.
  struct Gain {
    double total = 0, along = 0, square = 0;
  };
  Gain gain() const;
  // After a step: displacements, and velocities and forces by the multipliers.
  void advance(double h, const Contacts& rows, WallStates& states) const;

 private:
  bool of_wall(std::int32_t second) const { return second < 0 && -1 - second < static_cast<std::int32_t>(walls_.size()); }

  std::vector<Servo> walls_;
  std::vector<Expression::Evaluator> force_;
  int dimension_;
  std::vector<double> free_, moved_;  // w* and w⁺
  std::vector<double> inverse_mass_, free_velocity_, inverse_inertia_, free_spin_;
  // The rows of a joint between each wall and the world.
  struct Slide {
    std::vector<std::int32_t> first, second;
    std::vector<double> linear, none, zero, lower, upper;  // none: J × 3, zero: J
  } slide_;
  std::vector<std::int32_t> first_, second_;
};

}  // namespace floc
