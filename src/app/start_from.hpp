// floc run --from: a new run that begins with a state of another, contact memory included.
//
// Where the scene has the [[particles]], groups, bonds and floor of the other run, that run goes on under it: bodies
// keep their ids, pours go on where they were, and with the same start and step of time so does the clock; with nothing
// changed the bits are those of the other run. Where the scene has no particles but pours, the bodies of the state
// become a particle file of the new run, started-with.csv, which begins at the time of the state. Anything else is refused.
#pragma once

#include <string>
#include <vector>

#include "output/snapshot.hpp"
#include "scene/build.hpp"
#include "scene/scene.hpp"
#include "step/simulation.hpp"

namespace floc::app {

struct Start {
  std::string directory, where;  // the folder and the file it comes from
  Scene scene;        // of the other run
  State state;
  PairList bridges;   // what its forces remember, all together
  bool from_checkpoint = true;  // a frame does not tell how far pours are
};

// DIR: the last checkpoint of the run there; DIR:TIME: the frame nearest to that time ("start" and "end" too). Throws
// WrongInput for a time outside the frames, Error where there is no such state.
Start load_start(const std::string& spec);

struct StartedScene {
  SceneResult read;
  bool goes_on = false;  // the particles are those of the other run; otherwise its bodies are in started-with.csv
};

// The scene that begins with this state, for a run in `directory`. Throws WrongInput where that is the other run's.
StartedScene scene_from(const Start& start, const std::string& path, const std::vector<std::string>& overrides,
                        const std::string& directory);

// Gives the state to a simulation of that scene. Throws WrongInput where bodies overlap that did not.
void begin_with(const Start& start, const StartedScene& started, Simulation& simulation);

// The state of one stage of a run goes over to a simulation of the next.
void carry_over(const Simulation& from, const Scene& before, const Scene& now, Simulation& to);

}  // namespace floc::app
