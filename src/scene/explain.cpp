#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "core/error.hpp"
#include "scene/entries.hpp"
#include "scene/scene.hpp"

namespace floc {
namespace scene {
namespace {

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
  const auto letter = [&](std::size_t at) {
    return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at]));
  };
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
  if (!s.empty())
    return fmt::format("{} of a scene have to do with \"{}\"; `floc explain` with a path tells more:\n\n",
                       leaves.empty() ? "These parts" : "These keys", key) +
           s;
  std::vector<std::string> names;
  for (const Named& n : all) {
    names.insert(names.end(), {n.full, n.brief});
    if (key.size() > 2) names.push_back(n.entry->name);  // every letter is close to a name of one
  }
  throw Error(fmt::format("there is no table or key \"{}\"{}", key, did_you_mean(key, names)));
}

}  // namespace floc
