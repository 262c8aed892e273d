#include "contact/contacts.hpp"

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <set>

using namespace floc;

namespace {

using Pair = std::pair<std::int32_t, std::int32_t>;

Contacts contacts_of(const std::set<Pair>& pairs) {
  Contacts c;
  c.resize(pairs.size());
  std::size_t k = 0;
  for (const auto& [a, b] : pairs) {
    c.first[k] = a;
    c.second[k] = b;
    c.multiplier[k] = -1;  // must be overwritten
    c.memory[k] = -1;
    ++k;
  }
  return c;
}

}  // namespace

TEST_CASE("a contact finds its multiplier and memory again by its pair, whatever came and went around it") {
  std::mt19937 random(2);
  std::uniform_int_distribution<std::int32_t> body(0, 4000);
  for (int threads : {1, 3}) {
    Executor executor(threads);
    std::set<Pair> old_pairs, new_pairs;
    for (int k = 0; k < 6000; ++k) {
      const std::int32_t a = body(random) + 1, b = body(random) % (a + 6) - 6;  // surfaces are negative
      if (k % 3 != 0) old_pairs.insert({a, b});
      if (k % 3 != 1) new_pairs.insert({a, b});
    }
    Contacts last = contacts_of(old_pairs);
    std::map<Pair, double> value;
    for (std::size_t c = 0; c < last.size(); ++c) {
      last.multiplier[c] = static_cast<double>(c) + 1;
      last.memory[c] = -static_cast<double>(c) - 2;
      value[{last.first[c], last.second[c]}] = static_cast<double>(c) + 1;
    }
    Contacts now = contacts_of(new_pairs);
    inherit(last, now, executor);
    for (std::size_t c = 0; c < now.size(); ++c) {
      const auto known = value.find({now.first[c], now.second[c]});
      REQUIRE(now.multiplier[c] == (known == value.end() ? 0.0 : known->second));
      REQUIRE(now.memory[c] == (known == value.end() ? 0.0 : -known->second - 1));
    }
  }
}

TEST_CASE("of rows of the same pair the last one has the memory") {
  Executor executor(1);
  const auto rows = [](std::vector<std::int32_t> second) {
    Contacts c;
    c.resize(second.size());
    std::fill(c.first.begin(), c.first.end(), 3);
    c.second = std::move(second);
    return c;
  };
  Contacts last = rows({-2, -1, 0});
  last.multiplier = {1, 2, 3};
  last.memory = {-10, -20, -30};
  Contacts now = rows({-2, -2, -1, -1, -1, 0, 1, 1});
  inherit(last, now, executor);
  CHECK(now.multiplier == std::vector<double>{1, 0, 2, 0, 0, 3, 0, 0});
  CHECK(now.memory == std::vector<double>{0, -10, 0, 0, -20, -30, 0, 0});
  Contacts more = rows({-2, -2, -2, 0});
  inherit(now, more, executor);
  CHECK(more.multiplier == std::vector<double>{1, 0, 0, 3});
  CHECK(more.memory == std::vector<double>{0, 0, -10, -30});
}
