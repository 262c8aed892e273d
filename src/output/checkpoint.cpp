#include "output/checkpoint.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "output/files.hpp"
#include "output/h5.hpp"
#include "output/seal.hpp"

namespace floc {
namespace {

constexpr std::int64_t format = 5;
const h5::Storage list_storage{.chunk = {1 << 17}, .checksum = true};
const h5::Storage vector_storage{.chunk = {1 << 15, 3}, .checksum = true};

template <class T>
void put(h5::Group& g, const char* name, const std::vector<T>& values) {
  g.put<T>(name, {values.size()}, values, list_storage);
}
void put_vectors(h5::Group& g, const char* name, std::span<const double> values, int dimension) {
  const auto d = static_cast<h5::Size>(dimension);
  g.put<double>(name, {values.size() / d, d}, values, vector_storage);
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
  g.set_number("worst_gap", t.worst_gap);
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
  t.worst_gap = g.number("worst_gap");
  t.wall_seconds = g.number("wall_seconds");
  const std::vector<double> seconds = g.dataset("seconds").read_all<double>({stage_count});
  std::copy(seconds.begin(), seconds.end(), t.seconds.begin());
  return t;
}

void write_memory(h5::Group g, const std::vector<PairList>& memory) {
  std::vector<std::int64_t> count;
  PairList all;
  for (const PairList& pairs : memory) {
    count.push_back(static_cast<std::int64_t>(pairs.size()));
    all.first.insert(all.first.end(), pairs.first.begin(), pairs.first.end());
    all.second.insert(all.second.end(), pairs.second.begin(), pairs.second.end());
  }
  put(g, "count", count);
  put(g, "first", all.first);
  put(g, "second", all.second);
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
  h5::File file = h5::File::create(path, seal_bytes);
  h5::Group root = file.root();
  root.set_integer("format", format);
  root.create_text("scene", c.scene);
  h5::Group resume = root.create_group("resume");
  resume.set_integer("step", c.resume.step);
  resume.set_number("time", c.resume.time);
  resume.set_number("compliance", c.resume.compliance);
  resume.set_number("length", c.resume.length);
  h5::Group clock = resume.create_group("clock");
  clock.set_integer("elapsed", c.resume.clock.elapsed);
  clock.set_integer("level", c.resume.clock.level);
  clock.set_integer("easy", c.resume.clock.easy);
  resume.set_integer("dimension", c.resume.bodies.dimension);
  put(resume, "fed", std::vector<std::int64_t>(c.resume.fed.begin(), c.resume.fed.end()));

  h5::Group doorways = resume.create_group("doorways");
  std::vector<std::int64_t> left;
  std::vector<double> first, last;
  for (const Doorway& d : c.resume.doorways) {
    left.push_back(d.left);
    first.push_back(d.first);
    last.push_back(d.last);
  }
  put(doorways, "left", left);
  put(doorways, "first", first);
  put(doorways, "last", last);

  const Bodies& b = c.resume.bodies;
  h5::Group bodies = resume.create_group("bodies");
  put_vectors(bodies, "position", b.position, b.dimension);
  put_vectors(bodies, "velocity", b.velocity, b.dimension);
  put(bodies, "radius", b.radius);
  put(bodies, "mass", b.mass);
  put(bodies, "id", b.id);
  put(bodies, "group", b.group);

  const Contacts& k = c.resume.contacts;
  h5::Group contacts = resume.create_group("contacts");
  put(contacts, "first", k.first);
  put(contacts, "second", k.second);
  put_vectors(contacts, "normal", k.normal, b.dimension);
  put(contacts, "gap", k.gap);
  put(contacts, "begin_gap", k.two_gaps ? k.begin_gap : k.gap);
  put(contacts, "multiplier", k.multiplier);
  put(contacts, "memory", k.remembering ? k.memory : std::vector<double>(k.size()));
  write_memory(resume.create_group("memory"), c.resume.memory);

  h5::Group progress = root.create_group("progress");
  progress.set_integer("frames", c.frames);
  progress.set_integer("last_frame", c.last_frame);
  write_measured(root.create_group("measured"), c.measured);
  write_stop(root.create_group("stop"), c.stop);
  write_totals(root.create_group("totals"), c.totals);
  if (!c.changes.empty()) write_changes(root.create_group("changes"), c.changes);
  file.flush();
  file.close();
}

void require_finite(const h5::Group& g, const char* name, const std::vector<double>& values) {
  for (const double v : values)
    if (!std::isfinite(v)) g.reject(fmt::format("{} holds a number that is not finite", name));
}
void require_positive(const h5::Group& g, const char* name, const std::vector<double>& values) {
  for (const double v : values)
    if (!(v > 0)) g.reject(fmt::format("{} holds a number that is not positive", name));
}

std::vector<double> numbers(const h5::Group& g, const char* name, const h5::Shape& shape) {
  std::vector<double> values = g.dataset(name).read_all<double>(shape);
  require_finite(g, name, values);
  return values;
}

Bodies read_bodies(const h5::Group& g, int dimension) {
  Bodies b;
  b.dimension = dimension;
  const h5::Size n = g.dataset("radius").rows(), d = static_cast<h5::Size>(dimension);
  if (n > static_cast<h5::Size>(std::numeric_limits<std::int32_t>::max())) g.reject("there are too many bodies");
  b.radius = numbers(g, "radius", {n});
  b.mass = numbers(g, "mass", {n});
  b.position = numbers(g, "position", {n, d});
  b.velocity = numbers(g, "velocity", {n, d});
  b.id = g.dataset("id").read_all<std::int64_t>({n});
  b.group = g.dataset("group").read_all<std::int32_t>({n});
  require_positive(g, "radius", b.radius);
  require_positive(g, "mass", b.mass);
  for (const std::int32_t k : b.group)
    if (k < 0) g.reject("group holds a negative number");
  for (std::size_t i = 0; i < b.id.size(); ++i)
    if (b.id[i] < 0 || (i > 0 && b.id[i] <= b.id[i - 1])) g.reject("ids do not rise from body to body");
  return b;
}

std::vector<Doorway> read_doorways(const h5::Group& g) {
  const h5::Size n = g.dataset("left").rows();
  const std::vector<std::int64_t> left = g.dataset("left").read_all<std::int64_t>({n});
  const std::vector<double> first = numbers(g, "first", {n}), last = numbers(g, "last", {n});
  std::vector<Doorway> all;
  for (std::size_t e = 0; e < n; ++e) {
    if (left[e] < 0) g.reject("left holds a negative number");
    all.push_back({left[e], first[e], last[e]});
  }
  return all;
}

// Sorted, of bodies that are there. Which surfaces there are, the scene knows.
void require_names(const h5::Group& g, const char* what, const PairList& p, std::size_t bodies) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p.first[i] < 0 || static_cast<std::size_t>(p.first[i]) >= bodies || p.second[i] >= p.first[i])
      g.reject(fmt::format("{} {} joins {} and {}", what, i, p.first[i], p.second[i]));
    if (i > 0 && std::pair(p.first[i - 1], p.second[i - 1]) >= std::pair(p.first[i], p.second[i]))
      g.reject(fmt::format("{} {} is out of order", what, i));
  }
}

Contacts read_contacts(const h5::Group& g, int dimension, std::size_t bodies) {
  Contacts c;
  c.dimension = dimension;
  const h5::Size n = g.dataset("first").rows(), d = static_cast<h5::Size>(dimension);
  c.first = g.dataset("first").read_all<std::int32_t>({n});
  c.second = g.dataset("second").read_all<std::int32_t>({n});
  const std::vector<double> normal = numbers(g, "normal", {n, d});
  c.normal.assign(normal.begin(), normal.end());
  c.gap = numbers(g, "gap", {n});
  c.begin_gap = numbers(g, "begin_gap", {n});
  c.multiplier = numbers(g, "multiplier", {n});
  c.memory = numbers(g, "memory", {n});
  require_names(g, "contact", c, bodies);
  return c;
}

std::vector<PairList> read_memory(const h5::Group& g, std::size_t bodies) {
  const h5::Size n = g.dataset("first").rows();
  const std::vector<std::int64_t> count = g.dataset("count").read_all<std::int64_t>({g.dataset("count").rows()});
  const auto first = g.dataset("first").read_all<std::int32_t>({n});
  const auto second = g.dataset("second").read_all<std::int32_t>({n});
  std::vector<PairList> memory;
  std::size_t from = 0;
  for (const std::int64_t pairs : count) {
    if (pairs < 0 || static_cast<std::size_t>(pairs) > first.size() - from) g.reject("count tells of other pairs");
    const auto at = static_cast<std::ptrdiff_t>(from), end = at + static_cast<std::ptrdiff_t>(pairs);
    memory.push_back({{first.begin() + at, first.begin() + end}, {second.begin() + at, second.begin() + end}});
    require_names(g, "pair", memory.back(), bodies);
    from += static_cast<std::size_t>(pairs);
  }
  if (from != first.size()) g.reject("count tells of other pairs");
  return memory;
}

StepClock read_clock(const h5::Group& g) {
  const std::int64_t elapsed = g.integer("elapsed"), level = g.integer("level"), easy = g.integer("easy");
  if (elapsed < 0) g.reject("the time elapsed is negative");
  if (level < 0 || level > most_halvings) g.reject("the level of the step makes no sense");
  if (easy < 0 || easy > std::numeric_limits<int>::max()) g.reject("the number of easy steps makes no sense");
  const StepClock clock{elapsed, static_cast<int>(level), static_cast<int>(easy)};
  if (!clock.aligned()) g.reject("no step of this length begins at this time");
  return clock;
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
  const h5::Group resume = root.group("resume");
  c.resume.step = resume.integer("step");
  c.resume.time = resume.number("time");
  c.resume.compliance = resume.number("compliance");
  c.resume.length = resume.number("length");
  c.resume.clock = read_clock(resume.group("clock"));
  const std::int64_t dimension = resume.integer("dimension");
  if (c.resume.step < 0) resume.reject("the step is negative");
  if (dimension < 1 || dimension > 3) resume.reject("the dimension is not 1, 2 or 3");
  if (!std::isfinite(c.resume.time)) resume.reject("the time is not finite");
  if (!std::isfinite(c.resume.length) || !(c.resume.length > 0)) resume.reject("the length of the step is not positive");
  if (!std::isfinite(c.resume.compliance) || c.resume.compliance < 0)
    resume.reject("the compliance is not a number ≥ 0");
  c.resume.bodies = read_bodies(resume.group("bodies"), static_cast<int>(dimension));
  c.resume.contacts = read_contacts(resume.group("contacts"), static_cast<int>(dimension), c.resume.bodies.size());
  c.resume.doorways = read_doorways(resume.group("doorways"));
  double seen = static_cast<double>(c.resume.bodies.size());
  for (const Doorway& d : c.resume.doorways) seen += static_cast<double>(d.left);
  c.resume.memory = read_memory(resume.group("memory"), c.resume.bodies.size());
  for (const std::int64_t n : resume.dataset("fed").read_all<std::int64_t>({resume.dataset("fed").rows()})) {
    if (n < 0 || static_cast<double>(n) > seen)
      resume.reject("fed counts bodies that are not there");
    c.resume.fed.push_back(static_cast<std::size_t>(n));
  }
  const h5::Group progress = root.group("progress");
  c.frames = progress.integer("frames");
  c.last_frame = progress.integer("last_frame");
  if (c.frames < 0 || c.last_frame < -1 || c.last_frame > c.resume.step) progress.reject("the frames make no sense");
  c.measured = read_measured(root.group("measured"), c.resume.step);
  c.stop = read_stop(root.group("stop"));
  c.totals = read_totals(root.group("totals"));
  if (root.has("changes")) c.changes = read_changes(root.group("changes"));
  return c;
}

std::string newest(const std::string& directory) { return directory + "/checkpoint.h5"; }
std::string previous(const std::string& directory) { return directory + "/checkpoint.previous.h5"; }

}  // namespace

void save_checkpoint(const std::string& directory, const Checkpoint& checkpoint) {
  const std::string temporary = newest(directory) + ".tmp";
  try {
    write_file(temporary, checkpoint);
    put_seal(temporary);
    sync_file(temporary);
  } catch (const Error&) {
    ::unlink(temporary.c_str());
    throw;
  }
  if (file_exists(newest(directory))) rename_file(newest(directory), previous(directory));
  rename_file(temporary, newest(directory));
  sync_directory(directory);
}

Checkpoint read_checkpoint(const std::string& path) {
  check_seal(path);
  return read_file(h5::File::open(path));
}

Checkpoint read_checkpoint(std::span<const std::byte> file, const std::string& name) {
  check_seal(file, name);
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
