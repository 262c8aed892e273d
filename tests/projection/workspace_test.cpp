#include "projection/workspace.hpp"

#include <doctest/doctest.h>

#include "projection/apgd.hpp"
#include "projection/pgs.hpp"
#include "projection/problems.hpp"

using namespace floc;

TEST_CASE("arrays are handed out one after the other, and again from the first after a clear") {
  const test::Problem p = test::column(2, 7);
  Workspace work;
  work.rows.prepare(p);
  const auto a = work.row_array(), b = work.row_array(), w = work.displacements();
  CHECK(a.size() == 7);
  CHECK(w.size() == 16);  // obstacles have a place
  CHECK(a.data() != b.data());
  work.clear();
  CHECK(work.row_array().data() == a.data());
  CHECK(work.displacements().data() == w.data());
}

TEST_CASE("solvers that share a workspace answer as if they had it to themselves") {
  const test::Problem small = test::slab(6, 5), large = test::slab(20, 20);
  Executor executor;
  const auto work = std::make_shared<Workspace>();
  Apgd apgd(work);
  Pgs pgs(work);
  for (const test::Problem* p : {&small, &large, &small}) {
    ProjectionResult alone, shared;
    Apgd().solve(*p, {.tolerance = 1e-6}, executor, alone);
    apgd.solve(*p, {.tolerance = 1e-6}, executor, shared);
    CHECK(shared.velocity == alone.velocity);
    Pgs().solve(*p, {.tolerance = 1e-6}, executor, alone);
    pgs.solve(*p, {.tolerance = 1e-6}, executor, shared);
    CHECK(shared.velocity == alone.velocity);
    CHECK(shared.multiplier == alone.multiplier);
  }
}
