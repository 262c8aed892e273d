// A preconditioner for the markers of bodies in steady Stokes flow: the mobility of the markers of one body in an
// unbounded fluid, factored once for bodies of the same markers.
//
// What the grid makes of a force at a marker is close to the flow of a force spread over a Gaussian of variance s =
// 0.6h² (twice that of the kernel): with x = r²/2s,
//
//   2D  f δ + g r̂r̂,   f = −Φ/2 − 1/8π + s/4πr² (1 − e⁻ˣ),  g = 1/4π − s/2πr² (1 − e⁻ˣ),   Φ = (ln r/ℓ + E₁(x)/2)/2π
//   3D  with y = √x:  f = (erf y/2 + erf y/4y² − e⁻ˣ/2√π y)/4πr,   g = (erf y/2 − 3 erf y/4y² + 3e⁻ˣ/2√π y)/4πr
//
// over μ. These are positive definite for any markers (in the plane with ℓ above the size of the body). Bodies of more
// markers than a block takes have several, cut across their longest side: what is left to the iteration is then smooth.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/vec.hpp"
#include "fluid/markers.hpp"
#include "parallel/executor.hpp"

namespace floc {

// The lower triangle of a positive definite matrix, as LLᵀ. Rows after each other.
class DenseFactor {
 public:
  DenseFactor() = default;
  DenseFactor(std::vector<double> matrix, std::size_t n);
  void solve(std::span<double> x) const;
  std::size_t size() const { return n_; }

 private:
  std::size_t n_ = 0;
  std::vector<double> l_;
};

class MarkerBlocks {
 public:
  static constexpr std::size_t most_rows = 3600;  // of a block
  // `longest`: the side of the box.
  MarkerBlocks(int dimension, double cell, double viscosity, double longest, std::size_t rows = most_rows)
      : dimension_(dimension), cell_(cell), viscosity_(viscosity), longest_(longest), rows_(rows) {}

  // Of the factors of a body with so many markers.
  static double bytes(int dimension, std::size_t markers, std::size_t rows = most_rows);

  void take(std::span<const ImmersedBody> bodies);
  // z = Nr, component after component.
  void apply(std::span<const double> r, std::span<double> z, Executor& executor) const;

 private:
  struct Block {
    std::vector<std::int32_t> marker;  // of the first body that has it, counted from its first one
    DenseFactor factor;
  };
  struct Kind {  // of bodies with the same markers
    ImmersedShapePtr shape;
    std::vector<Block> blocks;
  };
  void cut(const std::vector<Vec3>& offset, std::vector<std::int32_t> marker, std::vector<Block>& to) const;
  DenseFactor factor(const std::vector<Vec3>& offset, const std::vector<std::int32_t>& marker) const;

  int dimension_;
  double cell_, viscosity_, longest_;
  std::size_t rows_;
  std::vector<Kind> kinds_;
  struct Task {
    std::size_t kind, block, first;
    Pose pose;
  };
  std::vector<Task> tasks_;
};

}  // namespace floc
