// A uniform staggered (MAC) grid: pressure in the middle of the cells, a component of the velocity in the middle of the
// faces that it is normal to.
//
// Cell (i, j, k) has its lower corner at origin + (i, j, k) h. Number (i, j, k) of component c is that of the lower
// face of the cell in direction c. Every field has the same layout: numbers −1 … n + 1 in each direction, the first
// direction contiguous, so that neighbours are a fixed stride away. What is not an unknown there follows from the
// boundaries (Ghosts).
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "core/parameters.hpp"
#include "core/vec.hpp"
#include "fluid/flow_state.hpp"
#include "parallel/executor.hpp"

namespace floc {

enum class FaceKind {
  periodic,  // both faces of a direction are, or none
  wall,      // the velocity is given: no slip, moving, or inflow
  slip,      // no flow through it, no shear stress on it
  open,      // pressure 0, and the velocity does not change across it
};

struct FluidFace {
  FaceKind kind = FaceKind::wall;
  Expressions velocity;  // of a wall, of (x, y, z, t), one a direction; none: at rest
};

struct FluidGrid {
  int dimension = 2;
  std::array<int, 3> cells{1, 1, 1};
  Vec3 origin{};
  double h = 1;
  std::array<std::array<FluidFace, 2>, 3> faces{};

  FaceKind kind(int direction, int side) const {
    return faces[static_cast<std::size_t>(direction)][static_cast<std::size_t>(side)].kind;
  }
  bool periodic(int direction) const { return kind(direction, 0) == FaceKind::periodic; }
  int n(int direction) const { return cells[static_cast<std::size_t>(direction)]; }
  double cell_volume() const { return dimension == 3 ? h * h * h : h * h; }
  // Throws Error for a grid that cannot be.
  void check() const;
};

// A box of numbers of a field, [begin, end) in every direction.
struct FieldBox {
  std::array<int, 3> begin{0, 0, 0}, end{1, 1, 1};
  std::size_t count(int k) const {
    const auto u = static_cast<std::size_t>(k);
    return static_cast<std::size_t>(end[u] - begin[u]);
  }
  std::size_t size() const { return count(0) * count(1) * count(2); }
  std::size_t rows() const { return count(1) * count(2); }
};

struct FieldLayout {
  explicit FieldLayout(const FluidGrid& grid);

  std::array<std::ptrdiff_t, 3> stride{1, 0, 0};
  std::size_t size = 0;

  std::size_t at(int i, int j, int k) const {
    return static_cast<std::size_t>((i + 1) + (j + 1) * stride[1] + (k + lift_) * stride[2]);
  }
  std::size_t at(const std::array<int, 3>& i) const { return at(i[0], i[1], i[2]); }
  // f(row, where in the field it begins, its numbers in directions 1 and 2); rows of a box in parallel.
  template <class F>
  void for_rows(Executor& executor, const FieldBox& box, F&& f) const {
    const std::size_t across = box.count(1),
                      block = std::max<std::size_t>(1, 4096 / std::max<std::size_t>(1, box.count(0)));
    executor.for_each(
        box.rows(),
        [&](std::size_t row) {
          const int j = box.begin[1] + static_cast<int>(row % across),
                    k = box.begin[2] + static_cast<int>(row / across);
          f(row, at(box.begin[0], j, k), j, k);
        },
        block);
  }

 private:
  int lift_ = 0;
};

// The unknowns of a component of the velocity.
FieldBox unknowns(const FluidGrid& grid, int component);
FieldBox all_cells(const FluidGrid& grid);
// Where number i of component c is; c = −1: the middle of a cell.
Vec3 place(const FluidGrid& grid, int component, const std::array<int, 3>& i);

// What fields have outside of their unknowns.
class Ghosts {
 public:
  Ghosts(const FluidGrid& grid, const FieldLayout& layout);
  // The velocities of the walls at time t, or the mean of those at t and at t + h.
  void take(double t);
  void take(double t, double h);
  void fill_velocity(Velocity& u, Executor& executor) const;
  void fill_component(int component, std::vector<double>& u) const;
  void fill_pressure(std::vector<double>& p) const;
  bool steady() const { return steady_; }

 private:
  struct Wall {  // a face with a velocity that is not 0
    std::size_t direction = 0, side = 0;
    std::vector<Expression::Evaluator> velocity;  // of all directions
    Velocity value;                               // at the numbers of the face, in the order of fill_component
  };
  void evaluate(Wall& wall, double t, double weight, bool add) const;
  template <class F>
  void for_face(int direction, F&& f) const;
  double value(int component, int direction, int side, std::size_t point) const;

  const FluidGrid& grid_;
  const FieldLayout& layout_;
  std::vector<Wall> walls_;
  std::array<std::array<int, 2>, 3> wall_of_;  // index into walls_, −1: at rest
  bool steady_ = true, taken_ = false;
};

}  // namespace floc
