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
  CHECK(contact_pressure(f) == std::vector<double>{8, 6, 4});
  f.h = 0;
  CHECK(contact_pressure(f) == std::vector<double>(3, 0.0));
  CHECK(contact_force(f) == std::vector<double>(6, 0.0));
}
