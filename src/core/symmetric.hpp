// Eigenvalues and eigenvectors of small symmetric matrices, by Jacobi's rotations: as accurate as the
// matrix, with repeated eigenvalues too, and the same in every run.
#pragma once

#include <array>
#include <cmath>

namespace floc {

template <int N>
struct SymmetricEigen {
  using Matrix = std::array<std::array<double, N>, N>;

  std::array<double, N> value{};
  Matrix vector{};  // vector[k] belongs to value[k], of length 1

  explicit SymmetricEigen(Matrix a) {
    for (int k = 0; k < N; ++k) vector[k][k] = 1;
    for (int sweep = 0; sweep < 50; ++sweep) {
      double off = 0, all = 0;
      for (int p = 0; p < N; ++p)
        for (int q = 0; q < N; ++q) (p == q ? all : off) += a[p][q] * a[p][q];
      if (!(off > 1e-32 * all)) break;  // 50 sweeps never come: four or five do
      for (int p = 0; p < N; ++p)
        for (int q = p + 1; q < N; ++q) rotate(a, p, q);
    }
    for (int k = 0; k < N; ++k) value[k] = a[k][k];
  }

 private:
  // Makes a[p][q] zero.
  void rotate(Matrix& a, int p, int q) {
    if (a[p][q] == 0) return;
    const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    const double t = (theta >= 0 ? 1 : -1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
    const double c = 1 / std::sqrt(t * t + 1), s = t * c;
    for (int k = 0; k < N; ++k) {
      const double x = a[k][p], y = a[k][q];
      a[k][p] = c * x - s * y;
      a[k][q] = s * x + c * y;
    }
    for (int k = 0; k < N; ++k) {
      const double x = a[p][k], y = a[q][k];
      a[p][k] = c * x - s * y;
      a[q][k] = s * x + c * y;
    }
    for (int k = 0; k < N; ++k) {
      const double x = vector[p][k], y = vector[q][k];
      vector[p][k] = c * x - s * y;
      vector[q][k] = s * x + c * y;
    }
  }
};

}  // namespace floc
