#include "step/packing.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "contact/shape_rows.hpp"
#include "core/morton.hpp"
#include "core/slab_order.hpp"
#include "core/random.hpp"
#include "geometry/surfaces.hpp"
#include "neighbours/cell_grid.hpp"
#include "step/bins.hpp"
#include "step/simulation.hpp"
#include "step/shape_overlaps.hpp"

namespace floc {
namespace {

constexpr std::uint32_t use_place = 200;  // + try·d + component
constexpr std::uint32_t use_kick = 100;   // + component
constexpr double finest_growth = 2e-3;
constexpr int patience = 12;              // failed growths in a row before a packing is given up
constexpr int tries = 200;                // places tried for one body before growth takes over

class Frozen final : public Motion {
 public:
  explicit Frozen(Pose pose) : pose_(pose) {}
  Pose at(double) const override { return pose_; }
  bool fixed() const override { return true; }

 private:
  Pose pose_;
};

// The obstacles as they stand, without their motions, and the walls of the box that is filled.
Obstacles frozen(const Obstacles& obstacles, const Domain& domain, std::vector<SurfacePtr> walls) {
  std::vector<Obstacle> list = obstacles.list();
  std::size_t s = 0;
  for (Obstacle& o : list) {
    if (!o.surfaces.empty()) o.motion = std::make_shared<Frozen>(obstacles.begin(s));
    s += o.surfaces.size();
  }
  if (!walls.empty()) list.push_back({"walls", "", std::make_shared<Frozen>(Pose{}), std::move(walls)});
  Obstacles result(std::move(list), domain);
  result.place(0, 0);
  return result;
}

// Bodies without inertia that go as their velocities say.
class AsTheyGo final : public Force {
 public:
  void add(const Surroundings& around, const FreeMotion& free) const override {
    std::ranges::copy(around.bodies.velocity, free.velocity.begin());
  }
};

// One projection of the positions: the first-order step whose desired displacement is the bodies'
// "velocity". The radii carry the tolerance on top, so that what is left after the solve is free of
// overlap. Bodies with shapes go by the step of bodies that turn, which is the same projection with its corrections.
bool part(Bodies& bodies, const Domain& domain, const Obstacles& obstacles, double tolerance, int max_iterations,
          Executor& executor, const Bonds& bonds = {}, const std::vector<ShapePtr>& shapes = {},
          const std::atomic<bool>* stop = nullptr) {
  const bool round = shapes.empty();
  Setup setup;
  setup.stop = stop;
  setup.bodies = bodies;
  if (round)
    for (double& r : setup.bodies.radius) r += tolerance;
  const std::size_t spins = bodies.spin_width();
  for (std::size_t k = 0; k < setup.bodies.inertia.size(); ++k) setup.bodies.inertia[k] /= bodies.mass[k / spins];
  std::ranges::fill(setup.bodies.mass, 1.0);
  std::ranges::fill(setup.bodies.spin, 0.0);
  setup.domain = domain;
  setup.obstacles = obstacles;
  setup.bonds = bonds;
  setup.shapes = shapes;
  setup.h = 1;
  if (round) {
    setup.first_order = true;
    setup.forces = {std::make_shared<AsTheyGo>()};
    setup.solver = "apgd";  // a packing too dense is to fail fast, not to be tried by every solver
  }
  setup.tolerance = tolerance / mean_radius(setup.bodies);
  setup.max_iterations = max_iterations;
  setup.on_unconverged = OnUnconverged::stop;
  Simulation simulation(std::move(setup), executor.threads());
  if (!simulation.advance().converged) return false;
  bodies.position = simulation.bodies().position;
  if (!round) bodies.orientation = simulation.bodies().orientation;
  return true;
}

double solid_volume(const Bodies& bodies) {
  double sum = 0;
  for (const double r : bodies.radius)
    sum += bodies.dimension == 1 ? 2 * r : bodies.dimension == 2 ? std::numbers::pi * r * r
                                                                 : 4.0 / 3.0 * std::numbers::pi * r * r * r;
  return sum;
}

// Random sequential addition of the bodies with radii scaled by `scale`, the largest first. False
// when one of them finds no place.
template <int D>
bool add_one_by_one(Bodies& bodies, double scale, const Vec3& low, const Vec3& high,
                    const std::array<bool, 3>& periodic, const Domain& domain, const Obstacles& obstacles,
                    std::uint64_t seed, const PackingWatch& watch) {
  const std::size_t n = bodies.size();
  Bins<D> bins(low, high, 2 * scale * largest_radius(bodies), periodic, n);
  const auto free_place = [&](const Vec<D>& x, double r) {
    for (std::size_t s = 0; s < obstacles.surfaces(); ++s)
      if (obstacles.gap_at_begin(s, embed(x.c.data(), D), r) < 0) return false;
    return bins.all_near(x, [&](std::size_t j) {
      const Vec<D> d = domain.nearest_image(x - Vec<D>::load(bodies.x(j)));
      const double sum = r + scale * bodies.radius[j];
      return dot(d, d) >= sum * sum;
    });
  };

  std::vector<std::size_t> order(n);
  for (std::size_t i = 0; i < n; ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return bodies.radius[a] > bodies.radius[b]; });
  for (const std::size_t i : order) {
    const double r = scale * bodies.radius[i];
    bool placed = false;
    for (int q = 0; q < tries && !placed; ++q) {
      Vec<D> x;
      for (int k = 0; k < D; ++k) {
        const double margin = periodic[static_cast<std::size_t>(k)] ? 0 : r;
        x[k] = low[k] + margin + uniform({seed, i, 0, use_place + static_cast<std::uint32_t>(q * D + k)}) *
                                     std::max(0.0, high[k] - low[k] - 2 * margin);
      }
      if (!free_place(x, r)) continue;
      x.store(bodies.x(i));
      bins.put(i, x);
      placed = true;
    }
    if (!placed || watch.stopped()) return false;
  }
  return true;
}

// Density (of scaled spheres) that sequential addition reaches with ease.
double easy_fraction(int dimension) { return dimension == 1 ? 0.5 : dimension == 2 ? 0.4 : 0.25; }

}  // namespace

std::vector<Overlap> find_overlaps(const Bodies& bodies, const Domain& domain, const Obstacles& obstacles,
                                   double tolerance, const Bonds& bonds) {
  std::vector<Overlap> overlaps;
  CellGrid grid;
  const double largest = largest_radius(bodies);
  grid.build(bodies, domain, 2 * largest);
  with_dimension(bodies.dimension, [&]<int D>() {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const auto note = [&](std::int32_t second, double gap) {
        if (-gap > tolerance) overlaps.push_back({static_cast<std::int32_t>(i), second, -gap});
      };
      const Vec<D> x = Vec<D>::load(bodies.x(i));
      grid.for_near(x, bodies.radius[i] + largest, [&](std::size_t j) {
        if (j >= i || bonds.is_row(ContactKey::of_bodies(i, j))) return;
        const Vec<D> d = domain.nearest_image(x - Vec<D>::load(bodies.x(j)));
        note(static_cast<std::int32_t>(j), norm(d) - bonds.distance(bodies, i, j));
      });
      for (std::size_t s = 0; s < obstacles.surfaces(); ++s)
        note(Contacts::second_of_surface(s), obstacles.gap_at_begin(s, embed(bodies.x(i), D), bodies.radius[i]));
    }
    for (const ContactKey& pair : bonds.rows()) {
      const auto i = static_cast<std::size_t>(pair.first), j = static_cast<std::size_t>(pair.second);
      const Vec<D> d = domain.nearest_image(Vec<D>::load(bodies.x(i)) - Vec<D>::load(bodies.x(j)));
      if (const double off = std::abs(norm(d) - bonds.distance(bodies, i, j)); off > tolerance)
        overlaps.push_back({pair.first, pair.second, off, true});
    }
  });
  std::sort(overlaps.begin(), overlaps.end(), [](const Overlap& a, const Overlap& b) {
    return a.depth != b.depth ? a.depth > b.depth : std::pair(a.first, a.second) < std::pair(b.first, b.second);
  });
  return overlaps;
}

std::vector<Overlap> overlaps_of_shapes(const std::vector<Overlap>& balls, const Bodies& bodies, const Domain& domain,
                                        const Obstacles& obstacles, const std::vector<ShapePtr>& shapes,
                                        double tolerance, Executor& executor) {
  return overlaps_of_shapes(balls, bodies, domain, obstacles, shapes, tolerance, executor, 0);
}

std::vector<Overlap> overlaps_of_shapes(const std::vector<Overlap>& balls, const Bodies& bodies, const Domain& domain,
                                        const Obstacles& obstacles, const std::vector<ShapePtr>& shapes,
                                        double tolerance, Executor& executor, double half_gap) {
  std::vector<Overlap> all;
  Contacts pair;
  pair.resize(1);
  ShapeRows rows(shapes, obstacles, half_gap);
  Neighbours none(1, 1, 0);
  const Scenery scenery{bodies, domain, obstacles, none, executor};
  const std::vector<double> still(3 * bodies.size());
  for (Overlap o : balls) {
    if (o.bond) {
      all.push_back(o);
      continue;
    }
    pair.first = {o.first};
    pair.second = {o.second};
    o.depth = rows.worst_overlap(scenery, pair, {still, still, 0});
    if (o.depth > tolerance) all.push_back(o);
  }
  return all;
}

bool repair_overlaps(Bodies& bodies, const Domain& domain, const Obstacles& obstacles, double tolerance,
                     Executor& executor, const Bonds& bonds, const std::vector<ShapePtr>& shapes) {
  constexpr int rounds = 20;  // a bond that turns gets longer than its row says
  const Obstacles still = frozen(obstacles, domain, {});
  const auto sound = [&](const Bodies& b) {
    const std::vector<Overlap> all = find_overlaps(b, domain, still, tolerance, bonds);
    return (shapes.empty() ? all : overlaps_of_shapes(all, b, domain, still, shapes, tolerance, executor)).empty();
  };
  Bodies moved = bodies;
  std::ranges::fill(moved.velocity, 0.0);
  for (int k = 0; k < rounds && !sound(moved); ++k)
    if (!part(moved, domain, still, 0.5 * tolerance, 100000, executor, bonds, shapes)) return false;
  if (!sound(moved)) return false;
  bodies.position = moved.position;
  bodies.orientation = moved.orientation;
  return true;
}

std::vector<std::int32_t> neighbourly_order(const Bodies& bodies, const Domain& domain) {
  SlabOrder slabs;
  const std::span<const std::int32_t> order = slabs.find(bodies, domain);
  return order.empty() ? morton_order(bodies) : std::vector<std::int32_t>(order.begin(), order.end());
}

PackingReport pack(Bodies& bodies, const Vec3& low, const Vec3& high, const Domain& domain, const Obstacles& obstacles,
                   std::uint64_t seed, double tolerance, Executor& executor, const PackingWatch& watch) {
  const int d = bodies.dimension;
  double volume = 1;
  std::array<bool, 3> periodic{};
  std::vector<SurfacePtr> walls;
  for (int k = 0; k < d; ++k) {
    const auto u = static_cast<std::size_t>(k);
    volume *= high[k] - low[k];
    periodic[u] = domain.periodic(k) && std::abs(high[k] - low[k] - domain.period[u]) < 1e-9 * domain.period[u];
    if (periodic[u]) continue;
    Vec3 normal;
    normal[k] = 1;
    walls.push_back(half_space(low, normal));
    walls.push_back(half_space(high, -normal));
  }
  const Obstacles still = frozen(obstacles, domain, std::move(walls));
  PackingReport report{false, solid_volume(bodies) / volume, 0};
  // The whole volume may be partly taken by obstacles: more than all of it can never be had.
  if (report.fraction >= 1) return report;

  double scale = std::min(1.0, std::pow(easy_fraction(d) / report.fraction, 1.0 / d));
  const auto place = [&] {
    return with_dimension(d, [&]<int D>() {
      return add_one_by_one<D>(bodies, scale, low, high, periodic, domain, still, seed, watch);
    });
  };
  while (!place()) {
    scale *= 0.9;
    if (scale < 0.2 || watch.stopped()) return report;
  }
  report.reached = std::pow(scale, d) * report.fraction;
  bodies.reorder(neighbourly_order(bodies, domain));

  // Growth. Where a projection fails the spheres are jammed: kicks in random directions, projected,
  // let them find more room, and the next growth is finer.
  Bodies grown = bodies;
  double growth = 0.05;
  std::uint64_t kicks = 0;
  const auto grow_to = [&](double to, double kick) {
    const double loose = std::max(0.5 * tolerance, 1e-3 * to * mean_radius(bodies));
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      grown.radius[i] = to * bodies.radius[i];
      for (int k = 0; k < d; ++k)
        grown.v(i)[k] = kick * grown.radius[i] * normal({seed, i, kicks, use_kick + static_cast<std::uint32_t>(k)});
    }
    ++kicks;
    grown.position = bodies.position;
    if (!part(grown, domain, still, to == 1.0 && kick == 0 ? 0.5 * tolerance : loose, 3000, executor, {}, {}, watch.stop))
      return false;
    bodies.position = grown.position;
    scale = to;
    return true;
  };
  for (int failures = 0; scale < 1;) {
    if (watch.stopped()) return report;
    if (watch.progress) watch.progress(report.reached, report.fraction);
    if (grow_to(std::min(1.0, scale * (1 + growth)), 0)) {
      report.reached = std::pow(scale, d) * report.fraction;
      failures = 0;
      continue;
    }
    if (++failures == patience) return report;
    growth = std::max(0.5 * growth, finest_growth);
    for (int k = 0; k < 5; ++k) grow_to(scale, 0.5);
  }
  report.done = find_overlaps(bodies, domain, still, tolerance).empty();
  return report;
}

}  // namespace floc
