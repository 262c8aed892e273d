#include "app/start_from.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "app/exit_status.hpp"
#include "app/picture_style.hpp"
#include "core/error.hpp"
#include "output/checkpoint.hpp"
#include "output/trajectory.hpp"
#include "scene/changes.hpp"
#include "scene/make_time.hpp"
#include "step/packing.hpp"

namespace floc::app {
namespace {

const char* const start_file = "/started-with.csv";

Scene scene_of(const std::string& text, const std::string& where, const std::string& directory) {
  SceneResult read = read_scene_text(text, where, directory);
  if (!read.scene) throw Error(read.errors.front().str());
  return std::move(*read.scene);
}

Start from_checkpoint(const std::string& directory) {
  LatestCheckpoint latest = load_latest(directory);
  Start start{directory, latest.path, scene_of(latest.checkpoint.scene, latest.path, directory),
                   std::move(latest.checkpoint.state), {}};
  std::vector<ContactKey> keys;
  for (const PairList& pairs : start.state.memory)
    for (std::size_t k = 0; k < pairs.size(); ++k) keys.push_back(pairs.pair(k));
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  start.bridges = PairList::sorted(std::move(keys));
  return start;
}

// The clock of a frame: its time is a whole number of parts of a step.
StepClock clock_of(const Scene& scene, double time) {
  StepClock clock;
  clock.elapsed = std::llround((time - scene.time.start) / scene.time.step * static_cast<double>(least_parts));
  while (!clock.aligned()) ++clock.level;
  return clock;
}

Start from_frame(const std::string& directory, const std::string& time) {
  const std::string path = directory + "/trajectory.h5";
  const TrajectoryReader trajectory(path);
  if (trajectory.frames() == 0) throw Error(path + " holds no frame yet");
  const double asked = time_of(time, trajectory, "--from DIR:TIME"), first = trajectory.times().front(),
               last = trajectory.times().back();
  if (asked < first - 1e-9 * std::abs(first) || asked > last + 1e-9 * std::abs(last))
    throw WrongInput(fmt::format("--from {}:{}: its frames are from t = {:g} to {:g}", directory, time, first, last));
  Snapshot frame = trajectory.read(trajectory.nearest(asked));
  Start start{directory, fmt::format("{} (t = {:g})", path, frame.time), scene_of(trajectory.scene(), path, directory), {},
                   std::move(frame.bridges), false};
  State& r = start.state;
  r.step = frame.step;
  r.time = frame.time;
  r.clock = clock_of(start.scene, frame.time);
  r.length = frame.h;
  r.bodies = std::move(frame.bodies);
  Contacts& c = r.contacts;
  c.dimension = r.bodies.dimension;
  c.first = std::move(frame.contacts.first);
  c.second = std::move(frame.contacts.second);
  c.normal.assign(frame.contacts.normal.begin(), frame.contacts.normal.end());
  c.gap = std::move(frame.contacts.gap);
  c.begin_gap = c.gap;
  c.memory = std::move(frame.contacts.memory);
  c.shaped = r.bodies.shaped;
  c.feature = std::move(frame.contacts.feature);
  c.lever_first.assign(frame.contacts.lever_first.begin(), frame.contacts.lever_first.end());
  c.lever_second.assign(frame.contacts.lever_second.begin(), frame.contacts.lever_second.end());
  c.frictional = !frame.contacts.tangential.empty();
  for (const double impulse : frame.contacts.tangential) c.tangential.push_back(frame.h > 0 ? impulse / frame.h : 0);
  for (const double impulse : frame.contacts.impulse) c.multiplier.push_back(frame.h > 0 ? impulse / frame.h : 0);
  return start;
}

bool has_number(const std::string& text) {
  return text == "start" || text == "end" || (!text.empty() && text.find_first_not_of("0123456789.+-eE") == text.npos);
}

// Bodies as a particle file; numbers keep their bits.
std::string csv_of(const Start& start) {
  const Bodies& b = start.state.bodies;
  const int d = b.dimension;
  std::string text;
  for (int k = 0; k < d; ++k) text += fmt::format("{},", "xyz"[k]);
  for (int k = 0; k < d; ++k) text += fmt::format("v{},", "xyz"[k]);
  text += "r,m,group\n";
  for (std::size_t i = 0; i < b.size(); ++i) {
    for (int k = 0; k < d; ++k) text += fmt::format("{},", b.x(i)[k]);
    for (int k = 0; k < d; ++k) text += fmt::format("{},", b.v(i)[k]);
    text += fmt::format("{},{},{}\n", b.radius[i], b.mass[i], start.scene.groups[static_cast<std::size_t>(b.group[i])].name);
  }
  return text;
}

// What belongs to the particles of a run and their ids.
bool names_particles(const std::string& key) {
  return key.starts_with("particles.") || key.starts_with("bonds.") || key.starts_with("joints.") || key.starts_with("floor.") ||
         (key.starts_with("groups.") && key.ends_with(".name"));
}

// What the indices of surfaces stand for.
bool names_surfaces(const std::string& key) {
  return key.starts_with("floor.") || (key.starts_with("obstacles.") && key.find(".motion.") == key.npos &&
                                       !key.ends_with(".colour") && !key.ends_with(".name"));
}

template <class Rule>
bool differ(const Scene& a, const Scene& b, Rule&& rule) {
  const std::vector<SceneChange> changes = scene_changes(a, b);
  return std::ranges::any_of(changes, [&](const SceneChange& c) { return rule(c.key); });
}

bool same_clock(const scene::Time& a, const scene::Time& b) {
  return a.start == b.start && a.step == b.step && a.adaptive.has_value() == b.adaptive.has_value();
}

bool sets_start(const std::vector<std::string>& overrides) {
  return std::ranges::any_of(overrides, [](const std::string& o) { return o.starts_with("time.start="); });
}

SceneResult refuse(const std::string& path, std::string why) { return {{}, {{path, 0, 0, std::move(why)}}}; }

// The run goes on under another scene: the time of the state is that of its beginning.
SceneResult go_on(const Start& start, Scene scene, const std::string& path, bool own_start) {
  if (!own_start && !same_clock(start.scene.time, scene.time)) scene.time.start = start.state.time;
  const double begin = own_start ? scene.time.start : start.state.time;
  if (!(scene.time.end > begin))
    return refuse(path, fmt::format("the run would end at t = {:g}, and the state it begins with is at t = {:g}: give "
                                    "a later --set time.end, or a --set time.start",
                                    scene.time.end, begin));
  if (const std::string fault = scene::fault_of_clock(scene.time); !fault.empty())
    return refuse(path, "\"step\" in [time] " + fault);
  return {std::move(scene), {}};
}

// How many of each pour have entered.
std::vector<std::int64_t> entered(const Start& start, const Simulation& simulation) {
  if (start.from_checkpoint) return start.state.fed;
  const std::vector<Feed>& feeds = simulation.setup().feeds;
  std::vector<std::int64_t> all(feeds.size(), 0);
  if (feeds.empty()) return all;
  if (feeds.size() > 1 || !simulation.ways_out().empty())
    throw WrongInput("a frame does not tell how far each of several pours was, nor who has left: begin with the "
                     "checkpoint (--from without a time), or leave [[particles]] out of the scene");
  const std::vector<std::int64_t>& ids = start.state.bodies.id;
  const std::int64_t first = simulation.bodies().next_id;
  if (!ids.empty()) all[0] = std::max<std::int64_t>(0, ids.back() + 1 - first);
  return all;
}

// What other forces remembered, for those of this simulation.
void share_out(const PairList& bridges, const Simulation& simulation, State& state) {
  state.memory.resize(simulation.setup().forces.size());
  for (std::size_t k = 0; k < state.memory.size(); ++k)
    state.memory[k].restore(simulation.setup().forces[k]->remembers() ? bridges : PairList{});
}

void drop_surfaces(Contacts& contacts, PairList& bridges) {
  std::size_t n = 0;
  for (std::size_t c = 0; c < contacts.size(); ++c)
    if (contacts.second[c] >= 0) contacts.copy_row(c, n++);
  contacts.resize(n);
  PairList between;
  for (std::size_t k = 0; k < bridges.size(); ++k)
    if (bridges.second[k] >= 0) between.first.push_back(bridges.first[k]), between.second.push_back(bridges.second[k]);
  bridges = std::move(between);
}

// Pairs that are not just held apart.
Bonds held_pairs(const Simulation& simulation) {
  const Setup& setup = simulation.setup();
  Bonds held = Joints::with_filter(setup.bonds, setup.joints, simulation.state().joints.broken);
  held.place(simulation.bodies());
  return held;
}

// Beyond those that the state's run left, and that rounding to the numbers of a frame makes.
std::vector<Overlap> new_overlaps(const Start& start, const Simulation& simulation) {
  double largest = 0;
  if (!start.from_checkpoint)
    for (const double x : simulation.bodies().position) largest = std::max(largest, std::abs(x));
  const double left = std::max(start.scene.solver.tolerance, simulation.setup().tolerance);
  const double rounding = 4 * static_cast<double>(std::numeric_limits<float>::epsilon()) * largest;
  const double most = 2 * left * simulation.length() + rounding;
  const Setup& setup = simulation.setup();
  const Bodies& bodies = simulation.bodies();
  const std::vector<Overlap> all = find_overlaps(bodies, setup.domain, simulation.obstacles(), most, held_pairs(simulation));
  if (!bodies.shaped) return all;
  Executor executor;
  return overlaps_of_shapes(all, bodies, setup.domain, simulation.obstacles(), setup.shapes, most, executor);
}

void require_no_overlap(const Start& start, const Simulation& simulation) {
  const std::vector<Overlap> all = new_overlaps(start, simulation);
  if (all.empty()) return;
  const Overlap& o = all.front();
  const auto id = [&](std::int32_t i) { return simulation.bodies().id[static_cast<std::size_t>(i)]; };
  const std::string other =
      o.second >= 0 ? fmt::format("particle {}", id(o.second))
                    : fmt::format("obstacle \"{}\"", simulation.obstacles().list()[simulation.obstacles().owner(
                          static_cast<std::size_t>(Contacts::surface_of(o.second)))].name);
  throw WrongInput(fmt::format("{} overlap{} where the run would begin with {}: particle {} and {} by {:.3g} r̄; the "
                               "scene has its obstacles, bonds or periods elsewhere; overlaps = \"repair\" in [start] "
                               "separates them",
                               all.size(), all.size() == 1 ? "" : "s", start.where, id(o.first), other,
                               o.depth / simulation.length()));
}

void repair(const Start& start, Simulation& simulation) {
  const std::size_t count = new_overlaps(start, simulation).size();
  if (count == 0) return;
  const Setup& setup = simulation.setup();
  State state = simulation.state();
  Executor executor;
  if (!repair_overlaps(state.bodies, setup.domain, simulation.obstacles(), setup.tolerance * simulation.length(), executor,
                       held_pairs(simulation), setup.shapes))
    throw WrongInput(fmt::format("the {} overlap{} where the run would begin with {} cannot be repaired: there is not "
                                 "enough room", count, count == 1 ? "" : "s", start.where));
  simulation.restore(std::move(state));
}

}  // namespace

Start load_start(const std::string& spec) {
  const std::size_t colon = spec.rfind(':');
  std::error_code none;
  if (colon == spec.npos || std::filesystem::is_directory(spec, none)) return from_checkpoint(spec);
  const std::string time = spec.substr(colon + 1);
  if (!has_number(time))
    throw WrongInput(fmt::format("--from {}: \"{}\" is not a time; write DIR, or DIR:TIME", spec, time));
  return from_frame(spec.substr(0, colon), time);
}

StartedScene scene_from(const Start& start, const std::string& path, const std::vector<std::string>& overrides,
                        const std::string& directory) {
  std::error_code none;
  if (std::filesystem::equivalent(start.directory, directory, none))
    throw WrongInput(fmt::format("a new run cannot begin with {} in the same folder; to go on there: floc resume {}",
                                 start.where, directory));
  SceneResult read = read_scene(path, overrides);
  if (!read.scene) return {std::move(read), false};
  if (read.scene->dimension() != start.scene.dimension())
    return {refuse(path, fmt::format("has dimension {}, and {} has {}", read.scene->dimension(), start.where,
                                     start.scene.dimension())), false};
  const bool breakable = std::ranges::any_of(
      read.scene->joints, [](const scene::Jointing& s) { return s.break_force || s.break_torque; });
  if (breakable && !start.from_checkpoint)
    return {refuse(path, fmt::format("has joints that break, and a frame does not tell which have: begin with {} as it ended",
                                     start.directory)), false};
  if (!differ(start.scene, *read.scene, names_particles))
    return {go_on(start, std::move(*read.scene), path, sets_start(overrides)), true};
  if (start.state.bodies.shaped || !read.scene->joints.empty())
    return {
        refuse(path, fmt::format("has no such particles as {}, and shapes or joints that go with them: take [[particles]], "
                                 "[[bonds]], [[joints]] and [floor] from there",
                                 start.where)),
        false};
  for (const scene::Particles& table : read.scene->particles)
    if (!std::holds_alternative<scene::Pour>(table.source))
      return {{{}, {read.scene->at(table.place, fmt::format("these particles would come to those of {0}, which are "
                                   "not those of this scene: leave [[particles]] out, and the bodies are those of "
                                   "{0}; or take [[particles]], [[bonds]] and [floor] from there", start.where))}}, false};
  std::vector<std::string> with_start = overrides;
  if (!sets_start(overrides)) with_start.push_back(fmt::format("time.start={}", start.state.time));
  StartedScene started{read_scene(path, with_start), false};
  if (!started.read.scene) return started;
  Scene& scene = *started.read.scene;
  scene::Particles table;
  table.source = scene::File{std::filesystem::absolute(directory + start_file).lexically_normal().string(), {0, 1, 1}};
  table.place = {0, 1, 1};
  table.group = scene.groups[0].name;
  table.density = 1;
  table.velocity.resize(static_cast<std::size_t>(scene.dimension()), {"0", {}});
  scene.unwritten[std::get<scene::File>(table.source).path] = csv_of(start);
  scene.particles.insert(scene.particles.begin(), std::move(table));
  return started;
}

void begin_with(const Start& start, const StartedScene& started, Simulation& simulation) {
  const Scene& scene = *started.read.scene;
  State r = simulation.state();
  r.contacts = start.state.contacts;
  PairList bridges = start.bridges;
  if (differ(start.scene, scene, names_surfaces)) drop_surfaces(r.contacts, bridges);
  r.length = start.state.length;
  if (started.goes_on) {
    r.fed = entered(start, simulation);
    r.bodies = start.state.bodies;
    if (start.from_checkpoint && start.state.walls.size() == r.walls.size()) r.walls = start.state.walls;
    if (start.from_checkpoint && start.state.joints.broken.size() == r.joints.broken.size())
      r.joints = start.state.joints;
    if (start.from_checkpoint && start.state.exits.size() == r.exits.size()) r.exits = start.state.exits;
    if (start.from_checkpoint && scene.time.step == start.scene.time.step) r.compliance = start.state.compliance;
    if (same_clock(start.scene.time, scene.time)) {
      r.step = start.state.step;
      r.clock = start.state.clock;
    }
  } else if (r.bodies.turning && start.state.bodies.turning) {  // the particle file has the rest
    r.bodies.orientation = start.state.bodies.orientation;
    r.bodies.spin = start.state.bodies.spin;
  }
  const auto forces = [](const std::string& key) { return key.starts_with("forces."); };
  if (started.goes_on && start.from_checkpoint && !differ(start.scene, scene, forces) &&
      !differ(start.scene, scene, names_surfaces))
    r.memory = start.state.memory;
  else
    share_out(bridges, simulation, r);
  simulation.restore(std::move(r));
  if (scene.start.overlaps == "repair") repair(start, simulation);
  else require_no_overlap(start, simulation);
}

void carry_over(const Simulation& from, const Scene& before, const Scene& now, Simulation& to) {
  State r = from.state();
  const State& fresh = to.state();
  if (before.time.step != now.time.step) r.compliance = fresh.compliance;
  if (to.setup().begun != from.setup().begun || to.setup().h != from.setup().h) r.clock = fresh.clock;
  if (differ(before, now, [](const std::string& key) { return key.starts_with("forces."); }))
    share_out(from.bridges(), to, r);
  to.restore(std::move(r));
}

}  // namespace floc::app
