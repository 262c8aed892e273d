// The pages of the reference: src/scene/reference.cpp.
#include <doctest/doctest.h>

#include <set>

#include "scene/entries.hpp"
#include "scene/scene.hpp"

using namespace floc;

namespace {

std::string page(const std::string& path) {
  for (const ReferencePage& p : reference_pages())
    if (p.path == path) return p.text;
  return {};
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("the reference has a page for each table, and one that lists them") {
  const std::vector<ReferencePage> pages = reference_pages();
  CHECK(pages.front().path == "scene.md");
  std::set<std::string> paths;
  for (const ReferencePage& p : pages) paths.insert(p.path);
  for (const scene::Entry& e : scene::everything({}).below) {
    CHECK_MESSAGE(paths.count("scene/" + e.name + ".md"), e.name);
    CHECK_MESSAGE(contains(pages.front().text, "(scene/" + e.name + ".md)"), e.name);
  }
  CHECK(contains(pages.front().text, "## What does not combine"));
}

TEST_CASE("a page has an example with every key, those that exclude each other as comments, and a line for each key") {
  const std::string text = page("scene/particles.md");
  CHECK(contains(text, "```toml\n[[particles]]\nkind = \"random\"\ncount = 500\n# or: fraction = 0.4\nlow = [0, 0]\n"));
  CHECK(contains(text,
                 "| <a id=\"particles.random.count\"></a>`count` | integer, at least 1, at most 100000000 |  | how "
                 "many particles |"));
  CHECK(contains(text, "Exactly one of: count or fraction."));
  CHECK(contains(page("scene/time.md"), "`step` | number, above 0, in s | **required** | time step h |"));
}

TEST_CASE("what is no markup is not taken for any: bars, stars and underscores of the help") {
  for (const ReferencePage& p : reference_pages()) {
    CAPTURE(p.path);
    std::size_t columns = 0;
    for (std::size_t at = 0; at < p.text.size();) {
      const std::size_t end = std::min(p.text.find('\n', at), p.text.size());
      const std::string line = p.text.substr(at, end - at);
      std::size_t bars = 0;
      for (std::size_t k = 0; k < line.size(); ++k) bars += line[k] == '|' && (k == 0 || line[k - 1] != '\\') ? 1 : 0;
      if (line.empty() || line[0] != '|')
        columns = 0;
      else if (columns == 0)
        columns = bars;
      else
        CHECK_MESSAGE(bars == columns, line);
      at = end + 1;
    }
  }
}
