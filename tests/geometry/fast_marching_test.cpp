#include "geometry/fast_marching.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/error.hpp"

using namespace floc;

namespace {

MarchingProblem square(double spacing, double half = 1) {
  MarchingProblem p;
  const int n = static_cast<int>(std::lround(2 * half / spacing)) + 1;
  p.grid = {{{-half, -half}}, spacing, n, n};
  p.floor.assign(p.grid.nodes(), 1);
  p.radius = 0.25;
  return p;
}

struct Errors {
  double value = 0, direction = 0;  // largest |T − T*|, mean |∇T − ∇T*|
};

// `exact(x)` gives T*; its gradient by differences, where T* is smooth.
template <class F>
Errors errors(const DistanceField& field, F&& exact) {
  Errors e;
  double weight = 0;
  for (std::size_t n = 0; n < field.grid.nodes(); ++n) {
    if (!field.reached(n)) continue;
    const Vec2 x = field.grid.at(n);
    e.value = std::max(e.value, std::abs(field.value[n] - exact(x)));
    const double d = 1e-6;
    const Vec2 gradient{{(exact(x + Vec2{{d, 0}}) - exact(x - Vec2{{d, 0}})) / (2 * d),
                         (exact(x + Vec2{{0, d}}) - exact(x - Vec2{{0, d}})) / (2 * d)}};
    e.direction += norm(field.gradient[n] - gradient);
    ++weight;
  }
  e.direction /= weight;
  return e;
}

template <class Make, class F>
std::vector<Errors> errors_over_grids(Make&& make, F&& exact) {
  std::vector<Errors> all;
  for (const double spacing : {1.0 / 16, 1.0 / 32, 1.0 / 64, 1.0 / 128})
    all.push_back(errors(march(make(spacing)), exact));
  for (std::size_t k = 0; k < all.size(); ++k)
    MESSAGE("spacing 1/" << (16 << k) << ": largest error " << all[k].value << ", mean error of the gradient "
                         << all[k].direction);
  return all;
}

double order(const std::vector<Errors>& e) {
  return std::log2(e.front().value / e.back().value) / (static_cast<double>(e.size()) - 1);
}

}  // namespace

TEST_CASE("distance to a point in free space is of second order") {
  const Vec2 exit{{-0.31, 0.17}};
  const auto make = [&](double spacing) {
    MarchingProblem p = square(spacing);
    p.exits = {{exit, exit}};
    return p;
  };
  const auto e = errors_over_grids(make, [&](const Vec2& x) { return norm(x - exit); });
  MESSAGE("order " << order(e));
  CHECK(order(e) > 1.8);
  CHECK(e.back().value < 2e-4);
  CHECK(e.back().direction < 1e-3);
}

TEST_CASE("distance to a wide exit is of second order, and exact along it") {
  const Line exit{{{-0.3, -1}}, {{0.41, -1}}};
  const auto make = [&](double spacing) {
    MarchingProblem p = square(spacing);
    p.exits = {exit};
    return p;
  };
  const auto e = errors_over_grids(make, [&](const Vec2& x) { return distance(exit, x); });
  MESSAGE("order " << order(e));
  CHECK(order(e) > 1.8);
}

TEST_CASE("round the end of a wall the geodesic distance converges at order 3/2 or better") {
  const Vec2 exit{{-0.52, -0.61}}, tip{{0.013, 0.107}};
  const Line wall{tip, {{0.013, -2}}};
  const auto make = [&](double spacing) {
    MarchingProblem p = square(spacing);
    p.exits = {{exit, exit}};
    p.walls = LineSet({wall}, 0.25);
    return p;
  };
  const auto exact = [&](const Vec2& x) {
    return meet({x, exit}, wall) ? norm(x - tip) + norm(tip - exit) : norm(x - exit);
  };
  const auto e = errors_over_grids(make, exact);
  MESSAGE("order " << order(e));
  CHECK(order(e) > 1.4);
  CHECK(e.back().value < 6e-4);
}

TEST_CASE("round a block, by either side, the geodesic distance converges to the exact one") {
  const Vec2 exit{{-0.8, 0.05}};
  const Vec2 a{{-0.21, -0.4}}, b{{0.33, -0.4}}, c{{0.33, 0.55}}, d{{-0.21, 0.55}};
  const std::vector<Line> walls{{a, b}, {b, c}, {c, d}, {d, a}};
  const auto inside = [&](const Vec2& x) { return x[0] > a[0] && x[0] < b[0] && x[1] > a[1] && x[1] < c[1]; };
  const auto hidden = [&](const Vec2& x, const Vec2& y) {
    const Vec2 p = x + 1e-9 * (y - x), q = y + 1e-9 * (x - y);
    return std::any_of(walls.begin(), walls.end(), [&](const Line& w) { return meet({p, q}, w); });
  };
  // The shortest of the ways along at most three corners.
  const std::array<Vec2, 4> corner{a, b, c, d};
  std::array<double, 4> from{};
  for (std::size_t k = 0; k < 4; ++k) from[k] = hidden(corner[k], exit) ? 1e9 : norm(corner[k] - exit);
  for (int round = 0; round < 3; ++round)
    for (std::size_t k = 0; k < 4; ++k)
      for (const std::size_t o : {(k + 1) % 4, (k + 3) % 4})
        from[k] = std::min(from[k], from[o] + norm(corner[k] - corner[o]));
  const auto exact = [&](const Vec2& x) {
    double t = hidden(x, exit) ? 1e9 : norm(x - exit);
    for (std::size_t k = 0; k < 4; ++k)
      if (!hidden(x, corner[k])) t = std::min(t, from[k] + norm(x - corner[k]));
    return t;
  };
  const auto make = [&](double spacing) {
    MarchingProblem p = square(spacing);
    p.exits = {{exit, exit}};
    p.walls = LineSet(walls, 0.25);
    for (std::size_t n = 0; n < p.grid.nodes(); ++n) p.floor[n] = !inside(p.grid.at(n));
    return p;
  };
  const auto e = errors_over_grids(make, exact);
  MESSAGE("order " << order(e));
  CHECK(order(e) > 1.2);
  CHECK(e.back().value < 1.5e-3);
}

TEST_CASE("with a speed that varies the travel time converges to the exact one") {
  // speed = 1 + x/2 and one exit: T = 2 acosh(1 + |x − x₀|²/(8 s s₀)).
  const Vec2 exit{{0.2, -0.1}};
  const auto speed = [](const Vec2& x) { return 1 + 0.5 * x[0]; };
  const auto make = [&](double spacing) {
    MarchingProblem p = square(spacing);
    p.exits = {{exit, exit}};
    for (std::size_t n = 0; n < p.grid.nodes(); ++n) p.speed.push_back(speed(p.grid.at(n)));
    return p;
  };
  const auto e = errors_over_grids(make, [&](const Vec2& x) {
    const Vec2 d = x - exit;
    return 2 * std::acosh(1 + dot(d, d) / (8 * speed(x) * speed(exit)));
  });
  MESSAGE("order " << order(e));
  CHECK(order(e) > 0.9);
  CHECK(e.back().value < 0.01);
}

TEST_CASE("a closed room is reported as unreached") {
  MarchingProblem p = square(1.0 / 32);
  p.exits = {{{{-0.9, -0.9}}, {{-0.9, -0.9}}}};
  const Vec2 a{{0.11, 0.11}}, b{{0.71, 0.11}}, c{{0.71, 0.71}}, d{{0.11, 0.71}};
  p.walls = LineSet({{a, b}, {b, c}, {c, d}, {d, a}}, 0.1);
  const DistanceField field = march(p);
  std::size_t enclosed = 0, wrong = 0;
  for (std::size_t n = 0; n < p.grid.nodes(); ++n) {
    const Vec2 x = p.grid.at(n);
    const bool in = x[0] > a[0] && x[0] < b[0] && x[1] > a[1] && x[1] < d[1];
    wrong += field.reached(n) == in;
    enclosed += in;
  }
  CHECK(wrong == 0);
  CHECK(field.unreached == enclosed);
  CHECK(enclosed > 300);
  // Slanted walls with nodes on them do not leak either.
  const Vec2 e{{-0.5, -0.5}}, f{{0.5, 0}}, g{{0, 0.75}};
  p.walls = LineSet({{e, f}, {f, g}, {g, e}}, 0.1);
  CHECK(march(p).unreached > 500);
  CHECK_FALSE(march(p).reached(p.grid.index(33, 33)));
  p.exits.clear();
  CHECK(march(p).unreached == p.grid.nodes());
}

TEST_CASE("every gradient has length one, and every node has a neighbour that is nearer, but at exits and corners") {
  MarchingProblem p = square(1.0 / 40);
  p.exits = {{{{0.9, 0.9}}, {{0.9, 1}}}};
  p.walls = LineSet({{{{-0.6, -1}}, {{-0.2, 0.7}}}, {{{0.3, 1}}, {{0.3, -0.6}}}, {{{0.3, -0.6}}, {{0.7, 0.1}}}}, 0.1);
  const DistanceField field = march(p);
  CHECK(field.unreached < 10);  // nodes that lie on a wall
  double worst = 0;
  int stuck = 0;
  for (int j = 1; j + 1 < p.grid.ny; ++j)
    for (int i = 1; i + 1 < p.grid.nx; ++i) {
      const std::size_t n = p.grid.index(i, j);
      bool corner = false;
      for (const Line& w : p.walls.lines())
        for (const Vec2& end : {w.a, w.b}) corner = corner || norm(end - p.grid.at(n)) < 2 * p.grid.spacing;
      if (corner || !field.reached(n) || field.value[n] < 2 * p.grid.spacing) continue;
      worst = std::max(worst, std::abs(norm(field.gradient[n]) - 1));
      bool nearer = false;
      for (const std::size_t to : {n - 1, n + 1, p.grid.index(i, j - 1), p.grid.index(i, j + 1)})
        nearer = nearer || (field.value[to] < field.value[n] && !p.walls.meet(p.grid.at(n), p.grid.at(to)));
      stuck += !nearer;
    }
  CHECK(worst < 1e-9);
  CHECK(stuck == 0);
}

TEST_CASE("fast marching refuses grids and speeds that make no sense") {
  MarchingProblem p = square(0.25);
  p.floor.pop_back();
  CHECK_THROWS_AS(march(p), Error);
  p = square(0.25);
  p.grid.spacing = 0;
  CHECK_THROWS_AS(march(p), Error);
  p = square(0.25);
  p.speed.assign(p.grid.nodes(), 0.0);
  CHECK_THROWS_AS(march(p), Error);
  p.speed.pop_back();
  CHECK_THROWS_AS(march(p), Error);
}
