#include "fluid/marker_placing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <numbers>
#include <numeric>

namespace floc {
namespace {

constexpr double fine = 0.1,
                 candidates = 0.25;   // of pieces of curves, and of what surfaces are sampled with, in spacings
constexpr double least_apart = 0.78;  // of the first choice of markers, in spacings
constexpr int newton_steps = 30, lloyd_steps = 20;
constexpr double inner_piece =
    0.3;  // in spacings: pieces this much deeper than they should be are inside of another solid

std::size_t u(long k) { return static_cast<std::size_t>(k); }

struct Level {
  const std::function<SurfacePoint(const Vec3&)>& nearest;
  double depth, spacing;

  // Where the level is next to x; false where x is the surface of a part that is inside of another, or there is none.
  bool take(Vec3& x) const {
    if (nearest(x).distance < -inner_piece * spacing) return false;
    return settle(x);
  }
  bool settle(Vec3& x) const {
    for (int k = 0; k < newton_steps; ++k) {
      const SurfacePoint p = nearest(x);
      if (std::abs(p.distance + depth) < 1e-9 * spacing) return true;
      x -= (p.distance + depth) * p.normal;
    }
    return std::abs(nearest(x).distance + depth) < 0.05 * spacing;
  }
};

// By equal lengths along the pieces of a line that are on the level.
void along(const std::vector<Vec3>& points, bool closed, double spacing, std::vector<Vec3>& out) {
  double length = 0;
  for (std::size_t k = 0; k + 1 < points.size(); ++k) length += norm(points[k + 1] - points[k]);
  // An even number on what closes: symmetric where the body is.
  const long count =
      closed ? 2 * std::max(2l, std::lround(length / (2 * spacing))) : std::max(1l, std::lround(length / spacing));
  const double part = length / static_cast<double>(count);
  double passed = 0;
  long next = 0;
  for (std::size_t k = 0; k + 1 < points.size(); ++k) {
    const double piece = norm(points[k + 1] - points[k]);
    while (next < count) {
      const double at = (static_cast<double>(next) + 0.5) * part - passed;
      if (!(at <= piece) || piece == 0) break;
      out.push_back(points[k] + (at / piece) * (points[k + 1] - points[k]));
      ++next;
    }
    passed += piece;
  }
}

void on_line(const Mesh& mesh, const std::vector<int>& line, const Level& level, std::vector<Vec3>& out) {
  std::vector<Vec3> points;
  for (std::size_t k = 0; k + 1 < line.size(); ++k) {
    const Vec3 &a = mesh.points[u(line[k])], &b = mesh.points[u(line[k + 1])];
    const long parts = std::max(1l, static_cast<long>(std::ceil(norm(b - a) / (fine * level.spacing))));
    for (long p = 0; p < parts; ++p)
      points.push_back(a + (static_cast<double>(p) / static_cast<double>(parts)) * (b - a));
  }
  if (line.empty()) return;
  const Vec3 &first = mesh.points[u(line.front())], &last = mesh.points[u(line.back())];
  const bool closes = norm(last - first) < 1e-9 * level.spacing;
  points.push_back(last);
  std::vector<char> there(points.size());
  for (std::size_t k = 0; k < points.size(); ++k) there[k] = level.take(points[k]);
  if (std::ranges::all_of(there, [](char c) { return c != 0; })) return along(points, closes, level.spacing, out);
  // Runs of what is there; of a line that closes from where one begins.
  std::size_t begin = 0;
  if (closes) {
    points.pop_back();
    there.pop_back();
    while (begin < there.size() && !(there[begin] && !there[(begin + there.size() - 1) % there.size()])) ++begin;
    if (begin == there.size()) return;
    std::ranges::rotate(points, points.begin() + static_cast<std::ptrdiff_t>(begin));
    std::ranges::rotate(there, there.begin() + static_cast<std::ptrdiff_t>(begin));
  }
  std::vector<Vec3> run;
  const auto finish = [&] {
    if (run.size() > 1) along(run, false, level.spacing, out);
    run.clear();
  };
  for (std::size_t k = 0; k < points.size(); ++k)
    if (there[k])
      run.push_back(points[k]);
    else
      finish();
  finish();
}

// Lines that go on where another one ends are one.
std::vector<std::vector<int>> joined(const std::vector<std::vector<int>>& lines) {
  std::map<int, std::vector<std::size_t>> beginning;
  for (std::size_t k = lines.size(); k-- > 0;)
    if (lines[k].size() > 1) beginning[lines[k].front()].push_back(k);
  std::vector<char> used(lines.size());
  std::map<int, int> ending;
  for (const auto& line : lines)
    if (line.size() > 1) ++ending[line.back()];
  std::vector<std::vector<int>> all;
  const auto follow = [&](std::size_t k) {
    std::vector<int> whole{lines[k].front()};
    for (;;) {
      used[k] = 1;
      whole.insert(whole.end(), lines[k].begin() + 1, lines[k].end());
      std::vector<std::size_t>& next = beginning[whole.back()];
      while (!next.empty() && used[next.back()]) next.pop_back();
      if (next.empty() || whole.back() == whole.front()) break;
      k = next.back();
    }
    all.push_back(std::move(whole));
  };
  // From the beginnings of those that do not close, then round the others.
  for (const bool open : {true, false})
    for (std::size_t k = 0; k < lines.size(); ++k)
      if (lines[k].size() > 1 && !used[k] && (!open || !ending.contains(lines[k].front()))) follow(k);
  return all;
}

struct Sample {
  Vec3 at;
  double area;
};

// Evenly over a triangle, by multiples of two irrational numbers.
void sample(const Vec3& a, const Vec3& b, const Vec3& c, const Level& level, std::vector<Sample>& out) {
  const double area = 0.5 * norm(cross(b - a, c - a)), step = candidates * level.spacing;
  const long count = std::max(1l, static_cast<long>(std::ceil(area / (step * step))));
  for (long k = 0; k < count; ++k) {
    const double n = static_cast<double>(k) + 0.5;
    double s = std::fmod(n * 0.7548776662466927, 1), t = std::fmod(n * 0.5698402909980532, 1);
    if (count == 1) s = t = 1.0 / 3;
    if (s + t > 1) {
      s = 1 - s;
      t = 1 - t;
    }
    Vec3 x = a + s * (b - a) + t * (c - a);
    if (level.take(x)) out.push_back({x, area / static_cast<double>(count)});
  }
}

// Numbers of points by the cube that they are in.
class Cubes {
 public:
  explicit Cubes(double side) : side_(side) {}
  void add(const Vec3& x, int number) { in_[key(x, {})].push_back(number); }
  template <class F>
  void for_near(const Vec3& x, F&& f) const {
    for (int k = 0; k < 27; ++k)
      if (const auto found = in_.find(key(x, {k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1})); found != in_.end())
        for (const int number : found->second) f(number);
  }

 private:
  using Key = std::array<std::int64_t, 3>;
  Key key(const Vec3& x, const std::array<int, 3>& shift) const {
    Key at;
    for (int k = 0; k < 3; ++k) at[u(k)] = static_cast<std::int64_t>(std::floor(x[k] / side_)) + shift[u(k)];
    return at;
  }
  double side_;
  std::map<Key, std::vector<int>> in_;
};

std::vector<Vec3> spread(const std::vector<Sample>& samples, const Level& level) {
  std::vector<Vec3> chosen;
  {
    // In an order that jumps about, whoever is not too close to those before.
    const double apart = least_apart * level.spacing;
    Cubes cubes(apart);
    std::size_t stride = static_cast<std::size_t>(0.6180339887 * static_cast<double>(samples.size())) | 1;
    while (std::gcd(stride, samples.size()) > 1) stride += 2;
    for (std::size_t k = 0; k < samples.size(); ++k) {
      const Vec3& x = samples[k * stride % samples.size()].at;
      bool free = true;
      cubes.for_near(x, [&](int other) { free = free && norm(chosen[u(other)] - x) >= apart; });
      if (!free) continue;
      cubes.add(x, static_cast<int>(chosen.size()));
      chosen.push_back(x);
    }
  }
  for (int step = 0; step < lloyd_steps; ++step) {
    Cubes cubes(1.5 * level.spacing);
    for (std::size_t k = 0; k < chosen.size(); ++k) cubes.add(chosen[k], static_cast<int>(k));
    std::vector<Vec3> sum(chosen.size());
    std::vector<double> area(chosen.size());
    for (const Sample& s : samples) {
      int best = -1;
      double least = 0;
      cubes.for_near(s.at, [&](int k) {
        const Vec3 d = chosen[u(k)] - s.at;
        if (const double square = dot(d, d); best < 0 || square < least || (square == least && k < best)) {
          best = k;
          least = square;
        }
      });
      if (best < 0) continue;
      sum[u(best)] += s.area * s.at;
      area[u(best)] += s.area;
    }
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      if (!(area[k] > 0)) continue;
      Vec3 x = (1 / area[k]) * sum[k];
      if (level.settle(x)) chosen[k] = x;
    }
  }
  return chosen;
}

}  // namespace

std::vector<Vec3> round_markers(int dimension, double radius, double spacing) {
  std::vector<Vec3> all;
  if (dimension == 2) {
    const auto count = std::max(4l, std::lround(2 * std::numbers::pi * radius / spacing));
    for (long k = 0; k < count; ++k) {
      const double a = 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(count);
      all.push_back({{radius * std::cos(a), radius * std::sin(a), 0}});
    }
    return all;
  }
  const auto count = std::max(8l, std::lround(4 * std::numbers::pi * radius * radius / (spacing * spacing)));
  const double turn = std::numbers::pi * (3 - std::sqrt(5.0));  // of the golden angle from one to the next
  for (long k = 0; k < count; ++k) {
    const double z = 1 - (2 * static_cast<double>(k) + 1) / static_cast<double>(count), s = std::sqrt(1 - z * z);
    const double a = turn * static_cast<double>(k);
    all.push_back({{radius * s * std::cos(a), radius * s * std::sin(a), radius * z}});
  }
  return all;
}

std::vector<Vec3> markers_at_depth(int dimension, const std::vector<Mesh>& meshes,
                                   const std::function<SurfacePoint(const Vec3&)>& nearest, double depth,
                                   double spacing) {
  const Level level{nearest, depth, spacing};
  std::vector<Vec3> all;
  if (dimension == 2) {
    for (const Mesh& mesh : meshes)
      for (const std::vector<int>& line : joined(mesh.lines)) on_line(mesh, line, level, all);
    return all;
  }
  std::vector<Sample> samples;
  for (const Mesh& mesh : meshes)
    for (const std::vector<int>& face : mesh.faces)
      for (std::size_t k = 1; k + 1 < face.size(); ++k)
        sample(mesh.points[u(face[0])], mesh.points[u(face[k])], mesh.points[u(face[k + 1])], level, samples);
  return spread(samples, level);
}

}  // namespace floc
