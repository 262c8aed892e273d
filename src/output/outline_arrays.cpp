#include "output/outline_arrays.hpp"

#include <cmath>

namespace floc {
namespace {

using h5::Size;

// Lists of lists: all items, and where each list begins.
struct Lists {
  std::vector<std::int32_t> begin{0}, item;

  void add(const std::vector<int>& list) {
    item.insert(item.end(), list.begin(), list.end());
    begin.push_back(static_cast<std::int32_t>(item.size()));
  }
};

std::vector<std::int32_t> integers(const h5::Group& g, const char* name) {
  const h5::Dataset d = g.dataset(name);
  return d.read_all<std::int32_t>({d.rows()});
}

}  // namespace

void put_outlines(h5::Group g, const Outlines& outlines) {
  std::vector<double> point;
  std::vector<std::int32_t> points{0}, parts{0}, line;
  Lists corners;
  for (const Mesh& mesh : outlines.mesh) {
    for (const Vec3& p : mesh.points) point.insert(point.end(), p.c.begin(), p.c.end());
    for (const auto* lists : {&mesh.faces, &mesh.lines})
      for (const std::vector<int>& list : *lists) {
        corners.add(list);
        line.push_back(lists == &mesh.lines);
      }
    points.push_back(static_cast<std::int32_t>(point.size() / 3));
    parts.push_back(static_cast<std::int32_t>(line.size()));
  }
  g.put<std::int32_t>("of_shape", {outlines.of_shape.size()}, outlines.of_shape);
  g.put<double>("point", {point.size()}, point);
  g.put<std::int32_t>("point_begin", {points.size()}, points);
  g.put<std::int32_t>("part_begin", {parts.size()}, parts);
  g.put<std::int32_t>("line", {line.size()}, line);
  g.put<std::int32_t>("corner_begin", {corners.begin.size()}, corners.begin);
  g.put<std::int32_t>("corner", {corners.item.size()}, corners.item);
}

Outlines read_outlines(const h5::Group& g) {
  Outlines outlines;
  outlines.of_shape = integers(g, "of_shape");
  const std::vector<double> point = g.dataset("point").read_all<double>({g.dataset("point").rows()});
  const std::vector<std::int32_t> points = integers(g, "point_begin"), parts = integers(g, "part_begin"),
                                  line = integers(g, "line"), begin = integers(g, "corner_begin"),
                                  corner = integers(g, "corner");
  const auto rises_to = [&](const std::vector<std::int32_t>& list, std::size_t end) {
    bool good = !list.empty() && list.front() == 0 && static_cast<std::size_t>(list.back()) == end;
    for (std::size_t k = 1; k < list.size(); ++k) good = good && list[k] >= list[k - 1];
    return good;
  };
  if (point.size() % 3 != 0 || !rises_to(points, point.size() / 3) || !rises_to(parts, line.size()) ||
      !rises_to(begin, corner.size()) || begin.size() != line.size() + 1 || parts.size() != points.size())
    g.reject("the lists of points and corners do not fit");
  for (const double x : point)
    if (!std::isfinite(x)) g.reject("a point is not finite");
  outlines.mesh.resize(points.size() - 1);
  for (std::size_t m = 0; m < outlines.mesh.size(); ++m) {
    Mesh& mesh = outlines.mesh[m];
    for (auto p = static_cast<std::size_t>(points[m]); p < static_cast<std::size_t>(points[m + 1]); ++p)
      mesh.points.push_back(Vec3::load(&point[3 * p]));
    for (auto q = static_cast<std::size_t>(parts[m]); q < static_cast<std::size_t>(parts[m + 1]); ++q) {
      std::vector<int>& list =
          (line[q] ? mesh.lines : mesh.faces).emplace_back(corner.begin() + begin[q], corner.begin() + begin[q + 1]);
      for (const int k : list)
        if (k < 0 || static_cast<std::size_t>(k) >= mesh.points.size()) g.reject("a corner is no point");
    }
  }
  for (const std::int32_t k : outlines.of_shape)
    if (k < -1 || k >= static_cast<std::int32_t>(outlines.mesh.size())) g.reject("a shape has no outline");
  return outlines;
}

}  // namespace floc
