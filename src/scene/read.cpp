#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/expression.hpp"
#include "scene/document.hpp"
#include "scene/read_root.hpp"
#include "scene/read_values.hpp"
#include "scene/scene.hpp"
#include "scene/schema.hpp"

namespace floc {
namespace scene {
namespace {

// Reads one table of the document; tells every mistake and goes on.
class Reader : public Table {
 public:
  // node: null for a table that is not there.
  Reader(SceneContext& context, const Registry& registry, const ReadLog& log, const Node* node, Place place,
         std::string path, std::string label)
      : Table(context),
        registry_(registry),
        log_(log),
        values_(context, log, std::move(path), std::move(label)),
        node_(node),
        place_(place) {}

  // Visits the table, then looks for keys that nobody has asked for.
  void read(const std::function<void(Table&)>& visit) {
    visit(*this);
    if (!node_ || unknown_kind_) return;
    for (const Node& entry : node_->items)
      if (std::find(known_.begin(), known_.end(), entry.name) == known_.end())
        error(entry.key,
              fmt::format("unknown key \"{}\" in {}{}", entry.name, values_.label, what_is_known(entry.name)));
  }

  void check(bool holds, std::initializer_list<std::string_view> keys, std::string_view message) override {
    if (holds || std::ranges::any_of(keys, [&](std::string_view key) { return values_.faulty(key); })) return;
    const Node* node = find(*keys.begin());
    error(node ? node->place : place_, fmt::format("{} {}", values_.say(*keys.begin()), message));
  }

  void refuse(std::string_view key, std::string_view why) override {
    const Node* node = find(key);
    if (!node) return;
    known_.emplace_back(key);
    error(node->key, fmt::format("{} {}", values_.say(key), why));
  }

  void place(std::string_view key, Place& to) override {
    const Node* node = key.empty() ? nullptr : find(key);
    to = node ? node->place : place_;
  }

  void place(std::string_view key, std::size_t item, Place& to) override {
    const Node* node = find(key);
    to = !node ? place_ : item < node->items.size() ? node->items[item].place : node->place;
  }

 protected:
  void on_key(std::string_view name, Slot slot, const Key& about) override {
    const Node* node = ask(name, about);
    if (node)
      values_.read(*node, slot, {name, about});
    else
      fill(slot, about);
  }

  void on_table(std::string_view name, const Key& about, bool optional, bool /*present*/,
                const std::function<void(Table&)>& visit) override {
    const Node* node = ask(name, about);
    if (!node && optional) return;
    Node wrapped;
    if (node && node->type != Node::Type::table) {
      if (about.shorthand.empty()) return values_.mismatch(*node, {name, about}, "a table");
      Node value = *node;
      value.name = about.shorthand;
      wrapped.key = wrapped.place = node->place;
      wrapped.items.push_back(std::move(value));
      node = &wrapped;
    }
    const std::string path = values_.below(name);
    Reader child(context(), registry_, log_, node, node ? node->place : place_, path, fmt::format("[{}]", path));
    if (node == &wrapped) child.values_.alias = name, child.values_.label = values_.label;
    child.read(visit);
  }

  void on_list(std::string_view name, const Key& about, std::size_t /*size*/,
               const std::function<void(Table&, std::size_t)>& visit) override {
    const Node* node = ask(name, about);
    if (!node) return;
    const std::string path = values_.below(name);
    const std::string label = fmt::format("[[{}]]", path);
    if (node->type != Node::Type::array) return values_.mismatch(*node, {name, about}, "a list of tables, " + label);
    for (std::size_t i = 0; i < node->items.size(); ++i) {
      const Node& item = node->items[i];
      if (item.type != Node::Type::table)
        values_.mismatch(item, {name, about}, "a list of tables, " + label);
      else
        Reader(context(), registry_, log_, &item, item.place, path, label).read([&](Table& t) { visit(t, i); });
    }
  }

  void on_kind(std::string_view name, const Key& about, const std::vector<KindName>& kinds, std::size_t current,
               const std::function<void(Table&, std::size_t)>& visit) override {
    std::string chosen = kinds[current].name;
    std::vector<std::string> names;
    for (const KindName& kind : kinds) names.push_back(kind.name);
    if (const Node* node = ask(name, about)) {
      unknown_kind_ = !values_.read_word(*node, chosen, {name, about}, names);
    } else {
      unknown_kind_ = about.required;
      not_chosen_.push_back({std::string(name), std::move(names)});
    }
    if (unknown_kind_) return;
    for (std::size_t i = 0; i < kinds.size(); ++i)
      if (kinds[i].name == chosen) {
        if (about.required) values_.label += fmt::format(" of {} \"{}\"", name, chosen);
        visit(*this, i);
      }
  }

  void on_sets(Sets sets, bool required) override {
    std::string choice;
    int begun = 0;
    const Node* second = nullptr;
    std::vector<std::string> missing;
    for (const auto& set : sets) {
      std::vector<std::string> words(set.begin(), set.end()), absent;
      choice += (choice.empty() ? "" : " or ") + in_words(words, "and");
      for (const std::string& key : words)
        if (!find(key)) absent.push_back(key);
      if (absent.size() == words.size()) continue;
      if (++begun == 2)
        for (const std::string& key : words)
          if (!second) second = find(key);
      missing = absent;
    }
    if (begun > 1)
      error(second->key, fmt::format("{} may have only one of {}", values_.label, choice));
    else if (begun == 0 && required)
      error(place_, fmt::format("{} needs {}", values_.label, choice));
    else if (!missing.empty())
      error(place_, fmt::format("missing key {} in {}", in_words(missing, "and"), values_.label));
  }

 private:
  const Node* find(std::string_view name) const { return node_ ? node_->find(name) : nullptr; }

  void error(const Place& place, std::string message) { log_.error(place, std::move(message)); }

  // The node of a declared key, after the checks that all keys share.
  const Node* ask(std::string_view name, const Key& about) {
    known_.emplace_back(name);
    const Node* node = find(name);
    const bool sensible =
        dimension() == 0 || about.dimensions.find(static_cast<char>('0' + dimension())) != std::string_view::npos;
    if (!sensible && (node || about.required)) {
      std::string where(1, about.dimensions[0]);
      for (const char c : about.dimensions.substr(1)) where += fmt::format(" or {}", c);
      values_.blame(name);
      error(node ? node->key : place_,
            fmt::format("{} is for dimension {}, and this scene has dimension {}", values_.say(name), where, dimension()));
      return nullptr;
    }
    if (!node && about.required) {
      values_.blame(name);
      error(place_, fmt::format("missing key \"{}\" in {}", name, values_.label));
    }
    return node;
  }

  // What an absent key means where the default depends on the dimension.
  void fill(Slot& slot, const Key& about) {
    auto* ref = std::get_if<Ref<Expressions>>(&slot);
    if (ref && !ref->optional() && ref->get().empty())
      ref->set(Expressions(static_cast<std::size_t>(dimension()), Expression("0", about.variables)));
  }

  // Behind a key that the kind by default does not have: `; it goes with law = "gluey"`.
  std::string kinds_that_have(const std::string& name) const {
    if (not_chosen_.empty()) return "";
    const std::vector<std::string> all = declared_keys(registry_);
    std::string with;
    for (const auto& [key, kinds] : not_chosen_)
      for (const std::string& kind : kinds)
        if (std::find(all.begin(), all.end(), fmt::format("{}.{}", values_.below(kind), name)) != all.end())
          with += fmt::format("{}{} = \"{}\"", with.empty() ? "; it goes with " : " or ", key, kind);
    return with;
  }

  // Behind an unknown key: the one that was meant, or all there are.
  std::string what_is_known(const std::string& name) const {
    if (const std::string with = kinds_that_have(name); !with.empty()) return with;
    const std::string near = did_you_mean(name, known_);
    if (!near.empty() || known_.empty()) return near;
    std::string all;
    for (const std::string& key : known_) all += (all.empty() ? "; it has " : ", ") + key;
    return all;
  }

  const Registry& registry_;
  const ReadLog& log_;
  ValueReader values_;
  const Node* node_;
  Place place_;
  std::vector<std::string> known_;  // keys declared
  std::vector<std::pair<std::string, std::vector<std::string>>> not_chosen_;  // what a key that is absent chooses from
  bool unknown_kind_ = false;
};

// Puts in the defaults that depend on other tables.
void complete(Scene& s) {
  for (Particles& p : s.particles) {
    if (p.group.empty()) p.group = s.groups[0].name;
    if (!p.mass && !p.density) p.density = 1;
    if (auto* pour = std::get_if<Pour>(&p.source); pour && !pour->start) pour->start = s.time.start;
  }
  for (Obstacle& o : s.obstacles)
    if (o.name.empty()) o.name = o.shape.name();
  for (std::size_t k = 0; k < s.removals.size(); ++k)
    if (Removal& r = s.removals[k]; r.name.empty())
      r.name = fmt::format("{} {}", std::visit([](const auto& region) { return region.kind; }, r.region), k + 1);
  if (!s.output.every && !s.output.every_steps) s.output.every = (s.time.end - s.time.start) / 100;
}

}  // namespace

bool Periodicity::along(int k) const {
  return std::find(periodic.begin(), periodic.end(), std::string(1, "xyz"[k])) != periodic.end();
}

}  // namespace scene

Diagnostic Scene::at(const scene::Place& place, std::string message) const {
  const auto source = static_cast<std::size_t>(place.source);
  return {source < sources.size() ? sources[source] : "scene", place.line, place.column, std::move(message)};
}

std::optional<Scene> scene::read_root(const Document& document, const Node& root, const std::string& folder,
                                      const Registry& registry, std::optional<double> stage_start,
                                      std::vector<Diagnostic>& errors) {
  Scene s(registry);
  s.sources = document.sources;
  s.place = root.place;
  SceneContext context;
  context.stage_start = stage_start;
  const std::size_t before = errors.size();
  const ReadLog log{document.sources, folder, errors};
  Reader(context, registry, log, &root, root.place, "", "the scene").read([&](Table& t) { declare(t, s); });
  if (errors.size() > before) return {};
  complete(s);
  return s;
}

SceneResult read_scene_text(const std::string& text, const std::string& name, const std::string& folder,
                            const std::vector<std::string>& overrides, const Registry& registry) {
  std::vector<Diagnostic> errors;
  auto document = std::make_shared<scene::Document>(scene::parse_document(text, name, overrides, errors));
  return scene::read_document(document, folder, registry, std::move(errors));
}

SceneResult scene::read_document(const std::shared_ptr<const Document>& document, const std::string& folder,
                                 const Registry& registry, std::vector<Diagnostic> errors) {
  SceneResult result{{}, std::move(errors)};
  if (!document->readable) return result;
  const std::size_t before = result.errors.size();
  std::optional<Scene> scene = read_root(*document, document->root, folder, registry,
                                         document->root.find("stages") ? std::optional(0.0) : std::nullopt,
                                         result.errors);
  if (scene && result.errors.size() == before) read_stages(*scene, document, folder, registry, result.errors);
  sort(result.errors);
  if (result.errors.empty()) result.scene = std::move(scene);
  return result;
}

SceneResult read_scene(const std::string& path, const std::vector<std::string>& overrides, const Registry& registry) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return {{}, {{path, 0, 0, "there is no such file"}}};
  if (!std::filesystem::is_regular_file(path, ignored))
    return {{}, {{path, 0, 0, "cannot be read: it is a folder, a device or a pipe, and not a file"}}};
  std::ifstream file(path, std::ios::binary);
  if (!file) return {{}, {{path, 0, 0, "cannot be read"}}};
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return read_scene_text(text, path, std::filesystem::path(path).parent_path().string(), overrides, registry);
}

}  // namespace floc
