// Shapes of particles, from their tables.
#pragma once

#include <map>
#include <vector>

#include "geometry/outlines.hpp"
#include "geometry/shapes.hpp"
#include "scene/scene.hpp"

namespace floc::scene {

// A shape of the volume of a ball (disc) of this radius. Throws Error for one that is no body.
PlacedShape make_shape(const BodyShape& shape, int dimension, double radius);

// The radius of the ball round a shape, over that of the ball of the same volume; 1 without a shape. Throws Error.
double widening(const Particles& table, int dimension);

// Gives bodies [begin, end) of one table their shapes, orientations and moments of inertia; their radii are those of
// the balls round them. Shapes of one size are one. `first` is the number of body `begin` in the scene.
class ShapeMaker {
 public:
  ShapeMaker(std::uint64_t seed, int dimension, std::vector<ShapePtr>& shapes, Outlines& outlines)
      : seed_(seed), dimension_(dimension), shapes_(shapes), outlines_(outlines) {}
  void shape(const Particles& table, Bodies& bodies, std::size_t begin, std::size_t end, std::uint64_t first);

 private:
  std::uint64_t seed_;
  int dimension_;
  std::vector<ShapePtr>& shapes_;
  Outlines& outlines_;
};

}  // namespace floc::scene
