#include "app/progress.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>

#include "support/process.hpp"

using namespace floc;
using namespace floc::app;
using floc::test::contains;

namespace {

StepReport report(std::int64_t step) {
  StepReport r;
  r.step = step;
  r.progress = static_cast<double>(step);
  r.time = 0.24;
  r.bodies = 400;
  r.contacts = 812;
  r.iterations = 14;
  r.overlap = 6.1e-5;
  return r;
}

// What a Progress writes into a file.
template <class F>
std::string written(bool terminal, F&& f) {
  std::FILE* file = std::tmpfile();
  Progress progress(file, terminal, {}, {5000});
  f(progress);
  std::string text(static_cast<std::size_t>(std::ftell(file)), '\0');
  std::rewind(file);
  CHECK(std::fread(text.data(), 1, text.size(), file) == text.size());
  std::fclose(file);
  return text;
}

}  // namespace

TEST_CASE("the progress line tells step, time, contacts, iterations, overlap, speed and time left") {
  CHECK(progress_line(report(1200), {5000}, {310, 310}) ==
        "step 1200/5000  t 0.24  grains 400  contacts 812  it 14  overlap 6.1e-05  310 steps/s  left 0:13");
}

TEST_CASE("with adaptive steps the line tells how far the run is, and the step; what is left goes by time") {
  StepReport r = report(1200);
  r.progress = 301.25;
  r.h = 2.5e-4;
  CHECK(progress_line(r, {5000, true}, {310, 77.5}) ==
        "step 1200  6 %  t 0.24  h 0.00025  grains 400  contacts 812  it 14  overlap 6.1e-05  310 steps/s  left 1:01");
}

TEST_CASE("a speed of zero leaves the time left open") {
  CHECK(contains(progress_line(report(1200), {5000}, {0, 0}), "left ?"));
}

TEST_CASE("seconds read as a clock does, rounded up") {
  CHECK(clock_time(0) == "0:00");
  CHECK(clock_time(-3) == "0:00");
  CHECK(clock_time(6.2) == "0:07");
  CHECK(clock_time(754) == "12:34");
  CHECK(clock_time(3723) == "1:02:03");
  CHECK(clock_time(3 * 86400 + 4 * 3600 + 5 * 60 + 6) == "3 d 4:05:06");
  CHECK(clock_time(std::numeric_limits<double>::infinity()) == "?");
  CHECK(clock_time(std::numeric_limits<double>::quiet_NaN()) == "?");
  CHECK(!clock_time(1e300).empty());
}

TEST_CASE("into a file the progress is whole lines, one now and then") {
  const std::string text = written(false, [](Progress& p) {
    for (int k = 1; k <= 50; ++k) p.show(report(k));  // within the same five seconds
    p.note("a note");
    p.finish(report(51));
  });
  const auto lines = floc::test::lines_of(text);
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].starts_with("step 1/5000"));
  CHECK(lines[1] == "a note");
  CHECK(lines[2].starts_with("step 51/5000"));
  CHECK(!contains(text, "\r"));
  CHECK(!contains(text, "\x1b"));
}

TEST_CASE("on a terminal the progress is one line that is written over; a note stands above it") {
  const std::string text = written(true, [](Progress& p) {
    p.show(report(1));
    p.note("a note");
    p.finish(report(2));
  });
  CHECK(text.starts_with("\rstep 1/5000"));
  CHECK(contains(text, "\r\x1b[Ka note\n\rstep 2/5000"));
  CHECK(text.ends_with("\x1b[K\n"));
}

TEST_CASE("a warning is no part of the output, but takes the live line away before it speaks") {
  const std::string text = written(true, [](Progress& p) {
    p.show(report(1));
    p.warn("");
    p.note("a note");
  });
  CHECK(text.ends_with("\x1b[K\r\x1b[Ka note\n"));
}

TEST_CASE("a progress that nobody can read is no error") {
  std::FILE* full = std::fopen("/dev/full", "w");
  REQUIRE(full != nullptr);
  Progress progress(full, false, {}, {10});
  progress.show(report(1));
  progress.note(std::string(100000, 'x'));
  progress.finish(report(2));
  std::fclose(full);
}
