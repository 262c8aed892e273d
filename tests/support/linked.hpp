// Chains with springs, chains with rigid links and, if wanted, rigid rods of beads, all in one box.
#pragma once

#include <numeric>
#include <vector>

#include "forces/chain.hpp"
#include "step/copies.hpp"
#include "support/shapes.hpp"

namespace floc::test {

// `copies` of each of: loops of eight beads, chains of six beads with rigid links, rods of four beads that are one body.
inline Setup linked_in_a_box(int dimension, std::size_t copies, double side, bool rods = true) {
  std::vector<Vec3> loop, line, rod;
  for (int k = 0; k < 8; ++k) loop.push_back({{2.4 * std::cos(M_PI * k / 4), 2.4 * std::sin(M_PI * k / 4), 0}});
  for (int k = 0; k < 6; ++k) line.push_back({{2.1 * k - 5.25, 0, 0}});
  for (int k = 0; k < 4; ++k) rod.push_back({{1.5 * k - 2.25, 0, 0}});
  Setup setup;
  setup.bodies = empty(dimension);
  const Vec3 low{}, high{{side, side, side}};
  std::vector<Obstacle> obstacles{box_inside(dimension, {}, dimension == 2 ? Vec3{{side, 3 * side, 0}}
                                                                           : Vec3{{side, 3 * side, side}})};
  setup.obstacles = Obstacles(std::move(obstacles));
  setup.obstacles.place(0, 0);
  std::vector<Chain> chains_;
  std::vector<Bond> bonds;
  const auto add_all = [&](const std::vector<Vec3>& shape, int storey, auto&& link) {
    Bodies batch = empty(dimension);
    for (std::size_t i = 0; i < copies * shape.size(); ++i) add(batch, {}, {{0.3, -0.2, 0.1}}, 0.9, 1);
    const Vec3 up{{0, side * storey, 0}};
    const std::vector<Pose> poses = scatter_copies(batch, shape, low + up, high + up, {}, setup.obstacles, 5);
    if (poses.size() < copies) throw std::runtime_error("no room");
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (i % shape.size() == 0) {
        std::vector<std::int64_t> names(shape.size());
        std::iota(names.begin(), names.end(), static_cast<std::int64_t>(setup.bodies.size()));
        link(names);
      }
      const Vec3 x = embed(batch.x(i), dimension), v = embed(batch.v(i), dimension);
      if (rods) add_shape(setup, make_sphere(batch.radius[i], dimension), x, v);
      else add(setup.bodies, x, v, batch.radius[i], batch.mass[i]);
    }
  };
  const double side_of_loop = norm(loop[1] - loop[0]);
  add_all(loop, 0, [&](const auto& names) { chains_.push_back({names, true, side_of_loop, 50, 30}); });
  add_all(line, 1, [&](const auto& names) {
    chains_.push_back({names, false, 2.1, 0, 5});
    for (std::size_t k = 1; k < names.size(); ++k) bonds.push_back({names[k], names[k - 1], 2.1});
  });
  const auto across = static_cast<std::size_t>(side / 7), deep = dimension == 3 ? static_cast<std::size_t>(side / 2) : 1;
  for (std::size_t k = 0; rods && k < copies; ++k) {
    const std::size_t row = k / across;
    const Vec3 x{{3.5 + 7 * static_cast<double>(k % across), 2 * side + 1 + 2 * static_cast<double>(row / deep),
                  dimension == 3 ? 1 + 2 * static_cast<double>(row % deep) : 0}};
    add_beads(setup, rod, 0.9, x, {{0.3, -0.2, 0}});
  }
  setup.bonds = Bonds(std::move(bonds));
  setup.forces = {chains(std::move(chains_))};
  setup.h = 1e-2;
  return setup;
}

}  // namespace floc::test
