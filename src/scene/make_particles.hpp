// The particles of one [[particles]] table.
//
// Every random number is a pure function of the seed and of the number of the particle in the scene,
// counted through all tables: neither threads nor the order of evaluation change a run.
#pragma once

#include <cstdint>
#include <memory>

#include "core/bodies.hpp"
#include "core/domain.hpp"
#include "scene/make_shapes.hpp"
#include "scene/scene.hpp"

namespace floc::scene {

struct Batch {
  const Particles* table = nullptr;
  std::shared_ptr<const ShapeModel> model;  // null: spheres
  double widening = 1;        // radii are those of the balls round the shapes: times that of the same volume
  Bodies bodies;              // radii and groups; places but for those to be found at random
  bool has_velocity = false;  // given by the file
  bool has_mass = false;
  std::vector<Vec3> shape;    // the beads of a copy in its own frame; empty: bodies are on their own
  std::vector<double> beads;  // their radii, where a copy is one body …
  std::vector<Pose> poses;    // … and where the copies stand
  // How many bodies a copy is.
  std::size_t together() const { return shape.empty() || !beads.empty() ? 1 : shape.size(); }
  // The copies that are one body are there.
  void stand(std::vector<Pose> where);
};

// The most particles a scene may have.
inline constexpr std::uint64_t particle_limit = 100'000'000;

// `first` is the number of the first particle. What is wrong goes to `errors`.
Batch make_particles(const Scene& scene, const Particles& table, const Domain& domain, std::uint64_t first,
                     std::vector<Diagnostic>& errors);

double solid_volume(double radius, int dimension);  // a length in 1D, an area in 2D

}  // namespace floc::scene
