#include "output/checkpoint.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <type_traits>
#include <utility>

#include "core/error.hpp"
#include "output/file_checksum.hpp"
#include "output/files.hpp"
#include "output/h5.hpp"

namespace floc {
namespace {

constexpr std::int64_t format = 5;
const h5::Storage list_storage{.chunk = {1 << 17}, .checksum = true};
const h5::Storage vector_storage{.chunk = {1 << 15, 3}, .checksum = true};

template <class T>
void put(h5::Group& g, const char* name, const std::vector<T>& values) {
  g.put<T>(name, {values.size()}, values, list_storage);
}

// The list that an array belongs to, made when its first comes.
h5::Group group_of(h5::Group& state, const std::string& path) {
  return state.has(path) ? state.group(path) : state.create_group(path);
}

h5::Shape shape_of(h5::Size rows, std::size_t width) {
  return width == 1 ? h5::Shape{rows} : h5::Shape{rows, static_cast<h5::Size>(width)};
}

void write_state(h5::Group state, const State& s) {
  State::for_numbers([&](const char* name, const auto& number) {
    if constexpr (std::is_floating_point_v<std::decay_t<decltype(number)>>) state.set_number(name, number);
    else state.set_integer(name, number);
  }, s);
  state.create_group("memory");
  State::for_arrays([&](const State::Array& a, const auto& values) {
    using T = typename std::decay_t<decltype(values)>::value_type;
    group_of(state, a.path()).put<T>(a.name, shape_of(values.size() / a.width, a.width), values,
                                     a.width == 1 ? list_storage : vector_storage);
  }, s);
}

State read_state(const h5::Group& g) {
  State s;
  State::for_numbers([&](const char* name, auto& number) {
    using T = std::decay_t<decltype(number)>;
    if constexpr (std::is_floating_point_v<T>) {
      number = g.number(name);
    } else {
      const std::int64_t value = g.integer(name);
      if (value < 0 || !std::in_range<T>(value)) g.reject(fmt::format("{} is out of bounds", name));
      number = static_cast<T>(value);
    }
  }, s);
  if (s.bodies.dimension < 1 || s.bodies.dimension > 3) g.reject("the dimension is not 1, 2 or 3");
  s.contacts.dimension = s.bodies.dimension;
  State::for_flags(
      [&](State::List list, const char* array, bool& flag) { flag = g.group(State::path_of(list)).has(array); }, s);
  if (g.has("flow")) s.flow.dimension = s.bodies.dimension;
  while (g.group("memory").has(std::to_string(s.memory.size()))) s.memory.emplace_back();
  std::string list;
  h5::Size rows = 0;
  State::for_arrays([&](const State::Array& a, auto& values) {
    using T = typename std::decay_t<decltype(values)>::value_type;
    const h5::Group group = g.group(a.path());
    const h5::Dataset array = group.dataset(a.name);
    if (list != group.path()) list = group.path(), rows = array.rows();
    const std::vector<T> read = array.read_all<T>(shape_of(rows, a.width));
    values.assign(read.begin(), read.end());
  }, s);
  if (const std::string why = s.fault(); !why.empty()) g.reject(why);
  for (PairMemory& m : s.memory) m.index();
  return s;
}

std::vector<double> numbers(const h5::Group& g, const char* name, const h5::Shape& shape) {
  std::vector<double> values = g.dataset(name).read_all<double>(shape);
  for (const double v : values)
    if (!std::isfinite(v)) g.reject(fmt::format("{} holds a number that is not finite", name));
  return values;
}

void write_totals(h5::Group g, const Totals& t) {
  g.set_integer("steps", t.steps);
  g.set_integer("iterations", t.iterations);
  g.set_integer("projections", t.projections);
  g.set_integer("halvings", t.halvings);
  g.set_integer("refused", t.refused);
  g.set_number("shortest_step", t.shortest_step);
  g.set_integer("unconverged_steps", t.unconverged_steps);
  g.set_number("worst_overlap", t.worst_overlap);
  g.set_number("worst_complementarity", t.worst_complementarity);
  g.set_number("worst_duality_gap", t.worst_duality_gap);
  g.set_number("wall_seconds", t.wall_seconds);
  g.put<double>("seconds", {t.seconds.size()}, t.seconds);
}

Totals read_totals(const h5::Group& g) {
  Totals t;
  t.steps = g.integer("steps");
  t.iterations = g.integer("iterations");
  t.projections = g.integer("projections");
  t.halvings = g.integer("halvings");
  t.refused = g.integer("refused");
  t.shortest_step = g.number("shortest_step");
  t.unconverged_steps = g.integer("unconverged_steps");
  t.worst_overlap = g.number("worst_overlap");
  t.worst_complementarity = g.number("worst_complementarity");
  t.worst_duality_gap = g.number("worst_duality_gap");
  t.wall_seconds = g.number("wall_seconds");
  const std::vector<double> seconds = g.dataset("seconds").read_all<double>({stage_count});
  std::copy(seconds.begin(), seconds.end(), t.seconds.begin());
  return t;
}

void write_measured(h5::Group g, const MeasureMemory& measured) {
  g.set_integer("last_step", measured.last_step);
  std::vector<std::int64_t> count;
  std::vector<double> all;
  for (const std::vector<double>& one : measured.of) {
    count.push_back(static_cast<std::int64_t>(one.size()));
    all.insert(all.end(), one.begin(), one.end());
  }
  put(g, "count", count);
  put(g, "memory", all);
}

void write_stop(h5::Group g, const StopMemory& stop) {
  put(g, "since", stop.since);
  g.create_text("reason", stop.reason);
}

StopMemory read_stop(const h5::Group& g) {
  StopMemory stop{g.dataset("since").read_all<double>({g.dataset("since").rows()}), g.text("reason")};
  for (const double since : stop.since)
    if (std::isinf(since)) g.reject("since holds a time that is not finite");
  return stop;
}

void write_stages(h5::Group g, const std::vector<StageBegin>& stages, const StopMemory& stop) {
  std::vector<std::int64_t> step, elapsed;
  std::vector<double> time;
  std::vector<std::string> name, because;
  for (const StageBegin& b : stages) {
    name.push_back(b.name);
    step.push_back(b.step);
    time.push_back(b.time);
    elapsed.push_back(b.elapsed);
    because.push_back(b.because);
  }
  g.create_texts("name", name);
  put(g, "step", step);
  put(g, "time", time);
  put(g, "elapsed", elapsed);
  g.create_texts("because", because);
  write_stop(g.create_group("stop"), stop);
}

std::vector<StageBegin> read_stages(const h5::Group& g, std::int64_t last) {
  const h5::Size n = g.dataset("step").rows();
  const std::vector<std::int64_t> step = g.dataset("step").read_all<std::int64_t>({n});
  const std::vector<std::int64_t> elapsed = g.dataset("elapsed").read_all<std::int64_t>({n});
  const std::vector<double> time = numbers(g, "time", {n});
  const std::vector<std::string> name = g.texts("name"), because = g.texts("because");
  if (name.size() != n || because.size() != n) g.reject("its lists have different lengths");
  std::vector<StageBegin> stages;
  for (std::size_t k = 0; k < n; ++k) {
    if (step[k] < (k == 0 ? 0 : step[k - 1]) || step[k] > last || elapsed[k] < 0 || (k > 0 && !(time[k] >= time[k - 1])))
      g.reject("a stage begins before the one before it");
    stages.push_back({name[k], step[k], time[k], elapsed[k], because[k]});
  }
  return stages;
}

void write_changes(h5::Group g, const std::vector<Change>& changes) {
  std::vector<std::int64_t> step;
  std::vector<double> time;
  std::vector<std::string> key, from, to;
  for (const Change& c : changes) {
    step.push_back(c.step);
    time.push_back(c.time);
    key.push_back(c.key);
    from.push_back(c.from);
    to.push_back(c.to);
  }
  put(g, "step", step);
  put(g, "time", time);
  g.create_texts("key", key);
  g.create_texts("from", from);
  g.create_texts("to", to);
}

std::vector<Change> read_changes(const h5::Group& g) {
  const h5::Size n = g.dataset("step").rows();
  const std::vector<std::int64_t> step = g.dataset("step").read_all<std::int64_t>({n});
  const std::vector<double> time = g.dataset("time").read_all<double>({n});
  const std::vector<std::string> key = g.texts("key"), from = g.texts("from"), to = g.texts("to");
  if (key.size() != n || from.size() != n || to.size() != n) g.reject("its lists have different lengths");
  std::vector<Change> changes;
  for (std::size_t k = 0; k < n; ++k) changes.push_back({step[k], time[k], key[k], from[k], to[k]});
  return changes;
}

void write_file(const std::string& path, const Checkpoint& c) {
  h5::File file = h5::File::create(path, checksum_block);
  h5::Group root = file.root();
  root.set_integer("format", format);
  root.create_text("scene", c.scene);
  write_state(root.create_group("state"), c.state);
  h5::Group progress = root.create_group("progress");
  progress.set_integer("frames", c.frames);
  progress.set_integer("last_frame", c.last_frame);
  write_measured(root.create_group("measured"), c.measured);
  write_stop(root.create_group("stop"), c.stop);
  if (!c.stages.empty()) write_stages(root.create_group("stages"), c.stages, c.stage_stop);
  write_totals(root.create_group("totals"), c.totals);
  if (!c.changes.empty()) write_changes(root.create_group("changes"), c.changes);
  file.flush();
  file.close();
}

MeasureMemory read_measured(const h5::Group& g, std::int64_t step) {
  MeasureMemory measured;
  measured.last_step = g.integer("last_step");
  if (measured.last_step < -1 || measured.last_step > step) g.reject("the last step makes no sense");
  const std::vector<std::int64_t> count = g.dataset("count").read_all<std::int64_t>({g.dataset("count").rows()});
  const std::vector<double> all = numbers(g, "memory", {g.dataset("memory").rows()});
  std::size_t from = 0;
  for (const std::int64_t n : count) {
    if (n < 0 || static_cast<std::size_t>(n) > all.size() - from) g.reject("count tells of other numbers");
    const auto at = all.begin() + static_cast<std::ptrdiff_t>(from);
    measured.of.emplace_back(at, at + static_cast<std::ptrdiff_t>(n));
    from += static_cast<std::size_t>(n);
  }
  if (from != all.size()) g.reject("count tells of other numbers");
  return measured;
}

Checkpoint read_file(const h5::File& file) {
  const h5::Group root = file.root();
  if (const auto v = root.integer("format"); v != format)
    root.reject(fmt::format("the checkpoint has version {}, this program knows {}", v, format));
  Checkpoint c;
  c.scene = root.text("scene");
  c.state = read_state(root.group("state"));
  const h5::Group progress = root.group("progress");
  c.frames = progress.integer("frames");
  c.last_frame = progress.integer("last_frame");
  if (c.frames < 0 || c.last_frame < -1 || c.last_frame > c.state.step) progress.reject("the frames make no sense");
  c.measured = read_measured(root.group("measured"), c.state.step);
  c.stop = read_stop(root.group("stop"));
  if (root.has("stages")) {
    c.stages = read_stages(root.group("stages"), c.state.step);
    c.stage_stop = read_stop(root.group("stages").group("stop"));
  }
  c.totals = read_totals(root.group("totals"));
  if (root.has("changes")) c.changes = read_changes(root.group("changes"));
  return c;
}

std::string newest(const std::string& directory) { return directory + "/checkpoint.h5"; }
std::string previous(const std::string& directory) { return directory + "/checkpoint.previous.h5"; }

}  // namespace

namespace {

// The path of the whole file, which waits for its name.
std::string write_temporary(const std::string& path, const Checkpoint& checkpoint) {
  std::string temporary = path + ".tmp";
  try {
    write_file(temporary, checkpoint);
    put_file_checksum(temporary);
    sync_file(temporary);
  } catch (const Error&) {
    ::unlink(temporary.c_str());
    throw;
  }
  return temporary;
}

}  // namespace

void write_checkpoint(const std::string& path, const Checkpoint& checkpoint) {
  rename_file(write_temporary(path, checkpoint), path);
}

void save_checkpoint(const std::string& directory, const Checkpoint& checkpoint) {
  const std::string temporary = write_temporary(newest(directory), checkpoint);
  if (file_exists(newest(directory))) rename_file(newest(directory), previous(directory));
  rename_file(temporary, newest(directory));
  sync_directory(directory);
}

Checkpoint read_checkpoint(const std::string& path) {
  check_file_checksum(path);
  return read_file(h5::File::open(path));
}

Checkpoint read_checkpoint(std::span<const std::byte> file, const std::string& name) {
  check_file_checksum(file, name);
  return read_file(h5::File::from_memory(file, name));
}

LatestCheckpoint load_latest(const std::string& directory) {
  std::string why;
  try {
    return {read_checkpoint(newest(directory)), newest(directory), ""};
  } catch (const Error& e) {
    why = e.what();
  }
  try {
    return {read_checkpoint(previous(directory)), previous(directory), why};
  } catch (const Error& e) {
    throw Error(fmt::format("{}: no checkpoint to go on from ({}; {})", directory, why, e.what()));
  }
}

}  // namespace floc
