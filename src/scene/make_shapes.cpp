#include "scene/make_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/quaternion.hpp"
#include "core/random.hpp"
#include "geometry/body_pose.hpp"
#include "geometry/clump.hpp"
#include "geometry/field_body.hpp"
#include "geometry/frame.hpp"
#include "geometry/level_set.hpp"
#include "geometry/mesh_text.hpp"
#include "geometry/surfaces.hpp"
#include "scene/input_files.hpp"
#include "scene/make_particles.hpp"

namespace floc::scene {
namespace {

constexpr std::uint32_t use_orientation = 0x5ce00020;

// Spacings and bands of fields are told over the radius of the ball round them.
FieldOptions field_options(const ClosedMesh& mesh, const FieldKeys& keys) {
  const Vec3 centre = mass_properties(moments(mesh)).centre;
  double reach = 0;
  for (const Vec3& p : mesh.points) reach = std::max(reach, norm(p - centre));
  return {keys.spacing * reach, keys.band * reach, keys.spacing * reach};
}

LevelGrid grid_of(const LevelSet& s, int dimension) {
  LevelGrid g;
  g.dimension = dimension;
  double longest = 0;
  for (int k = 0; k < dimension; ++k) longest = std::max(longest, (*s.high)[k] - (*s.low)[k]);
  std::size_t nodes = 1;
  for (int k = 0; k < dimension; ++k) {
    const double length = (*s.high)[k] - (*s.low)[k];
    const int cells = static_cast<int>(std::ceil(static_cast<double>(s.cells) * length / longest - 1e-9));
    g.low[k] = (*s.low)[k];
    g.spacing[k] = length / cells;
    g.count[static_cast<std::size_t>(k)] = cells + 1;
    nodes *= static_cast<std::size_t>(cells) + 1;
  }
  Expression::Evaluator value(*s.function);
  for (std::size_t node = 0; node < nodes; ++node) {
    const auto nx = static_cast<std::size_t>(g.count[0]), ny = static_cast<std::size_t>(g.count[1]);
    const std::size_t at[3] = {node % nx, node / nx % ny, node / nx / ny};
    double x[3];
    for (int k = 0; k < 3; ++k) x[k] = g.low[k] + g.spacing[k] * static_cast<double>(at[k]);
    g.value.push_back(value(x));
  }
  return g;
}

ClosedMesh read_mesh(const std::string& path, int dimension) {
  const std::string text = input_text(path);
  return dimension == 3 ? parse_mesh(text) : parse_outline(text);
}

ClosedMesh level_mesh(const LevelSet& s, int dimension) {
  return zero_level(s.path ? parse_level_grid(input_text(*s.path), dimension) : grid_of(s, dimension));
}

// What is wrong with a file, by its name and at its place.
template <class F>
auto with_name(const std::optional<std::string>& path, const Place& place, F&& f) {
  try {
    return f();
  } catch (const NoFile& e) {
    throw ErrorAt(place, e.what());
  } catch (const Error& e) {
    if (!path) throw;
    throw ErrorAt(place, "\"" + *path + "\": " + e.what());
  }
}

Pose pose_of(const Placement& at) {
  Pose pose = Pose::rotation_about({}, direction(at.axis, axis_vector(2)).unit, at.angle);
  pose.position = at.centre;
  return pose;
}

PlacedShape rounded(PlacedShape placed, double rounding) {
  if (rounding == 0) return placed;
  PlacedShape round = make_rounded(placed.shape, rounding);
  round.pose = placed.pose * round.pose;
  return round;
}

// Convex shapes and clumps of them, with all lengths times `scale`.
struct Make {
  int dimension;
  double scale;

  PlacedShape operator()(const RoundShape&) const { return {make_sphere(scale, dimension), {}}; }
  PlacedShape operator()(const EllipsoidShape& s) const {
    const Vec3 half = 0.5 * scale * s.axes;
    return {dimension == 3 ? make_ellipsoid(half) : make_ellipse(half[0], half[1]), {}};
  }
  PlacedShape operator()(const SuperellipsoidShape& s) const {
    const Vec3 half = 0.5 * scale * s.axes;
    return {dimension == 3 ? make_superellipsoid(half, s.exponent, s.exponent)
                           : make_superellipse(half[0], half[1], s.exponent),
            {}};
  }
  PlacedShape operator()(const CapsuleShape& s) const {
    return {make_capsule(scale * (s.aspect - 1), 0.5 * scale, dimension), {}};
  }
  PlacedShape operator()(const BoxShape& s) const {
    const Vec3 sides = scale * s.sides;
    return rounded({dimension == 3 ? make_box(sides) : make_rectangle(sides[0], sides[1]), {}}, scale * s.rounding);
  }
  PlacedShape operator()(const PolytopeShape& s) const {
    std::vector<Vec3> points = s.points;
    for (Vec3& p : points) p *= scale;
    return rounded(dimension == 3 ? make_polyhedron(points) : make_polygon(points), scale * s.rounding);
  }
  PlacedShape operator()(const ClumpShape& s) const {
    std::vector<ClumpPart> parts;
    for (const PartTable& part : s.parts) {
      const PlacedShape placed = std::visit(Make{dimension, scale * part.at.size}, part.shape);
      Pose pose = pose_of(part.at);
      pose.position *= scale;
      parts.push_back({placed.shape, pose * placed.pose});
    }
    return make_clump(parts, s.mass == "sum" ? ClumpMass::sum : ClumpMass::united);
  }
  // Fields are scaled as a whole.
  PlacedShape operator()(const MeshShape& s) const {
    return with_name(s.path, s.place, [&] { return field_body(read_mesh(s.path, dimension), s.field); });
  }
  PlacedShape operator()(const LevelSetShape& s) const {
    return with_name(s.levels.path, s.levels.place, [&] { return field_body(level_mesh(s.levels, dimension), s.field); });
  }

 private:
  static PlacedShape field_body(ClosedMesh mesh, const FieldKeys& keys) {
    mesh = check_closed(std::move(mesh));
    const FieldOptions options = field_options(mesh, keys);
    return make_body(std::move(mesh), options);
  }
};

}  // namespace

ShapeModel::ShapeModel(const ShapeTable& table, int dimension)
    : shape_(table.shape), given_(table.inertia), place_(table.place), random_(table.orientation == "random"), dimension_(dimension) {
  const PlacedShape as_given = std::visit(Make{dimension, 1}, shape_);
  own_ = std::pow(as_given.shape->mass_properties().volume / solid_volume(1, dimension), 1.0 / dimension);
  if (as_given.shape->kind() == ShapeKind::field) unit_ = as_given;
  widening_ = make(1).shape->bounding_radius();
}

PlacedShape ShapeModel::make(double radius) const {
  const double scale = radius / own_;
  if (!unit_.shape) return std::visit(Make{dimension_, scale}, shape_);
  PlacedShape scaled = unit_;
  scaled.shape = std::make_shared<FieldBody>(static_cast<const FieldBody&>(*unit_.shape), scale);
  scaled.pose.position *= scale;
  return scaled;
}

Vec3 ShapeModel::inertia(const floc::Shape& shape, double mass) const {
  const MassProperties own = shape.mass_properties();
  const double density = mass / own.volume;
  Vec3 moments{{density * own.inertia[0][0], density * own.inertia[1][1], density * own.inertia[2][2]}};
  if (!given_) return moments;
  const double r = std::pow(own.volume / solid_volume(1, dimension_), 1.0 / dimension_);
  if (dimension_ == 2) return {{0, 0, mass * r * r * given_->front()}};
  for (int k = 0; k < 3; ++k) moments[k] = mass * r * r * (*given_)[static_cast<std::size_t>(k)];
  return moments;
}

std::shared_ptr<const ShapeModel> make_model(const Scene& scene, const ShapeTable& table,
                                             std::vector<Diagnostic>& errors) {
  try {
    return std::make_shared<ShapeModel>(table, scene.dimension());
  } catch (const ErrorAt& e) {
    errors.push_back(scene.at(e.place, e.what()));
  } catch (const Error& e) {
    errors.push_back(scene.at(table.place, e.what()));
  }
  return nullptr;
}

namespace {

// The pieces of a mesh as thin walls.
Surfaces walls_along(const ClosedMesh& mesh, const Placement& at) {
  check_pieces(mesh);
  const Pose pose = pose_of(at);
  const auto corner = [&](int k) { return pose.to_world(at.size * mesh.points[static_cast<std::size_t>(k)]); };
  Surfaces walls;
  for (const auto& p : mesh.pieces)
    walls.push_back(mesh.dimension == 2 ? segment(corner(p[0]), corner(p[1]))
                                        : triangle(corner(p[0]), corner(p[1]), corner(p[2])));
  return walls;
}

}  // namespace

Surfaces MeshObstacle::make(const ObstacleContext& context) const {
  return with_name(path, place, [&] { return walls_along(read_mesh(path, context.dimension), at); });
}

Surfaces LevelSetObstacle::make(const ObstacleContext& context) const {
  return with_name(levels.path, levels.place, [&] { return walls_along(level_mesh(levels, context.dimension), at); });
}

Surfaces SolidObstacle::make(const ObstacleContext& context) const {
  PlacedShape placed = std::visit(Make{context.dimension, at.size}, solid.shape);
  placed.pose = pose_of(at) * placed.pose;
  const auto* clump = dynamic_cast<const Clump*>(placed.shape.get());
  if (!clump) return {solid_shape(placed)};
  Surfaces parts;
  for (const ClumpPart& part : clump->parts()) parts.push_back(solid_shape({part.shape, placed.pose * part.pose}));
  return parts;
}

void ShapeMaker::shape(const Batch& batch, Bodies& bodies, std::size_t begin, std::size_t end, std::uint64_t first) {
  static const ShapeTable ball{};
  const ShapeModel spheres(ball, dimension_);
  const ShapeModel& model = batch.model ? *batch.model : spheres;
  const bool random = batch.model && model.random();
  const double wide = batch.widening;
  std::map<double, std::pair<std::size_t, PlacedShape>> made;
  std::int32_t outline = -1;
  if (!model.round()) {
    outline = static_cast<std::int32_t>(outlines_.mesh.size());
    outlines_.mesh.push_back(model.make(1 / wide).shape->mesh(dimension_ == 3 ? 24 : 64));
  }
  for (std::size_t i = begin; i < end; ++i) {
    auto at = made.find(bodies.radius[i]);
    if (at == made.end()) {
      at = made.emplace(bodies.radius[i], std::pair(shapes_.size(), model.make(bodies.radius[i] / wide))).first;
      shapes_.push_back(at->second.second.shape);
      outlines_.of_shape.push_back(outline);
    }
    const auto& [index, placed] = at->second;
    bodies.shape[i] = static_cast<std::int32_t>(index);
    bodies.radius[i] = placed.shape->bounding_radius();
    const Vec3 inertia = model.inertia(*placed.shape, bodies.mass[i]);
    const auto of_copy = [&, &own = placed.pose](std::size_t body) {
      return body - begin < batch.poses.size() ? batch.poses[body - begin] * own : own;
    };
    const auto draw = [&](std::uint32_t k) { return Draw{seed_, first + (i - begin), 0, use_orientation + k}; };
    if (dimension_ == 3) {
      for (std::size_t k = 0; k < 3; ++k) bodies.inertia[3 * i + k] = inertia.c[k];
      Quaternion q = orientation_of(of_copy(i));
      if (random) {
        const Quaternion turn{normal(draw(0)), {{normal(draw(1)), normal(draw(2)), normal(draw(3))}}};
        q = turned({turn.w, turn.v}, {}) * q;
      }
      turned(q, {}).store(&bodies.orientation[4 * i]);
    } else {
      bodies.inertia[i] = inertia[2];
      bodies.orientation[i] = angle_of(of_copy(i)) + (random ? 2 * std::numbers::pi * uniform(draw(0)) : 0);
    }
  }
}

}  // namespace floc::scene
