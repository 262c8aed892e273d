// What differs between two scenes, and what of it a run that goes on may take over.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scene/scene.hpp"

namespace floc {

struct SceneChange {
  std::string key;       // as --set says it: time.end, particles.0.count
  std::string from, to;  // TOML; empty where the key is not there
};

// Key by key, all defaults filled in, in the order of the keys.
std::vector<SceneChange> scene_changes(const Scene& before, const Scene& after);

// The keys that may change when a run goes on, with * for the keys of a table. They rule what comes, and do not
// contradict what was written: a key that says what the frames and tables before mean is not among them.
const std::vector<std::string>& changeable_keys();
bool changeable(const std::string& key);
// The same for the stages of a run.
const std::vector<std::string>& stage_keys();
bool stage_may_change(const std::string& key);

struct ChangedScene {
  std::optional<Scene> scene;  // only when nothing is wrong
  std::vector<SceneChange> changes;
  std::vector<Diagnostic> errors;
};

// The scene of a run that goes on: what the text and the overrides say now, where it was `before`. What may not
// change is an error at the place where it did.
ChangedScene read_changed_scene(const Scene& before, const std::string& text, const std::string& name,
                                const std::string& folder, const std::vector<std::string>& overrides);

}  // namespace floc
