#include "step/add_body.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "geometry/body_pose.hpp"
#include "geometry/frame.hpp"
#include "geometry/shapes.hpp"

namespace floc {
namespace {

std::int32_t index_of(Setup& setup, const ShapePtr& shape) {
  auto& all = setup.shapes;
  const auto there = std::find(all.rbegin(), all.rend(), shape);
  if (there != all.rend()) return static_cast<std::int32_t>(all.rend() - there) - 1;
  std::int32_t outline = -1;
  if (shape->kind() != ShapeKind::sphere) {
    outline = static_cast<std::int32_t>(setup.outlines.mesh.size());
    setup.outlines.mesh.push_back(shape->mesh(shape->dimension() == 3 ? 24 : 64));
    for (Vec3& p : setup.outlines.mesh.back().points) p = (1 / shape->bounding_radius()) * p;
  }
  all.push_back(shape);
  setup.outlines.of_shape.push_back(outline);
  return static_cast<std::int32_t>(all.size()) - 1;
}

}  // namespace

std::size_t add_body(Setup& setup, const PlacedShape& body, const Vec3& velocity, double density, std::int32_t group) {
  Bodies& b = setup.bodies;
  if (!body.shape || body.shape->dimension() != b.dimension)
    throw Error("a body needs a shape of the dimension of the others");
  require_positive(density, "the density of a body");
  if (!b.turning) b.let_turn();
  if (!b.shaped) {
    b.shaped = true;
    for (const double radius : b.radius) b.shape.push_back(index_of(setup, make_sphere(radius, b.dimension)));
  }
  const MassProperties own = body.shape->mass_properties();
  b.add(body.pose.position.c.data(), velocity.c.data(), body.shape->bounding_radius(), density * own.volume, group);
  const std::size_t i = b.size() - 1, width = b.spin_width();
  b.shape[i] = index_of(setup, body.shape);
  for (std::size_t k = 0; k < width; ++k) b.inertia[i * width + k] = density * own.inertia[width == 1 ? 2 : k].c[width == 1 ? 2 : k];
  if (b.dimension == 3) turned(orientation_of(body.pose), {}).store(&b.orientation[4 * i]);
  else b.orientation[i] = angle_of(body.pose);
  return i;
}

}  // namespace floc
