// One frame as the page of `floc view` carries it: little-endian, every part padded to four bytes.
//
//   u32  n, the bodies that are there
//   u32  flags: 1: ids follow, otherwise they are 0 … n − 1; 2: positions are f32; 4: there are bridges;
//        8: bodies turn; 16: there are contacts, 64: joints are broken
//   f32  low and step of every direction, then of every quantity
//   u32  ids, ascending (flag 1)
//   u16  positions in the periodic box, n × d: low + step · u (f32 with flag 2)
//        for every quantity: a label as u32, which is the id of the first body that bears it, so that a
//        label keeps its name from frame to frame; a number as u16, low + step · u, 65535 where it is none,
//        and nothing where step is 0: all are `low`
//   u16  in the plane (flag 8) angles, in 65536ths of a turn
//   i16  in space (flag 8) quaternions, scalar first, n × 4, in 32767ths
//        for every direction the velocities: f32 low and step, and u16 as those of a quantity
//   u32  the number of bridges between bodies, and of those with an obstacle (flag 4, as all that follows)
//   u32  ids of the two ends of each of the former
//   u32  ids of the bodies of the latter
//   f32  the way from the centre of each of these to the obstacle, d numbers
//   u32  the number of contacts that carry a force or a memory, and of the numbers of `ways` (flag 16, as all that
//   follows) u16  of every body in turn, of how many contacts it is the first u32  ids of their second bodies; 2³² − 1:
//   an obstacle
//        the forces (pushes are positive) and the memories γ: each f32 low and step, and u16 as those of a quantity
//   f32  ways: of each of those with an obstacle the way from the centre of the body to the obstacle, d numbers
//   u32  the number of joints that are broken, and which (flag 64)
//
// Sixteen bits are taken where the error is below a hundredth of the smallest radius; whole numbers are exact.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "measure/particle_quantity.hpp"
#include "output/pair_lines.hpp"
#include "output/snapshot.hpp"

namespace floc {

// What a particle may be coloured by, besides its group.
std::span<const QuantityInfo> view_quantities();

// A number a body for each of view_quantities(); labels are ids as above.
std::vector<std::vector<double>> view_values(const Snapshot& frame);

// Bodies whose place is not finite are left out.
std::vector<std::byte> pack_view_frame(const Snapshot& frame, std::span<const std::vector<double>> values,
                                       std::span<const PairLine> bridges = {}, std::span<const PairLine> contacts = {});

// The contacts that carry a force or a memory.
std::vector<PairLine> view_contacts(const Snapshot& frame, std::span<const Obstacle> obstacles);
inline constexpr std::uint32_t view_obstacle = 0xffffffff, view_broken = 64;

// Bytes a body, when all is given and places take 16 bits; a bridge; and a contact, some of them with obstacles.
std::size_t view_frame_bytes(int dimension, bool turning);
inline constexpr std::size_t view_bridge_bytes = 8, view_contact_bytes = 10;

}  // namespace floc
