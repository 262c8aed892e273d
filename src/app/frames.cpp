#include "app/frames.hpp"

#include <algorithm>
#include <utility>

#include "core/error.hpp"
#include "output/files.hpp"
#include "scene/build.hpp"
#include "scene/make_floor.hpp"
#include "scene/make_obstacles.hpp"
#include "scene/scene.hpp"

namespace floc::app {

Frames open_frames(const std::string& directory) {
  const std::string path = directory + "/trajectory.h5";
  if (!file_exists(path)) throw Error(directory + " holds no run: there is no trajectory.h5 in it");
  TrajectoryReader trajectory(path);
  if (trajectory.frames() == 0) throw Error(path + " holds no frame yet");
  const SceneResult read = read_scene_text(trajectory.scene(), path + " (scene)", directory);
  if (!read.scene) throw Error(read.errors.front().str());
  std::vector<Diagnostic> errors;
  const std::optional<FloorPlan> floor = scene::make_floor(*read.scene, errors);
  const Obstacles obstacles = scene::make_obstacles(*read.scene, {}, errors, floor ? &*floor : nullptr);
  if (!errors.empty()) throw Error(errors.front().str());
  std::vector<Obstacle> list = obstacles.list();
  const std::vector<MotionPtr> motions = trajectory.motions();
  for (std::size_t o = 0; o < std::min(list.size(), motions.size()); ++o) list[o].motion = motions[o];
  SceneLinks links = build_links(*read.scene);
  return {std::move(trajectory),  std::move(list),         floor ? floor->exits() : std::vector<Exit>(),
          std::move(links.pairs), std::move(links.joints), read.scene->output.contacts};
}

}  // namespace floc::app
