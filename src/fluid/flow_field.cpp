#include "fluid/flow_field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/did_you_mean.hpp"
#include "core/error.hpp"
#include "fluid/flow_solver.hpp"

namespace floc {
namespace {

std::size_t u(int k) { return static_cast<std::size_t>(k); }

constexpr std::array<FlowQuantityInfo, 4> all_quantities{{
    {FlowQuantity::none, "none", "nothing", ""},
    {FlowQuantity::speed, "speed", "how fast the fluid is", "m/s"},
    {FlowQuantity::pressure, "pressure", "its pressure, without that of depth", "Pa"},
    {FlowQuantity::vorticity, "vorticity", "how it turns: counter-clockwise positive; in space |ω|", "1/s"},
}};

}  // namespace

FlowCells::FlowCells(const FluidGrid& grid)
    : dimension(grid.dimension), count(grid.cells), origin(grid.origin), h(grid.h) {
  for (int k = 0; k < 3; ++k) {
    if (k >= dimension) count[u(k)] = 1;
    periodic[u(k)] = k < dimension && grid.periodic(k);
  }
}

std::size_t FlowCells::size() const { return u(n(0)) * u(n(1)) * u(n(2)); }

Vec3 FlowCells::middle(const std::array<int, 3>& i) const {
  Vec3 x = origin;
  for (int k = 0; k < dimension; ++k) x[k] += (i[u(k)] + 0.5) * h;
  return x;
}

FlowCells::Round FlowCells::round(const Vec3& x) const {
  std::array<std::array<int, 2>, 3> number{};
  std::array<double, 3> part{};
  for (int k = 0; k < dimension; ++k) {
    double s = (x[k] - origin[k]) / h;
    if (periodic[u(k)]) {
      s -= n(k) * std::floor(s / n(k)) + 0.5;
      const int low = static_cast<int>(std::floor(s));
      part[u(k)] = s - low;
      number[u(k)] = {(low + n(k)) % n(k), (low + 1) % n(k)};
    } else {
      s = std::clamp(s, 0.0, static_cast<double>(n(k))) - 0.5;
      const int low = std::clamp(static_cast<int>(std::floor(s)), 0, std::max(0, n(k) - 2));
      part[u(k)] = n(k) > 1 ? s - low : 0;
      number[u(k)] = {low, std::min(low + 1, n(k) - 1)};
    }
  }
  Round round;
  round.corners = 1 << dimension;
  for (int corner = 0; corner < round.corners; ++corner) {
    double weight = 1;
    std::array<int, 3> i{};
    for (int k = 0; k < dimension; ++k) {
      const bool upper = (corner >> k) & 1;
      weight *= upper ? part[u(k)] : 1 - part[u(k)];
      i[u(k)] = number[u(k)][upper];
    }
    round.cell[u(corner)] = at(i);
    round.weight[u(corner)] = weight;
  }
  return round;
}

Vec3 FlowField::velocity_at(const Vec3& x) const {
  const Round r = round(x);
  Vec3 value;
  for (int corner = 0; corner < r.corners; ++corner)
    for (int k = 0; k < dimension; ++k)
      value[k] += r.weight[u(corner)] * velocity[r.cell[u(corner)] * u(dimension) + u(k)];
  return value;
}

double FlowField::pressure_at(const Vec3& x) const {
  const Round r = round(x);
  double value = 0;
  for (int corner = 0; corner < r.corners; ++corner) value += r.weight[u(corner)] * pressure[r.cell[u(corner)]];
  return value;
}

Vec3 FlowField::vorticity_at(const Vec3& x) const {
  const Round r = round(x);
  const std::size_t width = vorticity_width();
  Vec3 value;
  for (int corner = 0; corner < r.corners; ++corner)
    for (std::size_t k = 0; k < width; ++k)
      value[width == 1 ? 2 : static_cast<int>(k)] += r.weight[u(corner)] * vorticity[r.cell[u(corner)] * width + k];
  return value;
}

FlowField flow_field(const FlowSolver& flow, const FlowState& state, Executor& executor) {
  FlowField field;
  static_cast<FlowCells&>(field) = FlowCells(flow.grid());
  const FieldLayout& layout = flow.layout();
  const int d = field.dimension;
  const std::size_t cells = field.size(), width = field.vorticity_width();
  field.velocity.resize(cells * u(d));
  field.pressure.resize(cells);
  field.vorticity.resize(cells * width);
  const double rho = flow.settings().density, quarter = 0.25 / field.h;
  const int nx = field.n(0);
  layout.for_rows(executor, all_cells(flow.grid()), [&](std::size_t row, std::size_t begin, int, int) {
    const std::size_t first = row * u(nx);
    for (int c = 0; c < d; ++c) {
      const double* const v = state.velocity[u(c)].data() + begin;
      const std::ptrdiff_t s = layout.stride[u(c)];
      for (int i = 0; i < nx; ++i) field.velocity[(first + u(i)) * u(d) + u(c)] = 0.5 * (v[i] + v[i + s]);
    }
    for (int i = 0; i < nx; ++i) field.pressure[first + u(i)] = rho * state.pressure[begin + u(i)];
    for (std::size_t w = 0; w < width; ++w) {
      const std::size_t c = width == 1 ? 2 : w, a = (c + 1) % 3, b = (c + 2) % 3;
      const std::ptrdiff_t sa = layout.stride[a], sb = layout.stride[b];
      const double *const va = state.velocity[a].data() + begin, *const vb = state.velocity[b].data() + begin;
      for (int i = 0; i < nx; ++i) {
        double sum = 0;  // over the edges along c
        for (const std::ptrdiff_t edge : {std::ptrdiff_t{0}, sa, sb, sa + sb}) {
          const std::ptrdiff_t j = i + edge;
          sum += (vb[j] - vb[j - sa]) - (va[j] - va[j - sb]);
        }
        field.vorticity[(first + u(i)) * width + w] = quarter * sum;
      }
    }
  });
  return field;
}

std::span<const FlowQuantityInfo> flow_quantities() { return std::span(all_quantities).subspan(1); }

const FlowQuantityInfo& flow_quantity_info(FlowQuantity quantity) {
  return all_quantities[static_cast<std::size_t>(quantity)];
}

FlowQuantity flow_quantity_named(std::string_view name) {
  std::vector<std::string> names;
  for (const FlowQuantityInfo& info : flow_quantities()) {
    if (info.name == name) return info.quantity;
    names.emplace_back(info.name);
  }
  throw Error(fmt::format("there is no field \"{}\" of a flow{} (there are {})", name, did_you_mean(name, names),
                          fmt::join(names, ", ")));
}

std::vector<double> flow_quantity(FlowQuantity quantity, const FlowField& flow) {
  if (quantity == FlowQuantity::pressure) return flow.pressure;
  const bool turn = quantity == FlowQuantity::vorticity;
  if (turn && flow.dimension == 2) return flow.vorticity;
  const std::vector<double>& from = turn ? flow.vorticity : flow.velocity;
  const std::size_t d = u(flow.dimension);
  std::vector<double> values(flow.size(), 0.0);
  if (quantity == FlowQuantity::none) return values;
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = norm(embed(&from[i * d], flow.dimension));
  return values;
}

}  // namespace floc
