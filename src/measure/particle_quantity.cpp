#include "measure/particle_quantity.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/did_you_mean.hpp"
#include "core/error.hpp"
#include "core/vec.hpp"
#include "measure/aggregates.hpp"

namespace floc {
namespace {

constexpr double touching_gap = 1e-3;  // of the smaller radius

constexpr std::array<QuantityInfo, 8> table{{
    {.quantity = Quantity::group, .name = "group", .help = "the group of the scene it belongs to", .category = true},
    {.quantity = Quantity::speed, .name = "speed", .unit = {"m/s", "m/s", "m/s"}, .help = "how fast it moves"},
    {.quantity = Quantity::pressure,
     .name = "pressure",
     .unit = {"N", "N/m", "Pa"},
     .help = "contact forces on it, whatever their direction, over its surface",
     .contacts = true},
    {.quantity = Quantity::gamma,
     .name = "gamma",
     .unit = {"N·s", "N·s", "N·s"},
     .help = "sum of γ, the adhesion that its gluey contacts have stored",
     .contacts = true},
    {.quantity = Quantity::aggregate,
     .name = "aggregate",
     .help = "the cluster of touching particles it belongs to",
     .category = true,
     .contacts = true},
    {.quantity = Quantity::coordination,
     .name = "coordination",
     .help = "number of contacts that touch it",
     .contacts = true},
    {.quantity = Quantity::spin,
     .name = "spin",
     .unit = {"rad/s", "rad/s", "rad/s"},
     .help = "how fast it turns; in the plane positive when counter-clockwise",
     .turning = true},
    {.quantity = Quantity::rotational_energy,
     .name = "rotational_energy",
     .unit = {"J", "J", "J"},
     .help = "the energy of its rotation",
     .turning = true},
}};

double surface_measure(double r, int dimension) {
  switch (dimension) {
    case 1: return 2;
    case 2: return 2 * std::numbers::pi * r;
    default: return 4 * std::numbers::pi * r * r;
  }
}

// Adds f(c) to both bodies of every contact c, in the order of the contacts.
template <class F>
std::vector<double> sum_over_contacts(const ParticleState& state, F&& f) {
  const ContactArrays& c = state.contacts;
  std::vector<double> sum(state.bodies.size(), 0.0);
  for (std::size_t k = 0; k < c.size(); ++k) {
    const double value = f(k);
    sum[static_cast<std::size_t>(c.first[k])] += value;
    if (c.second[k] >= 0) sum[static_cast<std::size_t>(c.second[k])] += value;
  }
  return sum;
}

// f(i) of every body where bodies turn, else zeros.
template <class F>
std::vector<double> of_turning(const Bodies& bodies, F&& f) {
  std::vector<double> values(bodies.size(), 0.0);
  for (std::size_t i = 0; bodies.turning && i < values.size(); ++i) values[i] = f(i);
  return values;
}

// The gap now: of two bodies from their places; of a body and an obstacle, which is not known here,
// from the gap at the beginning and the way of the body in the step.
double gap_now(const ParticleState& state, std::size_t k) {
  const Bodies& b = state.bodies;
  const ContactArrays& c = state.contacts;
  const auto i = static_cast<std::size_t>(c.first[k]);
  const int d = b.dimension;
  if (c.second[k] >= 0) {
    const auto j = static_cast<std::size_t>(c.second[k]);
    return norm(state.domain.nearest_image(embed(b.x(i), d) - embed(b.x(j), d))) - b.radius[i] - b.radius[j];
  }
  return c.gap[k] + state.h * dot(embed(c.normal.data() + k * static_cast<std::size_t>(d), d), embed(b.v(i), d));
}

std::vector<double> aggregate_of(const ParticleState& state) {
  const std::vector<char> touches = touching(state);
  PairList joined;
  for (std::size_t k = 0; k < touches.size(); ++k)
    if (touches[k] != 0 && state.contacts.second[k] >= 0) {
      joined.first.push_back(state.contacts.first[k]);
      joined.second.push_back(state.contacts.second[k]);
    }
  const Aggregates all = find_aggregates(state.bodies.size(), joined);
  return {all.of.begin(), all.of.end()};
}

}  // namespace

std::span<const QuantityInfo> quantities() { return table; }

const QuantityInfo& quantity_info(Quantity quantity) { return table[static_cast<std::size_t>(quantity)]; }

Quantity quantity_named(std::string_view name) {
  std::vector<std::string> names;
  for (const QuantityInfo& q : table) {
    if (q.name == name) return q.quantity;
    names.emplace_back(q.name);
  }
  throw Error(fmt::format("there is no quantity \"{}\" of particles{} (there are {})", name, did_you_mean(name, names),
                          fmt::join(names, ", ")));
}

std::vector<char> touching(const ParticleState& state) {
  const ContactArrays& c = state.contacts;
  const std::vector<double>& r = state.bodies.radius;
  std::vector<char> touches(c.size());
  for (std::size_t k = 0; k < c.size(); ++k) {
    const double ri = r[static_cast<std::size_t>(c.first[k])];
    const double small = c.second[k] < 0 ? ri : std::min(ri, r[static_cast<std::size_t>(c.second[k])]);
    touches[k] = c.impulse[k] != 0 || c.remembered(k) != 0 || gap_now(state, k) <= touching_gap * small;
  }
  return touches;
}

std::vector<double> particle_quantity(Quantity quantity, const ParticleState& state) {
  const Bodies& b = state.bodies;
  const ContactArrays& c = state.contacts;
  switch (quantity) {
    case Quantity::group: return {b.group.begin(), b.group.end()};
    case Quantity::speed: {
      std::vector<double> speed(b.size());
      for (std::size_t i = 0; i < b.size(); ++i) speed[i] = norm(embed(b.v(i), b.dimension));
      return speed;
    }
    case Quantity::pressure: {
      std::vector<double> pressure =
          sum_over_contacts(state, [&](std::size_t k) { return state.h > 0 ? std::abs(c.impulse[k]) / state.h : 0; });
      for (std::size_t i = 0; i < b.size(); ++i) pressure[i] /= surface_measure(b.radius[i], b.dimension);
      return pressure;
    }
    case Quantity::gamma: return sum_over_contacts(state, [&](std::size_t k) { return c.remembered(k); });
    case Quantity::aggregate: return aggregate_of(state);
    case Quantity::coordination: {
      const std::vector<char> touches = touching(state);
      return sum_over_contacts(state, [&](std::size_t k) { return touches[k] != 0 ? 1.0 : 0.0; });
    }
    case Quantity::spin:
      return of_turning(b,
                        [&](std::size_t i) { return b.dimension == 3 ? norm(Vec3::load(&b.spin[3 * i])) : b.spin[i]; });
    case Quantity::rotational_energy: return of_turning(b, [&](std::size_t i) { return energy_of_spin(b, i, b.spin); });
  }
  return {};
}

}  // namespace floc
