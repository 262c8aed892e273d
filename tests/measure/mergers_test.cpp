#include "measure/mergers.hpp"

#include "core/error.hpp"
#include "measure/frames.hpp"

using namespace floc;
using namespace floc::test;

namespace {

using Mergers = std::map<std::pair<std::int32_t, std::int32_t>, double>;

// Bodies 0 … n − 1 in the aggregates that these numbers name, in the order of their first body.
struct Story {
  AggregateStories stories;
  Changes then(std::vector<std::int32_t> of) {
    Bodies b = empty(1);
    Aggregates all;
    for (const std::int32_t a : of) {
      add(b, {});
      if (a == static_cast<std::int32_t>(all.size.size())) all.size.push_back(0);
      ++all.size[static_cast<std::size_t>(a)];
    }
    all.of = std::move(of);
    return stories.follow(b, all);
  }
};

}  // namespace

TEST_CASE("two aggregates that become one have merged; the first frame tells nothing") {
  Story s;
  CHECK(s.then({0, 0, 1, 2, 3}).met == 0);
  const Changes c = s.then({0, 0, 0, 1, 1});
  CHECK(c.mergers == Mergers{{{1, 2}, 1}, {{1, 1}, 1}});
  CHECK(c.met == 2);
  CHECK(c.broken == 0);
  CHECK(c.met_in_crowds == 0);
}

TEST_CASE("a merger of three is two mergers, dealt out evenly among its pairs") {
  Story s;
  s.then({0, 0, 1, 2});
  const Changes c = s.then({0, 0, 0, 0});
  CHECK(c.met == 2);
  CHECK(c.met_in_crowds == 2);
  CHECK(c.mergers.at({1, 1}) == doctest::Approx(2.0 / 3));
  CHECK(c.mergers.at({1, 2}) == doctest::Approx(4.0 / 3));
}

TEST_CASE("breakups and exchanges are no mergers") {
  Story s;
  s.then({0, 0, 0, 1, 1});
  const Changes exchange = s.then({0, 0, 1, 1, 1});
  CHECK(exchange.exchanged == 1);
  CHECK(exchange.met == 0);
  const Changes breakup = s.then({0, 1, 2, 2, 2});
  CHECK(breakup.broken == 1);
  CHECK(breakup.exchanged == 0);
  CHECK(breakup.mergers.empty());
}

TEST_CASE("what is remembered goes on in another story; something else is refused") {
  Story one, two;
  one.then({0, 0, 1});
  two.stories.recall(one.stories.memory());
  CHECK(two.then({0, 0, 0}).mergers == Mergers{{{1, 2}, 1}});
  CHECK_THROWS_AS(two.stories.recall(std::vector<double>{0, 1, 0, 7}), Error);
  CHECK_THROWS_AS(two.stories.recall(std::vector<double>{0, 1, 0}), Error);
}

TEST_CASE("the mergers of frames: two discs that come together") {
  Instant now{empty(2)};
  add(now.bodies, {{0, 0, 0}});
  add(now.bodies, {{5, 0, 0}});
  const auto m = MeasureMergers{}.make(settings(2));
  CHECK(m->take(now.frame()).empty());
  now.bodies.x(1)[0] = 2;
  CHECK(m->take(now.frame()) == Lines{{1, 1, 1}});
}
