#include "scene/changes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "scene/document.hpp"
#include "scene/value_text.hpp"

namespace floc {
namespace scene {
namespace {

std::string text_of(const Node& node) {
  switch (node.type) {
    case Node::Type::text: return quoted(node.text);
    case Node::Type::integer: return fmt::format("{}", node.integer);
    case Node::Type::number: return number_text(node.number);
    case Node::Type::boolean: return node.boolean ? "true" : "false";
    default: break;
  }
  std::string all;
  for (const Node& item : node.items) all += (all.empty() ? "" : ", ") + text_of(item);
  return "[" + all + "]";
}

// Every value of a document under its path.
void flatten(const Node& node, const std::string& path, std::map<std::string, std::string>& to) {
  const auto below = [&](const std::string& name) { return path.empty() ? name : path + "." + name; };
  const bool tables = node.type == Node::Type::array && !node.items.empty() && node.items[0].type == Node::Type::table;
  if (node.type == Node::Type::table)
    for (const Node& entry : node.items) flatten(entry, below(entry.name), to);
  else if (tables)
    for (std::size_t k = 0; k < node.items.size(); ++k) flatten(node.items[k], below(std::to_string(k)), to);
  else
    to[path] = text_of(node);
}

std::map<std::string, std::string> values_of(const Scene& scene) {
  std::vector<Diagnostic> none;
  std::map<std::string, std::string> values;
  flatten(parse_document(write_scene(scene), "", {}, none).root, "", values);
  return values;
}

// Where a key stands, or the innermost table around it that is there.
Place place_of(const Node& root, std::string_view key) {
  const Node* node = &root;
  Place place = root.place;
  while (!key.empty()) {
    const std::size_t dot = std::min(key.find('.'), key.size());
    const std::string_view part = key.substr(0, dot);
    std::size_t index = 0;
    if (node->type == Node::Type::array) {
      std::from_chars(part.data(), part.data() + part.size(), index);
      node = index < node->items.size() ? &node->items[index] : nullptr;
    } else {
      node = node->find(part);
    }
    if (!node) break;
    place = node->place;
    key.remove_prefix(std::min(dot + 1, key.size()));
  }
  return place;
}

std::string in_words(const std::string& value) { return value.empty() ? "nothing" : value; }

}  // namespace
}  // namespace scene

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

bool changeable(const std::string& key) {
  return std::ranges::any_of(changeable_keys(), [&](const std::string& rule) {
    return rule.ends_with(".*") ? key.starts_with(rule.substr(0, rule.size() - 1)) : key == rule;
  });
}

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
