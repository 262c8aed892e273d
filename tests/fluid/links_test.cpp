#include "fluid/links.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace floc;

namespace {

MotionBlock diagonal(double mass, double turn) {
  MotionBlock b{};
  for (std::size_t k = 0; k < 6; ++k) b[7 * k] = k < 3 ? mass : turn;
  return b;
}

}  // namespace

TEST_CASE("links share an impulse by mass, say what they gave, and leave those alone who go as told") {
  const std::vector<MotionBlock> blocks{diagonal(1, 2), diagonal(0.5, 1), diagonal(0, 0)};
  std::vector<RigidMotion> motion{{{{1, 2, 0}}, {}}, {}, {{{0.5, 0, 0}}, {}}};
  Links links;
  const std::vector<LinkRow> rows{{1, 0, {{1, 0, 0}}, {}, {}, 0}, {2, 1, {{0, 1, 0}}, {}, {}, 0}};
  links.factor(rows, blocks);
  links.hold(motion, true);
  CHECK(motion[0].velocity[0] == doctest::Approx(motion[1].velocity[0]));
  CHECK(motion[0].velocity[0] + 2 * motion[1].velocity[0] == doctest::Approx(1));
  CHECK(motion[0].velocity[1] == 2);
  CHECK(motion[2].velocity == Vec3{{0.5, 0, 0}});
  CHECK(links.multiplier()[0] == doctest::Approx(2.0 / 3));
}

TEST_CASE("rows that say what others say do no harm, and speeds are met") {
  const std::vector<MotionBlock> blocks{diagonal(1, 2), diagonal(0.5, 1)};
  std::vector<RigidMotion> motion{{{{1, 2, 0}}, {{0, 0, 1}}}, {}};
  const LinkRow row{1, 0, {{0.6, 0.8, 0}}, {{0, 0, 0.1}}, {{0, 0, -0.2}}, 0.3};
  Links links;
  links.factor(std::vector<LinkRow>{row, row}, blocks);
  links.hold(motion, true);
  const auto value = [&] {
    return dot(row.linear, motion[1].velocity - motion[0].velocity) + 0.1 * motion[1].spin[2] + 0.2 * motion[0].spin[2];
  };
  CHECK(value() == doctest::Approx(0.3));
  links.hold(motion, false);
  CHECK(std::abs(value()) < 1e-12);
}
