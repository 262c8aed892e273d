#include "draw/ticks.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace floc;

namespace {

std::string labels(const Scale& scale, int about) {
  std::string text;
  for (const Tick& t : make_ticks(scale, about).ticks)
    if (!t.label.empty()) text += (text.empty() ? "" : " ") + t.label;
  return text;
}

}  // namespace

TEST_CASE("ticks of a linear axis lie at 1, 2 or 5 times a power of ten") {
  CHECK(labels({0, 1}, 5) == "0.0 0.2 0.4 0.6 0.8 1.0");
  CHECK(labels({0, 10}, 4) == "0 2 4 6 8 10");
  CHECK(labels({-0.3, 0.3}, 4) == "−0.2 0.0 0.2");
  CHECK(labels({1998.7, 2003.1}, 4) == "1999 2000 2001 2002 2003");
  CHECK(labels({0.05, 0.13}, 4) == "0.06 0.08 0.10 0.12");
}

TEST_CASE("very large and very small numbers share a power of ten") {
  const Ticks large = make_ticks({0, 4e6}, 4), small = make_ticks({-2e-7, 1e-7}, 3);
  CHECK(large.exponent == 6);
  CHECK(labels({0, 4e6}, 4) == "0 1 2 3 4");
  CHECK(small.exponent == -7);
  CHECK(labels({-2e-7, 1e-7}, 3) == "−2 −1 0 1");
}

TEST_CASE("ticks of a logarithmic axis lie at powers of ten, fewer of many and more of few") {
  CHECK(labels({1e-3, 1e3, true}, 6) == "10⁻³ 10⁻² 10⁻¹ 10⁰ 10¹ 10² 10³");
  CHECK(labels({1e-20, 1, true}, 5) == "10⁻¹⁸ 10⁻¹⁵ 10⁻¹² 10⁻⁹ 10⁻⁶ 10⁻³ 10⁰");
  CHECK(labels({0.02, 300, true}, 5) == "0.1 1 10 100");
  CHECK(labels({1, 60, true}, 5) == "1 2 5 10 20 50");
  CHECK(labels({1e-5, 3e-5, true}, 5).find("2") != std::string::npos);
  CHECK(make_ticks({1e-3, 1e3, true}, 6).ticks.size() == 6 * 9 + 1);  // with the small ones
  CHECK(labels({2.1, 3.9, true}, 3) == "2.5 3.0 3.5");                // hardly a decade: as a linear one
}

TEST_CASE("ticks ascend within the scale, whatever the range") {
  for (const bool log : {false, true})
    for (const double low : {1e-9, 0.37, 1.0, 812.0, 3e11})
      for (const double factor : {1.001, 1.5, 7.0, 1e3, 1e15})
        for (const int about : {0, 1, 5, 20}) {
          const Scale scale{low, low * factor, log};
          double last = -1;
          const Ticks ticks = make_ticks(scale, about);
          CHECK(ticks.ticks.size() < 200);
          for (const Tick& t : ticks.ticks) {
            CHECK(t.value > last);
            CHECK(scale.place(t.value) > -1e-6);
            CHECK(scale.place(t.value) < 1 + 1e-6);
            last = t.value;
          }
        }
}

TEST_CASE("a scale holds its finite values with a margin, and given ends replace its own") {
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  const Scale s = make_scale({3, nan, 1, infinity, 2}, false, 0.1, {}, {});
  CHECK(s.low == doctest::Approx(0.8));
  CHECK(s.high == doctest::Approx(3.2));
  const Scale given = make_scale({3, 1}, false, 0.1, 0.0, {});
  CHECK(given.low == 0);
  CHECK(given.high == doctest::Approx(3.3));
  const Scale log = make_scale({-5, 0, 10, 1000}, true, 0.5, {}, {});
  CHECK(log.low == doctest::Approx(1));
  CHECK(log.high == doctest::Approx(10000));
  CHECK(log.place(100) == doctest::Approx(0.5));
  CHECK(std::isnan(log.place(-1)));
  CHECK(std::isnan(log.place(nan)));
}

TEST_CASE("there is always a scale: for no value, one value, equal values, ends the wrong way round") {
  const double nan = std::nan("");
  for (const bool log : {false, true})
    for (const std::vector<double>& values :
         {std::vector<double>{}, {nan}, {0.0}, {-4.0, -4.0}, {7.0}, {7.0, 7.0 * (1 + 1e-15)}})
      for (const std::optional<double> low : {std::optional<double>(), std::optional(-1.0), std::optional(9.0)})
        for (const std::optional<double> high : {std::optional<double>(), std::optional(nan), std::optional(2.0)}) {
          const Scale s = make_scale(values, log, 0.05, low, high);
          CHECK(s.low < s.high);
          CHECK(std::isfinite(s.low));
          CHECK(std::isfinite(s.high));
          if (log) CHECK(s.low > 0);
          CHECK(!make_ticks(s, 5).ticks.empty());
        }
}
