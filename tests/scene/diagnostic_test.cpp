#include "scene/diagnostic.hpp"

#include <doctest/doctest.h>

using namespace floc;

TEST_CASE("a diagnostic prints as file, line, column and message, as far as they are known") {
  CHECK(Diagnostic{"a.toml", 12, 5, "wrong"}.str() == "a.toml:12:5: wrong");
  CHECK(Diagnostic{"a.csv", 3, 0, "wrong"}.str() == "a.csv:3: wrong");
  CHECK(Diagnostic{"--set a=1", 0, 0, "wrong"}.str() == "--set a=1: wrong");
}

TEST_CASE("diagnostics are sorted by place, equal places in the order they were found") {
  std::vector<Diagnostic> all{{"a", 2, 1, "d"}, {"a", 1, 9, "b"}, {"a", 1, 9, "c"}, {"a", 1, 2, "a"}};
  sort(all);
  std::string order;
  for (const Diagnostic& d : all) order += d.message;
  CHECK(order == "abcd");
}
