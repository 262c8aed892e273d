#include "output/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>

#include "core/error.hpp"
#include "output/files.hpp"
#include "output/json_text.hpp"

namespace floc {
namespace {

// Reads the JSON that to_json writes, and any other whose leaves are texts, numbers, booleans and
// null inside objects: a leaf is kept under its path ("seconds.rows").
class Leaves {
 public:
  Leaves(const std::string& text, const std::string& name) : text_(text), name_(name) {
    object("", 0);
    blank();
    if (at_ != text_.size()) fail("something follows the object");
  }

  std::string text(const std::string& key) const {
    const auto leaf = leaves_.find(key);
    if (leaf == leaves_.end() || !leaf->second.quoted) throw Error(name_ + ": no text \"" + key + "\"");
    return leaf->second.value;
  }
  double number(const std::string& key) const {
    const std::string& value = plain(key);
    double x = std::numeric_limits<double>::quiet_NaN();
    if (value != "null") parse(key, value, x);
    return x;
  }
  // The names of the objects right inside the object `key` whose leaf "left" is known.
  std::vector<std::string> objects(const std::string& key) const {
    std::vector<std::string> names;
    const std::string before = key + ".", after = ".left";
    for (const auto& [path, leaf] : leaves_)
      if (path.starts_with(before) && path.ends_with(after))
        names.push_back(path.substr(before.size(), path.size() - before.size() - after.size()));
    return names;
  }
  template <class T>
  T integer(const std::string& key) const {
    T n = 0;
    parse(key, plain(key), n);
    return n;
  }

 private:
  struct Leaf {
    std::string value;
    bool quoted;
  };

  const std::string& plain(const std::string& key) const {
    const auto leaf = leaves_.find(key);
    if (leaf == leaves_.end() || leaf->second.quoted) throw Error(name_ + ": no number \"" + key + "\"");
    return leaf->second.value;
  }
  template <class T>
  void parse(const std::string& key, const std::string& value, T& out) const {
    const auto [end, reason] = std::from_chars(value.data(), value.data() + value.size(), out);
    if (reason != std::errc{} || end != value.data() + value.size())
      throw Error(fmt::format("{}: \"{}\" is not a number: {}", name_, key, value));
  }
  [[noreturn]] void fail(const char* why) const {
    throw Error(fmt::format("{}: not JSON at byte {}: {}", name_, at_, why));
  }

  void blank() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t'))
      ++at_;
  }
  bool take(char c) {
    blank();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void object(const std::string& prefix, int depth) {
    if (depth > 8) fail("nested too deeply");
    if (!take('{')) fail("'{' expected");
    if (take('}')) return;
    do {
      blank();
      const std::string key = prefix + string();
      if (!take(':')) fail("':' expected");
      blank();
      if (at_ < text_.size() && text_[at_] == '{')
        object(key + ".", depth + 1);
      else if (at_ < text_.size() && text_[at_] == '"')
        leaves_[key] = {string(), true};
      else
        leaves_[key] = {word(), false};
    } while (take(','));
    if (!take('}')) fail("'}' expected");
  }
  std::string word() {
    const std::size_t end = std::min(text_.find_first_of(" \n\r\t,}", at_), text_.size());
    if (end == at_) fail("a value expected");
    std::string value = text_.substr(at_, end - at_);
    at_ = end;
    return value;
  }
  std::string string() {
    if (!take('"')) fail("'\"' expected");
    std::string value;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] != '\\') {
        value += text_[at_++];
        continue;
      }
      if (++at_ >= text_.size()) break;
      const char c = text_[at_++];
      if (c == 'u') {
        unsigned code = 0;
        const char* from = text_.data() + at_;
        if (text_.size() - at_ < 4 || std::from_chars(from, from + 4, code, 16).ptr != from + 4 || code > 0x7f)
          fail("bad \\u");
        value += static_cast<char>(code);
        at_ += 4;
      } else {
        value += c == 'n' ? '\n' : c == 't' ? '\t' : c;
      }
    }
    if (!take('"')) fail("a text without end");
    return value;
  }

  const std::string& text_;
  const std::string& name_;
  std::size_t at_ = 0;
  std::map<std::string, Leaf> leaves_;
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
  const Leaves leaves(text, name);
  Summary s;
  s.version = leaves.text("version");
  s.status = leaves.text("status");
  s.threads = leaves.integer<int>("threads");
  s.dimension = leaves.integer<int>("dimension");
  s.step = leaves.integer<std::int64_t>("step");
  s.time = leaves.number("time");
  s.bodies = leaves.integer<std::int64_t>("bodies");
  s.departed = leaves.integer<std::int64_t>("departed");
  s.evacuation_time = leaves.number("evacuation_time");
  for (const std::string& exit : leaves.objects("exits")) {
    const std::string path = "exits." + exit + ".";
    s.exits.push_back({exit, leaves.integer<std::int64_t>(path + "left"), leaves.number(path + "first"),
                       leaves.number(path + "last"), leaves.number(path + "flow")});
  }
  s.contacts = leaves.integer<std::int64_t>("contacts");
  s.bridges = leaves.integer<std::int64_t>("bridges");
  s.frames = leaves.integer<std::int64_t>("frames");
  s.kinetic_energy = leaves.number("kinetic_energy");
  const std::string hash = leaves.text("hash");
  if (std::from_chars(hash.data(), hash.data() + hash.size(), s.hash, 16).ptr != hash.data() + hash.size() ||
      hash.empty())
    throw Error(name + ": \"hash\" is not a hexadecimal number: " + hash);
  s.totals.steps = leaves.integer<std::int64_t>("steps");
  s.totals.iterations = leaves.integer<std::int64_t>("iterations");
  s.totals.projections = leaves.integer<std::int64_t>("projections");
  s.totals.halvings = leaves.integer<std::int64_t>("halvings");
  s.totals.refused = leaves.integer<std::int64_t>("refused");
  s.totals.shortest_step = leaves.number("shortest_step");
  s.totals.unconverged_steps = leaves.integer<std::int64_t>("unconverged_steps");
  s.totals.worst_overlap = leaves.number("worst_overlap");
  s.totals.worst_complementarity = leaves.number("worst_complementarity");
  s.totals.worst_gap = leaves.number("worst_gap");
  s.totals.wall_seconds = leaves.number("wall_seconds");
  for (std::size_t k = 0; k < stage_count; ++k)
    s.totals.seconds[k] = leaves.number(std::string("seconds.") + to_string(static_cast<Stage>(k)));
  return s;
}

void write_summary(const std::string& path, const Summary& summary) { write_atomically(path, to_json(summary)); }
Summary read_summary(const std::string& path) { return summary_from_json(read_text(path), path); }

}  // namespace floc
