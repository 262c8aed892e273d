// Arrays listed once. A struct of arrays names each of them, says what it is, and how many numbers a row has:
//
//   template <class F, class S, class... More>
//   static void for_arrays(F&& f, S& s, More&... more) {
//     f(ArrayInfo{"position", ArrayRole::moving, d}, s.position, more.position...);
//     …
//   }
//
// Files, hashes, copies and new orders are made from that list: an array more is one line more. With several structs
// f gets the same array of each.
#pragma once

#include <cstddef>

namespace floc {

enum class ArrayRole {
  moving,    // changes from step to step, and is part of the hash
  counted,   // changes from step to step, and only tells what has been
  constant,  // said once of a row, and goes with it
  derived,   // made again from the others
};

struct ArrayInfo {
  const char* name;
  ArrayRole role;
  std::size_t width = 1;  // numbers a row
};

}  // namespace floc
