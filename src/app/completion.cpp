// floc completion: the script of a shell, which asks `floc complete` for words.
#include "app/completion.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/commands.hpp"
#include "app/embedded.hpp"
#include "app/exit_status.hpp"

namespace floc::app {
namespace {

using Value = CommandOption::Value;
using Words = std::vector<std::string>;

const CommandOption* find_option(const Command& command, const std::string& name) {
  for (const CommandOption& o : command.options)
    if (std::ranges::count(o.names, name) > 0) return &o;
  return nullptr;
}

// The next word without a name, after `taken` of them.
const CommandOption* positional(const Command& command, std::size_t taken) {
  for (const CommandOption& o : command.options)
    if (o.positional && taken-- == 0) return &o;
  return nullptr;
}

class Finder {
 public:
  void add(const std::string& word, const std::string& help) {
    if (word.starts_with(partial)) found.push_back({word, help.substr(0, help.find('\n'))});
  }

  void add_values(const CommandOption& o, const std::string& before, const std::string& value) {
    switch (o.kind) {
      case Value::words:
        for (const std::string& word : o.words) add(before + word, "");
        break;
      case Value::list: {
        const std::size_t comma = value.rfind(',') + 1;  // 0 where there is none
        const std::string head = value.substr(0, comma);
        for (const std::string& word : o.words)
          if (("," + head).find("," + word + ",") == std::string::npos) add(before + head + word, "");
        break;
      }
      case Value::keys:
        for (const std::string& word : o.words) add(before + word + "=", "");
        break;
      case Value::file: found.push_back({":files", ""}); break;
      case Value::folder: found.push_back({":folders", ""}); break;
      case Value::none:
      case Value::other: break;
    }
  }

  void add_options(const Command& command) {
    for (const CommandOption& o : command.options)
      for (const std::string& name : o.names)
        if (!o.positional && name.starts_with("--")) add(name, o.help);
  }

  std::string partial;
  std::vector<Completion> found;
};

}  // namespace

std::vector<Completion> completions(const CommandLine& line, const std::vector<std::string>& words) {
  Finder finder;
  finder.partial = words.empty() ? "" : words.back();
  if (words.size() < 2) {
    for (const Command& c : line.commands) finder.add(c.name, c.help);
    if (finder.partial.starts_with("-")) finder.add_options(line.program);
    return finder.found;
  }
  const auto command = std::ranges::find(line.commands, words.front(), &Command::name);
  if (command == line.commands.end()) return {};

  const CommandOption* expecting = nullptr;  // an option whose value comes next
  std::size_t taken = 0;                     // words without a name so far
  for (std::size_t k = 1; k + 1 < words.size(); ++k) {
    const bool named = words[k].starts_with("-");
    if (expecting && !(named && expecting->optional_value)) {
      expecting = nullptr;
    } else if (named) {
      const CommandOption* option = find_option(*command, words[k]);
      expecting = option && option->kind != Value::none ? option : nullptr;
    } else {
      ++taken;
    }
  }
  const std::string& last = words.back();
  if (expecting && !(expecting->optional_value && last.starts_with("-"))) {
    finder.add_values(*expecting, "", last);
  } else if (const std::size_t equal = last.find('='); last.starts_with("--") && equal != std::string::npos) {
    if (const CommandOption* option = find_option(*command, last.substr(0, equal)))
      finder.add_values(*option, last.substr(0, equal + 1), last.substr(equal + 1));
  } else if (const CommandOption* next = positional(*command, taken); next && !last.starts_with("-")) {
    finder.add_values(*next, "", last);
  } else {
    finder.add_options(*command);
  }
  return finder.found;
}

int print_completions(const CommandLine& line, const std::vector<std::string>& words) {
  for (const Completion& c : completions(line, words)) fmt::print("{}\t{}\n", c.word, c.help);
  return finished;
}

std::vector<std::string> completion_shells() {
  std::vector<std::string> names;
  for (const EmbeddedText& script : completion_scripts) names.emplace_back(script.name);
  return names;
}

int print_completion_script(const std::string& shell) {
  fmt::print("{}", std::ranges::find(completion_scripts, shell, &EmbeddedText::name)->text);
  return finished;
}

}  // namespace floc::app
