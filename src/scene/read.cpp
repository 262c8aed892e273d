#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/expression.hpp"
#include "scene/document.hpp"
#include "scene/input_files.hpp"
#include "scene/nodes.hpp"
#include "scene/read_root.hpp"
#include "scene/scene.hpp"
#include "scene/schema.hpp"

namespace floc {
namespace scene {
namespace {

std::string in_words(const std::vector<std::string>& words, std::string_view last) {
  std::string s;
  for (std::size_t i = 0; i < words.size(); ++i)
    s += fmt::format("{}\"{}\"", i == 0 ? "" : i + 1 == words.size() ? fmt::format(" {} ", last) : ", ", words[i]);
  return s;
}

// Reads one table of the document; tells every mistake and goes on.
class Reader : public Table {
 public:
  struct Log {
    const std::vector<std::string>& sources;
    std::vector<Diagnostic>& errors;
    const Registry& registry;
  };

  // node: null for a table that is not there.
  Reader(SceneContext& context, Log& log, const Node* node, Place place, std::string path, std::string label)
      : Table(context), log_(log), node_(node), place_(place), path_(std::move(path)), label_(std::move(label)) {}

  // Visits the table, then looks for keys that nobody has asked for.
  void read(const std::function<void(Table&)>& visit) {
    visit(*this);
    if (!node_ || unknown_kind_) return;
    for (const Node& entry : node_->items)
      if (std::find(known_.begin(), known_.end(), entry.name) == known_.end())
        error(entry.key, fmt::format("unknown key \"{}\" in {}{}", entry.name, label_, what_is_known(entry.name)));
  }

  void check(bool holds, std::initializer_list<std::string_view> keys, std::string_view message) override {
    const auto sound = [&](std::string_view key) {
      return std::find(faulty_.begin(), faulty_.end(), key) == faulty_.end();
    };
    if (holds || !std::all_of(keys.begin(), keys.end(), sound)) return;
    const Node* node = find(*keys.begin());
    error(node ? node->place : place_, fmt::format("{} {}", say(*keys.begin()), message));
  }

  void refuse(std::string_view key, std::string_view why) override {
    const Node* node = find(key);
    if (!node) return;
    known_.emplace_back(key);
    error(node->key, fmt::format("{} {}", say(key), why));
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
    std::visit([&](auto& ref) { node ? read_into(*node, ref, Asked{name, about}) : fill(ref, about); }, slot);
  }

  void on_table(std::string_view name, const Key& about, bool optional, bool /*present*/,
                const std::function<void(Table&)>& visit) override {
    const Node* node = ask(name, about);
    if (!node && optional) return;
    Node wrapped;
    if (node && node->type != Node::Type::table) {
      if (about.shorthand.empty()) return mismatch(*node, {name, about}, "a table");
      Node value = *node;
      value.name = about.shorthand;
      wrapped.key = wrapped.place = node->place;
      wrapped.items.push_back(std::move(value));
      node = &wrapped;
    }
    const std::string path = below(name);
    Reader child(context(), log_, node, node ? node->place : place_, path, fmt::format("[{}]", path));
    if (node == &wrapped) child.alias_ = name, child.label_ = label_;
    child.read(visit);
  }

  void on_list(std::string_view name, const Key& about, std::size_t /*size*/,
               const std::function<void(Table&, std::size_t)>& visit) override {
    const Node* node = ask(name, about);
    if (!node) return;
    const std::string path = below(name);
    const std::string label = fmt::format("[[{}]]", path);
    if (node->type != Node::Type::array) return mismatch(*node, {name, about}, "a list of tables, " + label);
    for (std::size_t i = 0; i < node->items.size(); ++i) {
      const Node& item = node->items[i];
      if (item.type != Node::Type::table)
        mismatch(item, {name, about}, "a list of tables, " + label);
      else
        Reader(context(), log_, &item, item.place, path, label).read([&](Table& t) { visit(t, i); });
    }
  }

  void on_kind(std::string_view name, const Key& about, const std::vector<KindName>& kinds, std::size_t current,
               const std::function<void(Table&, std::size_t)>& visit) override {
    std::string chosen = kinds[current].name;
    std::vector<std::string> names;
    for (const KindName& kind : kinds) names.push_back(kind.name);
    if (const Node* node = ask(name, about)) {
      unknown_kind_ = !read_word(*node, chosen, {name, about}, names);
    } else {
      unknown_kind_ = about.required;
      not_chosen_.push_back({std::string(name), std::move(names)});
    }
    if (unknown_kind_) return;
    for (std::size_t i = 0; i < kinds.size(); ++i)
      if (kinds[i].name == chosen) {
        if (about.required) label_ += fmt::format(" of {} \"{}\"", name, chosen);
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
      error(second->key, fmt::format("{} may have only one of {}", label_, choice));
    else if (begun == 0 && required)
      error(place_, fmt::format("{} needs {}", label_, choice));
    else if (!missing.empty())
      error(place_, fmt::format("missing key {} in {}", in_words(missing, "and"), label_));
  }

 private:
  struct Asked {  // the key a value is read for
    std::string_view name;
    const Key& about;
  };

  std::string below(std::string_view name) const {
    return path_.empty() ? std::string(name) : fmt::format("{}.{}", path_, name);
  }
  const Node* find(std::string_view name) const { return node_ ? node_->find(name) : nullptr; }

  // How a key of this table is called in messages.
  std::string say(std::string_view name) const {
    return fmt::format("\"{}\" in {}", alias_.empty() ? name : std::string_view(alias_), label_);
  }
  void error(const Place& place, std::string message) {
    log_.errors.push_back(
        {log_.sources[static_cast<std::size_t>(place.source)], place.line, place.column, std::move(message)});
  }
  void wrong(const Node& node, const Asked& asked, std::string_view must) {
    faulty_.emplace_back(asked.name);
    error(node.place, fmt::format("{} must be {}", say(asked.name), must));
  }
  void mismatch(const Node& node, const Asked& asked, std::string_view expected) {
    wrong(node, asked, fmt::format("{}, not {}", expected, describe(node.type)));
  }

  // The node of a declared key, after the checks that all keys share.
  const Node* ask(std::string_view name, const Key& about) {
    known_.emplace_back(name);
    const Node* node = find(name);
    const bool sensible =
        dimension() == 0 || about.dimensions.find(static_cast<char>('0' + dimension())) != std::string_view::npos;
    if (!sensible && (node || about.required)) {
      std::string where(1, about.dimensions[0]);
      for (const char c : about.dimensions.substr(1)) where += fmt::format(" or {}", c);
      faulty_.emplace_back(name);
      error(node ? node->key : place_,
            fmt::format("{} is for dimension {}, and this scene has dimension {}", say(name), where, dimension()));
      return nullptr;
    }
    if (!node && about.required) {
      faulty_.emplace_back(name);
      error(place_, fmt::format("missing key \"{}\" in {}", name, label_));
    }
    return node;
  }

  // What an absent key means where the default depends on the dimension.
  template <class T>
  void fill(Ref<T>&, const Key&) {}
  void fill(Ref<Expressions>& ref, const Key& about) {
    if (!ref.optional() && ref.get().empty())
      ref.set(Expressions(static_cast<std::size_t>(dimension()), Expression("0", about.variables)));
  }

  // Behind a key that the kind by default does not have: `; it goes with law = "gluey"`.
  std::string kinds_that_have(const std::string& name) const {
    if (not_chosen_.empty()) return "";
    const std::vector<std::string> all = declared_keys(log_.registry);
    std::string with;
    for (const auto& [key, kinds] : not_chosen_)
      for (const std::string& kind : kinds)
        if (std::find(all.begin(), all.end(), fmt::format("{}.{}", below(kind), name)) != all.end())
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

  bool read_number(const Node& node, double& to, const Asked& asked, std::string_view expected = "a number") {
    if (node.type != Node::Type::number && node.type != Node::Type::integer)
      return mismatch(node, asked, expected), false;
    if (!std::isfinite(node.number)) return wrong(node, asked, fmt::format("finite, not {}", node.number)), false;
    if (!within(node, node.number, asked)) return false;
    to = node.number;
    return true;
  }
  bool read_integer(const Node& node, std::int64_t& to, const Asked& asked, std::string_view expected = "an integer") {
    if (node.type != Node::Type::integer) return mismatch(node, asked, expected), false;
    if (!within(node, node.number, asked)) return false;
    to = node.integer;
    return true;
  }
  bool within(const Node& node, double v, const Asked& asked) {
    const Key& k = asked.about;
    std::string bound;
    if (k.above && !(v > *k.above))
      bound = fmt::format("above {}", *k.above);
    else if (k.at_least && !(v >= *k.at_least))
      bound = fmt::format("at least {}", *k.at_least);
    else if (k.below && !(v < *k.below))
      bound = fmt::format("below {}", *k.below);
    else if (k.at_most && !(v <= *k.at_most))
      bound = fmt::format("at most {}", *k.at_most);
    if (bound.empty()) return true;
    wrong(node, asked,
          node.type == Node::Type::integer ? fmt::format("{}, not {}", bound, node.integer)
                                           : fmt::format("{}, not {}", bound, v));
    return false;
  }
  bool read_word(const Node& node, std::string& to, const Asked& asked, const std::vector<std::string>& choices) {
    const std::string expected = choices.size() == 1 ? in_words(choices, "") : "one of " + in_words(choices, "or");
    if (node.type != Node::Type::text) return mismatch(node, asked, expected), false;
    if (std::find(choices.begin(), choices.end(), node.text) == choices.end())
      return wrong(node, asked, fmt::format("{}, not \"{}\"{}", expected, node.text, did_you_mean(node.text, choices))),
             false;
    to = node.text;
    return true;
  }
  bool read_list(const Node& node, std::size_t length, const Asked& asked, const std::string& expected) {
    if (node.type != Node::Type::array) return mismatch(node, asked, expected), false;
    if (length == 0 || node.items.size() == length) return true;
    return wrong(node, asked, fmt::format("{}, not of {}", expected, node.items.size())), false;
  }
  bool long_enough(const Node& node, const Asked& asked, std::string_view what) {
    if (node.items.size() >= asked.about.length) return true;
    return wrong(node, asked, fmt::format("a list of at least {} {}", asked.about.length, what)), false;
  }
  std::string of_length(std::string_view what) const {
    return dimension() == 0 ? fmt::format("a list of {}s", what)
                            : fmt::format("a list of {} {}{}", dimension(), what, dimension() == 1 ? "" : "s");
  }
  bool read_vector(const Node& node, Vec3& to, const Asked& asked) {
    if (!read_list(node, static_cast<std::size_t>(dimension()), asked, of_length("number"))) return false;
    Vec3 v{};
    bool good = true;
    for (std::size_t k = 0; k < std::min<std::size_t>(3, node.items.size()); ++k)
      good = read_number(node.items[k], v[static_cast<int>(k)], asked, of_length("number")) && good;
    if (good) to = v;
    return good;
  }
  std::optional<Expression> read_expression(const Node& node, const Asked& asked, const std::string& expected) {
    std::string text = node.text;
    if (node.type == Node::Type::number || node.type == Node::Type::integer) {
      double v = 0;
      if (!read_number(node, v, asked)) return {};
      text = fmt::format("{}", v);
    } else if (node.type != Node::Type::text) {
      return mismatch(node, asked, expected), std::nullopt;
    }
    try {
      return Expression(text, asked.about.variables, context().constants);
    } catch (const ExpressionError& fault) {
      Place at = node.inside.line > 0 ? node.inside : node.place;
      if (node.inside.line > 0) at.column += static_cast<int>(std::min(fault.position, node.text.size()));
      error(at, fmt::format("{}: {} (character {} of the expression \"{}\")", say(asked.name), fault.message,
                            fault.position + 1, node.text));
      return {};
    }
  }

  // ---- one function a type of key ----

  void read_into(const Node& node, Ref<bool>& ref, const Asked& asked) {
    if (node.type == Node::Type::boolean)
      ref.set(node.boolean);
    else
      mismatch(node, asked, "true or false");
  }
  void read_into(const Node& node, Ref<std::int64_t>& ref, const Asked& asked) {
    if (std::int64_t v = 0; read_integer(node, v, asked)) ref.set(v);
  }
  void read_into(const Node& node, Ref<double>& ref, const Asked& asked) {
    if (double v = 0; read_number(node, v, asked)) ref.set(v);
  }
  void read_into(const Node& node, Ref<std::string>& ref, const Asked& asked) {
    std::string v;
    if (!asked.about.choices.empty()) {
      if (read_word(node, v, asked, asked.about.choices)) ref.set(v);
    } else if (node.type != Node::Type::text) {
      mismatch(node, asked, "a string");
    } else if (node.text.size() < asked.about.length) {
      wrong(node, asked, "a string that is not empty");
    } else {
      ref.set(node.text);
    }
  }
  void read_into(const Node& node, Ref<NumberOrWord>& ref, const Asked& asked) {
    NumberOrWord v;
    if (node.type == Node::Type::text ? read_word(node, v.word, asked, asked.about.choices)
                                      : read_number(node, v.number, asked, "a number or a string"))
      ref.set(v);
  }
  void read_into(const Node& node, Ref<Interval>& ref, const Asked& asked) {
    const std::string expected = "a list of 2 numbers";
    Interval v;
    if (!read_list(node, 2, asked, expected) || !read_number(node.items[0], v.low, asked, expected) ||
        !read_number(node.items[1], v.high, asked, expected))
      return;
    if (v.low > v.high) return wrong(node, asked, fmt::format("in order, not [{}, {}]", v.low, v.high));
    ref.set(v);
  }
  void read_into(const Node& node, Ref<Vec3>& ref, const Asked& asked) {
    if (Vec3 v; read_vector(node, v, asked)) ref.set(v);
  }
  void read_into(const Node& node, Ref<Expression>& ref, const Asked& asked) {
    if (const auto v = read_expression(node, asked, "a number or an expression")) ref.set(*v);
  }
  void read_into(const Node& node, Ref<Expressions>& ref, const Asked& asked) {
    const std::string expected = of_length("expression");
    if (!read_list(node, static_cast<std::size_t>(dimension()), asked, expected)) return;
    Expressions all;
    for (const Node& item : node.items)
      if (auto v = read_expression(item, asked, expected)) all.push_back(std::move(*v));
    if (all.size() == node.items.size()) ref.set(std::move(all));
  }
  void read_into(const Node& node, Ref<std::vector<std::int64_t>>& ref, const Asked& asked) {
    // One a direction, unless a length is said.
    const bool list = asked.about.length > 0;
    const std::string expected = list ? "a list of integers" : of_length("integer");
    if (!read_list(node, list ? 0 : static_cast<std::size_t>(dimension()), asked, expected) ||
        (list && !long_enough(node, asked, "integer")))
      return;
    std::vector<std::int64_t> all(node.items.size());
    bool good = true;
    for (std::size_t k = 0; k < all.size(); ++k) good = read_integer(node.items[k], all[k], asked, expected) && good;
    if (good) ref.set(std::move(all));
  }
  void read_into(const Node& node, Ref<std::vector<double>>& ref, const Asked& asked) {
    if (!read_list(node, 0, asked, "a list of numbers") || !long_enough(node, asked, "number")) return;
    std::vector<double> all(node.items.size());
    bool good = true;
    for (std::size_t k = 0; k < all.size(); ++k)
      good = read_number(node.items[k], all[k], asked, "a list of numbers") && good;
    if (good) ref.set(std::move(all));
  }
  void read_into(const Node& node, Ref<std::vector<std::string>>& ref, const Asked& asked) {
    if (!read_list(node, 0, asked, "a list of strings")) return;
    std::vector<std::string> all(node.items.size());
    bool good = true;
    for (std::size_t k = 0; k < all.size(); ++k) {
      const Node& item = node.items[k];
      if (asked.about.any_words && item.type == Node::Type::text) all[k] = item.text;
      else good = read_word(item, all[k], asked, asked.about.choices) && good;
    }
    if (good) ref.set(std::move(all));
  }
  void read_into(const Node& node, Ref<std::vector<Vec3>>& ref, const Asked& asked) {
    if (!read_list(node, 0, asked, "a list of points") || !long_enough(node, asked, "points")) return;
    std::vector<Vec3> all(node.items.size());
    bool good = true;
    for (std::size_t k = 0; k < all.size(); ++k) good = read_vector(node.items[k], all[k], asked) && good;
    if (good) ref.set(std::move(all));
  }
  void read_into(const Node& node, Ref<Pairs>& ref, const Asked& asked) {
    const std::string expected = "a list of pairs of integers";
    if (!read_list(node, 0, asked, expected) || !long_enough(node, asked, "pairs")) return;
    Pairs all(node.items.size());
    bool good = true;
    for (std::size_t k = 0; k < all.size(); ++k) {
      const Node& pair = node.items[k];
      good = read_list(pair, 2, asked, "a list of 2 integers") && read_integer(pair.items[0], all[k][0], asked, expected) &&
             read_integer(pair.items[1], all[k][1], asked, expected) && good;
    }
    if (good) ref.set(std::move(all));
  }
  void read_into(const Node& node, Ref<std::map<std::string, double>>& ref, const Asked& asked) {
    if (node.type != Node::Type::table) return mismatch(node, asked, "a table of numbers");
    Reader inside(context(), log_, &node, node.place, below(asked.name), fmt::format("[{}]", below(asked.name)));
    std::map<std::string, double> all;
    for (const Node& entry : node.items) {
      double v = 0;
      inside.read_number(entry, v, {entry.name, asked.about});
      if (const std::string fault = fault_of_name(entry.name); fault.empty())
        all[entry.name] = v;
      else
        error(entry.key, fmt::format("{} {}", inside.say(entry.name), fault));
    }
    ref.set(std::move(all));
  }

  void read_into(const Node& node, Ref<Overrides>& ref, const Asked& asked) {
    if (node.type != Node::Type::table) return mismatch(node, asked, "a table of keys of the scene");
    ref.set({values_below(node)});
  }

  // Why a constant cannot have this name.
  static std::string fault_of_name(const std::string& name) {
    for (const char* taken : {"x", "y", "z", "t", "pi", "e", "stage_start"})
      if (name == taken) return "is the name of something else in expressions";
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    const auto allowed = [&](char c) { return letter(c) || (c >= '0' && c <= '9'); };
    if (name.empty() || !letter(name[0]) || !std::all_of(name.begin(), name.end(), allowed))
      return "is not a name: letters, digits and _, not beginning with a digit";
    try {
      Expression("0", {}, {{name, 1.0}});
    } catch (const ExpressionError&) {
      return "is the name of something else in expressions";
    }
    return {};
  }

  Log& log_;
  const Node* node_;
  Place place_;
  std::string path_, label_;
  std::string alias_;                // of a value written short: the key it stands for
  std::vector<std::string> known_;   // keys declared
  std::vector<std::string> faulty_;  // keys with a mistake
  std::vector<std::pair<std::string, std::vector<std::string>>> not_chosen_;  // what a key that is absent chooses from
  bool unknown_kind_ = false;
};

void make_absolute(std::string& path, const std::filesystem::path& folder) {
  std::error_code ignored;
  const auto whole = std::filesystem::absolute(folder / path, ignored);
  path = (ignored ? folder / path : whole).lexically_normal().string();
}

// Puts in the defaults that depend on other tables.
void complete(Scene& s, const std::filesystem::path& folder) {
  for (Particles& p : s.particles) {
    if (p.group.empty()) p.group = s.groups[0].name;
    if (!p.mass && !p.density) p.density = 1;
    if (auto* pour = std::get_if<Pour>(&p.source); pour && !pour->start) pour->start = s.time.start;
  }
  for_input_paths(s, [&](std::string& path) { make_absolute(path, folder); });
  for (Obstacle& o : s.obstacles)
    if (o.name.empty()) o.name = std::visit([](const auto& shape) { return std::string(shape.kind); }, o.shape);
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
  Reader::Log log{document.sources, errors, registry};
  Reader(context, log, &root, root.place, "", "the scene").read([&](Table& t) { declare(t, s); });
  if (errors.size() > before) return {};
  complete(s, folder);
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
