#include "contact/cones.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "support/setups.hpp"

using namespace floc;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Two bodies of radius 1 that touch in one dimension, with some gap.
struct OnePair {
  explicit OnePair(double gap) {
    test::add(bodies, {});
    test::add(bodies, {{2 + gap, 0, 0}});
    contacts.dimension = 1;
    contacts.two_gaps = false;
    contacts.resize(1);
    contacts.first = {1};
    contacts.second = {0};
    contacts.normal[0] = 1;
    contacts.gap = {gap};
  }
  double length(double closing, double h, double tolerance = 1e-4) {
    const double free[2] = {0, -closing};
    Executor executor(1);
    return working_length(contacts, cones, {.bodies = bodies, .h = h, .tolerance = tolerance}, {free}, 1, executor);
  }

  Bodies bodies = test::empty(1);
  Contacts contacts;
  Cones cones;
};

}  // namespace

TEST_CASE("tolerances are parts of r̄, or of a hundred times what the rows have to take from the motion") {
  OnePair touching(0);
  CHECK(touching.length(1, 0.1) == 1);
  CHECK(touching.length(1, 0.01) == 1);
  CHECK(touching.length(1, 1e-4) == doctest::Approx(1e-2));
  CHECK(touching.length(1e-3, 1e-4) == doctest::Approx(1e-5));
  // Never more than a tenth of the speed
  CHECK(touching.length(1, 1e-4, 1e-2) == doctest::Approx(1e-3));
  // Nobody closes: what positions can tell
  CHECK(touching.length(-1, 1e-4) < 1e-8);
  CHECK(touching.length(-1, 1e-4) > 0);
  // Of a gap only what is left counts, and of an overlap all.
  CHECK(OnePair(5e-5).length(1, 1e-4) == doctest::Approx(5e-3));
  CHECK(OnePair(-5e-5).length(1, 1e-4) == doctest::Approx(1e-2));
  // A contact that can pull also takes the speed of opening.
  touching.cones.lower = {-1};
  CHECK(touching.length(-1, 1e-4) == doctest::Approx(1e-2));
}

TEST_CASE("of an overlap within the tolerance so much is taken back, of a larger one also what is beyond") {
  const auto target = [](double gap, double lower = 0) {
    OnePair pair(gap);
    pair.cones.lower = {lower};
    bound_correction(pair.contacts, 1e-4, 1e-6, pair.cones);
    return pair.cones.targets(pair.contacts)[0];
  };
  CHECK(target(0.3) == 0.3);
  CHECK(target(-1e-7) == -1e-7);
  CHECK(target(-5e-5) == -1e-6);
  CHECK(target(-3e-4) == doctest::Approx(-2.01e-4));
  CHECK(target(-3e-4, -1) == doctest::Approx(-2.01e-4));
  CHECK(target(-3e-4, -infinity) == -3e-4);  // a bond is drawn to its length
}

TEST_CASE("where no overlap is too large the gaps themselves are the targets") {
  OnePair pair(-1e-7);
  bound_correction(pair.contacts, 1e-4, 1e-6, pair.cones);
  CHECK(pair.cones.target.empty());
  CHECK(pair.cones.targets(pair.contacts).data() == pair.contacts.gap.data());
}

TEST_CASE("what turns and what slides counts among the motion that rows take") {
  // Two discs side by side that do not approach each other; one turns, and rubs the other.
  Bodies bodies = test::empty(2);
  test::add(bodies, {});
  test::add(bodies, {{2, 0, 0}});
  Contacts contacts;
  contacts.dimension = 2;
  contacts.two_gaps = false;
  contacts.resize(1);
  contacts.first = {1};
  contacts.second = {0};
  contacts.normal = {1, 0};
  contacts.gap = {0};
  Cones cones;
  cones.friction = {0.5};
  const double h = 1e-4, at_rest[4] = {}, spin[2] = {0, 1}, centres_first[2] = {-1, 0}, centres_second[2] = {1, 0};
  Executor executor(1);
  const auto length = [&](const FreePoints& free) {
    return working_length(contacts, cones, {.bodies = bodies, .h = h, .tolerance = 1e-4}, free, 1, executor);
  };
  CHECK(length({at_rest}) < 1e-8);
  CHECK(length({at_rest, spin, centres_first, centres_second}) == doctest::Approx(0.5e-2));  // μ|u_t| = .5
  // A lever across the normal: the turn itself closes the gap.
  const double across_first[2] = {-1, 1};
  cones.friction = {0};
  CHECK(length({at_rest, spin, across_first, centres_second}) == doctest::Approx(1e-2));
  // An obstacle that goes along under a body at rest.
  contacts.second = {Contacts::second_of_surface(0)};
  const double slip[2] = {0, 2 * h}, no_spin[2] = {0, 0};
  cones.friction = {0.5};
  CHECK(length({at_rest, no_spin, centres_first, centres_second, slip}) == doctest::Approx(1e-2));
}
