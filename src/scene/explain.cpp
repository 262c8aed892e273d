#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "core/error.hpp"
#include "scene/scene.hpp"
#include "scene/schema.hpp"
#include "scene/value_text.hpp"

namespace floc {
namespace scene {
namespace {

// Everything that is declared, as a tree: tables hold keys, tables and kinds; kinds hold keys.
struct Entry {
  enum class What { key, table, list, kind };
  What what = What::key;
  std::string name, path;  // the path with the kinds in it: obstacles.sphere.radius
  std::string type, fallback, rule;
  std::string help, example, unit;
  std::vector<Entry> below;
};

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  std::string s;
  for (const std::string& word : words) s += (s.empty() ? "" : std::string(separator)) + word;
  return s;
}

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
    e.example = words.back();
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
    for (const auto& set : sets) choice.push_back(joined({set.begin(), set.end()}, ", "));
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

// The keys, tables and kinds below an entry, a line each.
std::string rows(const Entry& e, std::string_view indent) {
  std::size_t width = 0;
  for (const Entry& b : e.below) width = std::max(width, b.name.size());
  std::string s;
  for (const Entry& b : e.below) {
    const std::string note = b.what == Entry::What::kind ? "" : fmt::format(" ({})", details(b));
    s += fmt::format("{}{:<{}}  {}{}\n", indent, b.what == Entry::What::kind ? "· " + b.name : b.name,
                     b.what == Entry::What::kind ? width + 2 : width, b.help, note);
  }
  if (!e.rule.empty()) s += fmt::format("{}{}\n", indent, e.rule);
  return s;
}

std::string page(const Entry& e) {
  std::string s = fmt::format("{}: {}\n", title(e), e.help);
  if (!e.example.empty()) {
    s += fmt::format("  type      {}{}\n", e.type, e.rule.empty() || !e.below.empty() ? "" : ", " + e.rule);
    if (!e.unit.empty()) s += fmt::format("  unit      {}\n", e.unit);
    if (!e.fallback.empty())
      s += fmt::format("  default   {}\n", e.fallback == "required" ? "none, it is required" : e.fallback);
    s += fmt::format("  example   {} = {}\n", e.name, e.example);
  }
  return e.below.empty() ? s : s + rows(e, "  ");
}

// Every entry with the names it answers to: its path, with and without the kinds in it.
struct Named {
  std::string full, brief;
  const Entry* entry;
};
void collect(const Entry& e, const std::string& brief, std::vector<Named>& all) {
  for (const Entry& b : e.below) {
    const std::string name = b.what == Entry::What::kind ? brief : brief.empty() ? b.name : brief + "." + b.name;
    all.push_back({b.path, b.what == Entry::What::kind ? b.path : name, &b});
    collect(b, name, all);
  }
}

// Every key as `--set` names it: without the kinds in it, and with the first item of a list.
void collect_settable(const Entry& e, const std::string& before, std::vector<std::string>& all) {
  for (const Entry& b : e.below) {
    const std::string name = before + b.name;
    if (b.what == Entry::What::kind)
      collect_settable(b, before, all);
    else if (!b.below.empty())
      collect_settable(b, name + (b.what == Entry::What::list ? ".0." : "."), all);
    else if (std::find(all.begin(), all.end(), name) == all.end())
      all.push_back(name);
  }
}

// The word, in small letters or large, and not as a part of another; a plural counts.
bool has_word(std::string_view text, std::string_view word) {
  const auto letter = [&](std::size_t at) { return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])); };
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  for (auto from = text.begin();; ++from) {
    from = std::search(from, text.end(), word.begin(), word.end(), same);
    if (from == text.end()) return false;
    const auto at = static_cast<std::size_t>(from - text.begin()), end = at + word.size();
    const bool plural = end < text.size() && text[end] == 's' && !letter(end + 1);
    if ((at == 0 || !letter(at - 1)) && (!letter(end) || plural)) return true;
  }
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

}  // namespace

std::vector<std::string> declared_keys(const Registry& registry) {
  const Entry root = everything(registry);
  std::vector<Named> all;
  collect(root, "", all);
  std::vector<std::string> names;
  for (const Named& n : all) names.push_back(n.full);
  return names;
}

std::vector<std::string> settable_keys(const Registry& registry) {
  std::vector<std::string> names;
  collect_settable(everything(registry), "", names);
  return names;
}

}  // namespace scene

std::string explain(const std::string& key, const Registry& registry) {
  using namespace scene;
  const Entry root = everything(registry);
  if (key.empty()) {
    std::string s =
        "A scene is one TOML file. Units are those of any consistent system: SI is written here,\n"
        "and r̄ is the mean radius of the particles.\n";
    for (const Entry& e : root.below)
      s += e.below.empty() ? fmt::format("\n{}: {} ({})\n", title(e), e.help, details(e)) : "\n" + page(e);
    return s;
  }
  std::vector<Named> all;
  collect(root, "", all);
  std::string s;
  for (const Named& n : all)
    if (n.full == key || n.brief == key) s += (s.empty() ? "" : "\n") + page(*n.entry);
  if (!s.empty()) return s;
  // The last part of a path, or a word that the help has.
  std::vector<const Entry*> leaves, topics;
  for (const Named& n : all) {
    if (n.entry->name == key) leaves.push_back(n.entry);
    if (has_word(n.entry->name + " " + n.entry->help, key)) topics.push_back(n.entry);
  }
  constexpr std::size_t few = 3;
  for (const Entry* e : leaves.size() <= few ? leaves : std::vector<const Entry*>{})
    s += (s.empty() ? "" : "\n") + page(*e);
  if (!s.empty()) return s;
  for (const Entry* e : leaves.empty() ? topics : leaves) s += fmt::format("{}: {}\n", title(*e), e->help);
  if (!s.empty()) return fmt::format("{} of a scene have to do with \"{}\"; `floc explain` with a path tells more:\n\n",
                                     leaves.empty() ? "These parts" : "These keys", key) + s;
  std::vector<std::string> names;
  for (const Named& n : all) {
    names.insert(names.end(), {n.full, n.brief});
    if (key.size() > 2) names.push_back(n.entry->name);  // every letter is close to a name of one
  }
  throw Error(fmt::format("there is no table or key \"{}\"{}", key, did_you_mean(key, names)));
}

}  // namespace floc
