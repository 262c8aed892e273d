#include "fluid/markers.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/random.hpp"
#include "fluid/swirl.hpp"

using namespace floc;
using namespace floc::testing;

namespace {

std::vector<double> any_numbers(std::size_t count, std::uint32_t which) {
  std::vector<double> v(count);
  for (std::size_t k = 0; k < count; ++k) v[k] = normal({3, k, 0, which});
  return v;
}

double product(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

// Two bodies, one of them across a face of the box.
struct Pair {
  Executor executor{2};
  FlowSolver flow;
  Markers markers;

  explicit Pair(int dimension) : flow(periodic_box(dimension, 32, 4)), markers(flow) {
    const bool same = markers.place(
        std::vector{round_body(flow, {{1, 1.3, 1.1}}, 0.6), round_body(flow, {{3.9, 2.9, 2}}, 0.7)}, executor);
    CHECK(!same);
  }
  Velocity zero() {
    return flow.begin([](const Vec3&) { return Vec3{}; }, executor).velocity;
  }
};

}  // namespace

TEST_CASE("the velocity at markers is that of the grid where it is uniform, to rounding, and close where it is not") {
  for (const int dimension : {2, 3}) {
    Pair pair(dimension);
    const Velocity even = pair.flow.begin([](const Vec3&) { return Vec3{{2, -1, 0.5}}; }, pair.executor).velocity;
    std::vector<double> v(pair.markers.numbers());
    pair.markers.interpolate(even, v, pair.executor);
    const double wanted[]{2, -1, 0.5};
    for (std::size_t k = 0; k < v.size(); ++k)
      CHECK(v[k] == doctest::Approx(wanted[k / pair.markers.size()]).epsilon(1e-12));
  }
}

TEST_CASE("to spread is the transpose of to interpolate, and J Jᵀ is one after the other") {
  for (const int dimension : {2, 3}) {
    Pair pair(dimension);
    const Velocity star = swirl(pair.flow, pair.executor);
    const std::vector<double> a = any_numbers(pair.markers.numbers(), 0), b = any_numbers(pair.markers.numbers(), 1);
    std::vector<double> seen(a.size()), both(a.size()), product_of(a.size());
    pair.markers.interpolate(star, seen, pair.executor);
    Velocity spread = pair.zero();
    pair.markers.spread(a, spread, 0.5);
    double on_grid = 0;
    for (std::size_t c = 0; c < static_cast<std::size_t>(dimension); ++c) {
      const FieldBox& box = pair.flow.box(static_cast<int>(c));
      for (int k = box.begin[2]; k < box.end[2]; ++k)
        for (int j = box.begin[1]; j < box.end[1]; ++j)
          for (int i = box.begin[0]; i < box.end[0]; ++i) {
            const std::size_t at = pair.flow.layout().at(i, j, k);
            on_grid += spread[c][at] * star[c][at];
          }
    }
    CHECK(on_grid == doctest::Approx(0.5 * product(a, seen)).epsilon(1e-12));

    spread = pair.zero();
    pair.markers.spread(a, spread);
    // What is beyond a periodic side is what is on the other.
    pair.markers.interpolate(spread, both, pair.executor);
    pair.markers.multiply(a, product_of, pair.executor);
    for (std::size_t k = 0; k < a.size(); ++k) CHECK(both[k] == doctest::Approx(product_of[k]).epsilon(1e-10));
    pair.markers.multiply(b, both, pair.executor);
    CHECK(product(a, both) == doctest::Approx(product(b, product_of)).epsilon(1e-12));
    pair.markers.clear(spread);
    for (const auto& field : spread)
      for (const double value : field) CHECK(value == 0);
  }
}

TEST_CASE("forces and torques of markers are the transpose of the bodies' motion, and KᵀK is made of their arms") {
  for (const int dimension : {2, 3}) {
    Pair pair(dimension);
    const std::vector<RigidMotion> motion{{{{0.3, -1, dimension == 3 ? 0.4 : 0}}, {{0, 0, 2}}},
                                          {{{0, 0.5, 0}}, {{0, 0, -1}}}};
    const std::vector<double> a = any_numbers(pair.markers.numbers(), 2);
    std::vector<double> v(a.size());
    pair.markers.to_markers(motion, v);
    double power = 0;
    for (std::size_t b = 0; b < 2; ++b) {
      const RigidMotion force = pair.markers.from_markers(a, b);
      power += dot(force.velocity, motion[b].velocity) + dot(force.spin, motion[b].spin);
    }
    CHECK(product(a, v) == doctest::Approx(power).epsilon(1e-12));

    for (std::size_t b = 0; b < 2; ++b) {
      const Markers::Arms arms = pair.markers.arms(b);
      const RigidMotion gram = pair.markers.from_markers(v, b);
      const Vec3 wanted = arms.count * motion[b].velocity + cross(motion[b].spin, arms.sum);
      for (int k = 0; k < dimension; ++k) CHECK(gram.velocity[k] == doctest::Approx(wanted[k]).epsilon(1e-10));
      const double turn = (arms.second[0] + arms.second[1]) * motion[b].spin[2] + arms.sum[0] * motion[b].velocity[1] -
                          arms.sum[1] * motion[b].velocity[0];
      CHECK(gram.spin[2] == doctest::Approx(turn).epsilon(1e-10));
    }
  }
}

TEST_CASE("markers of the same shapes stay, wherever the bodies go") {
  Pair pair(2);
  std::vector<ImmersedBody> bodies(pair.markers.bodies().begin(), pair.markers.bodies().end());
  bodies[0].pose.position = {{2, 2, 0}};
  CHECK(pair.markers.place(bodies, pair.executor));
  bodies.pop_back();
  CHECK(!pair.markers.place(bodies, pair.executor));
  CHECK(pair.markers.bodies().size() == 1);
}
