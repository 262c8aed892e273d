#include "core/bodies.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

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
