// How far a body is sent in a step against what is in its way.
//
// In a huge step the free motion takes bodies through others and through walls by any distance, and the projection
// takes them back: with a free motion of 10⁹ tolerances, nine digits of the multipliers are used up by that, and with
// more there is none left for the overlap. The answer hardly depends on it: what stops a body on its way to a place a
// thousand diameters behind a wall stops it as well if the place is further. So
//
//   a body that would go further than L = 3000 r̄, and by more than L into another or a surface, is sent L its way.
//
// Its multipliers are those of the force that is left. A body with nothing in its way is left as it is; one that is
// limited and goes L/2 all the same has met nothing yet, and the step is told not to have converged.
#pragma once

#include <span>

#include "contact/contacts.hpp"

namespace floc {

constexpr double furthest = 3000;  // L, in r̄

// Limits the velocities `free` (N × d) of bodies whose rows ask for it to `travel`, L as a length, in h; true when there
// are any.
bool limit_free_velocity(const Contacts& rows, double h, double travel, std::span<double> free);

// Whether a body is faster.
bool goes_far(int dimension, std::span<const double> velocity, double speed);

}  // namespace floc
