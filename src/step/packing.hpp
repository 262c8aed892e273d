// Initial states without overlap: finding overlaps, repairing them, and dense random packings.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "contact/bonds.hpp"
#include "core/bodies.hpp"
#include "core/domain.hpp"
#include "geometry/obstacle.hpp"
#include "geometry/shape.hpp"
#include "parallel/executor.hpp"

namespace floc {

struct Overlap {
  std::int32_t first = 0, second = 0;  // as in Contacts: second < 0 is a surface of an obstacle
  double depth = 0;                    // > 0
  bool bond = false;                   // a bond off its length by `depth`
};

// Every overlap deeper than `tolerance` (a length), deepest first, and every bond that is off its length
// by more. Obstacles and bonds are taken as placed.
std::vector<Overlap> find_overlaps(const Bodies& bodies, const Domain& domain, const Obstacles& obstacles,
                                   double tolerance, const Bonds& bonds = {});

// Of those whose balls overlap, the bodies that do, by more than `tolerance`; the depths are theirs.
std::vector<Overlap> overlaps_of_shapes(const std::vector<Overlap>& balls, const Bodies& bodies, const Domain& domain,
                                        const Obstacles& obstacles, const std::vector<ShapePtr>& shapes,
                                        double tolerance, Executor& executor);

// Moves the bodies as little as possible (unweighted norm) until no overlap is deeper than `tolerance`
// (a length), nor any bond off its length by more, by repeated projections. With the shapes of the bodies they part as
// such, and turn; without, as the balls round them. False when it cannot be had.
bool repair_overlaps(Bodies& bodies, const Domain& domain, const Obstacles& obstacles, double tolerance,
                     Executor& executor, const Bonds& bonds = {}, const std::vector<ShapePtr>& shapes = {});

// The densest random packing that is promised, as a share of the box.
constexpr double densest_packing(int dimension) { return dimension == 1 ? 1 : dimension == 2 ? 0.80 : 0.60; }

// Who waits for a packing.
struct PackingWatch {
  const std::atomic<bool>* stop = nullptr;                            // set by somebody else: it is given up
  std::function<void(double reached, double fraction)> progress = {};  // after every growth
  bool stopped() const { return stop && *stop; }
};

struct PackingReport {
  bool done = false;
  double fraction = 0;  // solid fraction of the box asked for
  double reached = 0;   // largest fraction reached without overlap
};

// A numbering in which neighbours in space are near each other in memory: slab by slab (core/slab_order.hpp), which
// is the order that the projection takes many bodies in, or along Morton's curve.
std::vector<std::int32_t> neighbourly_order(const Bodies& bodies, const Domain& domain);

// Chooses positions for all bodies (radii given, positions ignored) inside the box [low, high]
// without overlap with each other and the obstacles; across the box's faces where they are periodic.
// Sparse: random sequential addition. Dense (up to 0.80 of the area in 2D, 0.60 of the volume in
// 3D): small spheres at random places grow, and a projection after each growth parts them. The bodies come
// out in the order below.
PackingReport pack(Bodies& bodies, const Vec3& low, const Vec3& high, const Domain& domain, const Obstacles& obstacles,
                   std::uint64_t seed, double tolerance, Executor& executor, const PackingWatch& watch = {});

}  // namespace floc
