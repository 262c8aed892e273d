#include "geometry/fast_marching.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <queue>

#include "core/error.hpp"

namespace floc {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Guess {
  double value = infinity;
  Vec2 gradient{};
  bool straight = false;  // along a line that is known, from an exit or a corner
};

// Differences over the fan of a corner are poor: they may not replace what comes straight from the corner,
// but what comes from elsewhere may.
constexpr double same_way = 0.7;  // cosine

// A node, or a corner counted behind the nodes; ties go by number.
struct Entry {
  double value;
  std::size_t what;
  bool operator>(const Entry& o) const { return value != o.value ? value > o.value : what > o.what; }
};

constexpr double touching = 1 - 1e-6;  // of the clearance: what is nearer is too near

double wrapped(double angle) {  // into [0, 2π)
  const double turns = angle / (2 * std::numbers::pi);
  return 2 * std::numbers::pi * (turns - std::floor(turns));
}
double angle_of(const Vec2& d) { return std::atan2(d[1], d[0]); }
Vec2 unit_at(double angle) { return {{std::cos(angle), std::sin(angle)}}; }
Vec2 right_of(const Vec2& d) { return {{d[1], -d[0]}}; }

// A way that has come to a corner along `way` and bends round it: to the left (turn 1) or to the right (−1), on a
// circle of the clearance about the corner (a point without one), from its point `entry`.
struct Bend {
  double value = infinity;     // T at the entry
  double distance = infinity;  // of the node it was learnt from
  double way = 0;              // angle
  int turn = 0;
  double most = 0;  // angle by which it can bend
  Vec2 entry{};
  bool done = false;
};

// The end of a wall, or a corner of more than a straight angle on the side of the floor: a sector of that
// opening, anticlockwise from the angle `from`. What is known of one side of a wall stays there.
struct Corner {
  Vec2 at{};
  double from = 0, opening = 0;

  bool holds(const Vec2& x) const { return wrapped(angle_of(x - at) - from) < opening; }

  // How ways that pass it along `way` bend round it; turn = 0 where they do not.
  Bend bend(const Vec2& way, double clearance) const {
    const double pi = std::numbers::pi;
    double back = wrapped(angle_of(-way) - from);  // where they come from
    if (back > opening) back = back - opening < 2 * pi - back ? opening : 0;
    Bend b;
    b.way = angle_of(way);
    b.turn = back + pi < opening ? 1 : back > pi ? -1 : 0;
    b.most = b.turn > 0 ? opening - back - pi : back - pi;
    b.entry = at + (b.turn * clearance) * right_of(unit_at(b.way));
    return b;
  }
};

// Where a corner may learn its T from.
struct Beside {
  std::size_t node, corner;
  bool operator<(const Beside& o) const { return node != o.node ? node < o.node : corner < o.corner; }
};

class Marcher {
 public:
  explicit Marcher(const MarchingProblem& p)
      : p_(p),
        g_(p.grid),
        h_(p.grid.spacing),
        n_(p.grid.nodes()),
        floor_(p.floor),
        guess_(n_),
        accepted_(n_, 0),
        exact_(n_, 0) {
    keep_clear();
    find_edges();
    if (p_.speed.empty()) find_corners();
  }

  DistanceField march() {
    start_at_exits();
    while (!front_.empty()) {
      const Entry e = front_.top();
      front_.pop();
      if (e.what >= n_)
        fan_out(e.what - n_, e.value);
      else if (!accepted_[e.what] && e.value == guess_[e.what].value)
        accept(e.what);
    }
    DistanceField field{g_, std::vector<double>(n_), std::vector<Vec2>(n_), 0};
    for (std::size_t n = 0; n < n_; ++n) {
      field.value[n] = guess_[n].value;
      field.gradient[n] = guess_[n].gradient;
      field.unreached += floor_[n] && !accepted_[n];
    }
    return field;
  }

 private:
  // The four ways out of a node: −x, +x, −y, +y.
  struct Way {
    bool open;
    std::size_t to;
  };
  Way way(std::size_t n, int k, int sign) const {
    const auto stride = k == 0 ? std::size_t{1} : static_cast<std::size_t>(g_.nx);
    const std::size_t from = sign > 0 ? n : n - stride;
    return {edge_[static_cast<std::size_t>(k) + 2 * from] != 0, sign > 0 ? n + stride : from};
  }
  bool has(std::size_t n, int k, int sign) const {
    const auto row = static_cast<std::size_t>(g_.nx);
    if (k == 0) return sign > 0 ? n % row + 1 < row : n % row > 0;
    return sign > 0 ? n + row < n_ : n >= row;
  }
  Way step(std::size_t n, int k, int sign) const { return has(n, k, sign) ? way(n, k, sign) : Way{false, n}; }

  void keep_clear() {
    for (const Line& wall : p_.walls.lines())
      if (p_.clearance > 0) for_nodes_near(wall, touching * p_.clearance, [&](std::size_t n) { floor_[n] = 0; });
  }

  void find_edges() {
    edge_.assign(2 * n_, 0);
    for (std::size_t n = 0; n < n_; ++n)
      for (int k = 0; k < 2; ++k) {
        if (!floor_[n] || !has(n, k, +1)) continue;
        const std::size_t to = k == 0 ? n + 1 : n + static_cast<std::size_t>(g_.nx);
        edge_[static_cast<std::size_t>(k) + 2 * n] = floor_[to] && !p_.walls.meet(g_.at(n), g_.at(to));
      }
  }

  // Where ways may bend round walls.
  void find_corners() {
    std::vector<Vec2> ends;
    for (const Line& l : p_.walls.lines())
      for (const Vec2& c : {l.a, l.b}) ends.push_back(c);
    std::sort(ends.begin(), ends.end(), [](const Vec2& a, const Vec2& b) { return a.c < b.c; });
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    const double close = 1e-6 * h_;
    std::vector<double> angle;  // of the walls that start from a corner or pass it
    for (const Vec2& c : ends) {
      angle.clear();
      const Vec2 margin{{close, close}};
      p_.walls.any_near(c - margin, c + margin, [&](const Line& l) {
        if (distance(l, c) <= close)
          for (const Vec2& end : {l.a, l.b})
            if (const Vec2 d = end - c; norm(d) > close) angle.push_back(std::atan2(d[1], d[0]));
        return false;
      });
      std::sort(angle.begin(), angle.end());
      for (std::size_t k = 0; k < angle.size(); ++k) {
        const double next = k + 1 < angle.size() ? angle[k + 1] : angle[0] + 2 * std::numbers::pi;
        if (next - angle[k] > std::numbers::pi * (1 + 1e-9)) corner_.push_back({c, angle[k], next - angle[k]});
      }
    }
    bend_.resize(corner_.size());
    for (std::size_t c = 0; c < corner_.size(); ++c)
      for_nodes_near({corner_[c].at, corner_[c].at}, p_.clearance + 2 * h_, [&](std::size_t n) {
        if (lies_open(n, corner_[c])) beside_.push_back({n, c});
      });
    std::sort(beside_.begin(), beside_.end());
  }

  // f(node) for the nodes of the floor within `range` of a line.
  template <class F>
  void for_nodes_near(const Line& line, double range, F&& f) const {
    const auto first = [&](int k) {
      return std::max(0.0, std::ceil((std::min(line.a[k], line.b[k]) - range - g_.low[k]) / h_));
    };
    const auto last = [&](int k, int count) {
      return std::min(count - 1.0, std::floor((std::max(line.a[k], line.b[k]) + range - g_.low[k]) / h_));
    };
    for (double j = first(1); j <= last(1, g_.ny); ++j)
      for (double i = first(0); i <= last(0, g_.nx); ++i) {
        const std::size_t n = g_.index(static_cast<int>(i), static_cast<int>(j));
        if (floor_[n] && distance(line, g_.at(n)) <= range) f(n);
      }
  }

  void start_at_exits() {
    const bool plain = p_.speed.empty();
    const double range = plain ? std::max(p_.radius, 2 * h_) : 2 * h_;
    for (const Line& exit : p_.exits) {
      for_nodes_near(exit, range, [&](std::size_t n) {
        const Vec2 x = g_.at(n), p = nearest_point(exit, x);
        if (p_.clearance > 0 ? p_.walls.near(x, p, touching * p_.clearance) : p_.walls.between(x, p)) return;
        const double d = norm(x - p), slow = slowness(n);
        const Vec2 away = d > 0 ? (1 / d) * (x - p) : Vec2{};
        // No other exit is nearer, walls or not: nothing can improve on it.
        exact_[n] = exact_[n] || (plain && std::none_of(p_.exits.begin(), p_.exits.end(),
                                                        [&](const Line& e) { return distance(e, x) < d; }));
        offer(n, {slow * d, slow * away, true});
      });
    }
  }

  bool lies_open(std::size_t n, const Corner& c) const {
    return c.holds(g_.at(n)) && !p_.walls.between(g_.at(n), c.at);
  }
  double slowness(std::size_t n) const { return p_.speed.empty() ? 1 : 1 / p_.speed[n]; }

  void offer(std::size_t n, const Guess& guess) {
    const Guess& old = guess_[n];
    if (accepted_[n] || !(guess.value < old.value)) return;
    if (old.straight && !guess.straight && dot(old.gradient, guess.gradient) > same_way) return;
    guess_[n] = guess;
    front_.push({guess.value, n});
  }

  // A node beside corner c knows how ways pass it; the nearest to where they bend knows best.
  void teach(std::size_t c, std::size_t n) {
    Bend b = corner_[c].bend(guess_[n].gradient, p_.clearance);
    const Vec2 d = b.entry - g_.at(n);
    b.value = guess_[n].value + dot(guess_[n].gradient, d);
    b.distance = norm(d);
    if (b.turn == 0 || bend_[c].done || b.distance >= bend_[c].distance) return;
    bend_[c] = b;
    front_.push({b.value, n_ + c});
  }

  void accept(std::size_t n) {
    accepted_[n] = 1;
    for (int k = 0; k < 2; ++k)
      for (const int sign : {-1, +1})
        if (const Way w = step(n, k, sign); w.open && !accepted_[w.to] && !exact_[w.to]) offer(w.to, solve(w.to));
    auto beside = std::lower_bound(beside_.begin(), beside_.end(), Beside{n, 0});
    for (; beside != beside_.end() && beside->node == n; ++beside) teach(beside->corner, n);
  }

  // The clearance of the circle about a corner may end before the bend does: at another wall.
  double free_bend(const Corner& c, const Bend& b) const {
    constexpr double part = 0.2;
    if (!(p_.clearance > 0)) return b.most;
    for (double angle = 0; angle < b.most; angle += part) {
      const Vec2 q = c.at + (b.turn * p_.clearance) * right_of(unit_at(b.way + b.turn * angle));
      if (p_.walls.near(q, q, touching * p_.clearance)) return angle - part;
    }
    return b.most;
  }

  // Round the circle by an angle, then straight along the tangent:  T = T(entry) + clearance·angle + |tangent|.
  void fan_out(std::size_t c, double value) {
    Bend& b = bend_[c];
    if (b.done || value != b.value) return;
    b.done = true;
    const Vec2 centre = corner_[c].at;
    const double wide = p_.clearance, most = free_bend(corner_[c], b);
    for_nodes_near({centre, centre}, wide + std::max(p_.radius, 2 * h_), [&](std::size_t n) {
      const Vec2 d = g_.at(n) - centre;
      const double tangent = std::sqrt(std::max(0.0, dot(d, d) - wide * wide));
      if (accepted_[n] || exact_[n] || !(tangent > 0)) return;
      const double leave = angle_of(d) + b.turn * std::atan2(wide, tangent), angle = wrapped(b.turn * (leave - b.way));
      if (angle > most || value + wide * angle + tangent >= guess_[n].value) return;
      const Vec2 way = unit_at(leave);
      const bool open = wide > 0 ? !p_.walls.near(g_.at(n), g_.at(n) - tangent * way, touching * wide)
                                 : lies_open(n, corner_[c]);
      if (open) offer(n, {value + wide * angle + tangent, way, true});
    });
  }

  // The upwind difference of one direction: weight·(T − base)/h, growing away from `sign`.
  struct Upwind {
    bool there = false;
    int sign = 0;
    double nearest = infinity;  // T₁
    double base = 0, weight = 1;
  };

  Upwind upwind(std::size_t n, int k, bool second_order) const {
    Upwind u;
    for (const int sign : {-1, +1})
      if (const Way w = step(n, k, sign); w.open && accepted_[w.to] && guess_[w.to].value < u.nearest)
        u = {true, sign, guess_[w.to].value, guess_[w.to].value, 1};
    if (!u.there || !second_order) return u;
    const Way behind = step(step(n, k, u.sign).to, k, u.sign);
    if (behind.open && accepted_[behind.to] && guess_[behind.to].value <= u.nearest) {
      u.base = (4 * u.nearest - guess_[behind.to].value) / 3;
      u.weight = 1.5;
    }
    return u;
  }

  // Σ_k (weight_k (T − base_k)/h)² = slowness², with T above what it comes from.
  Guess solve(std::size_t n) const {
    for (const bool second_order : {true, false}) {
      const std::array<Upwind, 2> u{upwind(n, 0, second_order), upwind(n, 1, second_order)};
      if (const Guess g = solve(n, u, u[0].there && u[1].there); g.value < infinity) return g;
    }
    const std::array<Upwind, 2> u{upwind(n, 0, false), upwind(n, 1, false)};
    return solve(n, u, false);
  }

  Guess solve(std::size_t n, const std::array<Upwind, 2>& u, bool both) const {
    const double right = slowness(n) * h_;
    const std::size_t first = u[0].nearest <= u[1].nearest ? 0 : 1;
    double value = u[first].base + right / u[first].weight;
    if (both) {
      const double a = u[0].weight * u[0].weight, b = u[1].weight * u[1].weight, gap = u[0].base - u[1].base;
      const double square = (a + b) * right * right - a * b * gap * gap;
      if (square < 0) return {};
      value = (a * u[0].base + b * u[1].base + std::sqrt(square)) / (a + b);
      if (value < std::max(u[0].nearest, u[1].nearest)) return {};
    } else if (value < u[first].nearest) {
      return {};
    }
    Guess guess{value, {}, false};
    for (const std::size_t k : {std::size_t{0}, std::size_t{1}})
      if (both || k == first)
        guess.gradient[static_cast<int>(k)] = -u[k].sign * u[k].weight * (value - u[k].base) / h_;
    return guess;
  }

  const MarchingProblem& p_;
  const PlaneGrid& g_;
  double h_;
  std::size_t n_;
  std::vector<char> floor_;
  std::vector<Guess> guess_;
  std::vector<char> accepted_, exact_;
  std::vector<char> edge_;  // to the right, upwards of each node: there, and not cut by a wall
  std::vector<Corner> corner_;
  std::vector<Bend> bend_;  // a corner
  std::vector<Beside> beside_;  // sorted
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> front_;
};

}  // namespace

DistanceField march(const MarchingProblem& problem) {
  const PlaneGrid& g = problem.grid;
  if (g.nx < 1 || g.ny < 1 || !(g.spacing > 0)) throw Error("fast marching needs a grid with nodes and a spacing");
  if (problem.floor.size() != g.nodes()) throw Error("fast marching: the floor has not one entry a node");
  if (!problem.speed.empty() && problem.speed.size() != g.nodes())
    throw Error("fast marching: the speed has not one entry a node");
  for (const double s : problem.speed)
    if (!(s > 0 && std::isfinite(s))) throw Error("fast marching: a speed has to be positive and finite");
  return Marcher(problem).march();
}

}  // namespace floc
