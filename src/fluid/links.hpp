// Rows that hold the motions of bodies together, and the motion nearest to a given one that obeys them.
//
//   G U = s,   (GU)_r = e·(v_1 − v_2) + a_1·ω_1 − a_2·ω_2      (nobody as the second: the world),
//
// nearest in a metric that is a block a body, B⁻¹:  U − B Gᵀ(G B Gᵀ)⁻¹(GU − s).  Bodies with B = 0 keep their motion.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fluid/rigid_motion.hpp"

namespace floc {

struct LinkRow {
  std::int32_t first, second;  // second < 0: the world
  Vec3 linear, angular_first, angular_second;
  double speed;  // s
};

// Six by six, rows of (velocity, spin) after each other.
using MotionBlock = std::array<double, 36>;
RigidMotion times(const MotionBlock& block, const RigidMotion& m);

class Links {
 public:
  // For these rows and B, one block a body. Rows that say what others say are left out.
  void factor(std::span<const LinkRow> rows, std::span<const MotionBlock> inverse_metric);
  bool any() const { return !row_.empty(); }
  // U becomes the nearest motion with GU = s, or GU = 0.
  void hold(std::span<RigidMotion> motion, bool with_speed) { hold(motion, with_speed, multiplier_); }
  // (G B Gᵀ)⁻¹(s − GU) of the last time, in the order that the rows were given.
  const std::vector<double>& multiplier() const { return multiplier_; }

 private:
  double measure(const LinkRow& row, std::span<const RigidMotion> motion) const;
  struct Group {  // of rows that have to do with each other
    std::size_t begin, end;
    std::vector<double> factor;  // lower triangle of G B Gᵀ = LLᵀ, row by row; a zero on the diagonal: a row left out
  };
  void hold(std::span<RigidMotion> motion, bool with_speed, std::vector<double>& multiplier);

  std::vector<LinkRow> row_;
  std::vector<std::size_t> given_;  // where a row was among those given
  std::vector<double> multiplier_, x_;
  std::vector<std::array<RigidMotion, 2>> response_;  // B Gᵀ of a row, at its two bodies
  std::vector<Group> groups_;
};

}  // namespace floc
