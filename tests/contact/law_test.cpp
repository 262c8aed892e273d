#include "contact/law.hpp"

#include <doctest/doctest.h>

#include <limits>

using namespace floc;

namespace {

// One row between two bodies of mass 1 on a line, with this gap and multiplier.
struct Pair {
  Bodies bodies;
  Contacts contacts;
  Cones cones;
  std::vector<double> inverse_mass{1, 1};

  Pair(double gap, double multiplier) {
    bodies.dimension = contacts.dimension = 1;
    contacts.two_gaps = false;
    contacts.resize(1);
    contacts.first = {1};
    contacts.second = {0};
    contacts.normal = {1};
    contacts.gap = {gap};
    contacts.multiplier = {multiplier};
  }
  ContactStep step(double h, double compliance = 0) const {
    return {.bodies = bodies, .h = h, .tolerance = 0.1, .compliance = compliance, .inverse_mass = inverse_mass};
  }
};

}  // namespace

TEST_CASE("a held contact closes what is beyond the part left alone, with its sign") {
  const LeftAlone left{.open = 0.5, .overlap = 0.2};
  const auto to_close = [&](double gap) { return gap_to_close(Pair(gap, 0).contacts, 0, Pair(gap, 0).step(1), left); };
  CHECK(to_close(0.3) == doctest::Approx(0.25));
  CHECK(to_close(0.04) == 0);
  CHECK(to_close(-0.3) == doctest::Approx(-0.28));
  CHECK(to_close(-0.01) == 0);
}

TEST_CASE("the motion of an obstacle in the step is closed whole") {
  Pair pair(0.3, 0);
  pair.contacts.two_gaps = true;
  pair.contacts.begin_gap = {0.04};  // the obstacle goes away by .26
  CHECK(gap_to_close(pair.contacts, 0, pair.step(1), {.open = 0.5, .overlap = 0.2}) == doctest::Approx(0.26));
}

TEST_CASE("a row is open where its gap is larger than what its multiplier would open it by") {
  const double still[2] = {0, 0}, apart[2] = {0, 1};
  const auto open = [&](const Pair& pair, std::span<const double> moved, double compliance = 0) {
    return is_open(pair.contacts, pair.cones, 0, pair.step(0.1, compliance), moved);
  };
  // h²a λ = .02 λ against the gap after the step.
  CHECK(open(Pair(0.03, 1), still));
  CHECK_FALSE(open(Pair(0.01, 1), still));
  CHECK(open(Pair(0.01, 1), apart));  // .11
  CHECK_FALSE(open(Pair(0, 1), still));
  // The compliance is on both sides, and decides nothing for a bound of 0.
  CHECK(open(Pair(0.03, 1), still, 5));
  CHECK_FALSE(open(Pair(0.01, 1), still, 5));
}

TEST_CASE("a glued row is measured from its bound, and a bond is never open") {
  const double still[2] = {0, 0};
  Pair glued(0.03, 0);
  CHECK(is_open(glued.contacts, glued.cones, 0, glued.step(0.1), still));
  glued.cones.lower = {-2};  // it pulls by less than it can: .04
  CHECK_FALSE(is_open(glued.contacts, glued.cones, 0, glued.step(0.1), still));
  glued.cones.lower = {-std::numeric_limits<double>::infinity()};
  CHECK_FALSE(is_open(glued.contacts, glued.cones, 0, glued.step(0.1), still));
}
