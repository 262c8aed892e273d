#include "scene/nodes.hpp"

#include <doctest/doctest.h>

using namespace floc;
using namespace floc::scene;

namespace {

Node parse(const std::string& text) {
  std::vector<Diagnostic> errors;
  Node root = parse_document(text, "s.toml", {}, errors).root;
  for (const Diagnostic& e : errors) FAIL_CHECK(e.str());
  return root;
}

std::string over(const std::string& base, const std::string& change) {
  Node root = parse(base);
  std::vector<Misfit> misfits;
  put_over(root, parse(change), misfits);
  CHECK(misfits.empty());
  return toml_text(root);
}

}  // namespace

TEST_CASE("a node as text reads back as the same node") {
  const std::string text = R"({ a = 1, "b c" = [1.5, "x\"y"], t = { d = true, e = [{ f = -0.0 }, {}] } })";
  CHECK(toml_text(parse("v = " + text)) == "{ v = " + text + " }");
}

TEST_CASE("keys go over those that were there; kinds and lists take the place of all") {
  CHECK(over("a.x = 1\na.y = 2\n", "a.y = 3\na.z = 4\n") == "{ a = { x = 1, y = 3, z = 4 } }");
  CHECK(over("m = { kind = \"one\", u = 1 }\n", "m = { kind = \"two\", v = 2 }\n") == "{ m = { kind = \"two\", v = 2 } }");
  CHECK(over("l = [{ u = 1 }, { u = 2 }]\n", "l = []\n") == "{ l = [] }");
  CHECK(over("l = [{ name = \"a b\", u = 1 }, { u = 2 }]\n", "l.\"a b\".u = 5\nl.1.w = 6\n") ==
        "{ l = [{ name = \"a b\", u = 5 }, { u = 2, w = 6 }] }");
}

TEST_CASE("items that are not there are told at their place") {
  Node root = parse("l = [{ u = 1 }]\n");
  std::vector<Misfit> misfits;
  put_over(root, parse("l.1.u = 2\n"), misfits);
  REQUIRE(misfits.size() == 1);
  CHECK(misfits[0].place.line == 1);
  CHECK(misfits[0].place.column == 3);
  CHECK(misfits[0].message == "the list has no item \"1\": it has 1, counted from 0");
}

TEST_CASE("values below a table have their paths as TOML writes them") {
  using Values = std::vector<std::pair<std::string, std::string>>;
  CHECK(values_below(parse("a.b = 1\nc.\"d e\" = [{ f = 2 }]\n")) == Values{{"a.b", "1"}, {"c.\"d e\"", "[{ f = 2 }]"}});
}

TEST_CASE("a key is found where it stands, or the table around it") {
  const Node root = parse("[a]\nb = 1\n[[l]]\nu = 2\n");
  CHECK(place_of(root, "a.b").line == 2);
  CHECK(place_of(root, "a.c").line == 1);
  CHECK(place_of(root, "l.0.u").line == 4);
}
