#include "draw/view_page.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <regex>

#include "core/hash.hpp"
#include "draw/view_support.hpp"
#include "geometry/shapes.hpp"
#include "output/support.hpp"
#include "support/paths.hpp"

using namespace floc;
using namespace floc::test;

namespace {

std::string page_of(const TemporaryDirectory& folder, const std::vector<Snapshot>& frames, const ViewHeader& header,
                    std::span<const Obstacle> obstacles = {}) {
  const std::string path = folder / "view.html";
  std::filesystem::remove(path);
  ViewPage page(path, header, obstacles);
  for (const Snapshot& f : frames) page.add(f);
  CHECK(!std::filesystem::exists(path));
  page.finish({}, {});
  CHECK(!std::filesystem::exists(path + ".tmp"));
  return contents(path);
}

// The texts of the elements that begin with `tag`.
std::vector<std::string> elements(const std::string& page, const std::string& tag) {
  std::vector<std::string> all;
  for (std::size_t at = page.find(tag); at != std::string::npos; at = page.find(tag, at + 1)) {
    const std::size_t from = at + tag.size();
    all.push_back(page.substr(from, page.find("</script>", from) - from));
  }
  return all;
}
const std::string frame_tag = R"(<script type="text/plain" class="frame">)";
const std::string run_tag = R"(<script type="application/json" id="run">)";

// The number after "key":.
double number(const std::string& json, const std::string& key) {
  const std::size_t at = json.find("\"" + key + "\":");
  REQUIRE(at != std::string::npos);
  return std::stod(json.substr(at + key.size() + 3));
}

}  // namespace

TEST_CASE("a page has its frames, and one text with the rest") {
  const TemporaryDirectory folder;
  std::vector<Snapshot> frames{some_frame(3, 12), some_frame(3, 12)};
  frames[1].time = 1.5;
  const Obstacle floor = floor_obstacle(1);
  const std::string page = page_of(folder, frames, {"A <b>title</b>", 3, 12, 2, {{0, 3}}}, std::span(&floor, 1));
  const auto blocks = elements(page, frame_tag), run = elements(page, run_tag);
  REQUIRE(blocks.size() == 2);
  REQUIRE(run.size() == 1);
  const UnpackedFrame f = unpack_view_frame(from_base64(blocks[1]), 3);
  CHECK(f.bodies == 12);
  CHECK(std::abs(f.position[4] - frames[1].bodies.position[4]) < 1e-3);
  CHECK(run[0].starts_with(R"({"title":"A \u003cb>title\u003c/b>","dimension":3,"every":2,"times":[0.75,1.5],)"));
  CHECK(run[0].ends_with("}"));
  CHECK(run[0].find('<') == std::string::npos);
  for (const char* part :
       {R"("groups":[{"name":"sand","colour":"#c2a060"},{"name":"stone","colour":"#808080"}])", R"("name":"floor")",
        R"("name":"speed")", R"("name":"coordination")", R"("exits":[])", R"("links":"AAAAAAMAAAA=")"})
    CHECK_MESSAGE(run[0].find(part) != std::string::npos, part);
  CHECK(number(run[0], "count") == 12);
  const auto radius = from_base64(run[0].substr(run[0].find("\"radius\":\"") + 10));
  float first = 0;
  std::memcpy(&first, radius.data(), sizeof first);
  CHECK(first == 0.1f);
}

TEST_CASE("bodies that are no spheres have their outlines in the page, once a shape") {
  const TemporaryDirectory folder;
  Snapshot frame = some_frame(3, 3);
  frame.bodies.let_turn();
  frame.bodies.shaped = true;
  frame.bodies.shape = {1, 0, 2};
  auto outlines = std::make_shared<Outlines>();
  outlines->mesh = {make_box({{1, 1, 1}})->mesh(8)};
  outlines->of_shape = {-1, 0, 0};
  frame.outlines = outlines;
  const std::string run = elements(page_of(folder, {frame}, {"", 3, 3}, {}), run_tag).at(0);
  const auto of = from_base64(run.substr(run.find("\"outline\":\"") + 11));
  std::array<std::int32_t, 3> which{};
  std::memcpy(which.data(), of.data(), sizeof which);
  CHECK(which == std::array<std::int32_t, 3>{0, -1, 0});
  const std::string shapes = run.substr(run.find("\"shapes\":["));
  CHECK(from_base64(shapes.substr(shapes.find("\"points\":\"") + 10)).size() == 8 * 3 * 4);
  CHECK(from_base64(shapes.substr(shapes.find("\"triangles\":\"") + 13)).size() == 12 * 3 * 4);
  CHECK(elements(page_of(folder, {some_frame(3, 3)}, {"", 3, 3}, {}), run_tag).at(0).find("\"shapes\":[]") !=
        std::string::npos);
}

TEST_CASE("two runs stand in a page one after the other, each with its frames") {
  const TemporaryDirectory folder;
  const std::string path = folder / "view.html";
  ViewPage page(path, {"First", 2, 12}, {});
  page.add(some_frame(2, 12));
  page.begin_beside({}, {}, {"Second", 2, 20}, {});
  page.add(some_frame(2, 20));
  page.add(some_frame(2, 20));
  page.finish({}, {});
  const std::string text = contents(path);
  CHECK(elements(text, frame_tag).size() == 1);
  const auto beside = elements(text, R"(<script type="text/plain" class="beside">)");
  REQUIRE(beside.size() == 2);
  CHECK(unpack_view_frame(from_base64(beside[1]), 2).bodies == 20);
  CHECK(elements(text, run_tag).at(0).starts_with(R"({"title":"First")"));
  CHECK(
      elements(text, R"(<script type="application/json" id="run-beside">)").at(0).starts_with(R"({"title":"Second")"));
}

TEST_CASE("a page that is served may ask its own server, and nobody else") {
  const Json run = Json::object({{"title", "A </script>"}});
  const std::string page = served_page(std::span(&run, 1));
  CHECK(page.find("default-src 'none'; connect-src 'self';") != std::string::npos);
  CHECK(elements(page, run_tag).at(0) == R"({"title":"A \u003c/script>"})");
  CHECK(page.find("id=\"run-beside\">") == std::string::npos);
  CHECK(view_template.find("connect-src") == std::string_view::npos);
}

TEST_CASE("the same frames give the same bytes") {
  const TemporaryDirectory folder;
  const std::vector<Snapshot> frames{some_frame(2, 30)};
  CHECK(page_of(folder, frames, {"", 2, 30, 1}) == page_of(folder, frames, {"", 2, 30, 1}));
}

TEST_CASE("one that flies off does not make all others small") {
  const TemporaryDirectory folder;
  Snapshot frame = some_frame(2, 400);
  const double usual = number(elements(page_of(folder, {frame}, {"", 2, 400, 1}), run_tag)[0], "size");
  frame.bodies.position[0] = 1e5;
  CHECK(number(elements(page_of(folder, {frame}, {"", 2, 400, 1}), run_tag)[0], "size") < 1.2 * usual);
}

TEST_CASE("frames without a body, and bodies without a place, still make a page") {
  const TemporaryDirectory folder;
  Snapshot empty = some_frame(2, 0);
  empty.contacts = {};
  CHECK(elements(page_of(folder, {empty}, {"", 2, 5, 1}), frame_tag).size() == 1);
  Snapshot lost = some_frame(2, 3);
  for (double& x : lost.bodies.position) x = std::nan("");
  CHECK(elements(page_of(folder, {lost}, {"", 2, 3, 1}), frame_tag).size() == 1);
}

TEST_CASE("a page that is not finished leaves nothing; nor one with a body of an unknown name") {
  const TemporaryDirectory folder;
  const std::string path = folder / "view.html";
  set_contents(path, "an older page");
  {
    ViewPage page(path, {"", 2, 12, 1}, {});
    page.add(some_frame(2, 12));
  }
  CHECK(error_of([&] {
          ViewPage(path, {"", 2, 3, 1}, {}).add(some_frame(2, 12));
        }) == "a body is called 3, where there are 3");
  CHECK(error_of([&] { ViewPage(path, {"", 2, 3, 1}, {}).finish({}, {}); }) == path + ": a page needs a frame");
  CHECK(contents(path) == "an older page");
  CHECK(!std::filesystem::exists(path + ".tmp"));
}

TEST_CASE("a full disk is told of") {
  const TemporaryDirectory folder;
  const int status = with_small_disk(100000, [&] {
    const std::string message = error_of([&] { page_of(folder, {some_frame(2, 12)}, {"", 2, 12, 1}); });
    return message.find("view.html.tmp: cannot write") != std::string::npos ? 7 : 8;
  });
  CHECK(status == 7);
}

TEST_CASE("a page is no larger than foretold") {
  const TemporaryDirectory folder;
  std::vector<Snapshot> frames(5, some_frame(3, 2000));
  const double size = static_cast<double>(page_of(folder, frames, {"", 3, 2000, 1}).size());
  const double foretold = view_page_bytes(2000, view_pairs(frames[0]), 5, 3, false);
  CHECK(size <= foretold);
  CHECK(size > 0.7 * foretold);
  for (Snapshot& f : frames) f.bodies = turning_bodies(3, 2000, 1);
  const std::string turning = page_of(folder, frames, {"", 3, 2000, 1});
  CHECK(static_cast<double>(turning.size()) <= view_page_bytes(2000, view_pairs(frames[0]), 5, 3, true));
  CHECK(turning.find(R"("turning":true)") != std::string::npos);
}

TEST_CASE("the page loads nothing from anywhere, and forbids itself to") {
  const std::string page(view_template);
  CHECK(page.find(view_mark) != std::string::npos);
  CHECK(page.find(R"(http-equiv="Content-Security-Policy" content="default-src 'none')") != std::string::npos);
  // What the browser would fetch: no address in the markup but data, no import of a module.
  const std::string head = page.substr(0, page.find("<script"));
  const std::string markup = head + page.substr(page.rfind("</script>"));
  const std::regex address(R"re((src|href)\s*=\s*"([^"]*)")re");
  for (std::sregex_iterator it(markup.begin(), markup.end(), address), end; it != end; ++it)
    CHECK_MESSAGE((*it)[2].str().starts_with("data:"), it->str());
  CHECK(markup.find("@import") == std::string::npos);
  CHECK(markup.find("url(") == std::string::npos);
}

TEST_CASE("the page carries the notice of three.js, and is not too heavy") {
  const std::string page(view_template);
  CHECK(page.find("three.js authors") != std::string::npos);
  CHECK(page.find("The above copyright notice and this permission notice shall be included") != std::string::npos);
  CHECK(page.size() < 700000);
}

// As web/fingerprint.js computes it.
TEST_CASE("the page that the program carries is built from the sources beside it (otherwise: make web)") {
  const std::filesystem::path web = source_dir() + "/web";
  std::vector<std::string> names{"fingerprint.js", "index.html", "package-lock.json", "package.json", "vite.config.js"};
  for (const auto& entry : std::filesystem::directory_iterator(web / "src"))
    names.push_back("src/" + entry.path().filename().string());
  std::sort(names.begin(), names.end());
  Hash hash;
  for (const std::string& name : names) {
    hash.add(std::span<const char>(name));
    hash.add(std::span<const char>(contents(web / name)));
  }
  CHECK(view_template.find(fmt::format(R"(<meta name="floc-sources" content="{:016x}")", hash.value())) !=
        std::string_view::npos);
}
