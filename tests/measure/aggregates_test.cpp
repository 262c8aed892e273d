#include "measure/aggregates.hpp"

#include <doctest/doctest.h>

#include <deque>

#include "core/random.hpp"
#include "support/setups.hpp"

using namespace floc;

namespace {

// Components by brute force: a walk from each body not yet reached.
Aggregates walk(const Bodies& b, const Domain& domain, double gap) {
  Aggregates all;
  all.of.assign(b.size(), -1);
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (all.of[i] >= 0) continue;
    const auto name = static_cast<std::int32_t>(all.size.size());
    all.size.push_back(0);
    std::deque<std::size_t> reached{i};
    all.of[i] = name;
    while (!reached.empty()) {
      const std::size_t a = reached.front();
      reached.pop_front();
      ++all.size.back();
      for (std::size_t j = 0; j < b.size(); ++j)
        if (all.of[j] < 0 && norm(domain.nearest_image(Vec<2>::load(b.x(a)) - Vec<2>::load(b.x(j)))) <=
                                 b.radius[a] + b.radius[j] + gap) {
          all.of[j] = name;
          reached.push_back(j);
        }
    }
  }
  return all;
}

}  // namespace

TEST_CASE("aggregates are the connected components, in a periodic box and in free space") {
  Bodies bodies = test::empty(2);
  for (std::uint64_t i = 0; i < 600; ++i)
    test::add(bodies, {{40 * uniform({2, i, 0, 0}), 40 * uniform({2, i, 0, 1}), 0}}, {},
              0.3 + 0.4 * uniform({2, i, 0, 2}));
  Domain periodic;
  periodic.period = {40, 40, 0};
  for (const Domain& domain : {Domain{}, periodic})
    for (double gap : {-0.1, 0.0, 0.2, 0.5}) {
      const Aggregates found = find_aggregates(bodies, domain, gap), expected = walk(bodies, domain, gap);
      CHECK(found.of == expected.of);
      CHECK(found.size == expected.size);
    }
}

TEST_CASE("sizes: of an aggregate at random, of the aggregate of a body at random, of the largest") {
  Bodies bodies = test::empty(1);
  for (double x : {0.0, 2.0, 4.0, 10.0, 12.0, 20.0}) test::add(bodies, {{x, 0, 0}});
  const Aggregates all = find_aggregates(bodies, {}, 1e-9);
  CHECK(all.of == std::vector<std::int32_t>{0, 0, 0, 1, 1, 2});
  CHECK(all.mean_size() == 2);
  CHECK(all.weighted_size() == doctest::Approx((9 + 4 + 1) / 6.0));
  CHECK(all.largest() == 3);
  CHECK(find_aggregates(test::empty(2), {}, 0).mean_size() == 0);
}

TEST_CASE("contacts with a small gap join bodies; obstacles join nothing") {
  Contacts contacts;
  contacts.dimension = 1;
  contacts.resize(3);
  contacts.first = {1, 2, 2};
  contacts.second = {0, -1, 1};
  contacts.gap = {0.1, 0, 0.3};
  CHECK(find_aggregates(3, contacts, 0.2).of == std::vector<std::int32_t>{0, 0, 1});
  CHECK(find_aggregates(3, contacts, 0.3).count() == 1);
}
