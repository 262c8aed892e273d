// The dyadic force of GRAN 22–24: one initial state, one force, several motions (tests/support/dyadic.hpp
// says which). The scheme finds two of them, by the parity of the time step.
#include "support/dyadic.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "contact/gluey.hpp"
#include "scene/build.hpp"
#include "support/gas.hpp"
#include "support/setups.hpp"

using namespace floc;
using namespace floc::test;

namespace {

constexpr double end = 4;

// q and u after every step of h.
struct Path {
  double h = 0;
  std::vector<double> q, u;
  double time(std::size_t k) const { return static_cast<double>(k) * h; }
};

Path run(Setup setup) {
  Path path{setup.h, {0.0}, {0.0}};
  Simulation simulation(std::move(setup), 1);
  const double r = simulation.bodies().radius[0];
  while (simulation.time() < end) {
    REQUIRE(simulation.advance().converged);
    path.q.push_back(simulation.bodies().position[0] - r);
    path.u.push_back(simulation.bodies().velocity[0]);
  }
  return path;
}

Path run(int n, bool averaged, std::shared_ptr<const ContactLaw> law = nullptr) {
  Setup setup;
  setup.law = std::move(law);
  setup.bodies = empty(1);
  constexpr double r = 1e-3;
  add(setup.bodies, {{r, 0, 0}}, {}, r);
  setup.obstacles = Obstacles({obstacle({half_space({}, {{1, 0, 0}})})});
  setup.forces = {std::make_shared<DyadicForce>(Dyadic{}, averaged)};
  setup.h = std::exp2(-n);
  setup.tolerance = 1e-9;
  return run(std::move(setup));
}

double distance(const Path& path, const Flight& exact) {
  double worst = 0;
  for (std::size_t k = 1; k < path.q.size(); ++k)
    worst = std::max(worst, std::abs(path.q[k] - exact.position(path.time(k))));
  return worst;
}

// The equations, for a motion given piece by piece.
void check_equations(const Dyadic& f, const Flight& flight) {
  const auto& pieces = flight.pieces;
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const auto& p = pieces[k];
    const double until = k + 1 < pieces.size() ? pieces[k + 1].t : flight.end, s = until - p.t;
    const double size = until * until;  // of positions there
    for (const double part : {0.01, 0.25, 0.5, 0.75, 0.99}) {
      const double t = p.t + part * s, q = p.q + part * s * (p.u + 0.5 * part * s * p.a);
      CHECK(q >= -1e-14 * size);
      if (q > 1e-14 * size)
        CHECK(p.a == f.force(t));  // nothing but the force in the air,
      else
        CHECK(p.a >= f.force(t));  // the plane only pushes
    }
    if (k + 1 == pieces.size()) continue;
    const double q = p.q + s * (p.u + 0.5 * s * p.a), u = p.u + s * p.a;
    CHECK(pieces[k + 1].q == doctest::Approx(q).epsilon(1e-9).scale(size));
    // u⁺ = max(u⁻, 0) on the plane, u⁺ = u⁻ in the air.
    CHECK(pieces[k + 1].u == doctest::Approx(pieces[k + 1].q == 0 ? std::max(u, 0.0) : u).epsilon(1e-9).scale(until));
  }
}

}  // namespace

TEST_CASE("the exact motions under the dyadic force all obey the equations and start at rest on the plane") {
  const Dyadic f;
  const Flight even = locked_motion(f, false, end), odd = locked_motion(f, true, end);
  const Flight third = fly(f, std::exp2(-20) * (1 + f.touch()), end);
  for (const Flight& flight : {even, odd, third}) check_equations(f, flight);
  // And they are far from each other, though all are below t²/12: q(0) = u(0) = 0.
  CHECK(std::abs(even.position(3) - odd.position(3)) > 0.3);
  CHECK(std::abs(even.position(3) - third.position(3)) > 0.1);
  CHECK(std::abs(odd.position(3) - third.position(3)) > 0.05);
  for (double t = 1e-5; t < end; t *= 1.1)
    for (const Flight& flight : {even, odd, third}) CHECK(flight.position(t) < t * t / 12);
}

TEST_CASE("the exact motions are their own copies: two by a factor 4 in time, the third by 2") {
  const Dyadic f;
  const Flight even = locked_motion(f, false, end), odd = locked_motion(f, true, end);
  const Flight third = fly(f, std::exp2(-20) * (1 + f.touch()), end);
  for (double t = 0.05; t < 1; t *= 1.07) {
    CHECK(even.position(4 * t) == doctest::Approx(16 * even.position(t)).epsilon(1e-9));
    CHECK(odd.position(4 * t) == doctest::Approx(16 * odd.position(t)).epsilon(1e-9));
    CHECK(odd.position(2 * t) == doctest::Approx(4 * even.position(t)).epsilon(1e-9));
    CHECK(third.position(2 * t) == doctest::Approx(4 * third.position(t)).epsilon(1e-6));
  }
}

TEST_CASE("motions leave the third one anywhere, at the rate of its instability, and end with one of the two") {
  const Dyadic f;
  const double start = std::exp2(-20), error = 1e-6;
  const Flight off = fly(f, start * (1 + f.touch() + error), end);
  check_equations(f, off);
  double expected = error;
  for (int j = -20; j < -14; ++j, expected *= f.touch_growth()) {
    const double begin = std::exp2(j);
    const auto touch = std::find_if(off.pieces.begin(), off.pieces.end(),
                                    [&](const Flight::Piece& p) { return p.t > begin && p.t < 2 * begin && p.q == 0; });
    REQUIRE(touch != off.pieces.end());
    CHECK(touch->t / begin - 1 - f.touch() == doctest::Approx(expected).epsilon(1e-3));
  }
  // Later it is one of the two to the last bit of its take-off times.
  const Flight even = locked_motion(f, false, 1 << 20), odd = locked_motion(f, true, 1 << 20);
  const Flight late = fly(f, start * (1 + f.touch() + error), 1 << 20);
  const double t = 1 << 19, q = late.position(t);
  CHECK((q == doctest::Approx(even.position(t)) || q == doctest::Approx(odd.position(t))));
}

TEST_CASE("runs under the dyadic force converge to one motion for even time steps and to another for odd ones") {
  const Dyadic f;
  for (const bool averaged : {true, false})
    for (const bool odd : {false, true}) {
      // With its mean over a step the force first lifts in [2h, 4h), with its value at the beginning in [h, 2h).
      const Flight exact = locked_motion(f, odd != averaged, end);
      std::vector<double> errors;
      for (int n = odd ? 5 : 4; n <= 11; n += 2) errors.push_back(distance(run(n, averaged), exact));
      CAPTURE(averaged);
      CAPTURE(odd);
      CHECK(0.5 * mean_order(errors) > 0.9);  // a factor 4 between two of them
      CHECK(errors.back() < 0.01);
    }
}

// What a run gives is a motion too, up to its step: λ = u̇ − f pushes, only on the plane, and ends all
// motion towards it.
TEST_CASE("both limits of the runs obey the equations up to the time step") {
  const Dyadic f;
  for (const int n : {10, 11}) {
    const Path path = run(n, true);
    double held = 0;
    for (std::size_t k = 1; k < path.q.size(); ++k) {
      const double push = path.u[k] - path.u[k - 1] - (f.impulse(path.time(k)) - f.impulse(path.time(k - 1)));
      CHECK(path.q[k] > -1e-11);
      CHECK(push > -1e-10);
      if (push > 1e-10) {
        CHECK(path.q[k] < 1e-11);                                 // it touches,
        CHECK(path.u[k] < 1e-8);                                  // arriving or at rest,
        if (k + 1 < path.q.size()) CHECK(path.u[k + 1] > -1e-8);  // and a step later it has come to rest
        ++held;
      }
    }
    CHECK(held > 100);
  }
}

// With q̇ + γ = w, w = ∫f, qγ = 0 and γ ≤ 0 (model.md, section 4) the motion is w reflected at 0:
// q(t) = y(t) − min over s ≤ t of y(s), y = ∫w. It is the only one.
TEST_CASE("a gluey particle under the dyadic force has one motion, and runs find it whatever the time step") {
  const Dyadic f;
  const auto error = [&](int n, bool averaged) {
    const Path path = run(n, averaged, gluey({}));
    constexpr int fine = 64;  // points of the exact motion a step
    double worst = 0, y = 0, least = 0;
    for (std::size_t k = 1; k < path.q.size(); ++k) {
      for (int s = 0; s < fine; ++s) {
        const double t = path.time(k - 1) + path.h * (s + 0.5) / fine;
        y += f.impulse(t) * path.h / fine;
        least = std::min(least, y);
      }
      worst = std::max(worst, std::abs(path.q[k] - (y - least)));
    }
    return worst;
  };
  for (const bool averaged : {true, false}) {
    std::vector<double> errors;
    for (const int n : {6, 7, 8, 9, 10}) errors.push_back(error(n, averaged));
    CAPTURE(averaged);
    CAPTURE(errors.back());
    CHECK(mean_order(errors) > 0.9);
    CHECK(errors.back() < 1e-3);
  }
}

TEST_CASE("a scene file can say the dyadic force, and its runs depend on the parity of the step in the same way") {
  const auto scene = [](int n) {
    const SceneResult read = read_scene_text(R"toml([scene]
dimension = 1
[time]
step = 0.1
end = 4
[constants]
alpha = 1.9
[solver]
tolerance = 1e-9
[[forces.field]]
acceleration = ["t > 0 ? (t/2^floor(log2(t)) < 1.5 ? 1 : -alpha) : 0"]
[[obstacles]]
kind = "half-space"
point = [0]
normal = [1]
[[particles]]
kind = "lattice"
spacing = 1
origin = [1e-3]
counts = [1]
radius = 1e-3
mass = 1
)toml",
                                             "dyadic.toml", "", {fmt::format("time.step={}", std::exp2(-n))});
    REQUIRE(read.errors.empty());
    BuildResult built = build(*read.scene);
    REQUIRE(built.errors.empty());
    return std::move(*built.setup);
  };
  for (const int n : {6, 7}) {
    const Path path = run(scene(n)), same = run(n, false);
    for (std::size_t k = 0; k < path.q.size(); ++k) CHECK(path.q[k] == doctest::Approx(same.q[k]).scale(1));
  }
}
