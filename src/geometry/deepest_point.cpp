#include "geometry/deepest_point.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace floc {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Where an edge passes through the boundary: parts of its length.
class Crossings {
 public:
  Crossings(const BoundaryFeatures& body, const Line& edge) : mesh_(body.mesh()), edge_(edge) {
    body.piece_tree().for_near([&](const Ball& ball) { return edge.near(ball.centre, ball.radius, 0); },
                               [&](std::size_t k) { look_at(k); });
    std::sort(at_.begin(), at_.begin() + size_);
  }
  std::span<const double> all() const { return std::span(at_).first(static_cast<std::size_t>(size_)); }

 private:
  void look_at(std::size_t k) {
    const auto& piece = mesh_.pieces[k];
    const auto corner = [&](std::size_t c) { return mesh_.points[static_cast<std::size_t>(piece[c])] - edge_.from; };
    const Vec3 a = corner(0), b = corner(1);
    if (mesh_.dimension == 2) {
      const Vec3 way = b - a;
      const double turn = cross(edge_.along, way)[2];
      if (turn == 0) return;
      const double s = cross(a, way)[2] / turn, t = cross(a, edge_.along)[2] / turn;
      if (t >= 0 && t <= 1) add(s);
      return;
    }
    // The volumes that the line spans with each side of the triangle have one sign where it passes inside.
    const Vec3 c = corner(2);
    const double u = dot(edge_.along, cross(b, c)), v = dot(edge_.along, cross(c, a)),
                 w = dot(edge_.along, cross(a, b));
    if (!((u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0)) || u + v + w == 0) return;
    add(dot(edge_.along, (1 / (u + v + w)) * (u * a + v * b + w * c)));
  }
  void add(double s) {
    if (s > 0 && s < edge_.end && size_ < most) at_[static_cast<std::size_t>(size_++)] = s;
  }

  static constexpr int most = 64;
  const ClosedMesh& mesh_;
  const Line& edge_;
  std::array<double, most> at_{};
  int size_ = 0;
};

}  // namespace

DeepestPoint::DeepestPoint(const FieldBody& body, double known)
    : body_(body),
      boundary_(body.features()),
      deepest_(std::min(0.0, known)),
      smallest_(1e-7 * body.features().size()) {}

bool DeepestPoint::look_along(const Line& edge) {
  const double before = deepest_;
  const Crossings crossings(boundary_, edge);
  double begin = edge.begin;
  for (std::size_t c = 0; c <= crossings.all().size(); ++c) {
    const double end = c < crossings.all().size() ? crossings.all()[c] : edge.end;
    // Between two crossings all is inside or outside.
    const Vec3 middle = edge.at(0.5 * (begin + end));
    if (body_.distance_bound(body_.scale() * middle) < 0 && boundary_.place(middle, infinity).distance < 0)
      look_between(edge, begin, end);
    begin = end;
  }
  return deepest_ < before;
}

// A part of the edge that cannot be deeper is left, another one halved. No point of it is deeper than the way along the
// edge from the middle allows, nor than the distance from the piece that is nearest there: that is convex along the
// edge, and greatest at its ends.
void DeepestPoint::look_between(const Line& edge, double begin, double end) {
  const double half = 0.5 * (end - begin), middle = begin + half;
  const Vec3 x = edge.at(middle);
  const BoundaryFeatures::Place place = boundary_.place(x, infinity);
  if (is_deeper(place.distance)) {
    deepest_ = place.distance;
    place_ = place;
    at_ = x;
  }
  const auto from_piece = [&](double s) {
    return std::sqrt(boundary_.nearest().square(place.piece, edge.at(s), infinity));
  };
  if (half < smallest_ || !is_deeper(place.distance - half)) return;
  if (!is_deeper(-std::max(from_piece(begin), from_piece(end)))) return;
  look_between(edge, begin, middle);
  look_between(edge, middle, end);
}

}  // namespace floc
