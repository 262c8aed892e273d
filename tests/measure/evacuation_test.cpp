#include "measure/evacuation.hpp"

#include <cmath>

#include "core/error.hpp"
#include "measure/frames.hpp"

using namespace floc;
using namespace floc::test;

namespace {

Instant with(std::vector<std::int64_t> ids, double time) {
  Instant now{empty(2)};
  now.time = time;
  for (const std::int64_t id : ids) {
    add(now.bodies, {{static_cast<double>(id), 0, 0}});
    now.bodies.id.back() = id;
  }
  return now;
}

}  // namespace

TEST_CASE("who was there and is no longer has left; who was not has entered") {
  const auto m = MeasureEvacuation{}.make(settings(2));
  CHECK(m->take(with({0, 1, 2, 3}, 0).frame())[0][0] == 4);
  const Lines second = m->take(with({1, 3, 4}, 2).frame());
  CHECK(second[0] == std::vector<double>{3, 1, 2, 1});
  const auto other = MeasureEvacuation{}.make(settings(2));
  other->recall(m->memory());
  CHECK(m->take(with({}, 3).frame())[0] == std::vector<double>{0, 1, 5, 3});
  CHECK(other->take(with({}, 3).frame())[0] == std::vector<double>{0, 1, 5, 3});
  CHECK_THROWS_AS(other->recall(std::vector<double>{1}), Error);
}
