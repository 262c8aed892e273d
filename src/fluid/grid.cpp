#include "fluid/grid.hpp"

#include <cmath>

#include "core/error.hpp"

namespace floc {
namespace {

std::size_t u(int k) { return static_cast<std::size_t>(k); }

}  // namespace

void FluidGrid::check() const {
  if (dimension != 2 && dimension != 3) throw Error("a fluid is in the plane or in space");
  if (!(h > 0) || !std::isfinite(h)) throw Error("the cells of the fluid's grid must have a positive size");
  for (int k = 0; k < dimension; ++k) {
    if (n(k) < 4) throw Error("the fluid's grid must have at least 4 cells in each direction");
    if ((kind(k, 0) == FaceKind::periodic) != (kind(k, 1) == FaceKind::periodic))
      throw Error("both faces of a periodic direction must be periodic");
  }
}

FieldLayout::FieldLayout(const FluidGrid& grid) {
  lift_ = grid.dimension == 3 ? 1 : 0;
  const auto wide = [&](int k) { return static_cast<std::ptrdiff_t>(grid.n(k) + 3); };
  stride[1] = wide(0);
  stride[2] = wide(0) * wide(1);
  size = static_cast<std::size_t>(stride[2] * (lift_ ? wide(2) : 1));
}

FieldBox all_cells(const FluidGrid& grid) {
  FieldBox box;
  for (int k = 0; k < grid.dimension; ++k) box.end[u(k)] = grid.n(k);
  return box;
}

FieldBox unknowns(const FluidGrid& grid, int component) {
  FieldBox box = all_cells(grid);
  if (grid.periodic(component)) return box;
  box.begin[u(component)] = grid.kind(component, 0) == FaceKind::open ? 0 : 1;
  box.end[u(component)] = grid.n(component) + (grid.kind(component, 1) == FaceKind::open ? 1 : 0);
  return box;
}

Vec3 place(const FluidGrid& grid, int component, const std::array<int, 3>& i) {
  Vec3 x = grid.origin;
  for (int k = 0; k < grid.dimension; ++k) x[k] += grid.h * (i[u(k)] + (k == component ? 0 : 0.5));
  return x;
}

Ghosts::Ghosts(const FluidGrid& grid, const FieldLayout& layout) : grid_(grid), layout_(layout) {
  for (int k = 0; k < 3; ++k)
    for (int side = 0; side < 2; ++side) {
      wall_of_[u(k)][u(side)] = -1;
      const FluidFace& face = grid.faces[u(k)][u(side)];
      if (k >= grid.dimension || face.kind != FaceKind::wall || face.velocity.empty()) continue;
      if (face.velocity.size() != u(grid.dimension))
        throw Error("the velocity of a wall has one component a direction");
      wall_of_[u(k)][u(side)] = static_cast<int>(walls_.size());
      Wall& wall = walls_.emplace_back();
      wall.direction = u(k);
      wall.side = u(side);
      for (const Expression& e : face.velocity) {
        steady_ = steady_ && !e.uses(3);
        wall.velocity.emplace_back(e);
      }
    }
}

// Every number of the plane across a direction, ghosts included: f(point, index of its number 0 in the field, place).
template <class F>
void Ghosts::for_face(int direction, F&& f) const {
  std::array<int, 3> low{-1, -1, -1}, high;
  for (int k = 0; k < 3; ++k) high[u(k)] = k < grid_.dimension ? grid_.n(k) + 2 : 1;
  for (int k = grid_.dimension; k < 3; ++k) low[u(k)] = 0;
  low[u(direction)] = 0;
  high[u(direction)] = 1;
  std::size_t point = 0;
  std::array<int, 3> i;
  for (i[2] = low[2]; i[2] < high[2]; ++i[2])
    for (i[1] = low[1]; i[1] < high[1]; ++i[1])
      for (i[0] = low[0]; i[0] < high[0]; ++i[0]) f(point++, layout_.at(i), i);
}

void Ghosts::evaluate(Wall& wall, double t, double weight, bool add) const {
  for (int c = 0; c < grid_.dimension; ++c) {
    std::vector<double>& value = wall.value[u(c)];
    const auto put = [&](std::size_t point, double v) {
      if (point >= value.size()) value.resize(point + 1);
      value[point] = (add ? value[point] : 0) + weight * v;
    };
    const int k = static_cast<int>(wall.direction);
    for_face(k, [&](std::size_t point, std::size_t, const std::array<int, 3>& i) {
      Vec3 x = place(grid_, c, i);
      x[k] = grid_.origin[k] + (wall.side ? grid_.n(k) * grid_.h : 0);
      const double values[]{x[0], x[1], x[2], t};
      put(point, wall.velocity[u(c)](values));
    });
  }
}

void Ghosts::take(double t) {
  if (taken_ && steady_) return;
  for (Wall& wall : walls_) evaluate(wall, t, 1, false);
  taken_ = true;
}

void Ghosts::take(double t, double h) {
  if (taken_ && steady_) return;
  for (Wall& wall : walls_) {
    evaluate(wall, t, 0.5, false);
    evaluate(wall, t + h, 0.5, true);
  }
  taken_ = true;
}

double Ghosts::value(int component, int direction, int side, std::size_t point) const {
  const int wall = wall_of_[u(direction)][u(side)];
  return wall < 0 ? 0 : walls_[u(wall)].value[u(component)][point];
}

void Ghosts::fill_component(int c, std::vector<double>& field) const {
  for (int k = 0; k < grid_.dimension; ++k) {
    const std::ptrdiff_t s = layout_.stride[u(k)], n = grid_.n(k);
    const bool normal = k == c;
    for_face(k, [&](std::size_t point, std::size_t at, const std::array<int, 3>&) {
      double* const f = field.data() + at;
      if (grid_.periodic(k)) {
        f[-s] = f[(n - 1) * s];
        f[n * s] = f[0];
        f[(n + 1) * s] = f[s];
        return;
      }
      for (int side = 0; side < 2; ++side) {
        const FaceKind kind = grid_.kind(k, side);
        // The last number inside, the one beyond it, and the way out.
        const std::ptrdiff_t out = side ? s : -s;
        if (normal) {
          double* const face = f + (side ? n * s : 0);
          if (kind == FaceKind::open) {
            face[out] = face[-out];
          } else {
            const double g = value(c, k, side, point);
            *face = g;
            face[out] = 2 * g - face[-out];
          }
        } else {
          double* const last = f + (side ? (n - 1) * s : 0);
          last[out] = kind == FaceKind::wall ? 2 * value(c, k, side, point) - *last : *last;
          if (side) last[2 * out] = last[out];
        }
      }
    });
  }
}

void Ghosts::fill_velocity(Velocity& velocity, Executor& executor) const {
  executor.for_each(
      u(grid_.dimension), [&](std::size_t c) { fill_component(static_cast<int>(c), velocity[c]); }, 1);
}

void Ghosts::fill_pressure(std::vector<double>& p) const {
  for (int k = 0; k < grid_.dimension; ++k) {
    const std::ptrdiff_t s = layout_.stride[u(k)], n = grid_.n(k);
    for_face(k, [&](std::size_t, std::size_t at, const std::array<int, 3>&) {
      double* const f = p.data() + at;
      if (grid_.periodic(k)) {
        f[-s] = f[(n - 1) * s];
        f[n * s] = f[0];
      } else {
        f[-s] = grid_.kind(k, 0) == FaceKind::open ? -f[0] : f[0];
        f[n * s] = grid_.kind(k, 1) == FaceKind::open ? -f[(n - 1) * s] : f[(n - 1) * s];
      }
    });
  }
}

}  // namespace floc
