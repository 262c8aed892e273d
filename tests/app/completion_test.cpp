// floc complete and completion: words for the shells.
#include "app/completion.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "scene/scene.hpp"
#include "support/paths.hpp"
#include "support/runs.hpp"

using namespace floc;
using namespace floc::app;
using namespace floc::test;

namespace {

using Value = CommandOption::Value;

CommandLine small_line() {
  CommandLine line;
  line.program.options = {{.names = {"--help"}, .help = "help", .kind = Value::none}};
  line.commands = {{"export",
                    "frames",
                    "",
                    {{.names = {"DIR"}, .positional = true, .kind = Value::folder},
                     {.names = {"--to"}, .kind = Value::words, .words = {"vtp", "xyz"}},
                     {.names = {"-q", "--quiet"}, .kind = Value::none},
                     {.names = {"--serve"}, .optional_value = true, .kind = Value::other},
                     {.names = {"--what"}, .kind = Value::list, .words = {"size", "sizes", "stress"}},
                     {.names = {"--set"}, .kind = Value::keys, .words = {"time.end", "time.step"}},
                     {.names = {"-o", "--output"}, .kind = Value::file}}},
                   {"explain", "keys", "", {}}};
  return line;
}

Words offered(const Words& words) {
  Words found;
  for (const Completion& c : completions(small_line(), words)) found.push_back(c.word);
  return found;
}

// What bash offers for the last of these words, as its script has it.
std::string bash_offers(const std::string& words, int last) {
  const Outcome o = execute("/bin/bash", {"-c", "source <(" + program() + " completion bash); COMP_WORDS=(" +
                                                    program() + " " + words + "); COMP_CWORD=" + std::to_string(last) +
                                                    "; _floc 2>/dev/null; echo \"${COMPREPLY[*]}\""});
  return o.out;
}

}  // namespace

TEST_CASE("the first word is a command, or an option of the program") {
  CHECK(offered({""}) == Words{"export", "explain"});
  CHECK(offered({"expo"}) == Words{"export"});
  CHECK(offered({"-"}) == Words{"--help"});
  CHECK(offered({"nothing", ""}).empty());
}

TEST_CASE("options are offered by their names, words without a name by their order") {
  CHECK(offered({"export", ""}) == Words{":folders"});
  CHECK(offered({"export", "out", "--q"}) == Words{"--quiet"});
  CHECK(offered({"export", "-q", ""}) == Words{":folders"});
  CHECK(offered({"export", "out", "--serve", "--t"}) == Words{"--to"});
  CHECK(offered({"export", "out", ""}).front() == "--to");
}

TEST_CASE("values are offered where one is due: words, lists, keys, files") {
  CHECK(offered({"export", "out", "--to", ""}) == Words{"vtp", "xyz"});
  CHECK(offered({"export", "out", "--to=x"}) == Words{"--to=xyz"});
  CHECK(offered({"export", "out", "--what", "s"}) == Words{"size", "sizes", "stress"});
  CHECK(offered({"export", "out", "--what", "sizes,s"}) == Words{"sizes,size", "sizes,stress"});
  CHECK(offered({"export", "--set", "time.e"}) == Words{"time.end="});
  CHECK(offered({"export", "--set", "time.end=2"}).empty());
  CHECK(offered({"export", "out", "-o", ""}) == Words{":files"});
}

TEST_CASE("the program offers its own commands, and what the scene file declares") {
  const auto ask = [](Words words) {
    words.insert(words.begin(), {"complete", "--"});
    const Outcome o = command(words);
    CHECK(o.status == 0);
    return o.out;
  };
  for (const char* name : {"init\t", "run\t", "export\t", "view\t", "completion\t"}) CHECK(contains(ask({""}), name));
  CHECK(!contains(ask({""}), "complete\t"));
  CHECK(ask({"init", "fun"}) == "funnel\t\n");
  CHECK(ask({"export", "out", "--to", ""}) == "vtp\t\nvti\t\ngsd\t\nxyz\t\nlammps\t\ncsv\t\n");
  CHECK(contains(ask({"run", "x.toml", "--set", "solver.t"}), "solver.tolerance=\t\n"));
  CHECK(ask({"run", "x.toml", "--from", ""}) == ":folders\t\n");
  CHECK(ask({"resume", "out", "--set", "time."}) == "time.end=\t\n");
  CHECK(contains(ask({"explain", "obstacles.sphere.r"}), "obstacles.sphere.radius\t\n"));
  CHECK(ask({"measure", "out", "--what", "aggregates,si"}) == "aggregates,sizes\t\n");
  CHECK(ask({"solve", "p.h5", "--solver", "ip"}) == "ipm\t\n");
}

TEST_CASE("bash completes by its script, words that it parts at an equals sign too") {
  CHECK(bash_offers("expl", 1) == "explain\n");
  CHECK(bash_offers("export out --to x", 4) == "xyz\n");
  CHECK(bash_offers("export out --to = x", 5) == "xyz\n");
  CHECK(bash_offers("run a.toml --set time.e", 4) == "time.end=\n");
  CHECK(bash_offers("run a.toml --set time.end =", 5) == "\n");
}

TEST_CASE("there is a script for each of three shells, and no other") {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const Outcome o = command({"completion", shell});
    CHECK(o.status == 0);
    CHECK(contains(o.out, "complete -- "));
  }
  CHECK(command({"completion", "cmd"}).status == 2);
}
