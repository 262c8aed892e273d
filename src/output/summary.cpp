#include "output/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/error.hpp"
#include "output/files.hpp"
#include "output/json.hpp"
#include "output/json_text.hpp"

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
  worst_gap = std::max(worst_gap, report.gap);
  for (std::size_t s = 0; s < stage_count; ++s) seconds[s] += report.seconds[s];
}

std::string to_json(const Summary& s) {
  std::string out = "{\n";
  const auto line = [&](const char* key, const std::string& value) {
    out += fmt::format("  \"{}\": {},\n", key, value);
  };
  line("version", json_text(s.version));
  line("status", json_text(s.status));
  line("threads", std::to_string(s.threads));
  line("dimension", std::to_string(s.dimension));
  line("step", std::to_string(s.step));
  line("time", json_number(s.time));
  line("bodies", std::to_string(s.bodies));
  line("departed", std::to_string(s.departed));
  line("evacuation_time", json_number(s.evacuation_time));
  line("contacts", std::to_string(s.contacts));
  line("bridges", std::to_string(s.bridges));
  line("frames", std::to_string(s.frames));
  line("kinetic_energy", json_number(s.kinetic_energy));
  line("hash", fmt::format("\"{:016x}\"", s.hash));
  line("steps", std::to_string(s.totals.steps));
  line("iterations", std::to_string(s.totals.iterations));
  line("projections", std::to_string(s.totals.projections));
  line("halvings", std::to_string(s.totals.halvings));
  line("refused", std::to_string(s.totals.refused));
  line("shortest_step", json_number(s.totals.shortest_step));
  line("unconverged_steps", std::to_string(s.totals.unconverged_steps));
  line("worst_overlap", json_number(s.totals.worst_overlap));
  line("worst_complementarity", json_number(s.totals.worst_complementarity));
  line("worst_gap", json_number(s.totals.worst_gap));
  line("wall_seconds", json_number(s.totals.wall_seconds));
  std::string exits;
  for (const ExitSummary& e : s.exits)
    exits += fmt::format("{}\n    {}: {{\"left\": {}, \"first\": {}, \"last\": {}, \"flow\": {}}}",
                         exits.empty() ? "" : ",", json_text(e.name), e.left, json_number(e.first),
                         json_number(e.last), json_number(e.flow));
  line("exits", "{" + exits + (exits.empty() ? "}" : "\n  }"));
  out += "  \"seconds\": {";
  for (std::size_t k = 0; k < stage_count; ++k)
    out += fmt::format("{}\n    \"{}\": {}", k == 0 ? "" : ",", to_string(static_cast<Stage>(k)),
                       json_number(s.totals.seconds[k]));
  return out + "\n  }\n}\n";
}

Summary summary_from_json(const std::string& text, const std::string& name) {
  const Reader file(text, name);
  Summary s;
  s.version = file.text("version");
  s.status = file.text("status");
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
  s.totals.worst_gap = file.number("worst_gap");
  s.totals.wall_seconds = file.number("wall_seconds");
  for (std::size_t k = 0; k < stage_count; ++k)
    s.totals.seconds[k] = file.number(file.at("seconds"), to_string(static_cast<Stage>(k)));
  return s;
}

void write_summary(const std::string& path, const Summary& summary) { write_atomically(path, to_json(summary)); }
Summary read_summary(const std::string& path) { return summary_from_json(read_text(path), path); }

}  // namespace floc
