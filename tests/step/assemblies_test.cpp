#include "step/assemblies.hpp"

#include <doctest/doctest.h>

#include "core/error.hpp"
#include "core/random.hpp"
#include "step/copies.hpp"
#include "support/setups.hpp"

using namespace floc;

namespace {

const std::vector<Vec3> bent{{{0, 0, 0}}, {{1, 0, 0}}, {{1.5, 0.8, 0}}, {{0.2, 1.1, 0.7}}};

// Two copies of a bent shape and a bead on its own, at random poses with random velocities.
Bodies copies(int dimension, const std::vector<Vec3>& shape, std::vector<Assembly>& list) {
  Bodies bodies = test::empty(dimension);
  const std::size_t n = shape.size();
  list.assign(2, {{}, shape});
  for (std::size_t i = 0; i < 2 * n + 1; ++i) {
    Vec3 v;
    for (std::uint32_t k = 0; k < 3; ++k) v[static_cast<int>(k)] = normal({5, i, 0, k});
    test::add(bodies, {}, v, 0.1, 1 + uniform({5, i, 1, 0}));
    if (i < 2 * n) list[i / n].beads.push_back(static_cast<std::int64_t>(i));
  }
  for (std::size_t k = 0; k < 2; ++k) {
    Pose pose = random_turn(dimension, 3, k, 0);
    pose.position = {{4.0 * static_cast<double>(k), -1, 2}};
    place_copy(bodies, k, shape, pose);
  }
  return bodies;
}

struct Held {
  Held(int dimension, const std::vector<Vec3>& shape) : bodies(copies(dimension, shape, list)), assemblies(list) {
    for (const double m : bodies.mass) inverse_mass.push_back(1 / m);
    assemblies.place(bodies, inverse_mass);
    free = bodies.velocity;
  }
  void hold(double h) { assemblies.project_rigid(bodies, h, free, executor); }
  Vec3 moment(const std::vector<double>& v) const {
    Vec3 sum;
    const auto d = static_cast<std::size_t>(bodies.dimension);
    for (std::size_t i = 0; i < bodies.size(); ++i)
      sum += bodies.mass[i] * cross(embed(bodies.x(i), bodies.dimension), embed(&v[i * d], bodies.dimension));
    return sum;
  }
  std::vector<Assembly> list;
  Bodies bodies;
  Assemblies assemblies;
  Executor executor{1};
  std::vector<double> inverse_mass, free;
};

}  // namespace

TEST_CASE("held velocities are rigid, keep momentum and angular momentum, and are held again as they are") {
  for (int d = 1; d <= 3; ++d)
    for (const auto& shape : {bent, std::vector<Vec3>{{{0, 0, 0}}, {{1, 0, 0}}, {{3, 0, 0}}}, std::vector<Vec3>{Vec3{}}}) {
      Held held(d, shape);
      const std::vector<double> before = held.free;
      held.hold(0.1);
      const auto p = sum_motion(held.bodies, before).momentum, q = sum_motion(held.bodies, held.free).momentum;
      for (std::size_t k = 0; k < p.size(); ++k) CHECK(p[k] == doctest::Approx(q[k]));
      CHECK(norm(held.moment(before) - held.moment(held.free)) < 1e-12);
      // No bead moves along the line to another one of its unit; the last is free.
      const std::size_t n = shape.size(), D = static_cast<std::size_t>(d);
      for (std::size_t i = 0; i < 2 * n; ++i)
        for (std::size_t j = n * (i / n); j < i; ++j)
          CHECK(std::abs(dot(embed(held.bodies.x(i), d) - embed(held.bodies.x(j), d),
                             embed(&held.free[i * D], d) - embed(&held.free[j * D], d))) < 1e-12);
      for (std::size_t k = 2 * n * D; k < before.size(); ++k) CHECK(held.free[k] == before[k]);
      const std::vector<double> once = held.free;
      held.hold(0.1);
      for (std::size_t k = 0; k < once.size(); ++k) CHECK(held.free[k] == doctest::Approx(once[k]).epsilon(1e-12));
    }
}

TEST_CASE("a shape that was lost is found again within one step, without momentum of its own") {
  for (int d = 1; d <= 3; ++d) {
    Held held(d, bent);
    const double h = 0.25;
    std::fill(held.free.begin(), held.free.end(), 0.0);
    for (std::size_t k = 0; k < held.bodies.position.size(); ++k) held.bodies.position[k] += 0.1 * normal({9, k, 0, 0});
    held.hold(h);
    for (const double p : sum_motion(held.bodies, held.free).momentum) CHECK(std::abs(p) < 1e-14);
    CHECK(norm(held.moment(held.free)) < 1e-13);
    for (std::size_t k = 0; k < held.free.size(); ++k) held.bodies.position[k] += h * held.free[k];
    for (std::size_t i = 0; i < 8; ++i)
      for (std::size_t j = 4 * (i / 4); j < i; ++j) {
        Vec3 rest = bent[i % 4] - bent[j % 4];
        for (int k = d; k < 3; ++k) rest[k] = 0;
        CHECK(norm(embed(held.bodies.x(i), d) - embed(held.bodies.x(j), d)) == doctest::Approx(norm(rest)).epsilon(1e-12));
      }
  }
}

TEST_CASE("an assembly that has lost a bead is none any more") {
  Held held(2, bent);
  held.bodies.id = {1, 2, 3, 4, 5, 6, 7, 8, 9};  // bead 0 is gone, and all moved up
  held.assemblies.place(held.bodies, held.inverse_mass);
  CHECK(std::vector<std::int32_t>(held.assemblies.unit().begin(), held.assemblies.unit().end()) ==
        std::vector<std::int32_t>{-1, -1, -1, 0, 0, 0, 0, -1, -1});
  CHECK(held.assemblies.arrays().size() == 1);
}

TEST_CASE("assemblies that make no sense are refused; none at all is fine") {
  CHECK_THROWS_AS(Assemblies(std::vector<Assembly>(1)), Error);
  CHECK_THROWS_AS(Assemblies({Assembly{{0, 1}, {Vec3{}}}}), Error);
  CHECK_THROWS_AS(Assemblies({Assembly{{0}, {Vec3{}}}, Assembly{{0}, {Vec3{}}}}), Error);
  Assemblies none(std::vector<Assembly>{});
  none.place(test::empty(2), {});
  CHECK(none.arrays().empty());
}
