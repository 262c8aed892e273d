#include "scene/changes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "scene/document.hpp"
#include "scene/nodes.hpp"

namespace floc {
namespace scene {
namespace {

// Every value of a document under its path.
void flatten(const Node& node, const std::string& path, std::map<std::string, std::string>& to) {
  const auto below = [&](const std::string& name) { return path.empty() ? name : path + "." + name; };
  const bool tables = node.type == Node::Type::array && !node.items.empty() && node.items[0].type == Node::Type::table;
  if (node.type == Node::Type::table)
    for (const Node& entry : node.items) flatten(entry, below(entry.name), to);
  else if (tables)
    for (std::size_t k = 0; k < node.items.size(); ++k) flatten(node.items[k], below(std::to_string(k)), to);
  else
    to[path] = toml_text(node);
}

std::map<std::string, std::string> values_of(const Scene& scene) {
  std::vector<Diagnostic> none;
  std::map<std::string, std::string> values;
  flatten(parse_document(write_scene(scene), "", {}, none).root, "", values);
  return values;
}

std::string in_words(const std::string& value) { return value.empty() ? "nothing" : value; }

}  // namespace
}  // namespace scene

namespace {

// A rule has * for the keys of a table at its end, or for the items of a list: obstacles.*.motion.*
bool matches(std::string_view key, std::string_view rule) {
  const std::size_t star = rule.find('*');
  if (star == rule.npos) return key == rule;
  if (!key.starts_with(rule.substr(0, star))) return false;
  if (star + 1 == rule.size()) return true;
  const std::size_t dot = key.find('.', star);
  return dot != key.npos && matches(key.substr(dot), rule.substr(star + 1));
}

bool allowed(const std::string& key, const std::vector<std::string>& rules) {
  return std::ranges::any_of(rules, [&](const std::string& rule) { return matches(key, rule); });
}

}  // namespace

std::vector<SceneChange> scene_changes(const Scene& before, const Scene& after) {
  std::map<std::string, SceneChange> all;
  for (const auto& [key, value] : scene::values_of(before)) all[key] = {key, value, ""};
  for (const auto& [key, value] : scene::values_of(after)) {
    all[key].key = key;
    all[key].to = value;
  }
  std::vector<SceneChange> changes;
  for (auto& [key, change] : all)
    if (change.from != change.to) changes.push_back(std::move(change));
  return changes;
}

const std::vector<std::string>& changeable_keys() {
  static const std::vector<std::string> keys{
      "title", "time.end", "solver.*", "output.every", "output.every_steps", "output.statistics_every",
      "output.checkpoint_every", "output.checkpoint_every_steps", "stop.*"};
  return keys;
}

bool changeable(const std::string& key) { return allowed(key, changeable_keys()); }

const std::vector<std::string>& stage_keys() {
  static const std::vector<std::string> keys{
      "forces.*", "contact.*", "friction.*", "constants.*", "obstacles.*.motion.*", "time.step", "time.adaptive.*", "solver.*",
      "output.every", "output.every_steps", "output.statistics_every", "output.checkpoint_every",
      "output.checkpoint_every_steps", "measure.every", "measure.every_steps"};
  return keys;
}

bool stage_may_change(const std::string& key) { return allowed(key, stage_keys()); }

ChangedScene read_changed_scene(const Scene& before, const std::string& text, const std::string& name,
                                const std::string& folder, const std::vector<std::string>& overrides) {
  SceneResult read = read_scene_text(text, name, folder, overrides);
  ChangedScene result{std::nullopt, {}, std::move(read.errors)};
  if (!read.scene) return result;
  result.changes = scene_changes(before, *read.scene);
  std::vector<Diagnostic> none;
  const scene::Document document = scene::parse_document(text, name, overrides, none);
  for (const SceneChange& change : result.changes)
    if (!changeable(change.key))
      result.errors.push_back(read.scene->at(
          scene::place_of(document.root, change.key),
          fmt::format("\"{}\" was {} and is {} now, which a run that goes on cannot follow: it can change {}; "
                      "`floc run` with --from begins a new run there",
                      change.key, scene::in_words(change.from), scene::in_words(change.to),
                      fmt::join(changeable_keys(), ", "))));
  sort(result.errors);
  if (result.errors.empty()) result.scene = std::move(read.scene);
  return result;
}

}  // namespace floc
