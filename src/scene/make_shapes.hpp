// Shapes of particles, from their tables.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/bodies.hpp"
#include "geometry/outlines.hpp"
#include "geometry/shapes.hpp"
#include "scene/scene.hpp"

namespace floc::scene {

// The shape of a [[particles]] table, of any size.
class ShapeModel {
 public:
  // Reads its file, if it has one. Throws Error for one that is no body, and ErrorAt for a file that has none.
  ShapeModel(const ShapeTable& table, int dimension);

  // Of the volume of a ball (disc) of this radius.
  PlacedShape make(double radius) const;
  // The radius of the ball round it, over that of the ball of the same volume.
  double widening() const { return widening_; }
  // The radius of the ball of the volume that the shape has as it is given.
  double own() const { return own_; }
  // About its axes, for a mass: those of the solid, or as given.
  Vec3 inertia(const floc::Shape& shape, double mass) const;
  bool round() const { return std::holds_alternative<RoundShape>(shape_); }
  bool random() const { return random_; }
  const Place& place() const { return place_; }

 private:
  BodyShape shape_;
  std::optional<std::vector<double>> given_;  // moments of inertia
  Place place_;
  bool random_;
  int dimension_;
  PlacedShape unit_;  // of a field, of the volume of the ball of radius 1: others have the same field
  double own_ = 1;
  double widening_ = 1;
};

// Null, and what is wrong in `errors`, for a shape that is no body.
std::shared_ptr<const ShapeModel> make_model(const Scene& scene, const ShapeTable& table,
                                             std::vector<Diagnostic>& errors);

struct Batch;

// Gives bodies [begin, end) of one table their shapes, orientations and moments of inertia; their radii are those of
// the balls round them. Shapes of one size are one. `first` is the number of body `begin` in the scene.
class ShapeMaker {
 public:
  ShapeMaker(std::uint64_t seed, int dimension, std::vector<ShapePtr>& shapes, Outlines& outlines)
      : seed_(seed), dimension_(dimension), shapes_(shapes), outlines_(outlines) {}
  void shape(const Batch& batch, Bodies& bodies, std::size_t begin, std::size_t end, std::uint64_t first);

 private:
  std::uint64_t seed_;
  int dimension_;
  std::vector<ShapePtr>& shapes_;
  Outlines& outlines_;
};

}  // namespace floc::scene
