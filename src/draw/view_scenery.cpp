#include "draw/view_scenery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "draw/colour.hpp"
#include "output/json_text.hpp"
#include "output/window.hpp"

namespace floc {
namespace {

std::string short_number(double x) { return std::isfinite(x) ? fmt::format("{:.7g}", x) : "0"; }
std::string point(const Vec3& x) {
  return fmt::format("[{},{},{}]", short_number(x[0]), short_number(x[1]), short_number(x[2]));
}
std::string integers(const std::vector<int>& values) {
  return json_list(values.size(), [&](std::size_t k) { return std::to_string(values[k]); });
}

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

std::string plane_surface(const PlacedMesh& m) {
  const auto& lines = m.mesh.lines;
  const auto filled = [&](std::size_t l) {
    const std::vector<int>& line = lines[l];
    const bool closed = line.size() > 3 && at(m.mesh, line, 0) == at(m.mesh, line, line.size() - 1);
    return closed && !m.surface->concave();
  };
  const auto sides = [&](std::size_t l) {
    return json_list(std::max<std::size_t>(lines[l].size(), 1) - 1, [&](std::size_t k) {
      return std::to_string(solid_side(m, at(m.mesh, lines[l], k), at(m.mesh, lines[l], k + 1)));
    });
  };
  return fmt::format(R"("lines":{},"filled":{},"sides":{})",
                     json_list(lines.size(), [&](std::size_t l) { return integers(lines[l]); }),
                     json_list(lines.size(), [&](std::size_t l) { return std::string(filled(l) ? "true" : "false"); }),
                     json_list(lines.size(), sides));
}

std::string space_surface(const PlacedMesh& m) {
  const bool solid = has_volume(*m.surface);
  return fmt::format(R"("faces":{},"solid":{},"open":{})",
                     json_list(m.mesh.faces.size(), [&](std::size_t f) { return integers(m.mesh.faces[f]); }), solid,
                     !solid && !m.surface->concave() && bounded(*m.surface));
}

std::string surface(const PlacedMesh& m, int dimension) {
  return fmt::format(R"({{"points":{},{}}})",
                     json_list(m.mesh.points.size(), [&](std::size_t p) { return point(m.mesh.points[p]); }),
                     dimension < 3 ? plane_surface(m) : space_surface(m));
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
std::string way(const Pose& from, const Pose& to) {
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
  return fmt::format("[{},{},{},{},{},{},{}]", short_number(p[0]), short_number(p[1]), short_number(p[2]),
                     short_number(q[0]), short_number(q[1]), short_number(q[2]), short_number(q[3]));
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

std::string view_obstacles(std::span<const Obstacle> obstacles, std::span<const double> times, int dimension,
                           const Bounds& window) {
  return json_list(obstacles.size(), [&](std::size_t i) {
    const Obstacle& o = obstacles[i];
    const bool fixed = o.motion->fixed();
    const auto meshes =
        place_meshes(obstacles.subspan(i, 1), times.front(), dimension, fixed ? window : widened(window, dimension));
    std::string poses;
    if (!fixed) {
      const Pose first = o.motion->at(times.front());
      poses =
          ",\"poses\":" + json_list(times.size(), [&](std::size_t k) { return way(first, o.motion->at(times[k])); });
    }
    return fmt::format(R"({{"name":{},"colour":{},"surfaces":{}{}}})", json_text(o.name),
                       json_text(colour_text(parse_colour(o.colour, ink))),
                       json_list(meshes.size(), [&](std::size_t m) { return surface(meshes[m], dimension); }), poses);
  });
}

std::string view_exits(std::span<const Exit> exits) {
  return json_list(exits.size(), [&](std::size_t i) {
    return fmt::format(
        R"({{"name":{},"lines":{}}})", json_text(exits[i].name), json_list(exits[i].lines.size(), [&](std::size_t l) {
          const Line& line = exits[i].lines[l];
          return fmt::format("[{},{}]", point({{line.a[0], line.a[1], 0}}), point({{line.b[0], line.b[1], 0}}));
        }));
  });
}

}  // namespace floc
