// A step may be cut into halves, these into halves again, and so on. Its parts are named like the places of a
// heap: 1 is the whole step, 2q and 2q + 1 are the halves of part q.
#pragma once

#include <cstdint>

namespace floc {

inline constexpr int most_halvings = 8;
inline constexpr std::int64_t least_parts = std::int64_t{1} << most_halvings;  // of a whole step

// One number for a part of the whole step with this number: what random numbers of the part depend on.
constexpr std::uint64_t tick_of(std::uint64_t whole, std::uint64_t part) { return whole << (most_halvings + 1) | part; }
// The tick of another part of the same whole step, and the part that a tick is of.
constexpr std::uint64_t part_of(std::uint64_t tick) { return tick & ((std::uint64_t{1} << (most_halvings + 1)) - 1); }
constexpr std::uint64_t same_step(std::uint64_t tick, std::uint64_t part) { return tick - part_of(tick) + part; }

}  // namespace floc
