#include "scene/entries.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "scene/scene.hpp"

using namespace floc;
using namespace floc::scene;

namespace {

const Entry* below(const Entry& e, const std::string& name) {
  const auto at = std::find_if(e.below.begin(), e.below.end(), [&](const Entry& b) { return b.name == name; });
  return at == e.below.end() ? nullptr : &*at;
}

}  // namespace

TEST_CASE("everything that is declared is a tree: tables, kinds and keys with their paths") {
  const Entry root = everything({});
  const Entry* particles = below(root, "particles");
  REQUIRE(particles);
  CHECK(particles->what == Entry::What::list);
  CHECK(title(*particles) == "[[particles]]");
  const Entry* random = below(*particles, "random");
  REQUIRE(random);
  CHECK(random->what == Entry::What::kind);
  CHECK(title(*random) == "particles.random (kind = \"random\")");
  const Entry* count = below(*random, "count");
  REQUIRE(count);
  CHECK(count->path == "particles.random.count");
  CHECK(details(*count) == "integer; at least 1, at most 100000000");
}

TEST_CASE("keys that exclude each other are told as sets") {
  const Entry root = everything({});
  const Entry* random = below(*below(root, "particles"), "random");
  REQUIRE(random);
  CHECK(random->sets == std::vector<std::vector<std::string>>{{"count"}, {"fraction"}});
  CHECK(random->rule == "exactly one of: count | fraction");
}
