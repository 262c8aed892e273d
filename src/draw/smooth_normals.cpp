#include "draw/smooth_normals.hpp"

namespace floc {
namespace {

Vec3 area_of(const std::vector<Vec3>& points) {
  Vec3 n;
  for (std::size_t k = 0; k < points.size(); ++k) n += cross(points[k], points[(k + 1) % points.size()]);
  return n;
}

Vec3 unit(const Vec3& v) {
  const double length = norm(v);
  return length > 0 ? (1 / length) * v : Vec3{};
}

}  // namespace

Vec3 normal_of(const std::vector<Vec3>& points) { return unit(area_of(points)); }

std::vector<std::vector<Vec3>> smooth_normals(const Mesh& mesh) {
  std::vector<Vec3> areas;
  std::vector<std::vector<std::size_t>> around(mesh.points.size());  // faces at every point
  for (const auto& face : mesh.faces) {
    std::vector<Vec3> points;
    for (const int p : face) {
      points.push_back(mesh.points[static_cast<std::size_t>(p)]);
      around[static_cast<std::size_t>(p)].push_back(areas.size());
    }
    areas.push_back(area_of(points));
  }
  std::vector<std::vector<Vec3>> normals(mesh.faces.size());
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    const Vec3 own = unit(areas[f]);
    bool round = false;
    for (const int p : mesh.faces[f]) {
      Vec3 sum;
      for (const std::size_t other : around[static_cast<std::size_t>(p)])
        if (dot(own, unit(areas[other])) > least_smooth) sum += areas[other];
      normals[f].push_back(unit(sum));
      round = round || dot(own, normals[f].back()) < 1 - 1e-9;
    }
    if (!round) normals[f].clear();
  }
  return normals;
}

}  // namespace floc
