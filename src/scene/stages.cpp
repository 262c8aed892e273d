#include "scene/stages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "geometry/motions.hpp"
#include "scene/changes.hpp"
#include "scene/each_key.hpp"
#include "scene/make_obstacles.hpp"
#include "scene/nodes.hpp"
#include "scene/read_root.hpp"

namespace floc {
namespace scene {

void declare(Table& t, Stage& s) {
  t.place("", s.place);
  t.key("name", s.name, {.help = "name of the stage", .example = "\"settle\"", .required = true, .length = 1});
  t.key("duration", s.duration,
        {.help = "how long it lasts",
         .example = "0.5",
         .unit = "s",
         .above = 0,
         .otherwise = "until something else ends it"});
  t.key("until", s.until, {.help = "or the time of the run at which it ends", .example = "1.5", .unit = "s"});
  t.at_most_one_of({{"duration"}, {"until"}});
  t.table("stop", s.stop, {.help = "what ends the stage before that: conditions as in [stop]"});
  t.key("set", s.set,
        {.help = "what differs from the rest of the scene: keys with values, items of lists by number or name",
         .example = "{ forces.gravity = [1, -9.81] }"});
}

namespace {

// The same text means another motion where it counts from the beginning of the stage.
bool counts_from_stage(const Obstacle& obstacle) {
  bool counts = false;
  const auto mentions = [](const Expression& e) { return e.text().find("stage_start") != std::string::npos; };
  SceneContext context;
  EachKey expressions(context, [&](const Slot& slot, const Key&) {
    if (const auto* one = std::get_if<Ref<Expression>>(&slot)) counts = counts || mentions(one->get());
    if (const auto* all = std::get_if<Ref<Expressions>>(&slot))
      counts = counts || std::ranges::any_of(all->get(), mentions);
  });
  if (std::optional<ObstacleMotion> motion = obstacle.motion) motion->declare(expressions);
  return counts;
}

// The document with what stage k says put over it, and without stages.
Node root_of(const Document& document, std::size_t k, std::vector<Misfit>& misfits) {
  Node root = document.root;
  const Node stages = *root.find("stages");
  std::erase_if(root.items, [](const Node& n) { return n.name == "stages"; });
  if (const Node* set = stages.items[k].find("set")) put_over(root, *set, misfits);
  return root;
}

Scene without_stages(Scene scene) {
  scene.stages.clear();
  return scene;
}

// Ends that no run reaches, or that come in the wrong order.
void check_ends(const Scene& scene, std::vector<Diagnostic>& errors) {
  double earliest = scene.time.start;
  std::map<std::string, int> names;
  for (std::size_t k = 0; k < scene.stages.size(); ++k) {
    const Stage& s = scene.stages[k];
    const auto wrong = [&](std::string message) { errors.push_back(scene.at(s.place, std::move(message))); };
    if (names[s.name]++ > 0) wrong(fmt::format("two stages are called \"{}\"", s.name));
    const bool last = k + 1 == scene.stages.size();
    if (!last && !s.duration && !s.until && !s.stop.any())
      wrong(fmt::format("stage \"{}\" has no end: give it a duration, a time until which it lasts, or [stages.stop]",
                        s.name));
    if (s.until && *s.until <= earliest)
      wrong(fmt::format("stage \"{}\" ends at t = {:g}, and does not begin before t = {:g}", s.name, *s.until, earliest));
    if (s.stop.any() && !s.until) continue;  // it may end at once
    earliest = s.until ? *s.until : earliest + s.duration.value_or(0);
    if (earliest > scene.time.end * (1 + 1e-12))
      wrong(fmt::format("stage \"{}\" ends at t = {:g}, and the run at t = {:g}", s.name, earliest, scene.time.end));
  }
}

}  // namespace

void read_stages(Scene& scene, const std::shared_ptr<const Document>& document, const std::string& folder,
                 const Registry& registry, std::vector<Diagnostic>& errors) {
  if (scene.stages.empty()) return;
  const auto read = [document, folder, registry](std::size_t k, double begin, std::vector<Diagnostic>& faults) {
    std::vector<Misfit> misfits;
    const Node root = root_of(*document, k, misfits);
    for (Misfit& m : misfits)
      faults.push_back({document->sources[static_cast<std::size_t>(m.place.source)], m.place.line, m.place.column,
                        std::move(m.message)});
    return std::pair(read_root(*document, root, folder, registry, begin, faults), root);
  };
  check_ends(scene, errors);
  for (std::size_t k = 0; k < scene.stages.size(); ++k) {
    const auto [stage, root] = read(k, scene.time.start, errors);
    if (!stage) continue;
    for (std::size_t o = 0; o < std::min(scene.obstacles.size(), stage->obstacles.size()); ++o)
      if (!scene.obstacles[o].servo() != !stage->obstacles[o].servo())
        errors.push_back(scene.at(place_of(root, fmt::format("obstacles.{}.motion", o)),
                                  fmt::format("stage \"{}\" cannot make a wall hold a force, or let it go: it can change "
                                              "the force", scene.stages[k].name)));
    if (scene.friction.has_value() != stage->friction.has_value())
      errors.push_back(scene.at(place_of(root, "friction"),
                                fmt::format("stage \"{}\" cannot bring friction in, or take it out: it can change the coefficient, "
                                            "also from 0 or to 0", scene.stages[k].name)));
    for (const SceneChange& change : scene_changes(without_stages(scene), *stage))
      if (!stage_may_change(change.key))
        errors.push_back(scene.at(place_of(root, change.key),
                                  fmt::format("stage \"{}\" cannot change \"{}\"; it can change {}", scene.stages[k].name,
                                              change.key, fmt::join(stage_keys(), ", "))));
  }
  scene.read_stage = [read](std::size_t k, double begin) {
    std::vector<Diagnostic> none;
    return read(k, begin, none).first.value();  // it was read before
  };
}

}  // namespace scene

Scene scene_of_stage(const Scene& scene, std::size_t k, double begin) {
  if (scene.stages.empty()) return scene;
  Scene stage = scene, read = scene.read_stage(k, begin);
  stage.constants = std::move(read.constants);
  stage.contact = std::move(read.contact);
  stage.friction = std::move(read.friction);
  stage.forces = std::move(read.forces);
  stage.solver = std::move(read.solver);
  stage.time.step = read.time.step;
  stage.time.adaptive = read.time.adaptive;
  stage.output = std::move(read.output);
  stage.measure = std::move(read.measure);
  for (std::size_t o = 0; o < stage.obstacles.size(); ++o)
    stage.obstacles[o].motion = std::move(read.obstacles[o].motion);
  stage.sources = std::move(read.sources);
  return stage;
}

BuildResult build_stage(const Scene& scene, const std::vector<StageBegin>& begun, int threads, Placing placing,
                        const PackingWatch& watch) {
  Scene now = scene_of_stage(scene, 0, begun[0].time);
  BuildResult built = build(now, threads, begun.size() > 1 ? Placing::skip : placing, watch);
  for (std::size_t k = 1; k < begun.size() && built.setup; ++k) {
    const Scene before = std::exchange(now, scene_of_stage(scene, k, begun[k].time));
    const Setup old = std::exchange(built, build(now, threads, Placing::skip)).setup.value();
    if (!built.setup) break;
    const std::vector<SceneChange> changes = scene_changes(before, now);
    const auto same = [&](const std::string& prefix) {
      return std::ranges::none_of(changes, [&](const SceneChange& c) { return c.key.starts_with(prefix); });
    };
    const bool same_step = same("time.");
    built.setup->start = same_step ? old.start : begun[k].time;
    built.setup->begun = same_step ? old.begun : begun[k].elapsed;
    const std::vector<std::size_t> order = scene::obstacle_order(now);
    std::vector<Obstacle> obstacles = built.setup->obstacles.list();
    for (std::size_t o = 0; o < obstacles.size(); ++o) {
      const MotionPtr& motion = old.obstacles.list()[o].motion;
      const std::size_t at = o < order.size() ? order[o] : o;
      const bool same_motion =
          o >= order.size() ||  // the walls of a floor
          (same(fmt::format("obstacles.{}.", at)) && !scene::counts_from_stage(now.obstacles[at]));
      obstacles[o].motion =
          same_motion ? motion : continued(obstacles[o].motion, begun[k].time, motion->at(begun[k].time));
    }
    built.setup->obstacles = Obstacles(std::move(obstacles), built.setup->domain);
  }
  return built;
}

std::vector<Diagnostic> faults_of_stages(const Scene& scene, int threads) {
  std::vector<Diagnostic> faults;
  for (std::size_t k = 1; k < scene.stages.size() && faults.empty(); ++k)
    faults = build(scene_of_stage(scene, k, scene.time.start), threads, Placing::skip).errors;
  return faults;
}

double end_of_stage(const Scene& scene, std::size_t k, double begin) {
  if (scene.stages.empty()) return scene.time.end;
  const scene::Stage& s = scene.stages[k];
  const double end = s.until ? *s.until : s.duration ? begin + *s.duration : scene.time.end;
  return std::min(end, scene.time.end);
}

double planned_steps(const Scene& scene) {
  double steps = 0, time = scene.time.start;
  for (std::size_t k = 0; k < std::max<std::size_t>(1, scene.stages.size()) && time < scene.time.end; ++k) {
    const double end = end_of_stage(scene, k, time);
    steps += std::ceil((end - time) / scene_of_stage(scene, k, time).time.step - 1e-9);
    time = end;
  }
  return std::max(1.0, steps);
}

}  // namespace floc
