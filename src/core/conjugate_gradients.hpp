// Conjugate gradients as in the textbook, preconditioned and in double, for who has a matrix by what it does to a
// vector. (The projection has its own, in single precision and with everything in one pass.)
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

namespace floc {

// Ax = b from x = 0, with A positive semi-definite and b in its range: where A is singular x has least norm, in the
// metric of the preconditioner. `r` is b at first, and the residual in the end; z, s and q are room of the same size.
// apply(s, q) puts As into q, precondition(r, z) P⁻¹r into z. It ends where done(iterations, rᵀz) holds, or after
// `most` iterations; returns how many there were.
template <class Apply, class Precondition, class Done>
int conjugate_gradients(std::vector<double>& x, std::vector<double>& r, std::vector<double>& z, std::vector<double>& s,
                        std::vector<double>& q, Apply&& apply, Precondition&& precondition, Done&& done, int most) {
  const auto dot = [](const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
  };
  std::ranges::fill(x, 0.0);
  precondition(r, z);
  std::ranges::copy(z, s.begin());
  double rho = dot(r, z);
  int iterations = 0;
  while (!done(iterations, rho) && iterations < most) {
    apply(s, q);
    const double alpha = rho / dot(s, q);
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] += alpha * s[i];
      r[i] -= alpha * q[i];
    }
    ++iterations;
    precondition(r, z);
    const double next = dot(r, z), beta = next / rho;
    rho = next;
    for (std::size_t i = 0; i < s.size(); ++i) s[i] = z[i] + beta * s[i];
  }
  return iterations;
}

}  // namespace floc
