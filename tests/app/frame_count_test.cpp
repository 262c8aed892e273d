#include "app/frame_count.hpp"

#include <doctest/doctest.h>

#include "support/process.hpp"

using namespace floc::test;
using floc::app::FrameCount;

namespace {

// What counting to `all` leaves in a file.
std::string counted(bool terminal, std::size_t all) {
  std::FILE* out = std::tmpfile();
  {
    FrameCount count(out, terminal, "reading frame", all);
    for (std::size_t k = 1; k <= all; ++k) count.show(k);
  }
  std::string text(static_cast<std::size_t>(std::ftell(out)), '\0');
  std::rewind(out);
  REQUIRE(std::fread(text.data(), 1, text.size(), out) == text.size());
  std::fclose(out);
  return text;
}

}  // namespace

TEST_CASE("frames are counted on a terminal, from the first to the last, and the line is gone in the end") {
  const std::string text = counted(true, 3);
  CHECK(text.starts_with("\rreading frame 1/3  left "));
  CHECK(contains(text, "\rreading frame 3/3  left 0:00\x1b[K"));
  CHECK(text.ends_with("\r\x1b[K"));
}

TEST_CASE("many frames do not make as many lines") {
  const std::string text = counted(true, 100000);
  CHECK(std::count(text.begin(), text.end(), '\r') < 10000);
}

TEST_CASE("no frame is counted where there is no terminal") { CHECK(counted(false, 1000).empty()); }
