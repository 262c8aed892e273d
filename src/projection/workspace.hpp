// What a solver works on (internal): the rows of its problem, and arrays of one number a row or of
// displacements. Solvers that take turns share one.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "core/buffers.hpp"
#include "projection/local_gauss_seidel.hpp"
#include "projection/rows.hpp"

namespace floc {

class Workspace {
 public:
  Rows rows;
  LocalGaussSeidel local_gauss_seidel;
  // Displacements that last until the next certificate, N × d: the array that it writes velocities to.
  std::span<double> passing;

  // Forgets the arrays handed out before; their memory stays for the next ones.
  void clear() { row_arrays_.used = displacements_.used = 0; }
  // Arrays for the rows as they are prepared now, with anything in them.
  std::span<double> row_array() { return row_arrays_.next(rows.rows()); }               // C
  std::span<double> displacements() { return displacements_.next(rows.displacements()); }  // (N + 1) × d

 private:
  struct Arrays {
    std::vector<std::vector<double>> all;
    std::size_t used = 0;

    std::span<double> next(std::size_t size) {
      if (used == all.size()) all.emplace_back();
      renew_buffer(all[used], size);
      return all[used++];
    }
  };
  Arrays row_arrays_, displacements_;
};

}  // namespace floc
