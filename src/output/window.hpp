// What of space is shown, and the obstacles in it, as they stand at one time.
#pragma once

#include <span>
#include <vector>

#include "geometry/obstacle.hpp"
#include "output/snapshot.hpp"

namespace floc {

// The box that holds the bodies, the obstacles that have an end, and the periodic box (where a
// direction is periodic it alone counts); wider by `margin` of its largest side. Never empty.
Bounds window_of(const Snapshot& frame, std::span<const Obstacle> obstacles, double margin);

// A surface in the coordinates of the world.
struct PlacedMesh {
  std::size_t obstacle = 0;  // index of its owner
  Mesh mesh;
  SurfacePtr surface;
  Pose pose;

  // Signed distance of a point of the world: negative inside the solid.
  double distance(const Vec3& x) const { return surface->nearest(pose.to_local(x)).distance; }
};
// In the order of the obstacles and of their surfaces. Flat walls end at the corners they form, since nobody gets
// behind one.
std::vector<PlacedMesh> place_meshes(std::span<const Obstacle> obstacles, double time, int dimension,
                                     const Bounds& window);

// A body seen from outside: no container, no thin wall, and with an end.
bool has_volume(const Surface& surface);

// Position of body i, in the periodic box.
Vec3 wrapped_position(const Snapshot& frame, std::size_t i);

}  // namespace floc
