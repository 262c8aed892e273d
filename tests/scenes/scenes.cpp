// Every folder of scenes/ has what its visitors look for, and its scene, run as they run it but shortened, gives
// the figures of its expected.toml. FLOC_SCENE names one folder; without it all are run.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <regex>
#include <set>

#include "support/expected.hpp"
#include "support/paths.hpp"

using namespace floc;
using namespace floc::test;
namespace fs = std::filesystem;

namespace {

const fs::path scenes = fs::path(source_dir()) / "scenes";

std::set<std::string> names() {
  if (const char* one = std::getenv("FLOC_SCENE")) return {one};
  std::set<std::string> all;
  for (const fs::directory_entry& entry : fs::directory_iterator(scenes))
    if (entry.is_directory()) all.insert(entry.path().filename().string());
  return all;
}

void check_folder(const fs::path& folder) {
  for (const char* file : {"scene.toml", "README.md", "expected.toml"})
    CHECK_MESSAGE(fs::exists(folder / file), (folder / file).string());
  const std::string page = read_file((folder / "README.md").string());
  CHECK(contains(page, "floc run scenes/" + folder.filename().string() + "/scene.toml"));
  // Pictures of its own, or those of the documentation; the first is that of the gallery.
  const std::regex picture(R"re(!\[[^\]]*\]\(([^)]+)\))re");
  const std::sregex_iterator none, first(page.begin(), page.end(), picture);
  CHECK_MESSAGE(first != none, "the page shows no picture");
  for (std::sregex_iterator it = first; it != none; ++it)
    CHECK_MESSAGE(fs::exists(folder / (*it)[1].str()), (*it)[1].str());
  CHECK_MESSAGE(std::regex_search(page, std::regex(R"(\d (processor )?(seconds|minutes|hours))")),
                "the page tells no time");
}

void check_run(const fs::path& folder) {
  const Expected expected = read_expected((folder / "expected.toml").string());
  const TemporaryFolder temporary;
  const std::string out = temporary / "run";
  Words words{"run", (folder / "scene.toml").string(), "-o", out, "--quiet", "--threads", "1"};
  for (const std::string& value : expected.set) words.insert(words.end(), {"--set", value});
  const Outcome outcome = command(words);
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
  const std::map<std::string, double> figures = figures_of(out);
  for (const FigureBounds& bounds : expected.figures) {
    INFO(bounds.figure);
    const auto found = figures.find(bounds.figure);
    REQUIRE_MESSAGE(found != figures.end(), "no such figure");
    CHECK(found->second >= bounds.least);
    CHECK(found->second <= bounds.most);
  }
}

}  // namespace

TEST_CASE("a scene, shortened, gives its expected figures") {
  for (const std::string& name : names()) {
    INFO(name);
    CHECK(fs::exists(scenes / name));
    check_folder(scenes / name);
    check_run(scenes / name);
  }
}
