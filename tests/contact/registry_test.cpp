#include <doctest/doctest.h>

#include <set>

#include "contact/law.hpp"

using namespace floc;

TEST_CASE("every law has a name of its own and a help; the first, the default, is the inelastic one") {
  const std::vector<LawKind> kinds = law_kinds();
  REQUIRE_FALSE(kinds.empty());
  CHECK(kinds.front().name == "inelastic");
  std::set<std::string_view> names;
  for (const LawKind& kind : kinds) {
    CHECK(names.insert(kind.name).second);
    CHECK_FALSE(kind.help.empty());
  }
}
