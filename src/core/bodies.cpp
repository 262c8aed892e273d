#include "core/bodies.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/vec.hpp"

namespace floc {

void Bodies::add(const double* x, const double* v, double r, double m, std::int32_t g) {
  position.insert(position.end(), x, x + dimension);
  velocity.insert(velocity.end(), v, v + dimension);
  radius.push_back(r);
  mass.push_back(m);
  id.push_back(next_id++);
  group.push_back(g);
}

void Bodies::reserve(std::size_t n) {
  position.reserve(n * static_cast<std::size_t>(dimension));
  velocity.reserve(n * static_cast<std::size_t>(dimension));
  radius.reserve(n);
  mass.reserve(n);
  id.reserve(n);
  group.reserve(n);
}

std::optional<std::size_t> Bodies::find(std::int64_t name) const {
  if (name < 0) return {};
  const auto k = static_cast<std::size_t>(name);
  if (k < id.size() && id[k] == name) return k;  // nobody has left
  const auto at = std::lower_bound(id.begin(), id.end(), name);
  if (at == id.end() || *at != name) return {};
  return static_cast<std::size_t>(at - id.begin());
}

void Bodies::take_back(std::size_t count) {
  const std::size_t n = size() - count, d = static_cast<std::size_t>(dimension);
  for (auto* values : {&position, &velocity}) values->resize(n * d);
  for (auto* values : {&radius, &mass}) values->resize(n);
  id.resize(n);
  group.resize(n);
  next_id -= static_cast<std::int64_t>(count);
}

void Bodies::keep(std::span<const char> stays) {
  const auto pick = [&](auto& values, std::size_t width) {
    std::size_t n = 0;
    for (std::size_t i = 0; i < stays.size(); ++i)
      for (std::size_t k = 0; stays[i] && k < width; ++k) values[n++] = values[i * width + k];
    values.resize(n);
  };
  const auto d = static_cast<std::size_t>(dimension);
  pick(position, d);
  pick(velocity, d);
  pick(radius, 1);
  pick(mass, 1);
  pick(id, 1);
  pick(group, 1);
}

void Bodies::reorder(std::span<const std::int32_t> order) {
  const auto take = [&](auto& values, std::size_t width) {
    const auto from = values;
    for (std::size_t i = 0; i < order.size(); ++i)
      std::copy_n(from.data() + static_cast<std::size_t>(order[i]) * width, width, values.data() + i * width);
  };
  const auto d = static_cast<std::size_t>(dimension);
  take(position, d);
  take(velocity, d);
  take(radius, 1);
  take(mass, 1);
  take(group, 1);
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

MotionSums sum_motion(const Bodies& bodies, std::span<const double> velocity) {
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
    return MotionSums{energy, embed(momentum.c.data(), D).c, std::sqrt(fastest)};
  });
}

double kinetic_energy(const Bodies& bodies) { return sum_motion(bodies, bodies.velocity).energy; }
void momentum(const Bodies& bodies, double* p) {
  std::copy_n(sum_motion(bodies, bodies.velocity).momentum.begin(), bodies.dimension, p);
}

}  // namespace floc
