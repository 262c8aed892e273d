#include "contact/inelastic.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

using namespace floc;

namespace {

struct Never final : VelocityProjection {
  bool operator()(std::span<const double>, std::span<double>) override {
    throw std::logic_error("an inelastic contact needs no second projection");
  }
};

}  // namespace

TEST_CASE("inelastic contacts keep the projected velocity, have no bounds of their own and remember nothing") {
  Contacts c;
  Never project;
  const double free[2] = {1, 2}, moved[2] = {3, 4};
  double kept[2] = {3, 4};
  Cones cones;
  const auto law = inelastic();
  law->cones(c, {{}, 0.1, 1e-4}, cones);
  CHECK(cones.lower.empty());
  CHECK(cones.target.empty());
  CHECK_FALSE(law->remembers_multipliers());
  CHECK_FALSE(law->bounces());
  CHECK(law->finish(c, cones, {{}, 0.1, 1e-4}, free, moved, kept, project));
  CHECK(kept[0] == 3);
  CHECK(kept[1] == 4);
}
