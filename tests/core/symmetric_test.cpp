#include "core/symmetric.hpp"

#include <doctest/doctest.h>

#include "core/random.hpp"

using namespace floc;

namespace {

template <int N>
void check(const typename SymmetricEigen<N>::Matrix& a) {
  const SymmetricEigen<N> eigen(a);
  for (int k = 0; k < N; ++k)
    for (int i = 0; i < N; ++i) {
      double image = 0, product = 0;
      for (int j = 0; j < N; ++j) {
        image += a[i][j] * eigen.vector[k][j];
        product += eigen.vector[k][j] * eigen.vector[i][j];
      }
      CHECK(std::abs(image - eigen.value[k] * eigen.vector[k][i]) < 1e-14);
      CHECK(std::abs(product - (i == k)) < 1e-14);
    }
}

}  // namespace

TEST_CASE("eigenvectors are orthonormal and belong to their eigenvalues, repeated or not") {
  for (std::uint64_t trial = 0; trial < 100; ++trial) {
    SymmetricEigen<4>::Matrix a{};
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j <= i; ++j) a[i][j] = a[j][i] = normal({trial, 0, 0, static_cast<std::uint32_t>(4 * i + j)});
    check<4>(a);
  }
  check<3>({{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}});
  check<3>({{{2, 0, 0}, {0, 2, 0}, {0, 0, 2}}});
  check<3>({{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}});
}
