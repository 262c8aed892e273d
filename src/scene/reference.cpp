#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "scene/entries.hpp"
#include "scene/examples.hpp"
#include "scene/scene.hpp"
#include "step/combinations.hpp"

namespace floc {
namespace scene {
namespace {

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

// Words of the declarations as Markdown: nothing in them is markup but code between backticks.
std::string plain(const std::string& text) {
  std::string s;
  bool code = false;
  for (const char c : text) {
    if (c == '`') code = !code;
    if (!code && (c == '*' || c == '<' || c == '_' || c == '$')) s += '\\';
    s += c;
  }
  const std::size_t last = s.rfind(" | ");  // "a | b | c": a, b or c
  if (last != std::string::npos) s = replaced(s.substr(0, last), " | ", ", ") + " or " + s.substr(last + 3);
  return replaced(s, "|", "\\|");
}

std::string sentence(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return plain(text) + ".";
}

std::string cells(const std::vector<std::string>& words) { return "| " + joined(words, " | ") + " |\n"; }

bool is_table(const Entry& e) { return !e.below.empty(); }

// How a scene opens it: the kinds in its path are no part of that.
std::string header(const Entry& e, const std::string& brief) {
  return e.what == Entry::What::list ? "[[" + brief + "]]" : "[" + brief + "]";
}

std::string value_cell(const Entry& e) {
  std::vector<std::string> parts{plain(e.type)};
  if (!e.rule.empty() && !is_table(e)) parts.push_back(plain(e.rule));
  if (!e.unit.empty()) parts.push_back("in " + plain(e.unit));
  return joined(parts, ", ");
}

std::string default_cell(const Entry& e) {
  if (e.fallback == "required") return "**required**";
  const bool number = e.fallback.find_first_not_of("0123456789.e+-") == std::string::npos;
  const bool code = !e.fallback.empty() && (number || e.fallback == "true" || e.fallback == "false" ||
                                            std::string_view("\"[{").find(e.fallback[0]) != std::string_view::npos);
  return code ? fmt::format("`{}`", replaced(e.fallback, "|", "\\|")) : plain(e.fallback);
}

// The place of a key in its page, for links.
std::string anchor(const Entry& e) { return fmt::format("<a id=\"{}\"></a>", e.path); }

// The help of a key, with a value where that is more than a number or a word and the example of its table has none.
std::string help_cell(const Entry& e, const std::string& example) {
  const std::string line = e.name + " = ";
  const bool shown = example.find("\n" + line) != std::string::npos || example.find(" " + line) != std::string::npos;
  const bool plain_value =
      e.example.empty() || e.example.find_first_of("[{\"") != 0 || e.type.find('"') != std::string::npos;
  return plain(e.help) + (shown || plain_value ? "" : fmt::format("; e.g. `{}`", replaced(e.example, "|", "\\|")));
}

std::string key_table(const Entry& e, const std::string& example) {
  std::string rows;
  for (const Entry& b : e.below) {
    if (b.what == Entry::What::kind) continue;
    rows += cells({anchor(b) + "`" + b.name + "`", value_cell(b), default_cell(b), help_cell(b, example)});
  }
  if (rows.empty()) return {};
  std::string rule = e.rule.empty() ? "" : fmt::format("\n{}\n", sentence(e.rule));
  return "\n| key | value | default | |\n|---|---|---|---|\n" + rows + rule;
}

// Those after the first of keys that exclude each other are comments.
bool is_alternative(const Entry& table, const std::string& key) {
  const auto has = [&](const std::vector<std::string>& set) {
    return std::find(set.begin(), set.end(), key) != set.end();
  };
  return !table.sets.empty() && !has(table.sets.front()) && std::any_of(table.sets.begin(), table.sets.end(), has);
}

// An example made of the keys: those of other dimensions than the plane, and those after the first of keys that exclude
// each other, are comments. A kind has the keys that its table asks for, too; a table of kinds has none of its own.
std::string made_example(const Entry& e, const Entry& table, const std::string& opening) {
  if (std::any_of(e.below.begin(), e.below.end(), [](const Entry& b) { return b.what == Entry::What::kind; }))
    return {};
  const bool kind = e.what == Entry::What::kind;
  std::string lines = kind ? e.type + "\n" : "";
  for (const Entry& b : e.below) {
    if (b.example.empty()) continue;
    const bool plane = b.dimensions.find('2') != std::string::npos;
    const std::string note = !plane                      ? "# in dimension " + b.dimensions + ": "
                             : is_alternative(e, b.name) ? "# or: "
                                                         : "";
    lines += fmt::format("{}{} = {}\n", note, b.name, b.example);
  }
  for (const Entry& b : kind ? table.below : std::vector<Entry>{})
    if (b.fallback == "required" && !b.example.empty() && e.type.rfind(b.name + " = ", 0) != 0)
      lines += fmt::format("{} = {}\n", b.name, b.example);
  return lines.empty() ? lines : opening + "\n" + lines;
}

void add_section(const Entry& e, const Entry& table, const std::string& brief, const std::string& opening,
                 std::size_t level, std::string& text) {
  const bool kind = e.what == Entry::What::kind;
  if (level > 1) text += fmt::format("\n{} `{}`\n", std::string(std::min<std::size_t>(level, 5), '#'), e.path);
  const std::string what = kind ? "With `" + e.type + "`: " + plain(e.help) + "." : sentence(e.help);
  const std::string_view written = example_of(e.path);
  const std::string example = written.empty() ? made_example(e, table, opening) : std::string(written);
  text += "\n" + what + "\n";
  if (!example.empty()) text += "\n```toml\n" + example + "```\n";
  text += key_table(e, example);
  for (const Entry& b : e.below) {
    if (b.what == Entry::What::kind)
      add_section(b, e, brief, opening, level + 1, text);
    else if (is_table(b)) {
      const std::string below = brief + "." + b.name;
      add_section(b, e, below, header(b, below), level + 1, text);
    }
  }
}

std::string page_of(const Entry& e) {
  std::string text = fmt::format("# `{}`\n", is_table(e) ? header(e, e.name) : e.name);
  if (is_table(e)) {
    add_section(e, {}, e.name, header(e, e.name), 1, text);
  } else {
    text += fmt::format("\n{}\n\n```toml\n{} = {}\n```\n\n| value | default |\n|---|---|\n", sentence(e.help), e.name,
                        e.example) +
            cells({value_cell(e), default_cell(e)});
  }
  return text;
}

}  // namespace
}  // namespace scene

std::vector<ReferencePage> reference_pages(const Registry& registry) {
  using namespace scene;
  const Entry root = everything(registry);
  std::vector<ReferencePage> pages;
  std::string index =
      "# The scene file\n\n"
      "A scene is one TOML file. Units are those of any consistent system: SI is written here, and r̄ is the mean "
      "radius of "
      "the particles. A mistake is reported with line and column, all of them at once, before anything is touched. "
      "`floc explain KEY` shows any part of these pages in the terminal; `--set time.end=2` changes a key for one "
      "run.\n\n"
      "| table | |\n|---|---|\n";
  for (const Entry& e : root.below) {
    pages.push_back({"scene/" + e.name + ".md", page_of(e)});
    index +=
        cells({fmt::format("[`{}`](scene/{}.md)", is_table(e) ? header(e, e.name) : e.name, e.name), plain(e.help)});
  }
  index += "\n## What does not combine\n\nEverything else does.\n\n" + combinations_markdown();
  index +=
      "\n`floc init` writes a scene to begin with, `floc man scene` has these pages for `man`, and the shell completes "
      "keys: "
      "[the command](../howto/command.md).\n\nThese pages are made by the program: `make docs`.\n";
  pages.insert(pages.begin(), {"scene.md", index});
  return pages;
}

}  // namespace floc
