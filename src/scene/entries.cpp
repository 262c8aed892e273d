#include "scene/entries.hpp"

#include <fmt/format.h>

#include "scene/scene.hpp"
#include "scene/schema.hpp"
#include "scene/value_text.hpp"

namespace floc::scene {

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  std::string s;
  for (const std::string& word : words) s += (s.empty() ? "" : std::string(separator)) + word;
  return s;
}

namespace {

std::string bounds(const Key& k) {
  std::vector<std::string> parts;
  if (k.above) parts.push_back(fmt::format("above {}", *k.above));
  if (k.at_least) parts.push_back(fmt::format("at least {}", *k.at_least));
  if (k.below) parts.push_back(fmt::format("below {}", *k.below));
  if (k.at_most) parts.push_back(fmt::format("at most {}", *k.at_most));
  return joined(parts, ", ");
}

struct TypeName {
  const Key& about;
  std::string one_of() const {
    std::vector<std::string> words;
    for (const std::string& word : about.choices)
      if (!word.empty()) words.push_back(quoted(word));
    return joined(words, " | ");
  }
  std::string of_formula() const { return "expression of " + joined(about.variables, ", "); }
  std::string operator()(const Ref<bool>&) const { return "true | false"; }
  std::string operator()(const Ref<std::int64_t>&) const { return "integer"; }
  std::string operator()(const Ref<double>&) const { return "number"; }
  std::string operator()(const Ref<std::string>&) const { return about.choices.empty() ? "string" : one_of(); }
  std::string operator()(const Ref<NumberOrWord>&) const { return "number | " + one_of(); }
  std::string operator()(const Ref<Interval>&) const { return "[number, number]"; }
  std::string operator()(const Ref<Vec3>&) const { return "vector"; }
  std::string operator()(const Ref<Expression>&) const { return of_formula(); }
  std::string operator()(const Ref<Expressions>&) const { return "vector, each a number or an " + of_formula(); }
  std::string operator()(const Ref<std::vector<std::int64_t>>&) const {
    return about.length > 0 ? "list of integers" : "vector of integers";
  }
  std::string operator()(const Ref<std::vector<double>>&) const { return "list of numbers"; }
  std::string operator()(const Ref<std::vector<std::string>>&) const {
    return "list of " + (one_of().empty() ? "names" : one_of());
  }
  std::string operator()(const Ref<std::vector<Vec3>>&) const { return "list of vectors"; }
  std::string operator()(const Ref<Pairs>&) const { return "list of [integer, integer]"; }
  std::string operator()(const Ref<Overrides>&) const { return "table of keys of the scene"; }
  std::string operator()(const Ref<std::map<std::string, double>>&) const { return "table of numbers"; }
};

class Explainer : public Table {
 public:
  Explainer(SceneContext& context, Entry& entry) : Table(context), entry_(entry) {}

 protected:
  void on_key(std::string_view name, Slot slot, const Key& about) override {
    Entry& e = add(Entry::What::key, name, about);
    e.type = std::visit(TypeName{about}, slot);
    if (std::holds_alternative<Ref<std::map<std::string, double>>>(slot)) e.what = Entry::What::table;
    if (about.required || !about.otherwise.empty()) return;
    if (!std::visit([](const auto& ref) { return ref.present(); }, slot)) return;
    const std::string value = value_text(slot, dimension());
    const bool zeros = std::holds_alternative<Ref<Expressions>>(slot);
    e.fallback = zeros || value == "[0, 0, 0]"                       ? "zero"
                 : value == "[]" || value == "{}" || value == "\"\"" ? "none"
                                                                     : value;
  }

  void on_table(std::string_view name, const Key& about, bool /*optional*/, bool /*present*/,
                const std::function<void(Table&)>& visit) override {
    Entry& e = add(Entry::What::table, name, about);
    Explainer child(context(), e);
    visit(child);
    e.type = about.shorthand.empty() ? "table" : type_below(e, about.shorthand) + " | table";
  }

  void on_list(std::string_view name, const Key& about, std::size_t /*size*/,
               const std::function<void(Table&, std::size_t)>& visit) override {
    Entry& e = add(Entry::What::list, name, about);
    e.type = "any number of tables";
    Explainer child(context(), e);
    visit(child, 0);
  }

  void on_kind(std::string_view name, const Key& about, const std::vector<KindName>& kinds, std::size_t current,
               const std::function<void(Table&, std::size_t)>& visit) override {
    Entry& e = add(Entry::What::key, name, about);
    std::vector<std::string> words;
    for (const KindName& kind : kinds) words.push_back(quoted(kind.name));
    e.type = joined(words, " | ");
    e.example = words[!about.required && current == 0 && words.size() > 1 ? 1 : 0];  // not the default
    if (!about.required) e.fallback = words[current];
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      Entry& k = add(Entry::What::kind, kinds[i].name, {.help = kinds[i].help});
      k.type = fmt::format("{} = {}", name, words[i]);
      Explainer child(context(), k);
      visit(child, i);
    }
    // What follows is told for the kind that it was.
    Entry unseen;
    Explainer again(context(), unseen);
    visit(again, current);
  }

  void on_sets(Sets sets, bool required) override {
    std::vector<std::string> choice;
    for (const auto& set : sets) {
      entry_.sets.emplace_back(set.begin(), set.end());
      choice.push_back(joined(entry_.sets.back(), ", "));
    }
    entry_.rule = fmt::format("{} of: {}", required ? "exactly one" : "at most one", joined(choice, " | "));
  }

 private:
  Entry& add(Entry::What what, std::string_view name, const Key& about) {
    Entry e;
    e.what = what;
    e.name = name;
    e.path = entry_.path.empty() ? e.name : entry_.path + "." + e.name;
    e.fallback = about.required && about.otherwise.empty() ? "required" : about.otherwise;
    e.rule = bounds(about);
    if (about.dimensions != "123")
      e.rule += fmt::format("{}in dimension {}", e.rule.empty() ? "" : ", ", joined(letters(about.dimensions), " or "));
    e.help = about.help;
    e.example = about.example;
    e.unit = about.unit;
    e.dimensions = about.dimensions;
    return entry_.below.emplace_back(std::move(e));
  }
  // The type of a key, or of the first kind's.
  static std::string type_below(const Entry& e, std::string_view name) {
    for (const Entry& b : e.below) {
      if (b.name == name) return b.type;
      if (b.what == Entry::What::kind) return type_below(b, name);
    }
    return {};
  }
  static std::vector<std::string> letters(std::string_view s) {
    std::vector<std::string> all;
    for (const char c : s) all.emplace_back(1, c);
    return all;
  }

  Entry& entry_;
};

}  // namespace

std::string title(const Entry& e) {
  switch (e.what) {
    case Entry::What::table: return fmt::format("[{}]", e.path);
    case Entry::What::list: return fmt::format("[[{}]]", e.path);
    case Entry::What::kind: return fmt::format("{} ({})", e.path, e.type);
    case Entry::What::key: break;
  }
  return e.path;
}

std::string details(const Entry& e) {
  std::vector<std::string> parts{e.type};
  if (!e.rule.empty() && e.what == Entry::What::key) parts.push_back(e.rule);
  if (!e.unit.empty()) parts.push_back(e.unit);
  if (!e.fallback.empty()) parts.push_back(e.fallback == "required" ? e.fallback : "default: " + e.fallback);
  return joined(parts, "; ");
}

Entry everything(const Registry& registry) {
  Entry root;
  SceneContext context;
  Scene sample(registry);
  sample.scene.dimension = 3;
  Explainer explainer(context, root);
  declare(explainer, sample);
  return root;
}

}  // namespace floc::scene
