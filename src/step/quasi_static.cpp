#include "step/quasi_static.hpp"

#include <algorithm>
#include <cmath>

namespace floc {

CouplingReport QuasiStatic::predict(const Markers& markers, std::span<const RigidMotion> force,
                                    std::span<const LinkRow> links, std::span<RigidMotion> motion, double t,
                                    Executor& executor) {
  stokes_.place(markers, t, executor);
  free_.assign(markers.bodies().size(), 0);
  std::fill_n(free_.begin(), force.size(), std::uint8_t{1});
  still_.assign(markers.bodies().size(), {});
  std::ranges::copy(force, still_.begin());
  const CouplingReport report = stokes_.solve(markers, free_, still_, links, motion, executor);
  predicted_.assign(motion.begin(), motion.end());
  return report;
}

CouplingReport QuasiStatic::follow(const Markers& markers, std::span<const RigidMotion> motion,
                                   Executor& executor) {
  const auto same = [](const RigidMotion& a, const RigidMotion& b) {
    return a.velocity == b.velocity && a.spin == b.spin;
  };
  if (std::ranges::equal(motion, predicted_, same)) return {};
  std::ranges::fill(free_, std::uint8_t{0});
  std::ranges::fill(still_, RigidMotion{});
  predicted_.assign(motion.begin(), motion.end());
  return stokes_.solve(markers, free_, still_, {}, predicted_, executor);
}

void QuasiStatic::flow(const Markers& markers, FlowState& state, Executor& executor) {
  stokes_.flow(markers, state.velocity, state.pressure, executor);
  const double over = 1 / flow_.settings().density;
  for (double& p : state.pressure) p *= over;
}

RigidMotion QuasiStatic::force(const Markers& markers, std::size_t b) const {
  const RigidMotion given = stokes_.force(markers, b);
  return {-given.velocity, -given.spin};
}

double QuasiStatic::divergence(const FlowState& state, Executor& executor) const {
  const FluidGrid& grid = flow_.grid();
  const FieldBox cells = all_cells(grid);
  const FieldLayout& layout = flow_.layout();
  struct Largest {
    double divergence, speed;
  };
  const auto size = [](int k) { return static_cast<std::size_t>(k); };
  const Largest most = executor.reduce(
      cells.rows(), Largest{0, 0},
      [&](std::size_t begin, std::size_t end) {
        Largest largest{0, 0};
        for (std::size_t row = begin; row < end; ++row) {
          const std::size_t first =
              layout.at(0, static_cast<int>(row % cells.count(1)), static_cast<int>(row / cells.count(1)));
          for (std::size_t i = first; i < first + cells.count(0); ++i) {
            double sum = 0;
            for (int c = 0; c < grid.dimension; ++c) {
              const double here = state.velocity[size(c)][i],
                           next = state.velocity[size(c)][i + static_cast<std::size_t>(layout.stride[size(c)])];
              sum += next - here;
              const double speed = std::max(std::abs(here), std::abs(next));
              largest.speed = std::isnan(speed) ? INFINITY : std::max(largest.speed, speed);
            }
            largest.divergence = std::max(largest.divergence, std::abs(sum));
          }
        }
        return largest;
      },
      [](const Largest& a, const Largest& b) {
        return Largest{std::max(a.divergence, b.divergence), std::max(a.speed, b.speed)};
      },
      16);
  if (!std::isfinite(most.speed)) return INFINITY;
  return most.speed > 0 ? most.divergence / most.speed : 0;
}

}  // namespace floc
