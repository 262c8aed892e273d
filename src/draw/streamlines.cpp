#include "draw/streamlines.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace floc {
namespace {

constexpr double step_part = 0.12;     // of the spacing
constexpr double nearest_part = 0.5;   // of the spacing, to other lines
constexpr double shortest_part = 1.5;  // of the spacing
constexpr double rest = 1e-4;          // of the largest speed on the lattice

class Field {
 public:
  Field(const std::function<PlanePoint(const PlanePoint&)>& velocity, const PlanePoint& low, const PlanePoint& high,
        double spacing)
      : velocity_(velocity), low_(low), high_(high), spacing_(spacing) {
    for (std::size_t k = 0; k < 2; ++k)
      count_[k] = std::clamp<std::int64_t>(static_cast<std::int64_t>(std::ceil((high[k] - low[k]) / spacing)), 1, 2000);
    bins_.resize(static_cast<std::size_t>(count_[0] * count_[1]));
  }

  std::vector<Streamline> draw() {
    std::vector<Streamline> lines;
    for_lattice([&](const PlanePoint& x) {
      const PlanePoint v = velocity_(x);
      fastest_ = std::max(fastest_, std::hypot(v[0], v[1]));
    });
    if (!(fastest_ > 0) || !std::isfinite(fastest_)) return lines;
    for_lattice([&](const PlanePoint& seed) {
      if (near_line(seed, 0.9 * spacing_)) return;
      Streamline line = through(seed);
      if (static_cast<double>(line.points.size()) * step_part < shortest_part) return;
      for (const PlanePoint& p : line.points) bins_[bin(p)].push_back(p);
      lines.push_back(std::move(line));
    });
    return lines;
  }

 private:
  template <class F>
  void for_lattice(F&& f) const {
    for (std::int64_t j = 0; j < count_[1]; ++j)
      for (std::int64_t i = 0; i < count_[0]; ++i)
        f({low_[0] + (static_cast<double>(i) + 0.5) * (high_[0] - low_[0]) / static_cast<double>(count_[0]),
           low_[1] + (static_cast<double>(j) + 0.5) * (high_[1] - low_[1]) / static_cast<double>(count_[1])});
  }

  bool inside(const PlanePoint& x) const {
    return x[0] > low_[0] && x[0] < high_[0] && x[1] > low_[1] && x[1] < high_[1];
  }
  std::int64_t number(double x, std::size_t k) const {
    const double part = (x - low_[k]) / (high_[k] - low_[k]) * static_cast<double>(count_[k]);
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(part)), 0, count_[k] - 1);
  }
  std::size_t bin(const PlanePoint& x) const {
    return static_cast<std::size_t>(number(x[0], 0) + count_[0] * number(x[1], 1));
  }
  bool near_line(const PlanePoint& x, double distance) const {
    const std::int64_t i = number(x[0], 0), j = number(x[1], 1);
    for (std::int64_t b = std::max<std::int64_t>(0, j - 1); b <= std::min(count_[1] - 1, j + 1); ++b)
      for (std::int64_t a = std::max<std::int64_t>(0, i - 1); a <= std::min(count_[0] - 1, i + 1); ++a)
        for (const PlanePoint& p : bins_[static_cast<std::size_t>(a + count_[0] * b)])
          if (std::hypot(p[0] - x[0], p[1] - x[1]) < distance) return true;
    return false;
  }

  // A line that comes round again, a little further in or out.
  bool meets_itself(const std::vector<PlanePoint>& points, const PlanePoint& x) const {
    constexpr std::size_t last = 20;  // points that are near because they are just behind
    for (std::size_t k = 0; k + last < points.size(); ++k)
      if (std::hypot(points[k][0] - x[0], points[k][1] - x[1]) < 0.3 * spacing_) return true;
    return false;
  }

  // The direction of the flow; zero where it rests.
  PlanePoint direction(const PlanePoint& x) const {
    const PlanePoint v = velocity_(x);
    const double speed = std::hypot(v[0], v[1]);
    if (!(speed > rest * fastest_)) return {0, 0};
    return {v[0] / speed, v[1] / speed};
  }

  std::vector<PlanePoint> walk(const PlanePoint& seed, double step) const {
    std::vector<PlanePoint> points;
    const double closed = 0.6 * std::abs(step);
    PlanePoint x = seed;
    const auto most = static_cast<std::size_t>(4 * static_cast<double>(count_[0] + count_[1]) / step_part);
    while (points.size() < most) {
      const auto at = [&](const PlanePoint& d, double part) {
        return PlanePoint{x[0] + part * step * d[0], x[1] + part * step * d[1]};
      };
      const PlanePoint a = direction(x), b = direction(at(a, 0.5)), c = direction(at(b, 0.5)), d = direction(at(c, 1));
      PlanePoint way{};
      for (std::size_t k = 0; k < 2; ++k) way[k] = (a[k] + 2 * b[k] + 2 * c[k] + d[k]) / 6;
      if (std::hypot(way[0], way[1]) < 0.3) break;  // at rest, or it turns within a step
      x = at(way, 1);
      if (!inside(x) || near_line(x, nearest_part * spacing_)) break;
      if (meets_itself(points, x)) break;
      points.push_back(x);
      if (points.size() > 8 && std::hypot(x[0] - seed[0], x[1] - seed[1]) < closed) break;
    }
    return points;
  }

  Streamline through(const PlanePoint& seed) const {
    const double step = step_part * spacing_;
    Streamline line;
    line.points = walk(seed, -step);
    std::reverse(line.points.begin(), line.points.end());
    line.points.push_back(seed);
    const bool closed = line.points.size() > 9 && std::hypot(line.points.front()[0] - seed[0],
                                                             line.points.front()[1] - seed[1]) < step;
    if (closed) return line;
    const std::vector<PlanePoint> ahead = walk(seed, step);
    line.points.insert(line.points.end(), ahead.begin(), ahead.end());
    return line;
  }

  const std::function<PlanePoint(const PlanePoint&)>& velocity_;
  PlanePoint low_, high_;
  double spacing_, fastest_ = 0;
  std::array<std::int64_t, 2> count_{};
  std::vector<std::vector<PlanePoint>> bins_;
};

}  // namespace

std::vector<Streamline> streamlines(const std::function<PlanePoint(const PlanePoint&)>& velocity,
                                    const PlanePoint& low, const PlanePoint& high, double spacing) {
  if (!(spacing > 0) || !(high[0] > low[0]) || !(high[1] > low[1])) return {};
  return Field(velocity, low, high, spacing).draw();
}

}  // namespace floc
