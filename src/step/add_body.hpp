// Bodies of any shape for a setup.
#pragma once

#include <cstddef>
#include <cstdint>

#include "geometry/shape.hpp"
#include "step/simulation.hpp"

namespace floc {

// Adds a body of uniform density (mass over area in the plane) and returns its index. The pose says where its shape is in the
// world: {make_box({{2, 1, 1}}), pose}; what make_clump, make_polygon or make_body have moved to its centre of mass and
// axes is {made.shape, pose * made.pose}. Bodies of one shape share it. Spheres that are there already stay spheres; later ones
// are added with make_sphere. From then on bodies turn.
std::size_t add_body(Setup& setup, const PlacedShape& body, const Vec3& velocity = {}, double density = 1,
                     std::int32_t group = 0);

}  // namespace floc
