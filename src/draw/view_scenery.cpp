#include "draw/view_scenery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "draw/colour.hpp"
#include "output/window.hpp"

namespace floc {
namespace {

// As exact as a screen needs it: pages stay small.
Json short_number(double x) { return std::isfinite(x) ? Json::digits(fmt::format("{:.7g}", x)) : Json(0); }
Json point(const Vec3& x) { return Json::list({short_number(x[0]), short_number(x[1]), short_number(x[2])}); }
Json points(const std::vector<Vec3>& all) {
  Json list = Json::list();
  for (const Vec3& x : all) list.add(point(x));
  return list;
}
Json integers(const std::vector<int>& values) { return Json::list({values.begin(), values.end()}); }

const Vec3& at(const Mesh& mesh, const std::vector<int>& line, std::size_t k) {
  return mesh.points[static_cast<std::size_t>(line[k])];
}

bool bounded(const Surface& s) {
  const Bounds b = s.bounds();
  return std::isfinite(norm(b.low)) && std::isfinite(norm(b.high));
}

// On which side of the piece from a to b the solid is.
int solid_side(const PlacedMesh& m, const Vec3& a, const Vec3& b) {
  const Vec3 middle = 0.5 * (a + b), left = 1e-3 * Vec3{{a[1] - b[1], b[0] - a[0], 0}};
  const bool l = m.distance(middle + left) < 0, r = m.distance(middle - left) < 0;
  return static_cast<int>(l) - static_cast<int>(r);
}

void add_plane_surface(Json& surface, const PlacedMesh& m) {
  Json lines = Json::list(), filled = Json::list(), sides = Json::list();
  for (const std::vector<int>& line : m.mesh.lines) {
    const bool closed = line.size() > 3 && at(m.mesh, line, 0) == at(m.mesh, line, line.size() - 1);
    Json side = Json::list();
    for (std::size_t k = 0; k + 1 < line.size(); ++k)
      side.add(solid_side(m, at(m.mesh, line, k), at(m.mesh, line, k + 1)));
    lines.add(integers(line));
    filled.add(closed && !m.surface->concave());
    sides.add(std::move(side));
  }
  surface.set("lines", std::move(lines));
  surface.set("filled", std::move(filled));
  surface.set("sides", std::move(sides));
}

void add_space_surface(Json& surface, const PlacedMesh& m) {
  Json faces = Json::list();
  for (const std::vector<int>& face : m.mesh.faces) faces.add(integers(face));
  const bool solid = has_volume(*m.surface);
  surface.set("faces", std::move(faces));
  surface.set("solid", solid);
  surface.set("open", !solid && !m.surface->concave() && bounded(*m.surface));
}

Json surface(const PlacedMesh& m, int dimension) {
  Json surface = Json::object({{"points", points(m.mesh.points)}});
  if (dimension < 3)
    add_plane_surface(surface, m);
  else
    add_space_surface(surface, m);
  return surface;
}

// The unit quaternion of a rotation whose rows are given, its largest part first for the sake of accuracy.
std::array<double, 4> quaternion(const std::array<Vec3, 3>& r) {
  const double x = r[0][0], y = r[1][1], z = r[2][2];
  const std::array squares{1 + x - y - z, 1 - x + y - z, 1 - x - y + z, 1 + x + y + z};  // 4 q²
  const auto most = static_cast<std::size_t>(std::max_element(squares.begin(), squares.end()) - squares.begin());
  const double yz = r[2][1] + r[1][2], xz = r[0][2] + r[2][0], xy = r[1][0] + r[0][1];
  const double wx = r[2][1] - r[1][2], wy = r[0][2] - r[2][0], wz = r[1][0] - r[0][1];
  const std::array<std::array<double, 4>, 4> rows{{{squares[0], xy, xz, wx},
                                                   {xy, squares[1], yz, wy},
                                                   {xz, yz, squares[2], wz},
                                                   {wx, wy, wz, squares[3]}}};  // 4 q_most q
  std::array<double, 4> q = rows[most];
  for (double& part : q) part /= 2 * std::sqrt(squares[most]);
  return q;
}

// What takes the obstacle from one pose to another.
Json way(const Pose& from, const Pose& to) {
  std::array<Vec3, 3> rows;
  for (int k = 0; k < 3; ++k) {
    Vec3 axis;
    axis[k] = 1;
    const Vec3 column = to.turn(from.turn_back(axis));
    for (std::size_t i = 0; i < 3; ++i) rows[i][k] = column[static_cast<int>(i)];
  }
  const Pose turn{{}, rows};
  const Vec3 p = to.position - turn.turn(from.position);
  const auto q = quaternion(rows);
  Json numbers = point(p);
  for (const double part : q) numbers.add(short_number(part));
  return numbers;
}

// A moving surface without an end is cut far enough out to fill the window wherever it goes.
Bounds widened(const Bounds& window, int dimension) {
  Bounds wide = window;
  const Vec3 middle = 0.5 * (window.low + window.high);
  const double reach = 1.5 * norm(window.high - window.low);
  for (int k = 0; k < dimension; ++k) {
    wide.low[k] = middle[k] - reach;
    wide.high[k] = middle[k] + reach;
  }
  return wide;
}

}  // namespace

Json view_poses(const Obstacle& obstacle, double first, std::span<const double> times) {
  Json poses = Json::list();
  if (obstacle.motion->fixed()) return poses;
  const Pose start = obstacle.motion->at(first);
  for (const double time : times) poses.add(way(start, obstacle.motion->at(time)));
  return poses;
}

Json view_obstacles(std::span<const Obstacle> obstacles, std::span<const double> times, int dimension,
                    const Bounds& window) {
  Json list = Json::list();
  for (std::size_t i = 0; i < obstacles.size(); ++i) {
    const Obstacle& o = obstacles[i];
    const bool fixed = o.motion->fixed();
    Json surfaces = Json::list();
    for (const PlacedMesh& m :
         place_meshes(obstacles.subspan(i, 1), times.front(), dimension, fixed ? window : widened(window, dimension)))
      surfaces.add(surface(m, dimension));
    Json shown = Json::object(
        {{"name", o.name}, {"colour", colour_text(parse_colour(o.colour, ink))}, {"surfaces", std::move(surfaces)}});
    if (!fixed) shown.set("poses", view_poses(o, times.front(), times));
    list.add(std::move(shown));
  }
  return list;
}

Json view_exits(std::span<const Exit> exits) {
  Json list = Json::list();
  for (const Exit& exit : exits) {
    Json lines = Json::list();
    for (const Line& line : exit.lines) lines.add(points({{{line.a[0], line.a[1], 0}}, {{line.b[0], line.b[1], 0}}}));
    list.add(Json::object({{"name", exit.name}, {"lines", std::move(lines)}}));
  }
  return list;
}

}  // namespace floc
