// What bodies look like: pictures of their shapes.
#pragma once

#include <cstdint>
#include <vector>

#include "geometry/surface.hpp"

namespace floc {

// Shapes that differ in size only have one mesh, of which the ball round it has radius 1.
struct Outlines {
  std::vector<Mesh> mesh;
  std::vector<std::int32_t> of_shape;  // −1: a ball

  bool empty() const { return of_shape.empty(); }
  // Null: a ball.
  const Mesh* of(std::int32_t shape) const {
    if (shape < 0 || static_cast<std::size_t>(shape) >= of_shape.size()) return nullptr;
    const std::int32_t k = of_shape[static_cast<std::size_t>(shape)];
    return k < 0 ? nullptr : &mesh[static_cast<std::size_t>(k)];
  }
};

}  // namespace floc
