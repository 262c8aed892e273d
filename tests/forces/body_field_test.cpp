#include "forces/body_field.hpp"

#include <doctest/doctest.h>

#include "core/error.hpp"
#include "forces/field.hpp"
#include "forces_fixture.hpp"

using namespace floc;
using namespace floc::test;

namespace {

Expression of_place(const char* text) { return {text, {"x", "y", "z", "t"}}; }

std::vector<Vec3> sample(const BodyField& f, const Bodies& bodies, double t, int threads = 1) {
  Executor executor(threads);
  std::vector<Vec3> values(bodies.size());
  f.for_each(bodies, t, executor, [&](std::size_t i, const Vec3& u) { values[i] = u; });
  return values;
}

}  // namespace

TEST_CASE("components that vary with the body, with time alone, and not at all, stand side by side") {
  const Bodies bodies = random_bodies(3000, 3);
  const BodyField f("flow", {of_place("4"), of_place("x + y*t"), of_place("2*t")}, false);
  const auto values = sample(f, bodies, 3);
  for (std::size_t i = 0; i < bodies.size(); ++i)
    REQUIRE(norm(values[i] - Vec3{{4, bodies.x(i)[0] + bodies.x(i)[1] * 3, 6}}) < 1e-14);
  const BodyField common("flow", {of_place("4"), of_place("t"), of_place("2*t")}, false);
  for (const Vec3& u : sample(common, bodies, 3)) REQUIRE(u == Vec3{{4, 3, 6}});
}

TEST_CASE("coordinates the dimension lacks are zero, components it lacks are ignored") {
  const Bodies bodies = random_bodies(10, 2);
  const BodyField f("flow", {of_place("z"), of_place("y + z"), of_place("1")}, false);
  for (std::size_t i = 0; i < 10; ++i) CHECK(sample(f, bodies, 0)[i] == Vec3{{0, bodies.x(i)[1], 0}});
}

TEST_CASE("no component is the field 0, too few or too many are an error") {
  const Bodies bodies = random_bodies(10, 3);
  CHECK(sample(BodyField("flow", {}, false), bodies, 0)[5] == Vec3{});
  const BodyField two("flow", {of_place("x"), of_place("y")}, false);
  CHECK_THROWS_WITH_AS(sample(two, bodies, 0), "flow: 2 components in dimension 3", Error);
  CHECK_NOTHROW(sample(two, random_bodies(10, 2), 0));
  CHECK_THROWS_AS(BodyField("flow", std::vector<Expression>(4, of_place("x")), false), Error);
}

TEST_CASE("expressions of other variables are refused") {
  CHECK_THROWS_WITH_AS(BodyField("flow", {Expression("t", {"t"})}, false),
                       "flow: \"t\" has to be an expression of x, y, z, t", Error);
  CHECK_THROWS_AS(BodyField("flow", {Expression("vx", field_variables())}, false), Error);
  CHECK_THROWS_AS(BodyField("force", {of_place("x")}, true), Error);
}

TEST_CASE("values that are not finite are handed on") {
  const Bodies bodies = random_bodies(3000, 1);
  const BodyField f("flow", {of_place("x > 0 ? 1/0 : x")}, false);
  for (int threads : thread_counts) {
    const auto values = sample(f, bodies, 0, threads);
    for (std::size_t i = 0; i < bodies.size(); ++i) REQUIRE(std::isinf(values[i][0]) == (bodies.x(i)[0] > 0));
  }
}
