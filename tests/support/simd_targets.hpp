// Every set of instructions that this processor has, one after the other.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "core/simd_target.hpp"

namespace floc::test {

// f() with each target in use; afterwards the one that was.
template <class F>
void for_simd_targets(F&& f) {
  struct Restore {
    SimdTarget before = simd_target();
    ~Restore() { force_simd_target(before); }
  } restore;
  for (const SimdTarget target : simd_targets()) {
    INFO("instructions: ", std::string(to_string(target)));
    force_simd_target(target);
    f();
  }
}

}  // namespace floc::test
