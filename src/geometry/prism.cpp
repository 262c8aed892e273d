#include "geometry/prism.hpp"

#include <cmath>
#include <numbers>

#include "geometry/polytope.hpp"

namespace floc {

PlacedShape make_prism(const std::vector<Vec3>& base, double height) {
  PlacedShape placed;
  Moments m;
  for (std::size_t k = 0; k < base.size(); ++k)
    m += cone_moments(base[k] - base[0], base[(k + 1) % base.size()] - base[0]);
  placed.pose.position = base[0] + (1 / m.volume) * m.first;
  const int n = static_cast<int>(base.size());
  std::vector<Vec3> corners;
  for (const double z : {-height / 2, height / 2})
    for (Vec3 p : base) {
      p -= placed.pose.position;
      p[2] = z;
      corners.push_back(p);
    }
  std::vector<std::vector<int>> faces(2);
  for (int k = 0; k < n; ++k) {
    const int next = (k + 1) % n;
    faces[0].push_back(n - 1 - k);
    faces[1].push_back(n + k);
    faces.push_back({k, next, n + next, n + k});
  }
  placed.shape = std::make_shared<Polytope>(std::move(corners), std::move(faces), 3, 0);
  return placed;
}

std::vector<Vec3> polygon_about_disc(double radius) {
  constexpr int sides = 96;
  const double outer = radius / std::cos(std::numbers::pi / sides);
  std::vector<Vec3> corners;
  for (int k = 0; k < sides; ++k) {
    const double angle = 2 * std::numbers::pi * k / sides;
    corners.push_back({{outer * std::cos(angle), outer * std::sin(angle), 0}});
  }
  return corners;
}

}  // namespace floc
