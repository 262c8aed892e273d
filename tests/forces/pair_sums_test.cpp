#include "forces/pair_sums.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "forces/attraction.hpp"
#include "forces_fixture.hpp"
#include "support/simd_targets.hpp"

using namespace floc;
using namespace floc::test;

namespace {

constexpr double epsilon = 0.3, reach = 6 * epsilon;

// Bodies in a box that is periodic along two axes, with neighbours listed to `skin` beyond the reach of the force.
struct PeriodicPlace {
  PeriodicPlace(Bodies& of, double skin, int threads = 1) : bodies(of), executor(threads), neighbours(0, skin, reach) {
    domain.period = {10, bodies.dimension > 1 ? 9.0 : 0.0, 0};
    neighbours.update(bodies, domain, obstacles, executor);
  }
  Surroundings at(PairSums* sums) {
    return {{bodies, domain, obstacles, neighbours, executor}, 0, 1, 1, 1e-6, 1, 0, false, nullptr, sums};
  }
  Bodies& bodies;
  Domain domain;
  Obstacles obstacles;
  Executor executor;
  Neighbours neighbours;
};

struct Answer {
  std::vector<double> free;
  double energy;
  bool operator==(const Answer&) const = default;
};

Answer ask(const Force& force, const Surroundings& around) {
  std::vector<double> free(around.bodies.position.size(), 0.0);
  force.add(around, {free});
  return {free, force.energy(around)};
}

// Every pair by itself.
Answer one_by_one(const PeriodicPlace& place) {
  const Bodies& b = place.bodies;
  Answer answer{std::vector<double>(b.position.size(), 0.0), 0};
  with_dimension(b.dimension, [&]<int D>() {
    for (std::size_t i = 0; i < b.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const Vec<D> d = place.domain.nearest_image(Vec<D>::load(b.x(i)) - Vec<D>::load(b.x(j)));
        const double gap = norm(d) - b.radius[i] - b.radius[j], c = std::cosh(gap / epsilon);
        if (gap >= reach) continue;
        answer.energy += std::tanh(gap / epsilon) - std::tanh(reach / epsilon);
        for (int k = 0; k < D; ++k) {
          const double pull = d[k] / norm(d) / (epsilon * c * c);
          answer.free[i * D + static_cast<std::size_t>(k)] -= pull / b.mass[i];
          answer.free[j * D + static_cast<std::size_t>(k)] += pull / b.mass[j];
        }
      }
  });
  return answer;
}

const auto force = attraction({.kappa = 1, .epsilon = epsilon});

}  // namespace

TEST_CASE("pairs eight at a time are the pairs one by one, across periodic faces too") {
  for (int dimension = 1; dimension <= 3; ++dimension) {
    Bodies bodies = random_bodies(dimension == 1 ? 30 : 150, dimension);
    PeriodicPlace place(bodies, 0);
    const Answer sums = ask(*force, place.at(nullptr)), expected = one_by_one(place);
    for (std::size_t q = 0; q < sums.free.size(); ++q)
      CHECK(sums.free[q] == doctest::Approx(expected.free[q]).epsilon(1e-11));
    CHECK(sums.energy == doctest::Approx(expected.energy).epsilon(1e-12));
  }
}

TEST_CASE("sums have the same bits whatever else is listed, for any number of threads and with all instructions") {
  Bodies bodies = random_bodies(700, 3);
  PeriodicPlace exact(bodies, 0);
  const Answer answer = ask(*force, exact.at(nullptr));
  for (const int threads : thread_counts) {
    PeriodicPlace more(bodies, 0.7, threads);
    CHECK(more.neighbours.bodies_around(0).size() > exact.neighbours.bodies_around(0).size());
    CHECK(ask(*force, more.at(nullptr)) == answer);
  }
  for_simd_targets([&] { CHECK(ask(*force, exact.at(nullptr)) == answer); });
}

TEST_CASE("sums are kept for the positions they belong to, and made anew when a body has moved, grown or come") {
  Bodies bodies = random_bodies(200, 2);
  PairSums sums;
  const auto check = [&] {
    PeriodicPlace place(bodies, 0.1);
    const Answer anew = ask(*force, place.at(nullptr));
    CHECK(ask(*force, place.at(&sums)) == anew);
    CHECK(ask(*force, place.at(&sums)) == anew);
  };
  check();
  bodies.position[7] += 1e-9;
  check();
  bodies.radius[20] *= 1.01;
  check();
  const double x[2]{1, 1}, v[2]{};
  bodies.add(x, v, 0.5, 1, 0);
  check();
}

TEST_CASE("coincident centres attract each other in no direction, with the energy of their overlap") {
  Bodies bodies;
  bodies.dimension = 2;
  const double x[2]{0.5, 0.5}, v[2]{};
  for (int k = 0; k < 2; ++k) bodies.add(x, v, 0.2, 1, 0);
  PeriodicPlace place(bodies, 0);
  const Answer answer = ask(*force, place.at(nullptr));
  for (const double u : answer.free) CHECK(u == 0);
  CHECK(answer.energy == doctest::Approx(std::tanh(-0.4 / epsilon) - std::tanh(reach / epsilon)));
}
