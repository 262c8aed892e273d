#include "geometry/plan_image.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/error.hpp"

namespace floc {
namespace {

constexpr int near_colour = 32;
constexpr double coarseness = 1;  // pixel: a stair of any slope strays less than that from a line

constexpr int floor_label = 0, wall_label = 1, first_exit = 2;

// A corner of a pixel, y upwards.
struct Point {
  int x = 0, y = 0;
  bool operator==(const Point&) const = default;
};

// The directions right, up, left, down.
constexpr Point step[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

// A closed line with the floor on its left; edge k runs from point k to the next, with `beyond[k]` on its right.
struct Loop {
  std::vector<Point> points;
  std::vector<int> beyond;
};

class Tracer {
 public:
  Tracer(const PixelImage& image, const std::vector<ExitColour>& exits) : w_(image.width), h_(image.height) {
    label_.reserve(image.colour.size());
    for (const auto& c : image.colour) {
      int label = 299 * c[0] + 587 * c[1] + 114 * c[2] >= 127500 ? floor_label : wall_label;
      for (std::size_t e = exits.size(); e-- > 0;)
        if (like(c, exits[e].colour)) label = first_exit + static_cast<int>(e);
      label_.push_back(label);
    }
  }

  std::vector<Loop> loops() {
    // Every edge between a floor pixel and another one, once: followed until it closes.
    std::vector<char> done(static_cast<std::size_t>(w_ + 1) * static_cast<std::size_t>(h_ + 1) * 4, 0);
    const auto mark = [&](Point p, int d) -> char& {
      const std::size_t row = static_cast<std::size_t>(w_) + 1;
      return done[(static_cast<std::size_t>(p.y) * row + static_cast<std::size_t>(p.x)) * 4 + static_cast<std::size_t>(d)];
    };
    std::vector<Loop> all;
    for (int y = 0; y <= h_; ++y)
      for (int x = 0; x <= w_; ++x)
        for (int d = 0; d < 4; ++d) {
          if (!edge({x, y}, d) || mark({x, y}, d)) continue;
          Loop loop;
          Point p{x, y};
          for (int way = d; !mark(p, way);) {
            mark(p, way) = 1;
            loop.points.push_back(p);
            loop.beyond.push_back(right_of(p, way));
            p = {p.x + step[way].x, p.y + step[way].y};
            // Left first: round the same pixel where two touch at a corner.
            for (const int turn : {1, 0, 3})
              if (edge(p, (way + turn) % 4)) {
                way = (way + turn) % 4;
                break;
              }
          }
          all.push_back(std::move(loop));
        }
    return all;
  }

 private:
  static bool like(const std::array<std::uint8_t, 3>& a, const std::array<std::uint8_t, 3>& b) {
    for (std::size_t k = 0; k < 3; ++k)
      if (std::abs(a[k] - b[k]) > near_colour) return false;
    return true;
  }
  // Of the pixel whose lower left corner is (x, y); outside the image is wall.
  int label(int x, int y) const {
    if (x < 0 || y < 0 || x >= w_ || y >= h_) return wall_label;
    return label_[static_cast<std::size_t>(h_ - 1 - y) * static_cast<std::size_t>(w_) + static_cast<std::size_t>(x)];
  }
  // The pixels on both sides of the edge that leaves p in direction d.
  int left_of(Point p, int d) const {
    return label(d == 0 || d == 3 ? p.x : p.x - 1, d == 0 || d == 1 ? p.y : p.y - 1);
  }
  int right_of(Point p, int d) const {
    return label(d == 0 || d == 1 ? p.x : p.x - 1, d == 1 || d == 2 ? p.y : p.y - 1);
  }
  bool edge(Point p, int d) const { return left_of(p, d) == floor_label && right_of(p, d) != floor_label; }

  int w_, h_;
  std::vector<int> label_;
};

// Keeps the points of [begin, end] (both kept already) that the simplified piece needs.
void simplify(const std::vector<Point>& points, std::size_t begin, std::size_t end, std::vector<char>& kept) {
  std::vector<std::pair<std::size_t, std::size_t>> todo{{begin, end}};
  const auto at = [&](std::size_t k) {
    const Point& p = points[k % points.size()];
    return Vec2{{static_cast<double>(p.x), static_cast<double>(p.y)}};
  };
  while (!todo.empty()) {
    const auto [a, b] = todo.back();
    todo.pop_back();
    std::size_t worst = a;
    double most = coarseness;
    for (std::size_t k = a + 1; k < b; ++k)
      if (const double d = distance({at(a), at(b)}, at(k)); d > most) most = d, worst = k;
    if (worst == a) continue;
    kept[worst % points.size()] = 1;
    todo.push_back({a, worst});
    todo.push_back({worst, b});
  }
}

std::vector<char> corners(const Loop& loop) {
  const std::size_t n = loop.points.size();
  std::vector<char> kept(n, 0);
  std::vector<std::size_t> cuts;
  for (std::size_t k = 0; k < n; ++k)
    if (loop.beyond[k] != loop.beyond[(k + n - 1) % n]) cuts.push_back(k);
  if (cuts.empty()) {
    // All wall or all one exit: from the lowest point of the left side, which is a corner for certain, to the
    // point furthest from it.
    const auto less = [](const Point& a, const Point& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; };
    const auto first = static_cast<std::size_t>(std::min_element(loop.points.begin(), loop.points.end(), less) -
                                                loop.points.begin());
    const auto away = [&](const Point& p) {
      const double dx = p.x - loop.points[first].x, dy = p.y - loop.points[first].y;
      return dx * dx + dy * dy;
    };
    const auto second = static_cast<std::size_t>(
        std::max_element(loop.points.begin(), loop.points.end(),
                         [&](const Point& a, const Point& b) { return away(a) < away(b); }) -
        loop.points.begin());
    cuts = {std::min(first, second), std::max(first, second)};
  }
  for (std::size_t k = 0; k < cuts.size(); ++k) {
    kept[cuts[k]] = 1;
    simplify(loop.points, cuts[k], k + 1 < cuts.size() ? cuts[k + 1] : cuts[0] + n, kept);
  }
  return kept;
}

}  // namespace

FloorPlan plan_from_image(const PixelImage& image, double pixel, const Vec2& low, const std::vector<ExitColour>& exits,
                          std::vector<Exit> more) {
  if (image.width < 1 || image.height < 1 ||
      image.colour.size() != static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height))
    throw Error("a plan needs an image with pixels");
  if (!(pixel > 0 && std::isfinite(pixel))) throw Error("the size of a pixel has to be positive and finite");
  std::vector<Exit> all;
  for (const ExitColour& e : exits) all.push_back({e.name, {}});
  std::vector<FloorPlan::Ring> rings;
  for (const Loop& loop : Tracer(image, exits).loops()) {
    const std::vector<char> kept = corners(loop);
    FloorPlan::Ring ring;
    std::vector<int> beyond;
    for (std::size_t k = 0; k < kept.size(); ++k)
      if (kept[k]) {
        const Point& p = loop.points[k];
        ring.push_back(low + pixel * Vec2{{static_cast<double>(p.x), static_cast<double>(p.y)}});
        beyond.push_back(loop.beyond[k]);
      }
    for (std::size_t k = 0; k < ring.size(); ++k)
      if (beyond[k] >= first_exit)
        all[static_cast<std::size_t>(beyond[k] - first_exit)].lines.push_back({ring[k], ring[(k + 1) % ring.size()]});
    if (ring.size() >= 3) rings.push_back(std::move(ring));
  }
  if (rings.empty()) throw Error("the image has no floor: no light pixels");
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  return FloorPlan(std::move(rings), {}, std::move(all));
}

}  // namespace floc
