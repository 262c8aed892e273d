#include "core/bodies.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/quaternion.hpp"
#include "core/vec.hpp"

namespace floc {
namespace {

void add_turning(Bodies& b, double mass, double radius) {
  b.orientation.push_back(b.dimension == 3 ? 1 : 0);
  b.orientation.insert(b.orientation.end(), b.orientation_width() - 1, 0.0);
  b.spin.insert(b.spin.end(), b.spin_width(), 0.0);
  b.inertia.insert(b.inertia.end(), b.spin_width(), moment_of_inertia(b.dimension, mass, radius));
}

}  // namespace

void Bodies::add(const double* x, const double* v, double r, double m, std::int32_t g) {
  position.insert(position.end(), x, x + dimension);
  velocity.insert(velocity.end(), v, v + dimension);
  radius.push_back(r);
  mass.push_back(m);
  id.push_back(next_id++);
  group.push_back(g);
  if (turning) add_turning(*this, m, r);
  if (shaped) shape.push_back(0);
}

void Bodies::take_shape(const Bodies& others, std::size_t i) {
  const std::size_t last = size() - 1, turns = orientation_width(), spins = spin_width();
  shape[last] = others.shape[i];
  std::copy_n(others.orientation.data() + i * turns, turns, orientation.data() + last * turns);
  std::copy_n(others.inertia.data() + i * spins, spins, inertia.data() + last * spins);
}

void Bodies::let_turn() {
  turning = true;
  orientation.clear();
  spin.clear();
  inertia.clear();
  for (std::size_t i = 0; i < size(); ++i) add_turning(*this, mass[i], radius[i]);
}

void Bodies::reserve(std::size_t n) {
  for_arrays([&](const ArrayInfo& a, auto& values) { values.reserve(n * a.width); }, *this);
}

std::optional<std::size_t> Bodies::find(std::int64_t wanted) const {
  if (wanted < 0) return {};
  const auto k = static_cast<std::size_t>(wanted);
  if (k < id.size() && id[k] == wanted) return k;  // nobody has left
  const auto at = std::lower_bound(id.begin(), id.end(), wanted);
  if (at == id.end() || *at != wanted) return {};
  return static_cast<std::size_t>(at - id.begin());
}

void Bodies::truncate(std::size_t n) {
  next_id -= static_cast<std::int64_t>(size() - n);
  for_arrays([&](const ArrayInfo& a, auto& values) { values.resize(n * a.width); }, *this);
}

void Bodies::keep(std::span<const char> stays) {
  for_arrays([&](const ArrayInfo& a, auto& values) {
    std::size_t n = 0;
    for (std::size_t i = 0; i < stays.size(); ++i)
      for (std::size_t k = 0; stays[i] && k < a.width; ++k) values[n++] = values[i * a.width + k];
    values.resize(n);
  }, *this);
}

void Bodies::reorder(std::span<const std::int32_t> order) {
  std::vector<std::int64_t> ids = id;
  for_arrays([&](const ArrayInfo& a, auto& values) {
    const auto from = values;
    for (std::size_t i = 0; i < order.size(); ++i)
      std::copy_n(from.data() + static_cast<std::size_t>(order[i]) * a.width, a.width, values.data() + i * a.width);
  }, *this);
  id = std::move(ids);
}

double mean_radius(const Bodies& bodies) {
  if (bodies.size() == 0) return 0;
  std::vector<double> sorted = bodies.radius;  // the same bits in any order of the bodies
  std::sort(sorted.begin(), sorted.end());
  return std::accumulate(sorted.begin(), sorted.end(), 0.0) / static_cast<double>(bodies.size());
}

double largest_radius(const Bodies& bodies) {
  return bodies.size() == 0 ? 0 : *std::max_element(bodies.radius.begin(), bodies.radius.end());
}

double energy_of_spin(const Bodies& b, std::size_t i, std::span<const double> spin) {
  if (b.dimension != 3) return 0.5 * b.inertia[i] * spin[i] * spin[i];
  const Vec3 own = to_body(Quaternion::load(&b.orientation[4 * i]), Vec3::load(&spin[3 * i]));
  return 0.5 * dot(own, {{b.inertia[3 * i] * own[0], b.inertia[3 * i + 1] * own[1], b.inertia[3 * i + 2] * own[2]}});
}

double spin_energy(const Bodies& bodies, std::span<const double> spin) {
  double energy = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) energy += energy_of_spin(bodies, i, spin);
  return energy;
}

double moment_of_inertia(int dimension, double mass, double radius) {
  return (dimension == 3 ? 0.4 : 0.5) * mass * radius * radius;
}

MotionSums sum_motion(const Bodies& bodies, std::span<const double> velocity, std::span<const double> spin) {
  return with_dimension(bodies.dimension, [&]<int D>() {
    double energy = 0, fastest = 0;
    Vec<D> momentum;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const Vec<D> v = Vec<D>::load(velocity.data() + i * D);
      const double square = dot(v, v);
      energy += 0.5 * bodies.mass[i] * square;
      momentum += bodies.mass[i] * v;
      fastest = std::max(fastest, square);
    }
    if (!spin.empty()) energy += spin_energy(bodies, spin);
    return MotionSums{energy, embed(momentum.c.data(), D).c, std::sqrt(fastest)};
  });
}

double kinetic_energy(const Bodies& bodies) { return sum_motion(bodies, bodies.velocity, bodies.spin).energy; }
void momentum(const Bodies& bodies, double* p) {
  std::copy_n(sum_motion(bodies, bodies.velocity).momentum.begin(), bodies.dimension, p);
}

void turn(Bodies& bodies, std::span<const double> spin, double h) {
  if (bodies.dimension != 3) {
    for (std::size_t i = 0; i < bodies.size(); ++i) bodies.orientation[i] += h * spin[i];
    return;
  }
  for (std::size_t i = 0; i < bodies.size(); ++i)
    turned(Quaternion::load(&bodies.orientation[4 * i]), h * Vec3::load(&spin[3 * i])).store(&bodies.orientation[4 * i]);
}

}  // namespace floc
