#include "draw/streamlines.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace floc;

TEST_CASE("streamlines of a rotation are circles, apart from each other, and fill the box") {
  const auto lines =
      streamlines([](const PlanePoint& x) { return PlanePoint{-x[1], x[0]}; }, {-1, -1}, {1, 1}, 0.1);
  CHECK(lines.size() > 8);
  double longest = 0;
  for (const Streamline& line : lines) {
    const double r = std::hypot(line.points[0][0], line.points[0][1]);
    for (const PlanePoint& p : line.points) CHECK(std::abs(std::hypot(p[0], p[1]) - r) < 1e-5);
    longest = std::max(longest, static_cast<double>(line.points.size()) * 0.012 / r);
  }
  CHECK(longest > 6);  // once round
  for (std::size_t a = 0; a < lines.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      for (const PlanePoint& p : lines[a].points)
        for (const PlanePoint& q : lines[b].points) REQUIRE(std::hypot(p[0] - q[0], p[1] - q[1]) > 0.049);
}

TEST_CASE("they point downstream, and where nothing flows there are none") {
  const auto lines = streamlines([](const PlanePoint&) { return PlanePoint{-2, 0}; }, {0, 0}, {4, 1}, 0.2);
  CHECK(lines.size() == 5);
  for (const Streamline& line : lines) CHECK(line.points.front()[0] > line.points.back()[0] + 3.9);
  CHECK(streamlines([](const PlanePoint&) { return PlanePoint{0, 0}; }, {0, 0}, {4, 1}, 0.2).empty());
  CHECK(streamlines([](const PlanePoint&) { return PlanePoint{1, 0}; }, {0, 0}, {0, 1}, 0.2).empty());
}
