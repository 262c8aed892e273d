#include "draw/canvas.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string_view>

#include "output/support.hpp"
#include "support/paths.hpp"

using namespace floc;
using namespace floc::test;

namespace {

int red_of(const Canvas& canvas, int x, int y) {
  return static_cast<unsigned char>(
      canvas.rgb()[static_cast<std::size_t>(3 * (y * static_cast<int>(canvas.width()) + x))]);
}

}  // namespace

TEST_CASE("a sheet is white, and lines, discs and images are where they were put") {
  Canvas canvas(20, 10);
  CHECK(canvas.rgb() == std::string(3 * 20 * 10, '\xff'));
  canvas.colour({0, 0, 0});
  canvas.line(0, 2.5, 20, 2.5, 1);
  CHECK(red_of(canvas, 10, 2) == 0);
  CHECK(red_of(canvas, 10, 4) == 255);
  canvas.disc(5, 7, 2);
  cairo_fill(canvas.context());
  CHECK(red_of(canvas, 5, 7) == 0);
  CHECK(red_of(canvas, 9, 7) == 255);
  const std::uint32_t pixels[] = {0x400000, 0x800000};
  canvas.image(14, 6, 2, pixels, 2);
  CHECK(red_of(canvas, 14, 6) == 0x40);
  CHECK(red_of(canvas, 15, 6) == 0x80);
}

TEST_CASE("words are as wide as they say, and twice as wide at twice the size") {
  Canvas canvas(300, 40);
  const double width = canvas.words_width({12}, "t = 0.5");
  CHECK(canvas.words_width({24}, "t = 0.5") == doctest::Approx(2 * width).epsilon(0.1));
  canvas.colour({0, 0, 0});
  canvas.words(10, 30, {12}, "t = 0.5");
  int last = 0;
  for (int y = 0; y < 40; ++y)
    for (int x = 0; x < 300; ++x)
      if (red_of(canvas, x, y) < 128) last = std::max(last, x);
  CHECK(last > 20);
  CHECK(last <= 10 + width + 2);
}

TEST_CASE("all words of all pictures are in one font, and only a sheet chooses it") {
  Canvas canvas(100, 40);
  for (const Canvas::Font font : {Canvas::Font{8}, Canvas::Font{30}, Canvas::Font{13, true}}) {
    canvas.words(10, 30, font, "λ");
    CHECK(std::string_view(cairo_toy_font_face_get_family(cairo_get_font_face(canvas.context()))) == "DejaVu Sans");
  }
  std::size_t looked_at = 0;
  for (const char* folder : {"/src", "/benchmarks", "/docs/figures"})
    for (const auto& file : std::filesystem::recursive_directory_iterator(source_dir() + folder)) {
      if (file.path().extension() != ".cpp" && file.path().extension() != ".hpp") continue;
      ++looked_at;
      const std::string text = contents(file.path());
      if (file.path().filename() == "canvas.cpp") continue;
      for (const char* other :
           {"cairo_select_font_face", "cairo_set_font_face", "cairo_show_text", "cairo_text_path", "<text"}) {
        CAPTURE(file.path().string());
        CAPTURE(other);
        CHECK(text.find(other) == text.npos);
      }
    }
  CHECK(looked_at > 100);
}

TEST_CASE("a sheet is saved under its path, PNG or SVG, and nothing else") {
  const TemporaryDirectory dir;
  for (const char* name : {"a.png", "a.svg"}) {
    Canvas canvas(dir / name, 30, 20);
    CHECK(canvas.vector() == (std::string(name) == "a.svg"));
    canvas.line(0, 0, 30, 20, 1);
    canvas.save();
    CHECK(contents(dir / name).find(canvas.vector() ? "<svg" : "PNG") != std::string::npos);
  }
  CHECK_THROWS_AS(Canvas(dir / "a.pdf", 30, 20), Error);
}
