#include "output/snapshot.hpp"

#include <doctest/doctest.h>

#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("the force on a body is the sum of its contacts' impulses over the step, and pairs cancel") {
  Snapshot f;
  f.h = 0.5;
  f.bodies = some_bodies(2, 3, 0);
  f.contacts.first = {0, 1, 2};
  f.contacts.second = {-1, 0, 1};
  f.contacts.normal = {0, 1, 1, 0, 0, -1};
  f.contacts.impulse = {3, 1, -2};
  CHECK(contact_force(f) == std::vector<double>{-2, 6, 2, -4, 0, 4});
  f.h = 0;
  CHECK(contact_force(f) == std::vector<double>(6, 0.0));
}

TEST_CASE("quantities of a frame are those of its bodies and contacts") {
  const Snapshot f = some_frame(2);
  CHECK(particle_quantity(Quantity::group, f) == std::vector<double>(f.bodies.group.begin(), f.bodies.group.end()));
  double sum = 0;
  for (const double g : particle_quantity(Quantity::gamma, f)) sum += g;
  double expected = 0;
  for (std::size_t c = 0; c < f.contacts.size(); ++c)
    expected += (f.contacts.second[c] < 0 ? 1 : 2) * f.contacts.memory[c];
  CHECK(sum == doctest::Approx(expected));
}

TEST_CASE("the force of contacts has friction in it, with the opposite on the other body") {
  Snapshot f = some_frame(2, 2);
  f.contacts = {{1, 1}, {0, -1}, {0, 0}, {1, 0, 0, 1}, {4, 6}, {0, 0}, {0, 1, -2, 0}};
  f.h = 0.5;
  CHECK(contact_force(f) == std::vector<double>{-8, -2, 8 - 4, 2 + 12});
}

TEST_CASE("a disc lies and turns in space about z") {
  Bodies b = turning_bodies(2, 1, 0);
  b.orientation = {1.2};
  b.spin = {-3};
  const Vec3 along = to_world(orientation_of(b, 0), {{1, 0, 0}});
  CHECK(along[0] == doctest::Approx(std::cos(1.2)));
  CHECK(along[1] == doctest::Approx(std::sin(1.2)));
  CHECK(spin_of(b, 0) == Vec3{{0, 0, -3}});
  const Bodies ball = turning_bodies(3, 2, 0);
  CHECK(orientation_of(ball, 1) == Quaternion::load(&ball.orientation[4]));
  CHECK(spin_of(ball, 1) == Vec3::load(&ball.spin[3]));
}
