// floc man: the manual pages.
#include "app/man_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>

#include "app/commands.hpp"
#include "app/exit_status.hpp"
#include "core/version.hpp"
#include "scene/scene.hpp"

namespace floc::app {
namespace {

// A backslash, a hyphen and a quote mean something to roff, and so does a point at the beginning of a line.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (out.empty() || out.back() == '\n')
      if (c == '.' || c == '\'') out += "\\&";
    switch (c) {
      case '\\': out += "\\e"; break;
      case '-': out += "\\-"; break;
      case '\'': out += "\\(aq"; break;
      case '`': out += "\\(ga"; break;
      default: out += c;
    }
  }
  return out;
}

std::string heading(const std::string& name, int section, const std::string& about) {
  return fmt::format(".\\\" Made by `floc man`.\n.TH {} {} \"\" \"floc {}\"\n.SH NAME\n{} \\- {}\n", capitals(name),
                     section, version(), escaped(name), escaped(about));
}

// Text whose lines stay as they are.
std::string lines(const std::string& text) {
  return ".nf\n" + escaped(text) + (text.ends_with('\n') ? "" : "\n") + ".fi\n";
}

std::string placeholder(const std::string& name, bool optional) {
  const std::string text = fmt::format("\\fI{}\\fR", escaped(name));
  return optional ? fmt::format("[{}]", text) : text;
}

std::string synopsis(const Command& command) {
  std::string text = ".B floc " + escaped(command.name) + "\n";
  for (const CommandOption& o : command.options)
    if (o.positional) text += placeholder(o.names.front(), !o.required) + "\n";
  for (const CommandOption& o : command.options)
    if (!o.positional && o.required)
      text += fmt::format("\\fB{}\\fR {}\n", escaped(o.names.back()), placeholder(o.value, false));
  return text + "[\\fIoptions\\fR]\n";
}

std::string option(const CommandOption& o) {
  std::vector<std::string> names;
  for (const std::string& name : o.names) names.push_back(fmt::format("\\fB{}\\fR", escaped(name)));
  std::string text = fmt::format(".TP\n{}", fmt::join(names, ", "));
  if (!o.positional && !o.value.empty()) text += fmt::format(" {}", placeholder(o.value, o.optional_value));
  return text + "\n" + escaped(o.help) + "\n";
}

}  // namespace

std::string command_page(const CommandLine& line) {
  std::string text = heading("floc", 1, line.program.help.substr(line.program.help.find(": ") + 2));
  text += ".SH SYNOPSIS\n";
  for (const Command& c : line.commands) text += synopsis(c) + ".br\n";
  text += ".SH DESCRIPTION\n" + lines(line.program.footer);
  text += ".SH COMMANDS\n";
  for (const Command& c : line.commands) {
    text += ".SS \"floc " + escaped(c.name) + "\"\n" + escaped(c.help) + ".\n";
    for (const CommandOption& o : c.options)
      if (o.names.back() != "--help") text += option(o);
    if (!c.footer.empty()) text += ".PP\n" + lines(c.footer);
  }
  return text + ".SH SEE ALSO\n.BR floc\\-scene (5)\n";
}

std::string scene_page() {
  std::string text = heading("floc-scene", 5, "what a scene file of floc may say");
  text += ".SH DESCRIPTION\n" + lines(explain());
  text += ".SH TABLES AND KEYS\n";
  for (const std::string& key : scene::declared_keys()) text += ".SS " + escaped(key) + "\n" + lines(explain(key));
  return text + ".SH SEE ALSO\n.BR floc (1)\n";
}

int print_man_page(const CommandLine& line, const std::string& page) {
  fmt::print("{}", page == "scene" ? scene_page() : command_page(line));
  return finished;
}

}  // namespace floc::app
