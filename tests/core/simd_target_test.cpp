#include "core/simd_target.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "core/error.hpp"
#include "support/simd_targets.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("the best instructions of the processor are in use; any that it has can be forced") {
  CHECK(simd_targets().front() == SimdTarget::baseline);
  CHECK(std::ranges::is_sorted(simd_targets()));
  CHECK(simd_target() == simd_targets().back());
  std::size_t count = 0;
  for_simd_targets([&] { CHECK(simd_target() == simd_targets()[count++]); });
  CHECK(count == simd_targets().size());
  CHECK(simd_target() == simd_targets().back());
}

TEST_CASE("instructions that the processor does not have are refused") {
  for (const SimdTarget target : {SimdTarget::baseline, SimdTarget::x86_64_v3, SimdTarget::x86_64_v4}) {
    CHECK_FALSE(to_string(target).empty());
    if (std::ranges::find(simd_targets(), target) != simd_targets().end()) continue;
    CHECK_THROWS_AS(force_simd_target(target), Error);
    CHECK(simd_target() == simd_targets().back());
  }
}
