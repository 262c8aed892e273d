#include "core/bodies.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace floc;

namespace {

Bodies two_discs() {
  Bodies bodies;
  bodies.dimension = 2;
  const double x[2][2] = {{0, 1}, {5, 6}}, v[2][2] = {{3, 4}, {-1, 0}};
  bodies.add(x[0], v[0], 0.5, 2, 0);
  bodies.add(x[1], v[1], 1.5, 10, 1);
  return bodies;
}

}  // namespace

TEST_CASE("bodies keep the components of one body side by side") {
  const Bodies bodies = two_discs();
  CHECK(bodies.size() == 2);
  CHECK(bodies.x(1)[0] == 5);
  CHECK(bodies.x(1)[1] == 6);
  CHECK(bodies.v(0)[1] == 4);
  CHECK(bodies.position.size() == 4);
  CHECK(bodies.group[1] == 1);
}

TEST_CASE("ids count the bodies that were added, and are not used again when some have left") {
  Bodies bodies = two_discs();
  CHECK(bodies.id == std::vector<std::int64_t>{0, 1});
  const Bodies both = bodies;
  bodies.keep(std::vector<char>{1, 0});
  CHECK(bodies.size() == 1);
  CHECK(bodies.position == std::vector<double>(both.position.begin(), both.position.begin() + 2));
  CHECK(bodies.group[0] == both.group[0]);
  const double zero[2] = {0, 0};
  bodies.add(zero, zero, 1, 1, 0);
  CHECK(bodies.id == std::vector<std::int64_t>{0, 2});
}

TEST_CASE("a body is found by its id also after others have left") {
  Bodies bodies = two_discs();
  CHECK(bodies.find(0) == 0);
  CHECK(bodies.find(1) == 1);
  bodies.id = {3, 7};
  CHECK(bodies.find(3) == 0);
  CHECK(bodies.find(7) == 1);
  for (const std::int64_t id : {-1, 0, 1, 5, 8}) CHECK(!bodies.find(id));
}

TEST_CASE("energy, momentum and radii of two discs") {
  const Bodies bodies = two_discs();
  CHECK(kinetic_energy(bodies) == 0.5 * 2 * 25 + 0.5 * 10 * 1);
  double p[2];
  momentum(bodies, p);
  CHECK(p[0] == 6 - 10);
  CHECK(p[1] == 8);
  CHECK(mean_radius(bodies) == 1);
  CHECK(largest_radius(bodies) == 1.5);
}

TEST_CASE("no body has radius 0 on average, no energy and no momentum") {
  const Bodies none;
  double p[3] = {1, 1, 1};
  momentum(none, p);
  CHECK(p[2] == 0);
  CHECK(mean_radius(none) == 0);
  CHECK(largest_radius(none) == 0);
  CHECK(kinetic_energy(none) == 0);
}

TEST_CASE("reserved bodies are not moved by adding") {
  Bodies bodies = two_discs();
  bodies.reserve(100);
  const double* before = bodies.position.data();
  const double zero[2] = {0, 0};
  for (int k = 0; k < 98; ++k) bodies.add(zero, zero, 1, 1, 0);
  CHECK(bodies.position.data() == before);
}

TEST_CASE("bodies that are taken back leave no trace") {
  const Bodies before = two_discs();
  Bodies bodies = before;
  const double x[2] = {7, 8}, v[2] = {0, 0};
  for (int k = 0; k < 3; ++k) bodies.add(x, v, 0.3, 2, 1);
  bodies.truncate(2);
  CHECK(bodies.position == before.position);
  CHECK(bodies.velocity == before.velocity);
  CHECK(bodies.radius == before.radius);
  CHECK(bodies.mass == before.mass);
  CHECK(bodies.id == before.id);
  CHECK(bodies.group == before.group);
  CHECK(bodies.next_id == before.next_id);
}

TEST_CASE("bodies that are let turn have the inertia of discs and spheres, and so has whoever comes later") {
  Bodies discs = two_discs();
  discs.let_turn();
  discs.add(discs.x(0), discs.v(0), 2, 3, 0);
  CHECK(discs.orientation == std::vector<double>{0, 0, 0});
  CHECK(discs.inertia == std::vector<double>{0.5 * 2 * 0.25, 0.5 * 10 * 2.25, 0.5 * 3 * 4});
  Bodies balls;
  const double x[3] = {};
  balls.add(x, x, 2, 5, 0);
  balls.let_turn();
  CHECK(balls.orientation == std::vector<double>{1, 0, 0, 0});
  CHECK(balls.inertia == std::vector<double>(3, 0.4 * 5 * 4));
}

TEST_CASE("orientation and spin go with their body") {
  Bodies discs = two_discs();
  discs.let_turn();
  discs.spin = {7, 8};
  const std::vector<char> stays{0, 1};
  discs.keep(stays);
  CHECK(discs.spin == std::vector<double>{8});
  turn(discs, discs.spin, 0.5);
  CHECK(discs.orientation == std::vector<double>{4});
}

TEST_CASE("the energy of a turn counts, in the plane and in space") {
  Bodies discs = two_discs();
  const double moving = kinetic_energy(discs);
  discs.let_turn();
  discs.spin = {2, 0};
  CHECK(kinetic_energy(discs) == moving + 0.5 * (0.5 * 2 * 0.25) * 4);
  Bodies top;
  const double x[3] = {};
  top.add(x, x, 1, 1, 0);
  top.let_turn();
  top.inertia = {1, 2, 3};
  top.spin = {0, 4, 0};
  CHECK(kinetic_energy(top) == 0.5 * 2 * 16);
  const double quarter[3] = {0, 0, M_PI / 2};
  turn(top, quarter, 1);  // its first axis points along y now
  CHECK(kinetic_energy(top) == doctest::Approx(0.5 * 1 * 16));
}
