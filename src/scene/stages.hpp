// [[stages]]: a run in parts.
//
// The scene says what holds all through the run, a stage what differs in it: keys of the scene with other values
// (scene/changes.hpp has those that may differ). Where a stage begins, a simulation of its scene takes over the state.
// Time goes on, and so do the numbers of the steps. An obstacle whose motion is another one from there on moves from
// where it is. All this is a function of the scene and of when the stages began, which a checkpoint keeps.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "output/summary.hpp"
#include "scene/build.hpp"
#include "scene/scene.hpp"

namespace floc {

// The scene that holds in stage k, which begins at this time; without stages the scene itself.
Scene scene_of_stage(const Scene& scene, std::size_t k, double begin);

// What a simulation of the last of the stages begun is made of.
BuildResult build_stage(const Scene& scene, const std::vector<StageBegin>& begun, int threads,
                        Placing placing = Placing::search, const PackingWatch& watch = {});

// What is wrong with the stages after the first, found before any of them begins.
std::vector<Diagnostic> faults_of_stages(const Scene& scene, int threads);

// When stage k, begun then, ends at the latest.
double end_of_stage(const Scene& scene, std::size_t k, double begin);
// Steps of a run whose stages end as late as they may.
double planned_steps(const Scene& scene);

}  // namespace floc
