#include "output/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/error.hpp"
#include "output/files.hpp"
#include "output/json.hpp"

namespace floc {
namespace {

// A summary's file, whose values have to be there.
class Reader {
 public:
  Reader(const std::string& text, const std::string& name) : file_(parse_json(text, name)), name_(name) {}

  const Json& at(const std::string& key) const { return file_[key]; }
  std::string text(const std::string& key) const {
    if (file_[key].kind() != Json::Kind::text) throw Error(name_ + ": no text \"" + key + "\"");
    return file_[key].word();
  }
  double number(const Json& parent, const std::string& key) const {
    const Json& value = parent[key];
    // A number that is none is written as null, which is there all the same.
    if (value.is_null() && std::ranges::none_of(parent.members(), [&](const auto& m) { return m.first == key; }))
      throw Error(name_ + ": no number \"" + key + "\"");
    if (!value.is_null() && value.kind() != Json::Kind::number) throw Error(name_ + ": no number \"" + key + "\"");
    return value.number();
  }
  double number(const std::string& key) const { return number(file_, key); }
  template <class T>
  T integer(const Json& parent, const std::string& key) const {
    const std::string& word = parent[key].word();
    T n = 0;
    const auto [end, reason] = std::from_chars(word.data(), word.data() + word.size(), n);
    if (parent[key].kind() != Json::Kind::number || reason != std::errc{} || end != word.data() + word.size())
      throw Error(fmt::format("{}: \"{}\" is not a whole number: {}", name_, key, word));
    return n;
  }
  template <class T>
  T integer(const std::string& key) const {
    return integer<T>(file_, key);
  }

 private:
  Json file_;
  const std::string& name_;
};

}  // namespace

void Totals::add(const StepReport& report) {
  ++steps;
  iterations += report.iterations;
  projections += report.projections;
  halvings += report.halvings;
  refused += report.refused;
  shortest_step = shortest_step == 0 ? report.h : std::min(shortest_step, report.h);
  if (!report.converged) ++unconverged_steps;
  worst_overlap = std::max(worst_overlap, report.overlap);
  worst_complementarity = std::max(worst_complementarity, report.complementarity);
  worst_duality_gap = std::max(worst_duality_gap, report.duality_gap);
  for (std::size_t s = 0; s < stage_count; ++s) seconds[s] += report.seconds[s];
}

std::string to_json(const Summary& s) {
  Json exits = Json::object(), seconds = Json::object(), changes = Json::list(), stages = Json::list();
  for (const ExitSummary& e : s.exits)
    exits.set(e.name, Json::object({{"left", e.left}, {"first", e.first}, {"last", e.last}, {"flow", e.flow}}));
  for (const Change& c : s.changes)
    changes.add(Json::object({{"step", c.step}, {"time", c.time}, {"key", c.key}, {"from", c.from}, {"to", c.to}}));
  for (const StageBegin& b : s.stages)
    stages.add(Json::object({{"name", b.name}, {"step", b.step}, {"time", b.time}, {"because", b.because}}));
  for (std::size_t k = 0; k < stage_count; ++k) seconds.set(to_string(static_cast<Stage>(k)), s.totals.seconds[k]);
  return Json::object({{"version", s.version},
                       {"status", s.status},
                       {"stopped_by", s.stopped_by},
                       {"threads", s.threads},
                       {"dimension", s.dimension},
                       {"step", s.step},
                       {"time", s.time},
                       {"bodies", s.bodies},
                       {"departed", s.departed},
                       {"evacuation_time", s.evacuation_time},
                       {"contacts", s.contacts},
                       {"bridges", s.bridges},
                       {"frames", s.frames},
                       {"kinetic_energy", s.kinetic_energy},
                       {"hash", fmt::format("{:016x}", s.hash)},
                       {"steps", s.totals.steps},
                       {"iterations", s.totals.iterations},
                       {"projections", s.totals.projections},
                       {"halvings", s.totals.halvings},
                       {"refused", s.totals.refused},
                       {"shortest_step", s.totals.shortest_step},
                       {"unconverged_steps", s.totals.unconverged_steps},
                       {"worst_overlap", s.totals.worst_overlap},
                       {"worst_complementarity", s.totals.worst_complementarity},
                       {"worst_duality_gap", s.totals.worst_duality_gap},
                       {"wall_seconds", s.totals.wall_seconds},
                       {"changes", std::move(changes)},
                       {"stages", std::move(stages)},
                       {"exits", std::move(exits)},
                       {"seconds", std::move(seconds)}})
      .to_text();
}

Summary summary_from_json(const std::string& text, const std::string& name) {
  const Reader file(text, name);
  Summary s;
  s.version = file.text("version");
  s.status = file.text("status");
  s.stopped_by = file.text("stopped_by");
  s.threads = file.integer<int>("threads");
  s.dimension = file.integer<int>("dimension");
  s.step = file.integer<std::int64_t>("step");
  s.time = file.number("time");
  s.bodies = file.integer<std::int64_t>("bodies");
  s.departed = file.integer<std::int64_t>("departed");
  s.evacuation_time = file.number("evacuation_time");
  for (const auto& [exit, told] : file.at("exits").members())
    s.exits.push_back({exit, file.integer<std::int64_t>(told, "left"), file.number(told, "first"),
                       file.number(told, "last"), file.number(told, "flow")});
  for (const Json& c : file.at("changes").items())
    s.changes.push_back({file.integer<std::int64_t>(c, "step"), file.number(c, "time"), c["key"].text(),
                         c["from"].text(), c["to"].text()});
  for (const Json& b : file.at("stages").items())
    s.stages.push_back({b["name"].text(), file.integer<std::int64_t>(b, "step"), file.number(b, "time"), 0,
                        b["because"].text()});
  s.contacts = file.integer<std::int64_t>("contacts");
  s.bridges = file.integer<std::int64_t>("bridges");
  s.frames = file.integer<std::int64_t>("frames");
  s.kinetic_energy = file.number("kinetic_energy");
  const std::string hash = file.text("hash");
  if (std::from_chars(hash.data(), hash.data() + hash.size(), s.hash, 16).ptr != hash.data() + hash.size() ||
      hash.empty())
    throw Error(name + ": \"hash\" is not a hexadecimal number: " + hash);
  s.totals.steps = file.integer<std::int64_t>("steps");
  s.totals.iterations = file.integer<std::int64_t>("iterations");
  s.totals.projections = file.integer<std::int64_t>("projections");
  s.totals.halvings = file.integer<std::int64_t>("halvings");
  s.totals.refused = file.integer<std::int64_t>("refused");
  s.totals.shortest_step = file.number("shortest_step");
  s.totals.unconverged_steps = file.integer<std::int64_t>("unconverged_steps");
  s.totals.worst_overlap = file.number("worst_overlap");
  s.totals.worst_complementarity = file.number("worst_complementarity");
  s.totals.worst_duality_gap = file.number("worst_duality_gap");
  s.totals.wall_seconds = file.number("wall_seconds");
  for (std::size_t k = 0; k < stage_count; ++k)
    s.totals.seconds[k] = file.number(file.at("seconds"), to_string(static_cast<Stage>(k)));
  return s;
}

void write_summary(const std::string& path, const Summary& summary) { write_atomically(path, to_json(summary)); }
Summary read_summary(const std::string& path) { return summary_from_json(read_text(path), path); }

}  // namespace floc
