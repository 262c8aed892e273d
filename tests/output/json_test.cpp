#include "output/json.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("a tree of values is written as it was read, digits and order included") {
  const std::string text =
      "{\n  \"b\": [1, 2.50, -3e-05],\n  \"a\": {\"c\": \"\\\"q\\\"\\n\\u0001 é\", \"d\": true, \"e\": null},\n"
      "  \"f\": [\n    {\"g\": 1},\n    []\n  ],\n  \"h\": {}\n}\n";
  const Json json = parse_json(text, "x.json");
  CHECK(json["b"].items()[1].word() == "2.50");
  CHECK(json["b"].items()[2].number() == -3e-5);
  CHECK(json["a"]["c"].text() == "\"q\"\n\x01 é");
  CHECK(json["a"]["d"].truth());
  CHECK(json["a"].members().size() == 3);
  const std::string again = json.to_text();
  CHECK(parse_json(again, "y").to_text() == again);
  CHECK(again.find("\"b\": [1, 2.50, -3e-05]") != std::string::npos);
  CHECK(again.find("\"a\": {\"c\": \"\\\"q\\\"\\n\\u0001 é\", \"d\": true, \"e\": null}") != std::string::npos);
}

TEST_CASE("what is not there is null, and so is whatever is inside it") {
  const Json json = parse_json("{\"a\": 1, \"t\": \"x\"}", "x");
  CHECK(json["b"]["c"]["d"].is_null());
  CHECK(std::isnan(json["b"].number()));
  CHECK(std::isnan(json["t"].number()));
  CHECK(json["b"].number(7) == 7);
  CHECK(json["b"].items().empty());
  CHECK(json["a"]["c"].text("none") == "none");
}

TEST_CASE("members are replaced in their place, added at the end, and taken away") {
  Json json = Json::object();
  json.set("a", 1.5);
  json.set("b", "two");
  json.set("a", Json::list({Json(1.0), Json(std::nan(""))}));
  CHECK(json.to_text() == "{\n  \"a\": [1, null],\n  \"b\": \"two\"\n}\n");
  json.erase("a");
  CHECK(json.to_text() == "{\"b\": \"two\"}\n");
}

TEST_CASE("every kind of value is written, compact without a blank") {
  const Json json = Json::object({{"n", 7},
                                  {"u", std::uint64_t{18446744073709551615u}},
                                  {"x", 0.1},
                                  {"b", true},
                                  {"t", std::string_view("é\x7f")},
                                  {"l", Json::numbers(std::vector{1.0, -2.5})},
                                  {"d", Json::digits("1.50")},
                                  {"e", Json::list()}});
  CHECK(json.to_compact_text() ==
        "{\"n\":7,\"u\":18446744073709551615,\"x\":0.1,\"b\":true,\"t\":\"é\x7f\",\"l\":[1,-2.5],\"d\":1.50,\"e\":[]}");
  CHECK(parse_json(json.to_compact_text(), "x").to_compact_text() == json.to_compact_text());
  CHECK(error_of([] { Json::digits("1x"); }) != "");
}

TEST_CASE("escaped characters are read, whatever their number; bytes that are no UTF-8 are never written") {
  CHECK(parse_json(R"("\u00e9 \ud83d\ude00 \/")", "x").text() == "é 😀 /");
  CHECK(Json("a\xff").to_compact_text() == "\"a\uFFFD\"");
}

TEST_CASE("an object of a hundred thousand members is read without a search for each") {
  std::string text = "{";
  for (int k = 0; k < 100000; ++k) text += fmt::format("\"{}\":{},", k, k);
  const Json json = parse_json(text + "\"x\":[]}", "x");
  CHECK(json.members().size() == 100001);
  CHECK(json["99999"].number() == 99999);
}

TEST_CASE("text that is not JSON is an error with the name and the line") {
  CHECK(error_of([] { parse_json("{\n\"a\": [1,\n2", "x.json"); }) == "x.json: not JSON at line 3: ']' expected");
  CHECK(error_of([] { parse_json("{\"a\": 1, \"a\": 2}", "x"); }).find("twice") != std::string::npos);
  CHECK(error_of([] { parse_json("[1,\n{\"a\": [" + std::string(40, '[') + "\n\n", "x"); }) ==
        "x: not JSON at line 2: nested too deeply");
  CHECK(error_of([] { parse_json("{\"a\": 1,\n \"b\": 1e999}", "x"); }).find("x: not JSON at line 2: ") == 0);
  for (const std::string& bad :
       {std::string(), std::string("{"), std::string("[1] 2"), std::string("{\"a\" 1}"), std::string("{\"a\": 1x}"),
        std::string("{\"a\": inf}"), std::string("\"no end"), std::string("\"\\"), std::string(10000, '['),
        std::string(1000000, '{'), std::string("{\"a\\u12\": 1}"), std::string("\"\xff\""), std::string("[1,]")})
    CHECK(error_of([&] { parse_json(bad, "x.json"); }).find("x.json: not JSON at line 1: ") == 0);
}
