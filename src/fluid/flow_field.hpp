// A flow as files, pictures and measurements see it: its values in the middle of the cells.
//
// The velocity there is the mean of those of the two faces, the vorticity the mean of those on the edges of the cell
// (in the plane: its corners), from the velocities beside them; both are of second order. The pressure is that of the
// solver, without the pressure of depth and without a mean gradient.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "core/vec.hpp"

namespace floc {

class Executor;
class FlowSolver;
struct FlowState;
struct FluidGrid;

// The cells of a flow.
struct FlowCells {
  int dimension = 2;
  std::array<int, 3> count{1, 1, 1};
  Vec3 origin{};
  double h = 1;
  std::array<bool, 3> periodic{};

  explicit FlowCells() = default;
  explicit FlowCells(const FluidGrid& grid);
  std::size_t size() const;
  std::size_t vorticity_width() const { return dimension == 3 ? 3 : 1; }
  int n(int k) const { return count[static_cast<std::size_t>(k)]; }
  std::size_t at(const std::array<int, 3>& i) const {
    return static_cast<std::size_t>(i[0]) +
           static_cast<std::size_t>(n(0)) *
               (static_cast<std::size_t>(i[1]) + static_cast<std::size_t>(n(1)) * static_cast<std::size_t>(i[2]));
  }
  Vec3 middle(const std::array<int, 3>& i) const;
  double length(int k) const { return n(k) * h; }
  bool operator==(const FlowCells&) const = default;

  // The cells whose middles are round a place, and how much of each: linear between them, and carried on by the half
  // cell to the sides. A place outside counts as the nearest one inside.
  struct Round {
    std::array<std::size_t, 8> cell;
    std::array<double, 8> weight;
    int corners;
  };
  Round round(const Vec3& x) const;
};

struct FlowField : FlowCells {
  std::vector<double> velocity;   // C × d
  std::vector<double> pressure;   // C
  std::vector<double> vorticity;  // C, in space C × 3

  Vec3 velocity_at(const Vec3& x) const;
  double pressure_at(const Vec3& x) const;
  Vec3 vorticity_at(const Vec3& x) const;  // in the plane along z
};

FlowField flow_field(const FlowSolver& flow, const FlowState& state, Executor& executor);

// What pictures show of it, a number a cell.
enum class FlowQuantity { none, speed, pressure, vorticity };
struct FlowQuantityInfo {
  FlowQuantity quantity;
  std::string_view name, help;
  std::string_view unit;
};
std::span<const FlowQuantityInfo> flow_quantities();
const FlowQuantityInfo& flow_quantity_info(FlowQuantity quantity);
// Throws Error with the names there are.
FlowQuantity flow_quantity_named(std::string_view name);
// The vorticity in space is |ω|.
std::vector<double> flow_quantity(FlowQuantity quantity, const FlowField& flow);

}  // namespace floc
