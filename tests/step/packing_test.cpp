#include "step/packing.hpp"

#include <doctest/doctest.h>

#include "support/setups.hpp"

using namespace floc;

namespace {

PackingReport packed(int dimension, std::size_t n, double fraction, bool periodic, Bodies& bodies, Domain& domain,
                     double spread = 0.2) {
  bodies = test::empty(dimension);
  double volume = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double r = 1 + spread * std::sin(12.9898 * static_cast<double>(i));
    volume += dimension == 1 ? 2 * r : dimension == 2 ? M_PI * r * r : 4 * M_PI / 3 * r * r * r;
    test::add(bodies, {}, {}, r);
  }
  const double side = std::pow(volume / fraction, 1.0 / dimension);
  domain = {};
  if (periodic)
    for (int k = 0; k < dimension; ++k) domain.period[static_cast<std::size_t>(k)] = side;
  Executor executor(2);
  return pack(bodies, {}, {{side, side, side}}, domain, {}, 17, 1e-6, executor);
}

}  // namespace

TEST_CASE("dense random packings are had: 0.80 of the area and 0.60 of the volume") {
#ifdef FLOC_SANITIZED
  const std::tuple<int, int, double> cases[] = {{1, 300, 0.95}, {2, 200, 0.75}, {3, 200, 0.45}};
#else
  const std::tuple<int, int, double> cases[] = {{1, 300, 0.95}, {2, 500, 0.80}, {3, 500, 0.60}};
#endif
  Bodies bodies;
  Domain domain;
  for (const bool periodic : {false, true}) {
    CAPTURE(periodic);
    for (const auto& [dimension, n, fraction] : cases) {
      CAPTURE(dimension);
      // Walls take their share: the layer along them is less dense, and the box is eight grains wide.
      const double had = periodic || dimension < 3 ? fraction : fraction - 0.05;
      const PackingReport report = packed(dimension, static_cast<std::size_t>(n), had, periodic, bodies, domain);
      CAPTURE(report.reached);
      CHECK(report.done);
      CHECK(report.fraction == doctest::Approx(had));
      CHECK(test::worst_overlap(bodies, domain, {}) <= 1e-6);
    }
  }
}

TEST_CASE("a packing that cannot be had is told with the fraction reached") {
  Bodies bodies;
  Domain domain;
  const PackingReport report = packed(2, 60, 0.93, false, bodies, domain);
  CHECK_FALSE(report.done);
  CHECK(report.reached > 0.6);
  CHECK(report.reached < 0.93);
  CHECK_FALSE(packed(2, 20, 1.2, false, bodies, domain).done);
}

TEST_CASE("overlaps are found, deepest first, with bodies and surfaces, and repaired by the least motion") {
  Bodies bodies = test::empty(2);
  test::add(bodies, {{0, 1, 0}});
  test::add(bodies, {{1.5, 1, 0}});
  test::add(bodies, {{8, 0.9, 0}});
  Obstacles obstacles({test::obstacle({half_space({}, {{0, 1, 0}})})});
  obstacles.place(0, 0);
  const auto overlaps = find_overlaps(bodies, {}, obstacles, 1e-9);
  REQUIRE(overlaps.size() == 2);
  CHECK(overlaps[0].first == 1);
  CHECK(overlaps[0].second == 0);
  CHECK(overlaps[0].depth == doctest::Approx(0.5));
  CHECK(overlaps[1].second == -1);
  CHECK(overlaps[1].depth == doctest::Approx(0.1));
  Executor executor(1);
  REQUIRE(repair_overlaps(bodies, {}, obstacles, 1e-6, executor));
  CHECK(find_overlaps(bodies, {}, obstacles, 1e-6).empty());
  CHECK(bodies.x(0)[0] == doctest::Approx(-0.25).epsilon(1e-4));
  CHECK(bodies.x(1)[0] == doctest::Approx(1.75).epsilon(1e-4));
  CHECK(bodies.x(2)[1] == doctest::Approx(1).epsilon(1e-4));
}
