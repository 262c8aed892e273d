#include "core/bodies.hpp"

#include <algorithm>

namespace floc {

void Bodies::add(const double* x, const double* v, double r, double m, std::int32_t g) {
  position.insert(position.end(), x, x + dimension);
  velocity.insert(velocity.end(), v, v + dimension);
  radius.push_back(r);
  mass.push_back(m);
  id.push_back(id.empty() ? 0 : id.back() + 1);
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

double mean_radius(const Bodies& bodies) {
  if (bodies.size() == 0) return 0;
  double s = 0;
  for (double r : bodies.radius) s += r;
  return s / static_cast<double>(bodies.size());
}

double largest_radius(const Bodies& bodies) {
  return bodies.size() == 0 ? 0 : *std::max_element(bodies.radius.begin(), bodies.radius.end());
}

double kinetic_energy(const Bodies& bodies) {
  double e = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    double v2 = 0;
    for (int k = 0; k < bodies.dimension; ++k) v2 += bodies.v(i)[k] * bodies.v(i)[k];
    e += 0.5 * bodies.mass[i] * v2;
  }
  return e;
}

void momentum(const Bodies& bodies, double* p) {
  std::fill(p, p + bodies.dimension, 0.0);
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (int k = 0; k < bodies.dimension; ++k) p[k] += bodies.mass[i] * bodies.v(i)[k];
}

}  // namespace floc
