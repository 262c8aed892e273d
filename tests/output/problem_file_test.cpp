#include "output/problem_file.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

namespace {

ProblemArrays some_problem() {
  ProblemArrays p;
  p.dimension = 2;
  p.step = 0.01;
  p.length = 0.5;
  p.compliance = 1e-8;
  p.inverse_mass = {1, 0, 1.0 / 3};
  p.free_velocity = {0.1, -1, 0, 0, 2, 3};
  p.first = {0, 1, 2};
  p.second = {-1, 0, 0};
  p.normal = {0, 1, 1, 0, 0.6, 0.8};
  p.gap = {0, 0.1, -1e-9};
  return p;
}

}  // namespace

TEST_CASE("a problem comes back with the same bits, from the disk and from memory") {
  const TemporaryDirectory dir;
  for (const bool full : {false, true}) {
    ProblemArrays p = some_problem();
    if (full) {
      p.lower = {0, -2, -std::numeric_limits<double>::infinity()};
      p.guess = {1, 0, 0.5};
    }
    save_problem(dir / "p.h5", p);
    const std::string bytes = contents(dir / "p.h5");
    for (const ProblemArrays& q :
         {read_problem(dir / "p.h5"), read_problem(std::as_bytes(std::span(bytes)), "memory")}) {
      CHECK(q.dimension == 2);
      CHECK(q.step == p.step);
      CHECK(q.length == p.length);
      CHECK(q.compliance == p.compliance);
      CHECK(q.inverse_mass == p.inverse_mass);
      CHECK(q.free_velocity == p.free_velocity);
      CHECK(q.first == p.first);
      CHECK(q.second == p.second);
      CHECK(q.normal == p.normal);
      CHECK(q.gap == p.gap);
      CHECK(q.lower == p.lower);
      CHECK(q.guess == p.guess);
    }
  }
}

TEST_CASE("resistance to rolling comes back; joints and obstacles that turn under it are refused") {
  const TemporaryDirectory dir;
  ProblemArrays p = some_problem();
  p.inverse_inertia = {1, 1, 2};
  p.free_spin = {0, 1, 2};
  p.lever_first = p.lever_second = std::vector<double>(6, 0.1);
  p.friction = {0.5, 0.4, 0.3};
  p.rolling = {0.01, 0, 0.02};
  p.twisting = {0.03, 0.01, 0};
  save_problem(dir / "rolling.h5", p);
  const ProblemArrays back = read_problem(dir / "rolling.h5");
  CHECK(back.rolling == p.rolling);
  CHECK(back.twisting == p.twisting);
  CHECK(back.friction == p.friction);

  ProjectionProblem turned = p;
  const std::vector<double> turn(9, 0.1);
  turned.turning.turn = turn;
  CHECK_THROWS_AS(save_problem(dir / "none.h5", turned), Error);
  ProjectionProblem joined = p;
  const std::vector<std::int32_t> first{0}, second{-1};
  const std::vector<double> axis{1, 0, 0}, nothing{0, 0, 0}, zero{0}, most{1e300}, least{-1e300};
  joined.joints = {first, second, axis, nothing, nothing, zero, least, most, zero, {}};
  CHECK_THROWS_AS(save_problem(dir / "none.h5", joined), Error);
}

TEST_CASE("a problem that is not well posed is neither written nor read") {
  const TemporaryDirectory dir;
  ProblemArrays p = some_problem();
  p.first[0] = 7;
  CHECK(error_of([&] { save_problem(dir / "p.h5", p); }).find("p.h5: ") != std::string::npos);
  CHECK(!std::filesystem::exists(dir / "p.h5"));
}

TEST_CASE("damaged and foreign problem files are errors") {
  const TemporaryDirectory dir;
  save_problem(dir / "p.h5", some_problem());
  std::string bytes = contents(dir / "p.h5");
  bytes[bytes.size() / 2] ^= 4;
  CHECK_THROWS_AS(read_problem(std::as_bytes(std::span(bytes)), "damaged"), Error);
  CHECK_THROWS_AS(read_problem(dir / "none.h5"), Error);
  set_contents(dir / "text.h5", "gap = 1");
  CHECK(error_of([&] { read_problem(dir / "text.h5"); }).find("text.h5: damaged or not written by floc") !=
        std::string::npos);
}
