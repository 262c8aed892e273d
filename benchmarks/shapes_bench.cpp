// Gap, normal and nearest points of pairs of bodies near contact: nanoseconds a pair, from nothing and from the last
// normal. And the narrow band of distances about a body: milliseconds by its width.
//
//   shapes_bench OUTPUT.json [PAIRS = 2000]
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "core/random.hpp"
#include "geometry/field_body.hpp"
#include "geometry/frame.hpp"
#include "geometry/narrow_band.hpp"
#include "geometry/nearest.hpp"
#include "geometry/shapes.hpp"
#include "machine.hpp"
#include "result_file.hpp"

using namespace floc;
using namespace floc::bench;

namespace {

struct Pair {
  Pose a, b;
  Vec3 start{};  // the normal before a small motion
};

class Draws {
 public:
  double between(double low, double high) { return low + (high - low) * uniform({1, next_++, 0, 0}); }
  Vec3 unit(int dimension) {
    for (;;) {
      Vec3 v;
      for (int k = 0; k < dimension; ++k) v[k] = between(-1, 1);
      if (const double n = norm(v); n > 0.1 && n < 1) return (1 / n) * v;
    }
  }
  Pose turn(int dimension, double angle) {
    return Pose::rotation_about({}, dimension == 3 ? unit(3) : Vec3{{0, 0, 1}}, between(-angle, angle));
  }

 private:
  std::uint64_t next_ = 0;
};

// At random orientations and with gaps up to a hundredth of a radius on either side of contact, as in a settled bed.
std::vector<Pair> pairs_near_contact(const Shape& a, const Shape& b, std::size_t count) {
  Draws draws;
  std::vector<Pair> pairs;
  ContactPoints points;
  const double most = 0.01 * a.inner_radius();
  for (std::size_t k = 0; k < count; ++k) {
    Pair p{draws.turn(a.dimension(), 3.1), draws.turn(a.dimension(), 3.1), {}};
    const Vec3 u = draws.unit(a.dimension());
    const double target = draws.between(-most, most);
    double low = 0, high = a.bounding_radius() + b.bounding_radius() + most;
    for (int i = 0; i < 40; ++i) {
      const double middle = (low + high) / 2;
      p.a.position = middle * u;
      nearest(a, p.a, b, p.b, high, {}, points);
      double gap = high;
      for (const ContactPoint& c : points) gap = std::min(gap, c.gap);
      (gap < target ? low : high) = middle;
    }
    // A step before it was turned by a thousandth: grains that settle turn less.
    const Pose before = p.a * draws.turn(a.dimension(), 0.001);
    nearest(a, before, b, p.b, 1, {}, points);
    p.start = points.size > 0 ? points.point[0].normal : u;
    pairs.push_back(p);
  }
  return pairs;
}

// The best of some rounds over all pairs, by the processor's clock.
double nanoseconds(const Shape& a, const Shape& b, const std::vector<Pair>& pairs, bool warm, double* points_a_pair) {
  double best = 1e300;
  std::size_t found = 0;
  ContactPoints points;
  const double cutoff = 0.1 * a.inner_radius();
  for (int round = 0; round < 15; ++round) {
    const double before = cpu_seconds();
    found = 0;
    for (const Pair& p : pairs) {
      nearest(a, p.a, b, p.b, cutoff, warm ? p.start : Vec3{}, points);
      found += static_cast<std::size_t>(points.size);
    }
    best = std::min(best, cpu_seconds() - before);
  }
  *points_a_pair = static_cast<double>(found) / static_cast<double>(pairs.size());
  return 1e9 * best / static_cast<double>(pairs.size());
}

ClosedMesh triangulated(const Mesh& picture) {
  ClosedMesh mesh{picture.faces.empty() ? 2 : 3, picture.points, {}};
  for (const auto& line : picture.lines)
    for (std::size_t k = 0; k + 1 < line.size(); ++k) mesh.pieces.push_back({line[k], line[k + 1], 0});
  for (const auto& face : picture.faces)
    for (std::size_t k = 1; k + 1 < face.size(); ++k) mesh.pieces.push_back({face[0], face[k], face[k + 1]});
  return mesh;
}

// An ellipse of 200 segments, 1 and .5 wide, on a grid with spacing .01; an ellipsoid of 2,200 triangles with .05.
void measure_bands(ResultFile& json) {
  json.print(",\n  \"bands\": [");
  const ShapePtr ellipse = make_ellipse(1, 0.5), ellipsoid = make_ellipsoid({{1, 0.6, 0.5}});
  for (const int dimension : {2, 3}) {
    const Shape& shape = dimension == 2 ? *ellipse : *ellipsoid;
    const NearestOnMesh body(check_closed(triangulated(shape.mesh(dimension == 2 ? 200 : 48))));
    for (const double band : {0.125, 0.25, 0.5, 1.0, 1.9}) {
      double best = 1e300;
      std::size_t nodes = 0;
      for (int round = 0; round < 3; ++round) {
        const double before = cpu_seconds();
        const NarrowBand field(body, dimension == 2 ? 0.01 : 0.05, band);
        best = std::min(best, cpu_seconds() - before);
        nodes = field.in_band();
      }
      json.print("{}\n    {{\"dimension\": {}, \"band\": {}, \"nodes\": {}, \"milliseconds\": {:.2f}}}", json.comma(),
                 dimension, band, nodes, 1e3 * best);
      fmt::print("{}D, band {:5}: {:7} nodes, {:6.1f} ms\n", dimension, band, nodes, 1e3 * best);
      std::fflush(stdout);
    }
  }
  json.print("\n  ]");
  json.begin_list();
}

}  // namespace

int main(int argc, char** argv) {
  ResultFile json(argc, argv, "shapes", "PAIRS");
  const auto count = static_cast<std::size_t>(json.size(2000));
  measure_bands(json);
  json.print(",\n  \"pairs\": [");
  struct Case {
    const char* name;
    ShapePtr a, b;
  };
  const ShapePtr cube = make_body(triangulated(make_box({{2, 2, 2}})->mesh(8))).shape,
                 stone = make_body(triangulated(make_ellipsoid({{1, 0.8, 0.7}})->mesh(12))).shape;
  const std::vector<Case> cases{
      {"spheres", make_sphere(1, 3), make_sphere(1, 3)},
      {"ellipses 2:1", make_ellipse(2, 1), make_ellipse(2, 1)},
      {"ellipsoids 2:1:1", make_ellipsoid({{2, 1, 1}}), make_ellipsoid({{2, 1, 1}})},
      {"ellipsoids 20:5:1", make_ellipsoid({{20, 5, 1}}), make_ellipsoid({{20, 5, 1}})},
      {"superellipsoids, exponent 4", make_superellipsoid({{1, 1, 1}}, 4, 4), make_superellipsoid({{1, 1, 1}}, 4, 4)},
      {"capsules", make_capsule(2, 1, 3), make_capsule(2, 1, 3)},
      {"rectangles", make_rectangle(2, 2), make_rectangle(2, 2)},
      {"boxes", make_box({{2, 2, 2}}), make_box({{2, 2, 2}})},
      {"box and sphere", make_box({{2, 2, 2}}), make_sphere(1, 3)},
      {"box and ellipsoid", make_box({{2, 2, 2}}), make_ellipsoid({{2, 1, 1}})},
      {"cubes as meshes", cube, cube},
      {"stones as meshes", stone, stone},
      {"stone as mesh and box", stone, make_box({{2, 2, 2}})},
      {"stone as mesh and sphere", stone, make_sphere(1, 3)}};
  for (const Case& c : cases) {
    const std::vector<Pair> pairs = pairs_near_contact(*c.a, *c.b, count);
    double points = 0;
    const double cold = nanoseconds(*c.a, *c.b, pairs, false, &points);
    const double warm = nanoseconds(*c.a, *c.b, pairs, true, &points);
    json.print("{}\n    {{\"pair\": \"{}\", \"cold_ns\": {:.1f}, \"warm_ns\": {:.1f}, \"points\": {:.2f}}}",
               json.comma(), c.name, cold, warm, points);
    fmt::print("{:28} {:7.0f} ns from nothing, {:7.0f} ns from the last normal, {:.2f} points\n", c.name, cold, warm,
               points);
    std::fflush(stdout);
  }
  json.close();
  return 0;
}
