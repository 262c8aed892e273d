#include "draw/movie.hpp"

#include <doctest/doctest.h>

#include <filesystem>

#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

namespace {

constexpr int side = 32;

std::string frame(int shade) {
  std::string rgb;
  for (int k = 0; k < side * side; ++k) rgb += {static_cast<char>(shade), static_cast<char>(k % 251), '\x40'};
  return rgb;
}

void film(const std::string& path, int frames, const std::string& program = "ffmpeg") {
  Movie movie(path, side, side, 10, program);
  for (int k = 0; k < frames; ++k) movie.add(frame(20 * k));
  movie.finish();
}

}  // namespace

TEST_CASE("movies are MP4, WebM and GIF files by their ending, and nothing else is left") {
  const TemporaryDirectory dir;
  for (const std::string name : {"x.mp4", "x.webm", "x.gif"}) {
    CHECK(is_movie(name));
    film(dir / name, 3);
  }
  CHECK(contents(dir / "x.mp4").substr(4, 4) == "ftyp");
  CHECK(contents(dir / "x.webm").substr(0, 4) == "\x1a\x45\xdf\xa3");
  const std::string gif = contents(dir / "x.gif");
  CHECK(gif.substr(0, 6) == "GIF89a");
  CHECK(gif[6] == side);
  CHECK(gif[8] == side);
  const auto files = std::filesystem::directory_iterator(dir.path());
  CHECK(std::distance(begin(files), end(files)) == 3);
}

TEST_CASE("the same frames make the same movie") {
  const TemporaryDirectory dir;
  film(dir / "a.gif", 2);
  film(dir / "b.gif", 2);
  CHECK((contents(dir / "a.gif") == contents(dir / "b.gif")));
}

TEST_CASE("a path that is no movie, a folder that is not there and a frame of another size are errors") {
  const TemporaryDirectory dir;
  CHECK_FALSE(is_movie("x.avi"));
  CHECK(error_of([&] { Movie(dir / "x.avi", side, side, 10); }).find("a movie is a .mp4, a .webm or a .gif") !=
        std::string::npos);
  CHECK(error_of([&] { Movie(dir / "nowhere/x.mp4", side, side, 10); }).find("cannot open") != std::string::npos);
  Movie movie(dir / "x.mp4", side, side, 10);
  CHECK(error_of([&] { movie.add("short"); }).find("a frame of 5 bytes") != std::string::npos);
}

TEST_CASE("without ffmpeg, or when it fails, one is told why, and an old movie stays") {
  const TemporaryDirectory dir;
  set_contents(dir / "x.mp4", "old");
  CHECK(error_of([&] { film(dir / "x.mp4", 3, "no-such-ffmpeg"); }).find("which is not installed") !=
        std::string::npos);
  CHECK(error_of([&] { film(dir / "x.mp4", 300, "false"); }).find("ffmpeg failed") != std::string::npos);
  set_contents(dir / "grumble", "#!/bin/sh\necho no room for pixels >&2\nexit 3\n");
  std::filesystem::permissions(dir / "grumble", std::filesystem::perms::owner_all);
  CHECK(error_of([&] { film(dir / "x.mp4", 300, dir / "grumble"); }).find("ffmpeg failed: no room for pixels") !=
        std::string::npos);
  {
    Movie unfinished(dir / "x.mp4", side, side, 10);
  }
  CHECK(contents(dir / "x.mp4") == "old");
  CHECK_FALSE(std::filesystem::exists(dir / "x.mp4.tmp"));
}
