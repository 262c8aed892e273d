// From a scene to what a simulation is made of: places the particles, makes obstacles, forces, law
// and feeds, and looks for overlaps.
#pragma once

#include <optional>
#include <vector>

#include "scene/scene.hpp"
#include "step/packing.hpp"
#include "step/simulation.hpp"

namespace floc {

struct BuildResult {
  std::optional<Setup> setup;  // only when nothing is wrong
  scene::Pairs links;          // ids of the two ends of every link of a chain and every bond: for pictures
  std::vector<Diagnostic> errors;
  bool stopped = false;  // whoever waited has stopped it; neither a setup nor an error
};

// A run that goes on has its particles from a checkpoint: places and overlaps are then skipped.
enum class Placing { search, skip };

// The same particles for any number of threads; whoever waits for dense packings may watch them. Nothing is thrown.
BuildResult build(const Scene& scene, int threads = 1, Placing placing = Placing::search,
                  const PackingWatch& watch = {});

// What links the particles of a scene alone; nothing where it has mistakes.
struct SceneLinks {
  scene::Pairs pairs;         // as in BuildResult
  std::vector<Joint> joints;  // in the order of the simulation's
};
SceneLinks build_links(const Scene& scene);

}  // namespace floc
