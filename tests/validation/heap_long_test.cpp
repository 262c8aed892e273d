// The angle of repose of a heap against the coefficient of friction, in the plane and in space: a block of grains on a
// table with a rim as high as a grain; what does not stay runs over the edge, and a heap is left.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <random>

#include "forces/gravity.hpp"
#include "support/setups.hpp"

using namespace floc;

namespace {

constexpr double degrees = 180 / std::numbers::pi;

struct Table {
  int dimension;
  double reach;   // half of its width, its radius
  double height;  // of the block
};

Setup block(const Table& table, double mu, unsigned seed) {
  const int d = table.dimension, up = d - 1;
  Setup setup;
  setup.bodies = test::empty(d);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> unit(0, 1);
  const double pitch = 2.3;
  for (double z = 1.2; z < table.height; z += pitch)
    for (double y = d == 3 ? -table.reach : 0; y <= (d == 3 ? table.reach : 0); y += pitch)
      for (double x = -table.reach; x <= table.reach; x += pitch) {
        if (std::hypot(x, y) > table.reach - 1) continue;
        const double r = 0.6 + 0.5 * unit(random);
        Vec3 place{{x + 0.1 * (unit(random) - 0.5), y, 0}};
        place[up] = z;
        test::add(setup.bodies, place, {}, r, std::pow(r, d));
      }
  std::vector<SurfacePtr> walls;
  const double edge = table.reach, rim = 1.5;
  if (d == 2) {
    walls = {segment({{-edge, 0, 0}}, {{edge, 0, 0}}), segment({{-edge, 0, 0}}, {{-edge, rim, 0}}),
             segment({{edge, 0, 0}}, {{edge, rim, 0}})};
  } else {
    // The rim is a ring of plates.
    walls = {disc({}, {{0, 0, 1}}, edge)};
    constexpr int plates = 24;
    const auto at = [&](int k) {
      const double angle = 2 * std::numbers::pi * k / plates;
      return edge * Vec3{{std::cos(angle), std::sin(angle), 0}};
    };
    for (int k = 0; k < plates; ++k) walls.push_back(rectangle(at(k), at(k + 1) - at(k), {{0, 0, rim}}));
  }
  setup.obstacles = Obstacles({{"table", "#000000", at_rest(), std::move(walls)}});
  Vec3 down;
  down[up] = -1;
  setup.forces = {gravity(down)};
  setup.friction = std::make_shared<Friction>(
      FrictionParameters{.coefficient = mu, .pairs = {{.between = {"grains", "table"}, .coefficient = 0.8}}},
      std::vector<std::string>{"grains"}, setup.obstacles);
  setup.h = 0.1;
  setup.tolerance = 1e-3;
  return setup;
}

struct Heap {
  double angle = 0;   // of its flank, degrees
  double grains = 0;  // that are left
  double lost = 0;    // of them in the last quarter of the time
};

// The surface is the highest grain of each of eight rings (strips) about the axis; its slope from a fit over all but
// that about the axis.
Heap look(const Bodies& b, const Table& table) {
  constexpr int rings = 8;
  std::array<double, rings> top{};
  Heap heap;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const double* const x = b.x(i);
    const double away = table.dimension == 2 ? std::abs(x[0]) : std::hypot(x[0], x[1]), high = x[table.dimension - 1];
    if (high < 0 || away > table.reach) continue;
    heap.grains += 1;
    double& ring = top[static_cast<std::size_t>(std::min(rings - 1.0, rings * away / table.reach))];
    ring = std::max(ring, high + b.radius[i]);
  }
  double n = 0, x = 0, z = 0, xx = 0, xz = 0;
  for (int k = 1; k < rings; ++k) {
    const double at = (k + 0.5) * table.reach / rings, high = top[static_cast<std::size_t>(k)];
    n += 1, x += at, z += high, xx += at * at, xz += at * high;
  }
  heap.angle = -degrees * std::atan((n * xz - x * z) / (n * xx - x * x));
  return heap;
}

// The mean of three heaps: one of so few grains is off by a degree or two.
Heap heap(int dimension, double mu) {
  const Table table = dimension == 2 ? Table{2, 50, 70} : Table{3, 15, 36};
  const double end = dimension == 2 ? 400 : 250;
  Heap mean;
  for (const unsigned seed : {4u, 5u, 6u}) {
    Simulation s(block(table, mu, seed), 2);
    double before = 0;
    while (s.time() < end) {
      const StepReport report = s.advance();
      CAPTURE(report.message);
      REQUIRE(report.converged);
      REQUIRE(report.overlap <= 1e-3 * (1 + 1e-6));
      if (before == 0 && s.time() > 0.75 * end) before = look(s.bodies(), table).grains;
    }
    const Heap h = look(s.bodies(), table);
    mean.angle += h.angle / 3;
    mean.grains += h.grains / 3;
    mean.lost += (before - h.grains) / 3;
  }
  MESSAGE(dimension, "D, μ ", mu, ": ", mean.angle, "°, ", mean.grains, " grains left, ", mean.lost, " lost at last");
  return mean;
}

}  // namespace

TEST_CASE("a heap is the steeper the larger the coefficient of friction, and ever more slowly so") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    std::vector<Heap> heaps;
    for (const double mu : {0.0, 0.1, 0.3, 0.6}) heaps.push_back(heap(dimension, mu));
    for (std::size_t k = 1; k < heaps.size(); ++k) {
      CHECK(heaps[k].angle > heaps[k - 1].angle - 0.5);  // in space the last two are alike
      CHECK(heaps[k].grains > heaps[k - 1].grains);
      CHECK(heaps[k].lost < 0.03 * heaps[k].grains);  // it stands
    }
    CHECK(heaps[3].angle > heaps[0].angle + 8);
    // Degrees for a tenth of μ: many at first, few in the end.
    CHECK((heaps[3].angle - heaps[2].angle) / 3 < 0.5 * (heaps[1].angle - heaps[0].angle));
  }
}
