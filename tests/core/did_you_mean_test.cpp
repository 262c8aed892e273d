#include "core/did_you_mean.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace floc;

TEST_CASE("the nearest word is offered, and none when all are far") {
  const std::vector<std::string> words{"gravity", "drag", "field"};
  CHECK(did_you_mean("graivty", words) == "; did you mean \"gravity\"?");  // a swap is one mistake
  CHECK(did_you_mean("drg", words) == "; did you mean \"drag\"?");
  CHECK(did_you_mean("fielld", words) == "; did you mean \"field\"?");
  CHECK(did_you_mean("viscosity", words).empty());
  CHECK(did_you_mean(std::string(100000, 'g'), words).empty());
  CHECK(did_you_mean("", words).empty());
  CHECK(did_you_mean("drag", {}).empty());
}
