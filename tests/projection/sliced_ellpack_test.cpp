#include "projection/sliced_ellpack.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "projection/problems.hpp"

using namespace floc;

namespace {

constexpr std::size_t slice_width = SlicedEllpack::slice_width;

struct LaidOut {
  LaidOut(const test::Problem& p, std::span<const std::int32_t> order) {
    ProjectionProblem problem = p;
    problem.order = order;
    Executor executor;
    rows.prepare(problem);
    contacts.lay_out(rows, executor);
    contacts.take_normals(rows, executor);
  }

  Rows rows;
  SlicedEllpack contacts;
};

}  // namespace

TEST_CASE("every contact stands at both its bodies, with normals that are opposite") {
  for (const int dimension : {1, 2, 3}) {
    const test::Problem p = test::column(dimension, 61);
    std::vector<std::int32_t> order(61);
    std::iota(order.rbegin(), order.rend(), 0);
    const LaidOut made(p, order);
    const auto& [rows, contacts] = made;
    CHECK(contacts.slots() == 64);
    const auto d = static_cast<std::size_t>(dimension);
    std::size_t found = 0;
    for (std::size_t s = 0; s < contacts.slices(); ++s)
      for (std::size_t t = contacts.columns()[s] * slice_width; t < contacts.columns()[s + 1] * slice_width; ++t)
        found += contacts.others()[t] != contacts.obstacle();
    std::size_t pairs = 0;
    for (std::size_t c = 0; c < p.rows(); ++c) {
      const std::int32_t here = contacts.here(rows.incidence(), c), there = contacts.there(c);
      CHECK((there < 0) == (p.second[c] < 0));
      if (there < 0) continue;
      ++pairs;
      CHECK(contacts.body(static_cast<std::size_t>(contacts.others()[here]) / SlicedEllpack::stride) == p.second[c]);
      CHECK(contacts.body(static_cast<std::size_t>(contacts.others()[there]) / SlicedEllpack::stride) == p.first[c]);
      const auto normal = [&](std::int32_t t, std::size_t k) {
        const auto entry = static_cast<std::size_t>(t);
        return contacts.normals()[(entry / slice_width * d + k) * slice_width + entry % slice_width];
      };
      for (std::size_t k = 0; k < d; ++k) {
        CHECK(normal(here, k) == doctest::Approx(SlicedEllpack::unit_normal * p.normal[c * d + k]).epsilon(1e-4));
        CHECK(normal(there, k) == -normal(here, k));
      }
    }
    CHECK(found == 2 * pairs);
  }
}

TEST_CASE("a body in a window has no more contacts than those before it, up to very many") {
  // A hub that touches all others, in the middle of the order, and a chain.
  test::Problem p = test::column(2, 200);
  for (std::int32_t i = 0; i < 199; ++i) {
    p.first.push_back(200);
    p.second.push_back(i);
    p.normal.insert(p.normal.end(), {0, 1});
    p.gap.push_back(0);
  }
  p.inverse_mass.push_back(1);
  p.free_velocity.insert(p.free_velocity.end(), {0, 0});
  std::vector<std::int32_t> order(201);
  std::iota(order.begin(), order.end(), 0);
  std::swap(order[100], order[200]);
  const LaidOut made(p, order);
  const auto& [rows, contacts] = made;
  CHECK(contacts.body(0) == 200);
  CHECK(contacts.most_contacts() == 199);
  const auto count = [&](std::size_t q) {
    const auto i = static_cast<std::size_t>(contacts.body(q));
    return static_cast<std::size_t>(rows.incidence().end(i) - rows.incidence().begin(i)) + rows.incidence().others(i).size();
  };
  for (std::size_t q = 1; q < 201; ++q) CHECK(count(q) <= count(q - 1));
  for (std::size_t s = 1; s < contacts.slices(); ++s)
    CHECK(contacts.columns()[s + 1] - contacts.columns()[s] == count(s * slice_width));
}

TEST_CASE("an order that is none is not followed") {
  const test::Problem p = test::column(2, 20);
  const std::vector<std::int32_t> order(20, 3);
  const LaidOut made(p, order);
  const SlicedEllpack& contacts = made.contacts;
  std::vector<std::int32_t> bodies;
  for (std::size_t q = 0; q < contacts.slots(); ++q)
    if (contacts.body(q) >= 0) bodies.push_back(contacts.body(q));
  std::ranges::sort(bodies);
  for (std::int32_t i = 0; i < 20; ++i) CHECK(bodies[static_cast<std::size_t>(i)] == i);
}
