// floc man: the manual pages.
#include "app/man_page.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "scene/scene.hpp"
#include "support/runs.hpp"

using namespace floc;
using namespace floc::app;
using namespace floc::test;

TEST_CASE("a page has the commands with their options, and characters that mean nothing to roff") {
  CommandLine line;
  line.program = {"floc", "floc: what it does", "First steps", {}};
  line.commands = {{"run",
                    "Run a scene",
                    ".dots and\n'quotes' \\ at the beginning",
                    {{.names = {"SCENE"}, .positional = true, .required = true, .help = "the scene"},
                     {.names = {"-o", "--output"}, .value = "PATH", .help = "a folder"},
                     {.names = {"--serve"}, .optional_value = true, .value = "PORT", .help = "a port"}}}};
  const std::string page = command_page(line);
  for (const char* part :
       {".SH NAME\nfloc \\- what it does\n", ".B floc run\n\\fISCENE\\fR\n[\\fIoptions\\fR]\n",
        ".TP\n\\fB\\-o\\fR, \\fB\\-\\-output\\fR \\fIPATH\\fR\na folder\n",
        "\\fB\\-\\-serve\\fR [\\fIPORT\\fR]\na port\n", "\\&.dots and\n\\&\\(aqquotes\\(aq \\e at the beginning\n"})
    CHECK_MESSAGE(contains(page, part), part);
}

TEST_CASE("the page of the program has every command, that of the scene every key") {
  const std::string page = command({"man"}).out;
  for (const char* name : {"init", "run", "resume", "export", "dump\\-problem", "completion"})
    CHECK_MESSAGE(contains(page, ".SS \"floc " + std::string(name) + "\"\n"), name);
  const std::string scene = command({"man", "scene"}).out;
  const Words lines = lines_of(scene);
  const std::vector<std::string> keys = scene::declared_keys();
  CHECK(std::ranges::count_if(lines, [](const std::string& line) { return line.starts_with(".SS "); }) ==
        static_cast<std::ptrdiff_t>(keys.size()));
  for (const std::string& key : keys)
    if (!contains(key, "-")) CHECK_MESSAGE(contains(scene, ".SS " + key + "\n"), key);
}

TEST_CASE("every line that begins with a point is a request that man pages know") {
  for (const Words& words : {Words{"man"}, Words{"man", "scene"}}) {
    const Outcome o = command(words);
    CHECK(o.status == 0);
    for (const std::string& line : lines_of(o.out)) {
      const std::string request = line.substr(0, line.find(' '));
      const Words known{".\\\"", ".TH", ".SH", ".SS", ".TP", ".B", ".BR", ".br", ".nf", ".fi", ".PP"};
      if (line.starts_with(".")) CHECK_MESSAGE(std::count(known.begin(), known.end(), request) == 1, line);
    }
  }
}
