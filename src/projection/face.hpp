// The sparse factorisation LDLᵀ of the dual matrix on a face: on the rows of a set (internal).
//
//   A = GM⁻¹Gᵀ + diag(max(ε, ρ)),   ρ = 1e-10 a, so that dependent rows do not stop it.
//
// In a settled bed a set has about as many rows as the bodies have degrees of freedom, and in the plane the
// factor has some twenty nonzeros a row. Rows outside the set are rows of the identity. A few that come or go
// modify the factor (Davis & Hager 2005), at a thousandth of the cost of a new one.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "projection/rows.hpp"

namespace floc {

struct CholmodSession;

class Face {
 public:
  Face();
  ~Face();

  // For the rows c with in[c] ≠ 0. Throws Error where it cannot (memory).
  void factorise(const Rows& rows, std::span<const char> in);
  // As if factorised for `in`, of the same rows.
  void change(const Rows& rows, std::span<const char> in);
  // A x = b on the face; x is 0 elsewhere.
  void solve(std::span<const double> b, std::span<double> x);

 private:
  // Column c of A on the face: (row, value) in ascending order, its diagonal included.
  template <int D>
  void gather_column(const Rows& rows, std::span<const char> in, std::size_t c);
  void add_row(const Rows& rows, std::size_t c);

  std::unique_ptr<CholmodSession> cholmod_;
  std::vector<char> in_;               // the set that is factorised
  std::vector<std::int32_t> place_;    // of a row in the order of elimination
  std::vector<std::pair<std::int32_t, double>> column_;
};

}  // namespace floc
