#include "app/command_line.hpp"

#include <doctest/doctest.h>

#include <CLI/CLI.hpp>

using namespace floc::app;
using Words = std::vector<std::string>;
using Value = CommandOption::Value;

TEST_CASE("what CLI11 parses by is told as data: names, values, words, paths, and what is hidden is not") {
  CLI::App app{"floc: about", "floc"};
  app.footer("more");
  CLI::App* c = app.add_subcommand("draw", "Draws");
  std::string text;
  std::vector<std::string> several;
  int number = 0;
  bool flag = false;
  c->add_option("DIR", text, "a folder")->required();
  c->add_option("-o,--output", text, "a file");
  c->add_option("--to", text, "a format")->check(CLI::IsMember({"vtp", "xyz"}));
  c->add_option("--serve", number, "a port")->expected(0, 1);
  c->add_flag("--key,!--no-key", flag, "a key");
  offer(c->add_option("--set", several, "a key and its value"), {"time.end"}, Value::keys);
  app.add_subcommand("inner", "Nobody calls it")->group("");

  const CommandLine line = describe(app);
  CHECK(line.program.help == "floc: about");
  CHECK(line.program.footer == "more");
  REQUIRE(line.commands.size() == 1);
  const Command& draw = line.commands[0];
  CHECK(draw.name == "draw");
  REQUIRE(draw.options.size() == 7);
  CHECK(draw.options[0].names == Words{"-h", "--help"});
  CHECK(draw.options[0].kind == Value::none);
  CHECK(draw.options[1].positional);
  CHECK(draw.options[1].required);
  CHECK(draw.options[1].kind == Value::folder);
  CHECK(draw.options[2].names == Words{"-o", "--output"});
  CHECK(draw.options[2].value == "PATH");
  CHECK(draw.options[3].words == Words{"vtp", "xyz"});
  CHECK(draw.options[4].optional_value);
  CHECK(!draw.options[3].optional_value);
  CHECK(draw.options[5].names == Words{"--key", "--no-key"});
  CHECK(draw.options[5].value.empty());
  CHECK(draw.options[6].kind == Value::keys);
  CHECK(draw.options[6].value == "KEY=VALUE");
}
