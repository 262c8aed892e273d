// Bodies of any shape, with friction, glue and joints of all kinds and drives, thrown at each other, at meshes, solids
// and containers with steps of any length: whatever the numbers, every step ends with finite positions, unit
// orientations and an overlap that its report knows, and one that says it converged keeps to the tolerance.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "contact/gluey.hpp"
#include "core/error.hpp"
#include "forces/gravity.hpp"
#include "geometry/clump.hpp"
#include "geometry/field_body.hpp"
#include "geometry/frame.hpp"
#include "geometry/level_set.hpp"
#include "geometry/motions.hpp"
#include "geometry/shapes.hpp"
#include "geometry/surfaces.hpp"
#include "step/simulation.hpp"

namespace {

using namespace floc;

// Numbers out of bytes; zeros when they have ended.
class Draw {
 public:
  explicit Draw(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  std::uint8_t byte() {
    if (bytes_.empty()) return 0;
    const std::uint8_t first = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return first;
  }
  int below(int n) { return byte() % n; }
  double between(double low, double high) { return low + (high - low) * byte() / 255; }

 private:
  std::span<const std::uint8_t> bytes_;
};

ShapePtr shape(Draw& draw, int dimension) {
  const double a = draw.between(0.1, 1), b = draw.between(0.1, 1), c = draw.between(0.1, 1);
  const bool space = dimension == 3;
  switch (draw.below(6)) {
    case 0: return make_sphere(a, dimension);
    case 1: return space ? make_ellipsoid({{a, b, c}}) : make_ellipse(a, b);
    case 2: return space ? make_box({{a, b, c}}) : make_rectangle(a, b);
    case 3: return make_capsule(a, b, dimension);
    case 4: return (space ? make_box({{a, b, c}}) : make_rectangle(a, b))->rounded(0.1 * c);
    default: return space ? make_superellipsoid({{a, b, c}}, 2 + 2 * c, 2 + 2 * a) : make_superellipse(a, b, 2 + 4 * c);
  }
}

// Corners anywhere: what makes no body is a ball.
ShapePtr polytope(Draw& draw, int dimension) {
  std::vector<Vec3> corners;
  double angle = 0;
  for (int count = 3 + draw.below(6); count > 0; --count) {
    angle += draw.between(0.05, 1.5);
    corners.push_back(dimension == 3 ? Vec3{{draw.between(-0.7, 0.7), draw.between(-0.7, 0.7), draw.between(-0.7, 0.7)}}
                                     : Vec3{{std::cos(angle), 0.6 * std::sin(angle), 0}});
  }
  try {
    return dimension == 3 ? make_polyhedron(corners).shape : make_polygon(corners).shape;
  } catch (const Error&) {
    return make_sphere(0.5, dimension);
  }
}

// Two or three parts, which may overlap.
ShapePtr clump(Draw& draw, int dimension) {
  std::vector<ClumpPart> parts;
  for (int count = 2 + draw.below(2); count > 0; --count) {
    const double a = draw.between(0.1, 0.4), b = draw.between(0.1, 0.4);
    Pose pose = Pose::rotation_about({}, axis_vector(2), draw.between(0, 3));
    for (int k = 0; k < dimension; ++k) pose.position[k] = draw.between(-0.5, 0.5);
    ShapePtr part = make_sphere(a, dimension);
    if (draw.below(2)) part = dimension == 3 ? make_box({{2 * a, 2 * b, b}}) : make_rectangle(2 * a, 2 * b);
    parts.push_back({part, pose});
  }
  return make_clump(parts, ClumpMass::united, 12).shape;
}

// From a closed mesh, a tetrahedron with a corner anywhere, or from a level set, on a coarse grid. What makes no body
// is a ball.
ShapePtr field(Draw& draw, int dimension) {
  const bool space = dimension == 3;
  const double a = draw.between(-0.6, 0.6), b = draw.between(-0.6, 0.6), c = draw.between(-0.2, 0.6);
  try {
    if (draw.below(2)) {
      ClosedMesh tetrahedron{3, {{{-0.5, -0.4, -0.3}}, {{0.6, -0.3, -0.3}}, {{0, 0.6, -0.3}}, {{a, b, c}}}, {}};
      tetrahedron.pieces = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
      return make_body(space ? tetrahedron
                             : closed_polygon({{{-0.5, -0.4, 0}}, {{0.6, -0.3, 0}}, {{a, b, 0}}, {{-0.4, 0.5, 0}}}),
                       {.spacing = 0.1})
          .shape;
    }
    LevelGrid grid{dimension, {9, 9, space ? 9 : 1}, {{-1, -1, space ? -1.0 : 0}}, {{0.25, 0.25, 0.25}}, {}};
    for (int k = 0; k < grid.count[2]; ++k)
      for (int m = 0; m < 9; ++m)
        for (int l = 0; l < 9; ++l) {
          const double x = -1 + 0.25 * l, y = -1 + 0.25 * m, z = space ? -1 + 0.25 * k : 0;
          grid.value.push_back(x * x + y * y + z * z - 0.4 + a * x * y + 0.3 * b * x);
        }
    return make_body(zero_level(grid), {.spacing = 0.1}).shape;
  } catch (const Error&) {
    return make_sphere(0.5, dimension);
  }
}

void add(Setup& setup, Draw& draw, const ShapePtr& body) {
  Bodies& b = setup.bodies;
  const int d = b.dimension;
  const MassProperties own = body->mass_properties();
  const std::size_t at = b.size();
  // No two overlap at the start: each has a cell of its own.
  double x[3] = {2.5 * static_cast<double>(at), 0, 0}, v[3] = {0, 0, 0};
  for (int k = 0; k < d; ++k) v[k] = draw.between(-20, 20);
  x[d - 1] = 2.5 + draw.between(0, 2);
  b.add(x, v, body->bounding_radius(), own.volume, 0);
  b.shape[at] = static_cast<std::int32_t>(at);
  setup.shapes.push_back(body);
  for (std::size_t k = 0; k < b.spin_width(); ++k) {
    b.inertia[at * b.spin_width() + k] = d == 3 ? own.inertia[k].c[k] : own.inertia[2].c[2];
    b.spin[at * b.spin_width() + k] = draw.between(-30, 30);
  }
}

JointDrive drive(Draw& draw, JointKind kind) {
  const bool length = kind == JointKind::distance;
  if (kind == JointKind::ball || kind == JointKind::weld) return {};
  switch (draw.below(6)) {
    case 0: return {};
    case 1: return {.prescribed = Expression(length ? "2.5 + 0.5*sin(3*t)" : "sin(3*t)", {"t"})};
    case 2: return {.low = length ? draw.between(0, 2.5) : draw.between(-1, 0), .high = draw.between(2.5, 4)};
    case 3:
      return {.stiffness = std::pow(10, draw.between(0, 9)),
              .damping = draw.between(0, 10),
              .rest = length ? 2.5 : draw.between(-1, 1)};
    case 4: return {.speed = Expression("5*cos(t)", {"t"}), .strongest = draw.between(0, 100)};
    default:
      return {.low = length ? 1 : -0.5,
              .high = 3,
              .stiffness = draw.between(0, 1000),
              .rest = 2,
              .speed = Expression("-2", {"t"}),
              .strongest = 5};
  }
}

// Of any kind, between neighbours or with the world, half-way or at the body.
Joint any_joint(const Bodies& b, Draw& draw) {
  const auto at = [&](std::int64_t i) { return embed(b.x(static_cast<std::size_t>(i)), b.dimension); };
  constexpr JointKind kinds[] = {JointKind::hinge, JointKind::slider, JointKind::weld, JointKind::ball,
                                 JointKind::distance};
  const JointKind kind = kinds[draw.below(5)];
  const std::int64_t first = draw.below(static_cast<int>(b.size()) - 1), next = first + 1;
  const bool world = draw.below(4) == 0;
  const Vec3 there = world ? at(first) + Vec3{{0, 2.5, 0}} : at(next),
             point = draw.below(2) ? 0.5 * (at(first) + there) : at(first);
  Vec3 axis{{1, draw.between(-1, 1), b.dimension == 3 ? draw.between(-1, 1) : 0}};
  Joint joint = Joint::of(b, kind, first, world ? Joint::world : next, point,
                          kind == JointKind::distance ? there : point, axis, drive(draw, kind));
  if (draw.below(3) == 0) joint.break_force = draw.between(0, 1000);
  if (draw.below(3) == 0) joint.break_torque = draw.between(0, 1000);
  joint.collide = draw.below(3) == 0;
  return joint;
}

// Below where bodies begin: a mesh of thin walls, a solid, or a container about all, some of which move.
void add_obstacles(Setup& setup, Draw& draw) {
  const int d = setup.bodies.dimension;
  const bool space = d == 3;
  std::vector<Obstacle> all = setup.obstacles.list();
  for (int more = draw.below(3); more > 0; --more) {
    Vec3 at{{draw.between(0, 15), 0, 0}}, velocity{{draw.between(-2, 2), 0, 0}};
    at[d - 1] = draw.between(0.3, 0.7);
    std::vector<SurfacePtr> surfaces;
    switch (draw.below(4)) {
      case 0: {
        const double up = draw.between(-0.3, 0.3);
        const Vec3 left = at - Vec3{{1, 0, 0}}, right = at + Vec3{{1, 0, 0}}, top = at + up * axis_vector(d - 1);
        if (space) {
          const Vec3 back{{0, 1.5, 0}};
          surfaces = {triangle(left, left + back, top), triangle(top, left + back, top + back),
                      triangle(top, top + back, right), triangle(right, top + back, right + back)};
        } else {
          surfaces = {segment(left, top), segment(top, right)};
        }
        break;
      }
      case 1: surfaces = {space ? cylinder(at - Vec3{{0, 1, 0}}, at + Vec3{{0, 1, 0}}, 0.3) : ball(at, 0.3, d)}; break;
      case 2:
        surfaces = {
            solid_shape({space ? make_ellipsoid({{0.6, 0.3, 0.3}}) : make_ellipse(0.6, 0.3), Pose{.position = at}})};
        break;
      default:
        surfaces = {space && draw.below(2) ? cylinder_inside({{12, -30, 5}}, {{12, 30, 5}}, 30)
                                           : ball_inside(Vec3{{12, 0, 0}} + 5 * axis_vector(d - 1), 30, d)};
        velocity = {};
    }
    all.push_back({"more", "#000000", draw.below(2) ? translation(velocity, 0, 100) : at_rest(), std::move(surfaces)});
  }
  setup.obstacles = Obstacles(std::move(all));
}

Setup scene(Draw& draw) {
  Setup setup;
  Bodies& b = setup.bodies;
  const int d = b.dimension = 2 + draw.below(2);
  b.let_turn();
  b.shaped = true;
  const int count = 2 + draw.below(5);
  for (int i = 0; i < count; ++i) add(setup, draw, shape(draw, d));
  Vec3 up, down, aside;
  up[d - 1] = aside[0] = 1;
  down[d - 1] = -9.81;
  setup.obstacles = Obstacles({{"floor", "#000000", at_rest(), {half_space({}, up)}},
                               {"wall", "#000000", at_rest(), {half_space(-3 * aside, aside)}}});
  setup.forces = {gravity(down)};
  if (draw.below(4) > 0)
    setup.friction =
        std::make_shared<Friction>(draw.between(0, 2), draw.below(2) ? FrictionScheme::exact : FrictionScheme::convex);
  if (draw.below(3) == 0) setup.law = gluey({});
  for (int joints = draw.below(3); joints > 0; --joints) {
    const int first = draw.below(count - 1);
    const auto at = [&](int i) { return embed(b.x(static_cast<std::size_t>(i)), d); };
    const bool length = draw.below(2) == 0;
    setup.joints.push_back(Joint::of(b, length ? JointKind::distance : JointKind::ball, first, first + 1, at(first),
                                     length ? at(first + 1) : at(first)));
  }
  setup.h = std::pow(10, draw.between(-4, 0.3));
  // More, from what is left of the bytes.
  for (int more = draw.below(4); more > 0; --more) add(setup, draw, draw.below(2) ? clump(draw, d) : polytope(draw, d));
  for (int more = draw.below(4); more > 0; --more) setup.joints.push_back(any_joint(b, draw));
  for (int more = draw.below(3); more > 0; --more) add(setup, draw, field(draw, d));
  if (setup.friction && draw.below(3) == 0)
    setup.friction = std::make_shared<Friction>(FrictionParameters{.coefficient = draw.between(0, 2),
                                                                   .scheme = setup.friction->scheme(),
                                                                   .rolling = draw.between(0, 0.5),
                                                                   .twisting = draw.between(0, 0.5)},
                                                std::vector<std::string>{}, setup.obstacles);
  add_obstacles(setup, draw);
  setup.tolerance = 1e-4;
  setup.max_iterations = 3000;
  return setup;
}

bool sound(const Bodies& b) {
  const auto finite = [](const std::vector<double>& values) {
    return std::ranges::all_of(values, [](double x) { return std::isfinite(x); });
  };
  if (!finite(b.position) || !finite(b.velocity) || !finite(b.spin) || !finite(b.orientation)) return false;
  if (b.dimension == 2) return true;
  for (std::size_t i = 0; i < b.size(); ++i) {
    double square = 0;
    for (std::size_t k = 0; k < 4; ++k) square += b.orientation[4 * i + k] * b.orientation[4 * i + k];
    if (std::abs(square - 1) > 1e-9) return false;
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Draw draw({data, size});
  Setup setup = scene(draw);
  const double tolerance = setup.tolerance;
  Simulation simulation(std::move(setup), 1);
  for (int step = 0; step < 6; ++step) {
    const StepReport report = simulation.advance();
    for (const double q : simulation.state().joints.coordinate)
      if (!std::isfinite(q)) std::abort();
    if (!sound(simulation.bodies()) || !(report.overlap >= 0)) std::abort();
    if (report.converged && report.overlap > tolerance * (1 + 1e-6)) std::abort();
  }
  return 0;
}
