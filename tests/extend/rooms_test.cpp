// The table of rooms in src/README.md: an order, and all of src in it.
#include <doctest/doctest.h>

#include <algorithm>
#include <regex>
#include <set>
#include <vector>

#include "extend/sources.hpp"

using namespace floc;
using test::sources;

namespace {

// Every match of a pattern with one group.
std::vector<std::string> all_of(const std::string& text, const char* pattern) {
  const std::regex regex(pattern, std::regex::ECMAScript | std::regex::multiline);
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at) found.push_back((*at)[1]);
  return found;
}

// From the lowest to the highest.
std::vector<std::string> rooms() { return all_of(sources().at("README.md"), "^\\| `([a-z]+)` \\|"); }

}  // namespace

TEST_CASE("the table of rooms has every folder of src, once") {
  std::set<std::string> folders;
  for (const auto& [path, text] : sources())
    if (const std::size_t slash = path.find('/'); slash != path.npos) folders.insert(path.substr(0, slash));
  std::vector<std::string> table = rooms();
  std::ranges::sort(table);
  CHECK(table == std::vector<std::string>(folders.begin(), folders.end()));
}

TEST_CASE("no include points up the table of rooms") {
  const std::vector<std::string> table = rooms();
  const auto level = [&](const std::string& room) { return std::ranges::find(table, room) - table.begin(); };
  std::size_t looked_at = 0;
  for (const auto& [path, text] : sources()) {
    const std::size_t slash = path.find('/');
    if (slash == path.npos) continue;  // what the whole library offers
    for (const std::string& included : all_of(text, "^\\s*#\\s*include \"([a-z]+)/")) {
      CAPTURE(path);
      CAPTURE(included);
      CHECK(level(included) <= level(path.substr(0, slash)));
      ++looked_at;
    }
  }
  CHECK(looked_at > 1000);
}
