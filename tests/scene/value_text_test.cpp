#include "scene/value_text.hpp"

#include <doctest/doctest.h>

using namespace floc;
using namespace floc::scene;

namespace {
template <class T>
std::string text(T value, int dimension = 2) {
  return value_text(Slot(Ref(value)), dimension);
}
}  // namespace

TEST_CASE("values of every type are written as TOML") {
  CHECK(text(true) == "true");
  CHECK(text(std::int64_t{-3}) == "-3");
  CHECK(text(0.1) == "0.1");
  CHECK(text(1e-20) == "1e-20");
  CHECK(text(-0.0) == "-0.0");  // not the integer, which has no sign
  CHECK(text(std::string("say \"hi\"\n\\")) == R"("say \"hi\"\u000a\\")");
  CHECK(text(NumberOrWord{2.5, ""}) == "2.5");
  CHECK(text(NumberOrWord{0, "radius-cubed"}) == "\"radius-cubed\"");
  CHECK(text(Interval{1, 2}) == "[1, 2]");
  CHECK(text(Vec3{{1, 2, 3}}) == "[1, 2]");
  CHECK(text(Vec3{{1, 2, 3}}, 3) == "[1, 2, 3]");
  CHECK(text(Expression("x + 1", {"x"})) == "\"x + 1\"");
  CHECK(text(Expressions{Expression("x", {"x"}), Expression("0", {})}) == R"(["x", "0"])");
  CHECK(text(std::vector<std::int64_t>{1, 2}) == "[1, 2]");
  CHECK(text(std::vector<double>{}) == "[]");
  CHECK(text(std::vector<std::string>{"x", "y"}) == R"(["x", "y"])");
  CHECK(text(std::vector<Vec3>{Vec3{{1, 2, 0}}, Vec3{{3, 4, 0}}}) == "[[1, 2], [3, 4]]");
  CHECK(text(std::map<std::string, double>{{"U0", 1.5}, {"k", 2}}) == "{ U0 = 1.5, k = 2 }");
}

TEST_CASE("a reference tells an optional that is empty from one that is set") {
  std::optional<double> maybe;
  const Ref ref(maybe);
  CHECK(ref.optional());
  CHECK_FALSE(ref.present());
  ref.set(2);
  CHECK(ref.present());
  CHECK(value_text(Slot(ref), 2) == "2");
}
