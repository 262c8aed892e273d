#include <doctest/doctest.h>

#include "core/error.hpp"
#include "scene/scene.hpp"

using namespace floc;

TEST_CASE("every declared table, kind and key is explained, with help") {
  const std::vector<std::string> keys = scene::declared_keys();
  CHECK(keys.size() > 100);
  for (const std::string& key : keys) {
    CAPTURE(key);
    const std::string page = explain(key);
    CHECK(page.find(key) != std::string::npos);
    CHECK(page.find(": \n") == std::string::npos);  // no help
  }
}

TEST_CASE("the overview names every table") {
  const std::string all = explain();
  for (const char* table : {"title", "[scene]", "[time]", "[constants]", "[domain]", "[[groups]]", "[[particles]]",
                            "[[obstacles]]", "[contact]", "[forces]", "[solver]", "[output]", "[start]"}) {
    CAPTURE(table);
    CHECK(all.find(std::string("\n") + table + ":") != std::string::npos);
  }
}

TEST_CASE("the page of a key has its type, bounds, unit, default and example") {
  CHECK(explain("solver.tolerance") ==
        "solver.tolerance: worst overlap after a step\n"
        "  type      number, above 0, at most 0.1\n"
        "  unit      r̄\n"
        "  default   0.0001\n"
        "  example   tolerance = 1e-5\n");
  CHECK(explain("time.step") ==
        "time.step: time step h\n"
        "  type      number, above 0\n"
        "  unit      s\n"
        "  default   none, it is required\n"
        "  example   step = 1e-3\n");
  CHECK(explain("obstacles.wall.from") ==
        "obstacles.wall.from: one end of the segment\n"
        "  type      vector, in dimension 2\n"
        "  unit      m\n"
        "  example   from = [0, 1]\n");
}

TEST_CASE("the page of a kind lists its keys and what excludes what") {
  const std::string page = explain("forces.drag");
  CHECK(page.rfind("[[forces.drag]]: drag in a given flow", 0) == 0);
  CHECK(page.find("exactly one of: tau | viscosity") != std::string::npos);
  CHECK(explain("obstacles.sphere").rfind("obstacles.sphere (kind = \"sphere\"): ", 0) == 0);
}

TEST_CASE("a key is found without its kind, in all kinds that have it") {
  const std::string page = explain("particles.count");
  CHECK(page.find("particles.random.count") != std::string::npos);
  CHECK(page.find("particles.pour.count") != std::string::npos);
}

TEST_CASE("the last part of a path is found by itself, and a word by the help that has it") {
  CHECK(explain("gravity") == explain("forces.gravity"));
  CHECK(explain("cylinder") == explain("obstacles.cylinder"));
  CHECK(explain("half-space") == explain("obstacles.half-space") + "\n" + explain("removals.half-space"));
  CHECK(explain("law") == explain("contact.law"));
  const std::string radii = explain("radius");  // of many things: a line each
  CHECK(radii.find("\"radius\"") != std::string::npos);
  CHECK(radii.find("obstacles.sphere.radius: ") != std::string::npos);
  CHECK(explain("adhesion").find("contact.gluey") != std::string::npos);
  CHECK(explain("Adhesion") != "");
}

TEST_CASE("keys that only some kinds have beside their own are told, such as the shape of particles") {
  CHECK(explain("particles").find("\n  shape ") != std::string::npos);
  CHECK(explain("particles.shape.mesh").find("path") != std::string::npos);
  CHECK(explain("particles.shape.clump.parts").find("centre") != std::string::npos);
}

TEST_CASE("no type reads as a list of nothing") {
  for (const std::string& key : scene::declared_keys()) {
    INFO(key);
    CHECK(explain(key).find("\"\"") == std::string::npos);
    CHECK(explain(key).find("list of )") == std::string::npos);
  }
}

TEST_CASE("an unknown key is an error that offers the nearest") {
  CHECK_THROWS_WITH_AS(explain("solver.tolerence"),
                       "there is no table or key \"solver.tolerence\"; did you mean \"solver.tolerance\"?", Error);
  CHECK_THROWS_WITH_AS(explain("?"), "there is no table or key \"?\"", Error);
}
