#include "contact/stuck_gaps.hpp"

#include <doctest/doctest.h>

#include "support/setups.hpp"

using namespace floc;

namespace {

// Discs of radius 1 on a line, with a gap after each; the contacts in `stuck` remember.
struct Discs {
  Discs(const std::vector<double>& gaps, const std::vector<double>& stuck) {
    bodies = test::empty(2);
    double x = 0;
    test::add(bodies, {{x, 0, 0}});
    contacts.dimension = 2;
    contacts.remembering = true;
    contacts.resize(gaps.size());
    for (std::size_t c = 0; c < gaps.size(); ++c) {
      test::add(bodies, {{x += 2 + gaps[c], 0, 0}});
      contacts.first[c] = static_cast<std::int32_t>(c + 1);
      contacts.second[c] = static_cast<std::int32_t>(c);
      contacts.normal[2 * c] = 1;
      contacts.normal[2 * c + 1] = 0;
      contacts.gap[c] = contacts.begin_gap[c] = gaps[c];
      contacts.memory[c] = stuck[c];
    }
    inverse_mass.assign(bodies.size(), 1.0);
  }
  std::vector<double> reconciled() {
    std::vector<double> gap = contacts.gap;
    const ContactStep step{.bodies = bodies, .h = 0.1, .tolerance = 1e-4, .inverse_mass = inverse_mass, .work = &work};
    reconcile_stuck_gaps(contacts, step, {0.5, 0.5}, 0.6, gap);
    return gap;
  }

  Bodies bodies;
  Contacts contacts;
  std::vector<double> inverse_mass;
  ContactWork work;
};

}  // namespace

TEST_CASE("a stuck gap closes all at once where there is room, and others keep theirs") {
  const std::vector<double> gap = Discs({0.2, 1}, {1, 0}).reconciled();
  CHECK(gap[0] == doctest::Approx(0.2 - 0.5e-4));
  CHECK(gap[1] == 1);
}

TEST_CASE("two clusters with a gap between them share its room, whichever of them moves") {
  Discs two({0.4, 0.1, 0.4}, {1, 0, 1});
  two.contacts.normal[2] = -1;  // as if the others were to the other side: the inner discs run into each other
  const std::vector<double> gap = two.reconciled();
  for (const std::size_t c : {0, 2}) CHECK(gap[c] == doctest::Approx(0.1));  // each takes half of it, by half of its motion
}

TEST_CASE("a cluster that has no room to close its gap leaves it as it is, and corrects its overlaps all the same") {
  // Disc 2 is stuck to disc 1, which would follow it into disc 0.
  Discs line({0, 0.2}, {0, 1});
  line.contacts.normal[0] = -1;  // 0 is on the other side of 1: closing the stuck gap runs into it
  CHECK(line.reconciled()[1] == 0);
  line.contacts.gap[0] = line.contacts.begin_gap[0] = 0.025;
  CHECK(line.reconciled()[1] == doctest::Approx(0.25 * (0.2 - 0.5e-4)).epsilon(1e-2));
  line.contacts.gap[1] = line.contacts.begin_gap[1] = -1e-4;
  CHECK(line.reconciled()[1] == doctest::Approx(-0.5e-4));
}
