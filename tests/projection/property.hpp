// A property that rapidcheck tries on the same hundred cases every time; RC_PARAMS in the
// environment asks for others.
#pragma once

#include <rapidcheck.h>

#include <cstdlib>

namespace floc::test {

template <class F>
bool holds(F&& property) {
  ::setenv("RC_PARAMS", "seed=1", 0);
  return rc::check(property);
}

}  // namespace floc::test
