// One TOML file describes a run: reading it, writing it with all defaults filled in, explaining it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "contact/friction.hpp"
#include "measure/stop_rule.hpp"
#include "scene/diagnostic.hpp"
#include "scene/registry.hpp"
#include "scene/tables.hpp"

namespace floc {

struct Scene {
  explicit Scene(const Registry& kinds = {})
      : registry(kinds),
        contact(kinds.laws, "law", {.help = "what happens at a contact"}),
        forces(kinds.forces),
        measure(kinds.measurements) {}

  scene::Place place{0, 1, 1};  // of the whole
  Registry registry;  // what its tables can have
  std::string title;
  scene::General scene;
  scene::Time time;
  std::map<std::string, double> constants;
  scene::Periodicity domain;
  std::vector<scene::Group> groups;  // at least one after reading
  std::vector<scene::Particles> particles;
  std::vector<scene::Bonding> bonds;
  std::vector<scene::Jointing> joints;
  std::vector<scene::Obstacle> obstacles;
  std::optional<scene::Floor> floor;
  std::vector<Removal> removals;
  OneKind<LawPtr, LawContext> contact;
  std::optional<FrictionParameters> friction;
  std::optional<scene::Fluid> fluid;
  ForceLists forces;
  scene::Stepper stepper;
  scene::Solver solver;
  scene::Output output;
  scene::Measure measure;
  StopSettings stop;
  std::vector<scene::Stage> stages;
  scene::Start start;

  // Reads stage k, which begins at this time; of a scene with stages, all of which were found sound.
  std::function<Scene(std::size_t k, double begin)> read_stage = {};
  std::vector<std::string> sources;  // what the places of diagnostics refer to
  std::map<std::string, std::string> unwritten = {};  // particle files that are not on the disk yet: text by path
  int dimension() const { return static_cast<int>(scene.dimension); }
  // The diagnostic of a mistake at a place of this scene.
  Diagnostic at(const scene::Place& place, std::string message) const;
};

struct SceneResult {
  std::optional<Scene> scene;      // only when nothing is wrong
  std::vector<Diagnostic> errors;  // all of them, sorted by place
};

// Reads a scene. An override is "path=value" with a path such as time.step or particles.0.count; a
// value that is not TOML is taken as a string. Nothing is thrown.
SceneResult read_scene(const std::string& path, const std::vector<std::string>& overrides = {},
                       const Registry& registry = {});
// The same from memory: `name` is for messages, `folder` is where particle files are looked for.
SceneResult read_scene_text(const std::string& text, const std::string& name, const std::string& folder,
                            const std::vector<std::string>& overrides = {}, const Registry& registry = {});

// The files that the scene names: particles, shapes, obstacles, the image of a floor.
std::vector<std::string> input_files(const Scene& scene);

// TOML with every default filled in; reading it back gives the same scene.
std::string write_scene(const Scene& scene);

// Help on a table, a kind or a key ("solver", "obstacles.sphere", "solver.tolerance"); "" for all
// tables. Throws Error, with the nearest name, for one that does not exist.
std::string explain(const std::string& key = "", const Registry& registry = {});

// The same as pages of Markdown, one for each table and one that lists them: `make docs` writes them to docs/reference.
struct ReferencePage {
  std::string path;  // scene.md, scene/particles.md …
  std::string text;
};
std::vector<ReferencePage> reference_pages(const Registry& registry = {});

namespace scene {
std::vector<std::string> declared_keys(const Registry& registry = {});  // every name that can be explained
// Every key as `--set` names it: "time.end", "particles.0.count".
std::vector<std::string> settable_keys(const Registry& registry = {});
}

}  // namespace floc
