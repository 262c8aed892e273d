#include "contact/restitution.hpp"

#include <doctest/doctest.h>

using namespace floc;

namespace {

// Projects one body's normal velocity on e·v ≥ bound, by hand.
struct OneBody final : VelocityProjection {
  bool operator()(std::span<const double> free, std::span<double> out) override {
    called = true;
    std::copy(free.begin(), free.end(), out.begin());
    if (active[0]) out[0] = std::max(free[0], bound[0]);
    return true;
  }
  bool called = false;
};

Contacts one_row(double multiplier) {
  Contacts c;
  c.dimension = 1;
  c.resize(1);
  c.second[0] = -1;
  c.normal[0] = 1;
  c.multiplier[0] = multiplier;
  c.gap[0] = -0.2;
  c.begin_gap[0] = 0;  // the wall moved by 0.2 in the step h = 0.1: speed 2
  return c;
}

const Bodies nobody;
const double unit_mass = 1;
const ContactStep step{.bodies = nobody, .h = 0.1, .tolerance = 1e-4, .inverse_mass = {&unit_mass, 1}};

}  // namespace

TEST_CASE("the velocity relative to the wall is turned round and multiplied by e") {
  Contacts c = one_row(5);
  OneBody project;
  const double free = -4, moved = 2;
  double kept = moved;
  CHECK(restitution(0.5)->finish(c, {}, step, {&free, 1}, {&moved, 1}, {&kept, 1}, project));
  CHECK(project.called);
  CHECK(restitution(0.5)->bounces());
  CHECK(kept == doctest::Approx(2 + 0.5 * 6));
}

TEST_CASE("a contact that did not push keeps the projected velocity without a second projection") {
  Contacts c = one_row(0);
  OneBody project;
  const double free = 3, moved = 3;
  double kept = moved;
  CHECK(restitution(0.5)->finish(c, {}, step, {&free, 1}, {&moved, 1}, {&kept, 1}, project));
  CHECK_FALSE(project.called);
  CHECK(kept == 3);
}

TEST_CASE("what a solver leaves on an open row takes part in no impact") {
  Contacts c = one_row(1e-9);
  c.gap[0] = c.begin_gap[0] = 0.3;  // h²λ/m is 1e-11 of length, far less than the gap that stays
  OneBody project;
  const double free = -1, moved = -1;
  double kept = moved;
  CHECK(restitution(1)->finish(c, {}, step, {&free, 1}, {&moved, 1}, {&kept, 1}, project));
  CHECK_FALSE(project.called);
  CHECK(kept == -1);
}
