#include "geometry/floor_plan.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/error.hpp"
#include "geometry/surfaces.hpp"

namespace floc {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// What is left of a line when the parts that lie on the openings are taken out, in order.
std::vector<Line> without(const Line& line, const std::vector<Line>& openings, double close) {
  const double length = norm(line.b - line.a);
  const Vec2 along = (1 / length) * (line.b - line.a);
  std::vector<std::pair<double, double>> gaps;
  for (const Line& o : openings) {
    const auto off = [&](const Vec2& p) {
      const Vec2 w = p - line.a;
      return std::abs(along[0] * w[1] - along[1] * w[0]);
    };
    if (off(o.a) > close || off(o.b) > close) continue;
    const double s = dot(along, o.a - line.a), t = dot(along, o.b - line.a);
    gaps.emplace_back(std::min(s, t), std::max(s, t));
  }
  std::sort(gaps.begin(), gaps.end());
  std::vector<Line> rest;
  double from = 0;
  const auto keep = [&](double to) {
    if (to - from > close) rest.push_back({from == 0 ? line.a : line.a + from * along,
                                           to == length ? line.b : line.a + to * along});
  };
  for (const auto& [begin, end] : gaps) {
    keep(std::clamp(begin, 0.0, length));
    from = std::max(from, std::clamp(end, 0.0, length));
  }
  keep(length);
  return rest;
}

// The line without what is nearer to a wall than `clearance` at its ends; nothing where its middle is.
std::optional<Line> clear_part(const Line& line, const LineSet& walls, double clearance) {
  if (!(clearance > 0)) return line;
  const Vec2 middle = 0.5 * (line.a + line.b);
  const auto clear = [&](const Vec2& x) { return !walls.near(x, x, clearance); };
  if (!clear(middle)) return {};
  const auto end = [&](Vec2 out) {
    Vec2 in = middle;
    for (int k = 0; k < 50 && !clear(out); ++k) {
      const Vec2 half = 0.5 * (in + out);
      (clear(half) ? in : out) = half;
    }
    return clear(out) ? out : in;
  };
  return Line{end(line.a), end(line.b)};
}

class Boundary final : public Surface {
 public:
  explicit Boundary(const FloorPlan& plan) : plan_(plan) {}
  SurfacePoint nearest(const Vec3& q) const override {
    const Vec2 x{{q[0], q[1]}};
    double least = infinity;
    Vec2 point{};
    for (const Line& l : plan_.outline()) {
      const Vec2 p = nearest_point(l, x);
      if (const double d = norm(x - p); d < least) least = d, point = p;
    }
    const double sign = plan_.inside(x) ? 1 : -1;
    const Vec2 out = least > 0 ? (sign / least) * (x - point) : Vec2{{1, 0}};
    return {sign * least, {{out[0], out[1], 0}}};
  }
  bool concave() const override { return true; }
  Bounds bounds() const override { return everywhere(); }
  Mesh mesh(int, const Bounds&) const override { return {}; }

 private:
  FloorPlan plan_;
};

double cell_size(const FloorPlan& plan, double spacing) {
  return std::max(4 * spacing, 1e-3 * norm(plan.high() - plan.low()));
}

}  // namespace

double Exit::width() const {
  double sum = 0;
  for (const Line& l : lines) sum += norm(l.b - l.a);
  return sum;
}

bool Exit::crossed(const Vec2& a, const Vec2& b) const {
  return std::any_of(lines.begin(), lines.end(), [&](const Line& l) { return meet({a, b}, l); });
}

FloorPlan::FloorPlan(std::vector<Ring> rings, std::vector<Line> thin_walls, std::vector<Exit> exits)
    : exits_(std::move(exits)) {
  if (rings.empty()) throw Error("a floor needs a boundary");
  low_ = {{infinity, infinity}};
  high_ = {{-infinity, -infinity}};
  for (const Ring& ring : rings) {
    if (ring.size() < 3) throw Error("the boundary of a floor needs at least three points");
    for (std::size_t k = 0; k < ring.size(); ++k) {
      const Vec2 &a = ring[k], &b = ring[(k + 1) % ring.size()];
      if (!std::isfinite(a[0]) || !std::isfinite(a[1])) throw Error("the points of a floor have to be finite");
      if (a != b) outline_.push_back({a, b});
      for (int c = 0; c < 2; ++c) {
        low_[c] = std::min(low_[c], a[c]);
        high_[c] = std::max(high_[c], a[c]);
      }
    }
  }
  close_ = 1e-6 * norm(high_ - low_);
  std::vector<Line> openings;
  for (const Exit& e : exits_) openings.insert(openings.end(), e.lines.begin(), e.lines.end());
  for (const std::vector<Line>* lines : {&outline_, &thin_walls})
    for (const Line& l : *lines) {
      const std::vector<Line> rest = without(l, openings, close_);
      walls_.insert(walls_.end(), rest.begin(), rest.end());
    }
}

bool FloorPlan::inside(const Vec2& x) const {
  bool in = false;
  for (const Line& l : outline_)
    if ((l.a[1] <= x[1]) != (l.b[1] <= x[1]) &&
        x[0] < l.a[0] + (x[1] - l.a[1]) / (l.b[1] - l.a[1]) * (l.b[0] - l.a[0]))
      in = !in;
  return in;
}

bool FloorPlan::holds(const Line& line) const {
  const auto on = [&](const Vec2& x) {
    return inside(x) || std::any_of(outline_.begin(), outline_.end(),
                                    [&](const Line& l) { return distance(l, x) <= close_; });
  };
  return on(line.a) && on(line.b) && on(0.5 * (line.a + line.b));
}

// Row by row: where the outline crosses it the side changes.
std::vector<char> FloorPlan::inside(const PlaneGrid& grid) const {
  std::vector<char> in(grid.nodes(), 0);
  std::vector<double> crossing;
  for (int j = 0; j < grid.ny; ++j) {
    const double y = grid.at(grid.index(0, j))[1];
    crossing.clear();
    for (const Line& l : outline_)
      if ((l.a[1] <= y) != (l.b[1] <= y))
        crossing.push_back(l.a[0] + (y - l.a[1]) / (l.b[1] - l.a[1]) * (l.b[0] - l.a[0]));
    std::sort(crossing.begin(), crossing.end());
    std::size_t passed = 0;
    for (int i = 0; i < grid.nx; ++i) {
      const std::size_t n = grid.index(i, j);
      while (passed < crossing.size() && crossing[passed] <= grid.at(n)[0]) ++passed;
      in[n] = passed % 2 == 1;
    }
  }
  return in;
}

std::vector<SurfacePtr> FloorPlan::wall_surfaces() const {
  std::vector<SurfacePtr> all;
  for (const Line& l : walls_) all.push_back(segment({{l.a[0], l.a[1], 0}}, {{l.b[0], l.b[1], 0}}));
  return all;
}

SurfacePtr FloorPlan::boundary() const { return std::make_shared<Boundary>(*this); }

// Nodes half a spacing off the corner of the floor, so that walls along the axes run between them, and one
// row more on every side, so that every point of the floor has four nodes about it.
Route::Route(const FloorPlan& plan, const std::vector<std::size_t>& exits, double spacing, double clearance) {
  if (!(spacing > 0)) throw Error("the grid of a floor needs a spacing above 0");
  const Vec2 size = plan.high() - plan.low();
  const double nx = std::ceil(size[0] / spacing) + 2, ny = std::ceil(size[1] / spacing) + 2;
  if (!(nx * ny <= most_nodes)) throw Error("the grid of the floor would have more than 20 million nodes");

  MarchingProblem problem;
  problem.grid = {plan.low() - Vec2{{0.5 * spacing, 0.5 * spacing}}, spacing, static_cast<int>(nx),
                  static_cast<int>(ny)};
  problem.floor = plan.inside(problem.grid);
  problem.walls = walls_ = LineSet(plan.walls(), cell_size(plan, spacing));
  problem.clearance = clearance;
  for (const std::size_t e : exits)
    for (const Line& line : plan.exits()[e].lines)
      if (const std::optional<Line> part = clear_part(line, walls_, clearance)) problem.exits.push_back(*part);
  problem.radius = std::min(0.1 * std::max(size[0], size[1]), 32 * spacing);
  field_ = march(problem);

  const PlaneGrid& g = field_.grid;
  clear_.assign(g.nodes(), 0);
  const double near = 1.8 * spacing;  // of the middle of a cell: more than a spacing from its corners
  for (int j = 0; j + 1 < g.ny; ++j)
    for (int i = 0; i + 1 < g.nx; ++i) {
      const std::size_t n = g.index(i, j), up = g.index(i, j + 1);
      const Vec2 middle = g.at(n) + 0.5 * Vec2{{spacing, spacing}}, margin{{near, near}};
      clear_[n] = field_.reached(n) && field_.reached(n + 1) && field_.reached(up) && field_.reached(up + 1) &&
                  !walls_.any_near(middle - margin, middle + margin,
                                   [&](const Line& l) { return floc::distance(l, middle) < near; });
    }
}

// The lower left node of the cell that holds x, and where x is in it; outside the grid, in the nearest cell.
std::size_t Route::cell_of(const Vec2& x, double& u, double& v) const {
  const PlaneGrid& g = field_.grid;
  const double px = std::clamp((x[0] - g.low[0]) / g.spacing, 0.0, g.nx - 1.0);
  const double py = std::clamp((x[1] - g.low[1]) / g.spacing, 0.0, g.ny - 1.0);
  const int i = std::min(static_cast<int>(px), g.nx - 2), j = std::min(static_cast<int>(py), g.ny - 2);
  u = px - i;
  v = py - j;
  return g.index(i, j);
}

bool Route::open(const Vec2& x, std::size_t node) const {
  return field_.reached(node) && !walls_.meet(x, field_.grid.at(node));
}

template <class F>
void Route::for_nodes_about(const Vec2& x, F&& f) const {
  double u = 0, v = 0;
  const std::size_t n = cell_of(x, u, v), row = static_cast<std::size_t>(field_.grid.nx);
  const std::pair<std::size_t, double> corner[4] = {
      {n, (1 - u) * (1 - v)}, {n + 1, u * (1 - v)}, {n + row, (1 - u) * v}, {n + row + 1, u * v}};
  for (const auto& [m, weight] : corner)
    if (weight > 0 && (clear_[n] || open(x, m))) f(m, weight);
}

// f(node, |node − x|) for the sixteen nodes about x that are reached and not behind a wall.
template <class F>
void Route::for_nodes_near(const Vec2& x, F&& f) const {
  const PlaneGrid& g = field_.grid;
  double u = 0, v = 0;
  const std::size_t n = cell_of(x, u, v), row = static_cast<std::size_t>(g.nx);
  const int i = static_cast<int>(n % row), j = static_cast<int>(n / row);
  for (int b = std::max(0, j - 1); b <= std::min(g.ny - 1, j + 2); ++b)
    for (int a = std::max(0, i - 1); a <= std::min(g.nx - 1, i + 2); ++a)
      if (const std::size_t m = g.index(a, b); open(x, m)) f(m, norm(g.at(m) - x));
}

double Route::distance(const Vec2& x) const {
  double sum = 0, weights = 0;
  for_nodes_about(x, [&](std::size_t n, double weight) {
    sum += weight * (field_.value[n] + dot(field_.gradient[n], x - field_.grid.at(n)));
    weights += weight;
  });
  if (weights > 0) return std::max(0.0, sum / weights);
  double least = infinity;
  for_nodes_near(x, [&](std::size_t n, double away) { least = std::min(least, field_.value[n] + away); });
  return least;
}

Vec2 Route::direction(const Vec2& x) const {
  Vec2 sum{}, heaviest{};
  double most = 0;
  for_nodes_about(x, [&](std::size_t n, double weight) {
    sum -= weight * field_.gradient[n];
    if (weight > most) most = weight, heaviest = -field_.gradient[n];
  });
  // Half-way between two ways out the nodes may cancel: then one of them decides.
  Vec2 d = norm(sum) > 1e-6 * most ? sum : heaviest;
  const double length = norm(d);
  if (length > 0) d *= 1 / length;
  double u = 0, v = 0;
  if (clear_[cell_of(x, u, v)] || (length > 0 && !walls_.meet(x, x + field_.grid.spacing * d))) return d;
  const double here = distance(x);
  double steepest = infinity;
  for_nodes_near(x, [&](std::size_t n, double away) {
    const double slope = (field_.value[n] - here) / away;
    if (away < 0.2 * field_.grid.spacing || slope >= steepest) return;  // a node that is reached leads no further
    steepest = slope;
    d = (1 / away) * (field_.grid.at(n) - x);
  });
  return steepest < infinity ? d : Vec2{};
}

}  // namespace floc
