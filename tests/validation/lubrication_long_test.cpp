// Lubrication against the first integral down to h = 1e-4.
#include "validation/first_integral.hpp"

TEST_CASE("sphere and plane: first order in h from 1 down to 1e-4, for five viscosities") {
  floc::test::check_first_order(4, 20);
}
