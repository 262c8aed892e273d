// floc view: the page.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>

#include "draw/view_page.hpp"
#include "support/runs.hpp"

using namespace floc;
using namespace floc::test;

namespace {

std::size_t frames_of(const std::string& page) {
  std::size_t n = 0;
  const std::string tag = "class=\"frame\">";
  for (std::size_t at = page.find(tag); at != std::string::npos; at = page.find(tag, at + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("view writes one page with all frames, obstacles, the title and the graphs of the steps") {
  const TemporaryFolder folder;
  const Outcome o = command({"view", finished_run().directory, "-o", folder / "x.html"});
  CHECK(o.status == 0);
  CHECK(o.err.empty());
  CHECK(o.out == (folder / "x.html") + ": 6 frames; open it in a browser\n");
  const std::string page = read_file(folder / "x.html");
  CHECK(page.starts_with("<!doctype html>"));
  CHECK(page.ends_with("</html>\n"));
  CHECK(frames_of(page) == 6);
  for (const char* part : {"\"title\":\"A bed\"", "\"name\":\"box\"", "\"name\":\"kinetic_energy\"", "\"every\":1"})
    CHECK_MESSAGE(contains(page, part), part);
}

TEST_CASE("view without -o writes into the folder of the run; in every dimension, of crowds too") {
  const TemporaryFolder folder;
  run_scene(scene_file(folder, lonely), folder / "line");
  run_scene(scene_file(folder, bouncing), folder / "space", {"--set", "time.end=0.02", "--set", "particles.0.count=5"});
  run_scene(scene_file(folder, evacuation), folder / "crowd", {"--set", "time.end=0.4"});
  for (const std::string& run : {folder / "line", folder / "space", folder / "crowd"}) {
    CHECK(command({"view", run}).status == 0);
    CHECK(frames_of(read_file(run + "/view.html")) >= 2);
  }
  CHECK(contains(read_file(folder / "crowd/view.html"), "{\"name\":\"south\",\"lines\":"));
}

TEST_CASE("--every takes every n-th frame and the last one") {
  const TemporaryFolder folder;
  for (const auto& [every, frames] : {std::pair{"2", 4}, {"3", 3}, {"100", 2}}) {
    CHECK(command({"view", finished_run().directory, "--every", every, "-o", folder / "x.html"}).status == 0);
    CHECK(frames_of(read_file(folder / "x.html")) == static_cast<std::size_t>(frames));
  }
}

TEST_CASE("a page that would be too large is not begun, and what helps is told") {
  const TemporaryFolder folder;
  const std::string run = finished_run().directory;
  const std::string limit = fmt::format("{:.4f}", 1e-6 * view_page_bytes(260, {}, 3, 2, false) + 1e-4);  // three frames
  const Outcome o = command({"view", run, "--no-network", "--max-size", limit, "-o", folder / "x.html"});
  CHECK(o.status == 2);
  CHECK_MESSAGE(contains(o.err,
                         "; take fewer frames: --every 3; frames as they are played: --serve; or a larger page: "
                         "--max-size 1"),
                o.err);
  CHECK(!std::filesystem::exists(folder / "x.html"));
  CHECK(command({"view", run, "--no-network", "--max-size", limit, "--every", "3", "-o", folder / "x.html"}).status ==
        0);
  const Outcome never = command({"view", run, "--max-size", "0.1", "-o", folder / "y.html"});
  CHECK(never.status == 2);
  CHECK(!contains(never.err, "--every"));
}

TEST_CASE("a page without contacts is smaller, and a page that they make too large says so") {
  const TemporaryFolder folder;
  const std::string run = finished_run().directory;
  REQUIRE(command({"view", run, "-o", folder / "x.html"}).status == 0);
  REQUIRE(command({"view", run, "--no-network", "-o", folder / "y.html"}).status == 0);
  CHECK(contains(read_file(folder / "x.html"), "\"network\":{\"force\":"));
  CHECK(contains(read_file(folder / "y.html"), "\"network\":null"));
  CHECK(read_file(folder / "y.html").size() < read_file(folder / "x.html").size());
  const TrajectoryReader trajectory(run + "/trajectory.h5");
  const std::size_t frames = trajectory.frames();
  const std::string limit = fmt::format("{:.4f}", 1e-6 * view_page_bytes(260, {}, frames, 2, false) + 1e-4);
  const Outcome o = command({"view", run, "--max-size", limit, "-o", folder / "z.html"});
  CHECK_MESSAGE(contains(o.err, "no contacts: --no-network; "), o.err);
  CHECK(command({"view", run, "--no-network", "--max-size", limit, "-o", folder / "z.html"}).status == 0);
}

TEST_CASE("two runs beside each other are in one page; of different dimensions they are not") {
  const TemporaryFolder folder;
  const std::string run = finished_run().directory;
  const Outcome o = command({"view", run, "--beside", run, "-o", folder / "x.html"});
  CHECK(o.status == 0);
  const std::string page = read_file(folder / "x.html");
  CHECK(contains(page, "id=\"run-beside\">{\"title\":\"A bed\""));
  CHECK(contains(page, "class=\"beside\">"));
  run_scene(scene_file(folder, bouncing), folder / "space", {"--set", "time.end=0.02"});
  const Outcome other = command({"view", run, "--beside", folder / "space", "-o", folder / "y.html"});
  CHECK(other.status == 2);
  CHECK(contains(other.err, "runs beside each other share a camera; these are in 2D and 3D"));
  CHECK(!std::filesystem::exists(folder / "y.html"));
  CHECK(command({"view", run, "--beside", folder / "nowhere"}).status == 1);
}

TEST_CASE("wrong words are wrong input, and nothing is written") {
  const TemporaryFolder folder;
  const std::string run = finished_run().directory;
  const Outcome wrong = command({"view", run, "-o", folder / "x.png"});
  CHECK(wrong.status == 2);
  CHECK(contains(wrong.err, "a page is a .html file"));
  for (const Words& more :
       {Words{"--every", "0"}, {"--every", "some"}, {"--max-size", "-1"}, {"--serve", "70000"}, {"--serve", "x"}}) {
    Words words{"view", run, "-o", folder / "x.html"};
    words.insert(words.end(), more.begin(), more.end());
    CHECK(command(words).status == 2);
  }
  CHECK(!std::filesystem::exists(folder / "x.html"));
}

TEST_CASE("folders that hold no run, half of one or a broken one give a message") {
  const TemporaryFolder folder;
  const Outcome none = command({"view", folder / "nowhere"});
  CHECK(none.status == 1);
  CHECK(contains(none.err, "there is no trajectory.h5 in it"));
  const std::string run = folder / "run";
  std::filesystem::copy(finished_run().directory, run);
  const std::string whole = read_file(run + "/trajectory.h5");
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{100}, whole.size() / 3}) {
    write_file(run + "/trajectory.h5", whole.substr(0, bytes));
    const Outcome o = command({"view", run});
    CHECK(o.status == 1);
    CHECK(contains(o.err, "floc: "));
    CHECK(!std::filesystem::exists(run + "/view.html"));
  }
}

TEST_CASE("without steps.csv, or with a broken one, there is a page without graphs and a word about it") {
  const TemporaryFolder folder;
  const std::string run = folder / "run";
  std::filesystem::copy(finished_run().directory, run);
  write_file(run + "/steps.csv", "step,time\nnonsense\n");
  const Outcome broken = command({"view", run});
  CHECK(broken.status == 0);
  CHECK(contains(broken.err, "the page has no graphs: " + run + "/steps.csv:2: not a line of 2 numbers"));
  std::filesystem::remove(run + "/steps.csv");
  const Outcome missing = command({"view", run});
  CHECK(missing.status == 0);
  CHECK(contains(missing.err, "steps.csv: cannot open"));
  CHECK(contains(read_file(run + "/view.html"), "\"graphs\":[]"));
}

TEST_CASE("a place that cannot be written fails and names the file") {
  const TemporaryFolder folder;
  const Outcome o = command({"view", finished_run().directory, "-o", folder / "nowhere/x.html"});
  CHECK(o.status == 1);
  CHECK(contains(o.err, folder / "nowhere/x.html"));
}
