#include "fluid/stokes_inverse.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "fluid/stokes_scenery.hpp"

using namespace floc;
using floc::testing::stokes_box;

TEST_CASE("the flow of any forces has no divergence, and balances them") {
  for (const int d : {2, 3}) {
    Executor executor(2);
    const int n = 12;
    FlowSettings s = stokes_box({n, n, d == 3 ? n : 1}, d, 0.25, {false, true, true});
    s.viscosity = 3;
    s.grid.faces[1][1].kind = FaceKind::open;
    StokesInverse inverse(s.grid, s.viscosity);
    const FieldLayout& layout = inverse.layout();
    Velocity f, given, u;
    std::uint64_t seed = 1;
    for (int c = 0; c < d; ++c) {
      const auto k = static_cast<std::size_t>(c);
      f[k].assign(layout.size, 0.0);
      u[k].assign(layout.size, 0.0);
      for (double& x : f[k]) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        x = static_cast<double>(seed >> 40) / 16777216.0 - 0.5;
      }
    }
    given = f;
    std::vector<double> p;
    inverse.apply(f, nullptr, u, &p, executor);
    // Away from the sides: what the differences say.
    double divergence = 0, imbalance = 0;
    std::array<int, 3> i{};
    for (i[2] = d == 3 ? 2 : 0; i[2] < (d == 3 ? n - 2 : 1); ++i[2])
      for (i[1] = 2; i[1] < n - 2; ++i[1])
        for (i[0] = 2; i[0] < n - 2; ++i[0]) {
          const std::size_t at = layout.at(i);
          double sum = 0;
          for (int c = 0; c < d; ++c) {
            const auto k = static_cast<std::size_t>(c);
            const auto stride = [&](int e) {
              return static_cast<std::size_t>(layout.stride[static_cast<std::size_t>(e)]);
            };
            sum += (u[k][at + stride(c)] - u[k][at]) / 0.25;
            double laplacian = -2 * d * u[k][at];
            for (int e = 0; e < d; ++e) laplacian += u[k][at + stride(e)] + u[k][at - stride(e)];
            const double rest = given[k][at] + 3 * laplacian / 0.0625 - (p[at] - p[at - stride(c)]) / 0.25;
            imbalance = std::max(imbalance, std::abs(rest));
          }
          divergence = std::max(divergence, std::abs(sum));
        }
    CHECK(divergence < 1e-12);
    CHECK(imbalance < 1e-11);
    CHECK(!inverse.uniform(0));  // what leaves through the open side goes straight
    CHECK(!inverse.uniform(1));
  }
}
