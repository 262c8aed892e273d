// Smoluchowski's equation for the number c_n of aggregates of n bodies,
//
//   ċ_n = ½ Σ_{i+j=n} K(i, j) c_i c_j − c_n Σ_j K(n, j) c_j,
//
// on a finite set of sizes: each one up to a bound, then sizes that grow by a factor. An aggregate of i + j between two
// sizes of the set is shared out among them such that number and mass stay (fixed pivots, Kumar and Ramkrishna 1996),
// one above the largest is counted as (i + j)/largest of that. Mass is conserved to rounding; the sizes up to the bound
// are exact as long as all sizes are.
//
// In time the pair of orders 5 and 4 of Dormand and Prince, its step chosen so that the error of a step stays below
// `tolerance` times the number of aggregates.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace floc {

using CoagulationKernel = std::function<double(double, double)>;

class Smoluchowski {
 public:
  // `sizes` rise from 1.
  Smoluchowski(std::vector<double> sizes, const CoagulationKernel& kernel);
  // 1, 2 … bound, then by `factor` up to `largest`.
  static std::vector<double> size_set(std::int64_t bound, std::int64_t largest, double factor = 1.05);

  const std::vector<double>& sizes() const { return sizes_; }
  // `number` aggregates of this size, shared out among the sizes of the set.
  void put(double size, double number, std::vector<double>& c) const;
  // Throws Error when it takes more than a hundred thousand steps.
  void integrate(std::vector<double>& c, double time, double tolerance = 1e-8) const;
  std::vector<double> derivative(const std::vector<double>& c) const;

 private:
  struct Share {
    std::int32_t below;  // index of the size below i + j, or at it
    double part, above;  // what goes there, and to the next
  };
  Share share(double size) const;

  std::vector<double> sizes_;
  std::vector<double> kernel_;  // pairs j ≤ i, row by row
  std::vector<Share> shares_;
};

}  // namespace floc
