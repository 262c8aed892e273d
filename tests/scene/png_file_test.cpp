#include "scene/png_file.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/error.hpp"
#include "output/support.hpp"
#include "support/png.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("the pixels of a PNG file are read row by row from the top") {
  const TemporaryDirectory dir;
  set_contents(dir / "a.png", png(2, 2, {{10, 20, 30}, {255, 0, 0}, {0, 0, 0}, {255, 255, 255}}));
  const PixelImage image = scene::read_png(dir / "a.png");
  CHECK(image.width == 2);
  CHECK(image.height == 2);
  CHECK(image.colour[0] == std::array<std::uint8_t, 3>{10, 20, 30});
  CHECK(image.colour[1] == std::array<std::uint8_t, 3>{255, 0, 0});
  CHECK(image.colour[3] == std::array<std::uint8_t, 3>{255, 255, 255});
}

TEST_CASE("files that are not there, no PNG, torn or far too large are errors that name them") {
  const TemporaryDirectory dir;
  const auto why = [&](const std::string& text) {
    set_contents(dir / "b.png", text);
    return error_of([&] { scene::read_png(dir / "b.png"); });
  };
  CHECK(error_of([&] { scene::read_png(dir / "none.png"); }) ==
        fmt::format("there is no file \"{}\"", dir / "none.png"));
  CHECK(error_of([&] { scene::read_png(dir.path()); }) == fmt::format("cannot read \"{}\"", dir.path()));
  CHECK(why("hello") == fmt::format("\"{}\" is not a PNG image", dir / "b.png"));
  std::string good = png({"   ", " # ", "   "});
  CHECK(why(good).empty());
  CHECK(why(good.substr(0, good.size() / 2)).find("as a PNG image") != std::string::npos);
  // Cairo takes what it cannot unpack for a want of memory.
  for (std::size_t at = 8; at < good.size(); ++at) {
    std::string broken = good;
    broken[at] = static_cast<char>(broken[at] ^ 0x55);
    CHECK_MESSAGE(why(broken).find("memory") == std::string::npos, at);
  }
  good[16] = '\x70';  // the width
  CHECK(why(good).find("has more than") != std::string::npos);
}
