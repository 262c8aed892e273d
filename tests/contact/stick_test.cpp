#include "contact/stick.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "support/clusters.hpp"

using namespace floc;

namespace {

// Rows of a hexagon of seven with given gaps, all stuck.
struct Hexagon {
  explicit Hexagon(double gap) {
    Setup setup = test::cluster(2, test::hexagonal(1));
    setup.h = 0.1;
    setup.law = stick();
    const Simulation simulation = test::held(std::move(setup), 1);
    bodies = simulation.bodies();
    contacts = simulation.contacts();
    std::fill(contacts.gap.begin(), contacts.gap.end(), gap);
    contacts.begin_gap = contacts.gap;
  }
  std::vector<double> shifted() {
    stick()->cones(contacts, step, cones);
    return cones.target;
  }

  Bodies bodies;
  Contacts contacts;
  std::vector<double> inverse_mass = std::vector<double>(7, 1.0);
  Cones cones;
  ContactWork work;
  ContactStep step{.bodies = bodies, .h = 0.1, .tolerance = 1e-4, .inverse_mass = inverse_mass, .work = &work};
};

}  // namespace

TEST_CASE("a stuck contact is an equality, and a small gap is left as it is") {
  Hexagon h(2e-5);
  for (const double gap : h.shifted()) CHECK(gap == 0);
  for (const double lower : h.cones.lower) CHECK(lower == -std::numeric_limits<double>::infinity());
  h.contacts.memory[3] = 0;
  h.contacts.gap[3] = 0.7;
  CHECK(h.shifted()[3] == 0.7);
  CHECK(h.cones.lower[3] == 0);
}

TEST_CASE("gaps that an arrangement can have are closed to the edge of what is left alone") {
  Hexagon h(1e-3);  // a hexagon that has grown: shrinking it closes them all
  for (const double gap : h.shifted()) CHECK(gap == doctest::Approx(1e-3 - 0.5e-4));
}

TEST_CASE("gaps that contradict each other are replaced by ones that do not, and that let nothing overlap") {
  // Only the spokes have gaps: no motion closes them without pressing the rim together. The self-stress of the hexagon
  // is +1 on the rim and −1 on the spokes: what is left is orthogonal to it. The nearest would be half of each gap.
  Hexagon h(0);
  std::vector<double> stress(12);
  for (std::size_t c = 0; c < 12; ++c) {
    const Vec3 a = embed(h.bodies.x(static_cast<std::size_t>(h.contacts.first[c])), 2);
    const Vec3 b = embed(h.bodies.x(static_cast<std::size_t>(h.contacts.second[c])), 2);
    const bool spoke = norm(a) < 0.1 || norm(b) < 0.1;
    stress[c] = spoke ? -1 : 1;
    if (spoke) h.contacts.gap[c] = h.contacts.begin_gap[c] = 1e-2;
  }
  const std::vector<double> gaps = h.shifted();
  double along = 0;
  for (std::size_t c = 0; c < 12; ++c) along += stress[c] * gaps[c];
  CHECK(std::abs(along) < 1e-12);
  for (std::size_t c = 0; c < 12; ++c) CHECK(gaps[c] == doctest::Approx(0.7e-4));
}

TEST_CASE("what comes within half the tolerance sticks, and stays stuck") {
  Hexagon h(0);
  std::fill(h.contacts.memory.begin(), h.contacts.memory.end(), 0.0);
  h.contacts.memory[0] = 1;
  for (std::size_t c = 0; c < 12; ++c) h.contacts.gap[c] = c % 2 == 0 ? 1 : 1e-5;
  struct None final : VelocityProjection {
    bool operator()(std::span<const double>, std::span<double>) override { return false; }
  } none;
  const std::vector<double> moved(14, 0.0);
  std::vector<double> kept = moved;
  CHECK(stick()->finish(h.contacts, h.cones, h.step, moved, moved, kept, none));
  CHECK(kept == moved);
  for (std::size_t c = 0; c < 12; ++c) CHECK(h.contacts.memory[c] == (c % 2 == 1 || c == 0 ? 1 : 0));
}
