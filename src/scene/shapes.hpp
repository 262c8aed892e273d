// The shapes that chains and assemblies have in their own frame, and where their copies stand.
#pragma once

#include <vector>

#include "geometry/pose.hpp"
#include "scene/tables.hpp"

namespace floc::scene {

// Centres of the beads about the middle of the shape: a straight line along x, or a regular polygon in
// the plane of x and y.
std::vector<Vec3> shape_of(const Chain& chain);
// As given, or about the middle of the shape, in the plane of x and y.
std::vector<Vec3> shape_of(const Assembly& assembly);
// Radii of its beads, those of a list in turn.
std::vector<double> radii_of(const Radius& radius, std::size_t beads);
// What it is as one body: a clump of balls, in the frame of the shape.
ShapeTable clump_of(const std::vector<Vec3>& shape, const std::vector<double>& radii, const Place& place);

// How many copies there are.
std::size_t count_of(const Copies& copies);
// Of the copies that have given centres: the first axis of the shape points along the direction.
std::vector<Pose> given_poses(const Copies& copies);

}  // namespace floc::scene
