#include "scene/document.hpp"

#include <doctest/doctest.h>

using namespace floc;
using namespace floc::scene;

namespace {

Document parse(const std::string& text, const std::vector<std::string>& overrides = {}) {
  std::vector<Diagnostic> errors;
  Document document = parse_document(text, "s.toml", overrides, errors);
  for (const Diagnostic& e : errors) FAIL(e.str());
  return document;
}

std::string fault(const std::string& text, const std::vector<std::string>& overrides = {}) {
  std::vector<Diagnostic> errors;
  parse_document(text, "s.toml", overrides, errors);
  REQUIRE(errors.size() == 1);
  return errors[0].str();
}

std::string at(const Place& p) { return std::to_string(p.line) + ":" + std::to_string(p.column); }

}  // namespace

TEST_CASE("nodes know where their keys and values stand, in characters") {
  const Document d = parse("title = \"é\" # é\n[time]\n  step = 1e-3\n[[p]]\nq = [1,\n 'a+b']\n");
  CHECK(at(d.root.find("title")->place) == "1:9");
  const Node& step = *d.root.find("time")->find("step");
  CHECK(at(step.key) == "3:3");
  CHECK(at(step.place) == "3:10");
  CHECK(step.number == 1e-3);
  const Node& q = *d.root.find("p")->items[0].find("q");
  CHECK(at(d.root.find("p")->items[0].place) == "4:1");
  CHECK(at(q.items[1].place) == "6:2");
  CHECK(at(q.items[1].inside) == "6:3");
  CHECK(d.root.find("nothing") == nullptr);
}

TEST_CASE("the inside of a string is known only where it stands letter by letter in the file") {
  const Document d = parse(
      "a = 1\nplain = \"x+y\"\nescaped = \"x\\u002By\"\nlong = \"\"\"x+y\"\"\"\nempty = \"\"\n"
      "\"ké\" = \"x\"\n");
  CHECK(at(d.root.find("plain")->inside) == "2:10");
  CHECK(d.root.find("escaped")->inside.line == 0);
  CHECK(d.root.find("long")->inside.line == 0);
  CHECK(at(d.root.find("ké")->inside) == "6:9");
}

TEST_CASE("what is not TOML is told with its place") {
  CHECK(fault("a = 1\nb = = 2\n").rfind("s.toml:2:5: ", 0) == 0);
  CHECK(fault("a = 1\na = 2\n").rfind("s.toml:2:", 0) == 0);
  CHECK(fault("a = \"\xff\"\n").rfind("s.toml:1:", 0) == 0);
  CHECK(fault("[=]\n").rfind("s.toml:1:2: ", 0) == 0);
}

TEST_CASE("a key of endless depth is refused before the parser recurses into it") {
  std::string deep = "a";
  for (int i = 0; i < 100000; ++i) deep += ".a";
  CHECK(fault("x = 1\n" + deep + " = 1\n") == "s.toml:2:32: a key has more than 16 parts");
  CHECK(fault("[" + deep + "]\n") == "s.toml:1:33: a key has more than 16 parts");
  CHECK(parse("x = [" + std::string(100, '[') + std::string(100, ']') + "]\n").readable);
}

TEST_CASE("characters beyond ASCII and dots may stand in strings and comments, and nowhere else") {
  const std::string dots = "a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a";
  CHECK(parse("\xEF\xBB\xBF# é " + dots + "\na = \"é\\\"é" + dots + "\" # é\nb = 'é\\' # \"\nc = '''\né'é''é''''\n" +
              "d = \"\"\"é\\\"\"\"\"\n\"é\" = \"\"\n")
            .root.items.size() == 5);
  CHECK(fault("a = 1\n\té, = 2\n") == "s.toml:2:2: a character beyond ASCII outside of a string");
  CHECK(fault("a = \"\" é\n") == "s.toml:1:8: a character beyond ASCII outside of a string");
  CHECK(fault("a = \"é\nb = 1\n").rfind("s.toml:1:", 0) == 0);  // not closed: for the parser to tell
  CHECK(fault("a = '''é\nb = 1\n").rfind("s.toml:", 0) == 0);
}

TEST_CASE("a string stands alone: one glued to a value is none, for the parser reads over its quotes") {
  for (const std::string value : {"1\"é\"", "1=\"é\"", "1.\"é\"", "[\n1.\"é\"]", "[1, 2.'é']", "{ b = 1.\"é\" }"})
    CHECK(fault("a = " + value + "\n").find("a character beyond ASCII outside of a string") != std::string::npos);
  CHECK(parse("a.\"é\"='é'\n[[\"é\"]]\nb={c.\"é\"=\"é\",d=[{\"é\"='é'},'é']}\n\"é\".'é'=[\n'é'\n]\n['é'.e.\"é\"]\n")
            .readable);
  CHECK(fault("a = \"\\\x8d").rfind("s.toml:", 0) == 0);
}

TEST_CASE("overrides set values of any type, make tables that are missing, and reach into lists") {
  const Document d = parse("[time]\nstep = 1\n[[p]]\nn = 1\n[[p]]\nn = [1, 2]\n",
                           {"time.step=2.5", "solver.name=apgd", "p.1.n.0=7", "p.0.v=[1, 'x']", "title=a = b"});
  CHECK(d.root.find("time")->find("step")->number == 2.5);
  CHECK(d.root.find("solver")->find("name")->text == "apgd");
  CHECK(d.root.find("p")->items[1].find("n")->items[0].integer == 7);
  CHECK(d.root.find("p")->items[0].find("v")->items[1].text == "x");
  CHECK(d.root.find("title")->text == "a = b");
  CHECK(d.sources[static_cast<std::size_t>(d.root.find("solver")->find("name")->place.source)] ==
        "--set solver.name=apgd");
}

TEST_CASE("an override that leads nowhere is told") {
  const std::string text = "a = 1\n[[p]]\nn = 1\n";
  CHECK(fault(text, {"a"}) == "--set a: must read key=value, with a key such as time.step or particles.0.count");
  CHECK(fault(text, {"=1"}) == "--set =1: must read key=value, with a key such as time.step or particles.0.count");
  CHECK(fault(text, {"a..b=1"}) ==
        "--set a..b=1: must read key=value, with a key such as time.step or particles.0.count");
  CHECK(fault(text, {"a.b=1"}) == "--set a.b=1: \"a\" is an integer, it has no \"b\"");
  CHECK(fault(text, {"p.1.n=1"}) == "--set p.1.n=1: \"p\" is a list of 1, counted from 0: it has no \"1\"");
  CHECK(fault(text, {"p.n=1"}) == "--set p.n=1: \"p\" is a list of 1, counted from 0: it has no \"n\"");
}
