#include "app/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>

namespace floc::app {
namespace {

struct Offer {
  std::vector<std::string> words;
  CommandOption::Value kind;
};

std::map<const CLI::Option*, Offer>& offers() {
  static std::map<const CLI::Option*, Offer> all;
  return all;
}

// The words of a check for membership, which CLI11 tells as "TEXT:{vtp,xyz,csv}".
std::vector<std::string> members(const std::string& type) {
  std::vector<std::string> words;
  const std::size_t from = type.find('{'), to = type.rfind('}');
  if (from == std::string::npos || to == std::string::npos) return words;
  std::istringstream list(type.substr(from + 1, to - from - 1));
  for (std::string word; std::getline(list, word, ',');) words.push_back(word);
  return words;
}

bool has(const std::vector<std::string>& names, std::initializer_list<const char*> any) {
  return std::ranges::any_of(any, [&](const char* name) { return std::ranges::count(names, name) > 0; });
}

CommandOption describe(const CLI::Option& option) {
  CommandOption o;
  o.positional = option.get_positional();
  for (const std::string& name : option.get_snames()) o.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) o.names.push_back("--" + name);
  if (o.names.empty()) o.names.push_back(option.get_name(true));
  o.required = option.get_required();
  o.help = option.get_description();
  if (option.get_items_expected_max() == 0) {
    o.kind = CommandOption::Value::none;
    return o;
  }
  o.optional_value = option.get_items_expected_min() == 0;
  o.value = capitals(o.names.back());
  if (const auto found = offers().find(&option); found != offers().end()) {
    o.words = found->second.words;
    o.kind = found->second.kind;
    if (o.kind == CommandOption::Value::keys) o.value = "KEY=VALUE";
  } else if (o.words = members(option.get_type_name()); !o.words.empty()) {
    o.kind = CommandOption::Value::words;
  } else if (const bool run = option.get_type_name() == "RUN"; run || has(o.names, {"DIR"})) {
    o.kind = CommandOption::Value::folder;
    if (run) o.value = "RUN";
  } else if (has(o.names, {"SCENE", "PROBLEM", "--output"})) {
    o.kind = CommandOption::Value::file;
    if (!o.positional) o.value = "PATH";
  }
  return o;
}

Command describe_command(const CLI::App& app) {
  Command c{app.get_name(), app.get_description(), app.get_footer(), {}};
  for (const CLI::Option* option : app.get_options()) c.options.push_back(describe(*option));
  return c;
}

}  // namespace

std::string capitals(std::string name) {
  name.erase(0, name.find_first_not_of('-'));
  for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return name;
}

CLI::Option* offer(CLI::Option* option, std::vector<std::string> words, CommandOption::Value kind) {
  offers()[option] = {std::move(words), kind};
  return option;
}

CommandLine describe(const CLI::App& app) {
  CommandLine line{describe_command(app), {}};
  for (const CLI::App* command : app.get_subcommands([](const CLI::App* c) { return !c->get_group().empty(); }))
    line.commands.push_back(describe_command(*command));
  return line;
}

}  // namespace floc::app
