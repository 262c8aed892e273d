#include "step/copies.hpp"

#include <doctest/doctest.h>

#include "support/setups.hpp"

using namespace floc;

namespace {

const std::vector<Vec3> bar{{{-1, 0, 0}}, {{0, 0, 0}}, {{1, 0, 0}}};

Bodies beads(int dimension, int copies) {
  Bodies bodies = test::empty(dimension);
  for (int k = 0; k < 3 * copies; ++k) test::add(bodies, {}, {}, 0.4);
  return bodies;
}

}  // namespace

TEST_CASE("a random turn is a rotation, and turns a direction to anywhere evenly") {
  for (const int d : {2, 3}) {
    Vec3 mean;
    double square = 0;
    for (std::uint64_t k = 0; k < 20000; ++k) {
      const Pose pose = random_turn(d, 7, k, 0);
      const Vec3 x = pose.turn({{1, 0, 0}}), y = pose.turn({{0, 1, 0}}), z = pose.turn({{0, 0, 1}});
      REQUIRE(norm(cross(x, y) - z) < 1e-14);
      REQUIRE(std::abs(dot(x, y)) < 1e-14);
      REQUIRE(norm(x) == doctest::Approx(1));
      mean += 1.0 / 20000 * x;
      square += x[0] * x[0] / 20000;
    }
    CHECK(norm(mean) < 0.03);
    CHECK(square == doctest::Approx(1.0 / d).epsilon(0.02));
  }
}

TEST_CASE("scattered copies keep their shape, stay in the box and off each other and the obstacles") {
  for (int d = 1; d <= 3; ++d) {
    const Vec3 low{{0, 0, 0}}, high = d == 1 ? Vec3{{60, 0, 0}} : d == 2 ? Vec3{{14, 14, 0}} : Vec3{{8, 8, 8}};
    Obstacles obstacles({test::obstacle({ball(0.5 * high, 1, d)})});
    obstacles.place(0, 0);
    const int copies = d == 1 ? 7 : 15;
    Bodies bodies = beads(d, copies);
    REQUIRE(scatter_copies(bodies, bar, low, high, {}, obstacles, 3).size() == static_cast<std::size_t>(copies));
    CHECK(find_overlaps(bodies, {}, obstacles, 0).empty());
    for (std::size_t i = 0; i < bodies.size(); ++i)
      for (int k = 0; k < d; ++k) CHECK((bodies.x(i)[k] >= 0.4 && bodies.x(i)[k] <= high[k] - 0.4));
    for (std::size_t i = 0; i < bodies.size(); i += 3)
      CHECK(norm(embed(bodies.x(i), d) - embed(bodies.x(i + 2), d)) == doctest::Approx(2));
  }
}

TEST_CASE("copies reach across the faces of a periodic box, without overlap there") {
  Domain domain;
  domain.period = {9, 9, 0};
  Bodies bodies = beads(2, 12);
  REQUIRE(scatter_copies(bodies, bar, {}, {{9, 9, 0}}, domain, Obstacles{}, 5).size() == 12);
  CHECK(find_overlaps(bodies, domain, Obstacles{}, 0).empty());
  bool across = false;
  for (const double x : bodies.position) across = across || x < 0 || x > 9;
  CHECK(across);
}

TEST_CASE("the copies that find no place are counted") {
  Bodies bodies = beads(2, 50);
  const std::size_t placed = scatter_copies(bodies, bar, {}, {{6, 6, 0}}, {}, Obstacles{}, 1).size();
  CHECK(placed > 3);
  CHECK(placed < 20);
  CHECK(scatter_copies(bodies, bar, {}, {{1, 1, 0}}, {}, Obstacles{}, 1).empty());
}
