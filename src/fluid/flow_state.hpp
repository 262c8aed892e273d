// What a flow goes on with from step to step. Fields have the layout of the grid (fluid/grid.hpp), with what is outside
// of the unknowns filled in.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "core/array_list.hpp"

namespace floc {

using Velocity = std::array<std::vector<double>, 3>;

struct FlowState {
  int dimension = 0;             // 0: there is no fluid, and the arrays are empty
  Velocity velocity;             // u
  Velocity slope;                // N of the last step
  std::vector<double> pressure;  // over the density
  std::vector<double> last;      // one number: the length of the last step; 0: there was none
  // A row a body: d, and 1 or 3 of the spin.
  std::vector<double> inside;    // dI/dt of the fluid inside of it, in the last step
  std::vector<double> force;     // of the fluid on it, and torque
  std::vector<double> standing;  // the same of each obstacle that stands in the fluid
  std::vector<double> traction;  // λ/h of the last step at the markers of all of them, component by component

  std::size_t body_width() const { return dimension == 3 ? 6 : 3; }

  template <class F, class S, class... More>
  static void for_fields(F&& f, S& s, More&... more) {
    using enum ArrayRole;
    constexpr const char* velocities[]{"velocity_x", "velocity_y", "velocity_z"};
    constexpr const char* slopes[]{"slope_x", "slope_y", "slope_z"};
    for (std::size_t k = 0; k < static_cast<std::size_t>(s.dimension); ++k) {
      f(ArrayInfo{velocities[k], moving}, s.velocity[k], more.velocity[k]...);
      f(ArrayInfo{slopes[k], moving}, s.slope[k], more.slope[k]...);
    }
    if (s.dimension > 0) f(ArrayInfo{"pressure", moving}, s.pressure, more.pressure...);
  }
  template <class F, class S, class... More>
  static void for_clock(F&& f, S& s, More&... more) {
    if (s.dimension > 0) f(ArrayInfo{"last", ArrayRole::moving}, s.last, more.last...);
  }
  template <class F, class S, class... More>
  static void for_bodies(F&& f, S& s, More&... more) {
    if (s.dimension == 0) return;
    f(ArrayInfo{"inside", ArrayRole::moving, s.body_width()}, s.inside, more.inside...);
    f(ArrayInfo{"force", ArrayRole::counted, s.body_width()}, s.force, more.force...);
  }
  template <class F, class S, class... More>
  static void for_standing(F&& f, S& s, More&... more) {
    if (s.dimension > 0) f(ArrayInfo{"force", ArrayRole::counted, s.body_width()}, s.standing, more.standing...);
  }
  template <class F, class S, class... More>
  static void for_markers(F&& f, S& s, More&... more) {
    if (s.dimension > 0) f(ArrayInfo{"traction", ArrayRole::moving}, s.traction, more.traction...);
  }
};

}  // namespace floc
