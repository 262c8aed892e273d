// What a measurement looks at: one instant of a run, be it going on or read back. A view of arrays that others own.
#pragma once

#include <cstdint>
#include <span>

#include "core/bodies.hpp"
#include "core/domain.hpp"
#include "core/vec.hpp"

namespace floc {

struct FlowField;

struct MeasuredFrame {
  std::int64_t step = 0;
  double time = 0;
  double h = 0;  // of the step that led here
  const Bodies& bodies;
  const Domain& domain;
  // The contacts of that step, known as in core/pair_list.hpp: e from second to first, hλ and γ of each
  // (empty where no contact remembers anything).
  std::span<const std::int32_t> first = {}, second = {};
  std::span<const double> normal = {}, impulse = {}, memory = {};
  std::span<const double> tangential = {};  // ht, C × d; empty where there is no friction
  std::span<const double> lever_first = {}, lever_second = {};  // from the centres to it, C × d; empty: of spheres

  const FlowField* flow = nullptr;  // of a fluid; null: there is none, or nobody measures it

  std::size_t contacts() const { return first.size(); }
  double gamma(std::size_t c) const { return memory.empty() ? 0 : memory[c]; }
  double force(std::size_t c) const { return h > 0 ? impulse[c] / h : 0; }  // λ
  // From the centre of the first body, or of the second, to the contact.
  Vec3 lever(std::size_t c, bool of_second) const {
    const std::size_t at = c * static_cast<std::size_t>(bodies.dimension);
    const std::span<const double> known = of_second ? lever_second : lever_first;
    if (!known.empty()) return embed(known.data() + at, bodies.dimension);
    const std::int32_t body = of_second ? second[c] : first[c];
    return (of_second ? 1 : -1) * bodies.radius[static_cast<std::size_t>(body)] *
           embed(normal.data() + at, bodies.dimension);
  }
  Vec3 friction(std::size_t c) const {                                     // t
    if (tangential.empty() || !(h > 0)) return {};
    return (1 / h) * embed(tangential.data() + c * static_cast<std::size_t>(bodies.dimension), bodies.dimension);
  }
};

}  // namespace floc
