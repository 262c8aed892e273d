#include "measure/contact_values.hpp"

#include <cmath>

#include "measure/frames.hpp"

using namespace floc;
using namespace floc::test;

namespace {

// Contacts every 15 degrees, with λ and γ from their number.
Instant fan() {
  Instant now{empty(2)};
  for (int k = 0; k < 13; ++k) add(now.bodies, {{3.0 * k, 0, 0}});
  for (int k = 0; k < 12; ++k) {
    const double a = (k + 0.5) * std::acos(-1.0) / 12 + (k % 2) * std::acos(-1.0);  // and its opposite: the same line
    now.touch(k + 1, k, {{std::cos(a), std::sin(a), 0}}, k + 1, -0.5 * k);
  }
  return now;
}

}  // namespace

TEST_CASE("forces are λ, not impulses; contacts without any are left out; the mean is exact") {
  Instant now = fan();
  now.touch(12, -1, {{0, 1, 0}}, 0, 0);
  MeasureSettings s = settings(2);
  s.bins = 11;
  const auto forces = MeasureForces{}.make(s), gamma = MeasureGamma{}.make(s);
  const Lines lines = forces->take(now.frame());
  CHECK(column(*forces, lines, "number") == std::vector<double>{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2});
  CHECK(column(*forces, lines, "low")[0] == 1);
  CHECK(column(*forces, lines, "high")[10] == 12);
  CHECK(column(*forces, lines, "mean")[0] == doctest::Approx(6.5));
  CHECK(column(*forces, lines, "density")[0] == doctest::Approx(1.0 / 12));
  double total = 0;
  for (const double n : column(*gamma, gamma->take(now.frame()), "number")) total += n;
  CHECK(total == 11);  // the first has γ = 0
}

TEST_CASE("angles of lines in the plane: evenly spread contacts have the density 1 in every bin") {
  const Instant now = fan();
  MeasureSettings s = settings(2);
  s.bins = 12;
  const auto m = MeasureAngles{}.make(s);
  const Lines lines = m->take(now.frame());
  for (std::size_t k = 0; k < 12; ++k) {
    CHECK(column(*m, lines, "density")[k] == doctest::Approx(1));
    CHECK(column(*m, lines, "force")[k] == doctest::Approx(static_cast<double>(k) + 1));
    CHECK(column(*m, lines, "gamma")[k] == doctest::Approx(-0.5 * static_cast<double>(k)));
  }
}

TEST_CASE("angles in space: directions drawn evenly over the sphere have the density 1 within their noise") {
  Instant now{empty(3)};
  add(now.bodies, {});
  const int n = 20000;
  for (std::uint64_t k = 0; k < n; ++k) {
    Vec3 e{{normal({1, k, 0, 0}), normal({1, k, 0, 1}), normal({1, k, 0, 2})}};
    now.touch(0, -1, (1 / norm(e)) * e, 1);
  }
  MeasureSettings s = settings(3);
  s.bins = 6;
  s.axis = 2;
  const auto m = MeasureAngles{}.make(s);
  const Lines lines = m->take(now.frame());
  const std::vector<double> density = column(*m, lines, "density"), number = column(*m, lines, "number");
  for (std::size_t k = 0; k < 6; ++k) CHECK(std::abs(density[k] - 1) < 4 * density[k] / std::sqrt(number[k]));
}

TEST_CASE("friction and what of it is mobilised: |t| where there is some, |t|/λ of every contact that pushes") {
  Instant now{empty(2)};
  for (int k = 0; k < 5; ++k) add(now.bodies, {{2.0 * k, 0, 0}});
  now.rub(1, 0, {{1, 0, 0}}, 8, {{0, -4, 0}});
  now.rub(2, 1, {{1, 0, 0}}, 4, {});
  now.rub(3, 2, {{1, 0, 0}}, 0, {});
  now.rub(4, 3, {{1, 0, 0}}, 10, {{0, 2, 0}});
  MeasureSettings s = settings(2);
  s.bins = 2;
  const auto friction = MeasureFriction{}.make(s), mobilised = MeasureMobilised{}.make(s);
  CHECK(column(*friction, friction->take(now.frame()), "number") == std::vector<double>{1, 1});
  CHECK(column(*friction, friction->take(now.frame()), "mean")[0] == doctest::Approx(3));
  const Lines lines = mobilised->take(now.frame());
  CHECK(column(*mobilised, lines, "number") == std::vector<double>{2, 1});
  CHECK(column(*mobilised, lines, "low")[0] == 0);
  CHECK(column(*mobilised, lines, "high")[1] == doctest::Approx(0.5));
  now.tangential.clear();
  CHECK(friction->take(now.frame()).empty());
  CHECK(mobilised->take(now.frame()).empty());
}
