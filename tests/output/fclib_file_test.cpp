#include "output/fclib_file.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "output/files.hpp"
#include "output/h5.hpp"
#include "projection/cone_solver.hpp"
#include "support/friction_problems.hpp"
#include "support/process.hpp"

using namespace floc;
using namespace floc::test;

namespace {

// A matrix by columns, as FCLIB has it.
struct Columns {
  explicit Columns(const h5::Group& g)
      : rows(static_cast<std::size_t>(one(g, "m"))),
        p(g.dataset("p").read_all<std::int32_t>({static_cast<h5::Size>(one(g, "n") + 1)})),
        i(g.dataset("i").read_all<std::int32_t>({static_cast<h5::Size>(one(g, "nzmax"))})),
        x(g.dataset("x").read_all<double>({static_cast<h5::Size>(one(g, "nzmax"))})) {
    CHECK(one(g, "nz") == -1);
  }
  static int one(const h5::Group& g, const char* name) { return g.dataset(name).read_all<std::int32_t>({1}).front(); }

  std::vector<double> times(const std::vector<double>& v) const {
    std::vector<double> y(rows);
    for (std::size_t c = 0; c + 1 < p.size(); ++c)
      for (auto k = static_cast<std::size_t>(p[c]); k < static_cast<std::size_t>(p[c + 1]); ++k)
        y[static_cast<std::size_t>(i[k])] += x[k] * v[c];
    return y;
  }
  std::vector<double> transposed(const std::vector<double>& v) const {
    std::vector<double> y(p.size() - 1);
    for (std::size_t c = 0; c + 1 < p.size(); ++c)
      for (auto k = static_cast<std::size_t>(p[c]); k < static_cast<std::size_t>(p[c + 1]); ++k)
        y[c] += x[k] * v[static_cast<std::size_t>(i[k])];
    return y;
  }

  std::size_t rows;
  std::vector<std::int32_t> p, i;
  std::vector<double> x;
};

}  // namespace

TEST_CASE("Floc's answer solves the equations of the FCLIB file: motion, cones, and Coulomb's law at every contact") {
  for (const FrictionScene& scene : friction_scenes()) {
    CAPTURE(scene.name);
    Simulation s = friction_scene(scene);
    ProjectionProblem q = s.next_problem();
    q.compliance = 0;
    REQUIRE(q.rows() > 10);
    const TemporaryFolder folder;
    save_fclib(folder / "step.hdf5", q, scene.name);
    const h5::File file = h5::File::open(folder / "step.hdf5");
    const h5::Group root = file.root().group("fclib_global"), vectors = root.group("vectors");
    const Columns mass(root.group("M")), h(root.group("H"));
    const std::size_t d = static_cast<std::size_t>(q.dimension), rows = q.rows() * d;
    const std::vector<double> f = vectors.dataset("f").read_all<double>({mass.rows}),
                              w = vectors.dataset("w").read_all<double>({rows}),
                              mu = vectors.dataset("mu").read_all<double>({q.rows()});
    CHECK(Columns::one(root, "spacedim") == q.dimension);

    ConeSolver solver;
    Executor executor(1);
    ProjectionResult result;
    solver.solve(q, {.tolerance = 1e-8, .max_iterations = 200000}, executor, result);
    REQUIRE(result.status == ProjectionStatus::converged);
    const std::size_t spins = d == 3 ? 3 : 1, width = d + spins;
    std::vector<double> v(q.bodies() * width);
    for (std::size_t i = 0; i < q.bodies(); ++i) {
      std::copy_n(&result.velocity[i * d], d, &v[i * width]);
      std::copy_n(&result.spin[i * spins], spins, &v[i * width + d]);
    }
    // Impulses in the frames of the file: the columns of H at the first body are the axes.
    std::vector<double> r(rows);
    for (std::size_t c = 0; c < q.rows(); ++c)
      for (std::size_t k = 0; k < d; ++k) {
        const auto at = static_cast<std::size_t>(h.p[c * d + k + 1]) - width;
        for (std::size_t m = 0; m < d; ++m)
          r[c * d + k] +=
              q.step * h.x[at + m] * (result.multiplier[c] * q.normal[c * d + m] + result.tangential[c * d + m]);
      }
    const std::vector<double> left = mass.times(v), right = h.times(r);
    for (std::size_t k = 0; k < left.size(); ++k)
      CHECK(left[k] == doctest::Approx(right[k] + f[k]).epsilon(1e-9).scale(1));

    std::vector<double> u = h.transposed(v);
    double largest = 0, sliding = 0;
    for (std::size_t c = 0; c < q.rows(); ++c) {
      double slip = 0, push = 0, work = 0;
      for (std::size_t k = 0; k < d; ++k) {
        u[c * d + k] += w[c * d + k];
        if (k > 0) slip += u[c * d + k] * u[c * d + k], push += r[c * d + k] * r[c * d + k];
        work += u[c * d + k] * r[c * d + k];
      }
      const double normal = r[c * d];
      CHECK(u[c * d] >= -3e-7);  // 1e-8 r̄ over h
      CHECK(normal >= 0);
      CHECK(std::sqrt(push) <= mu[c] * normal * (1 + 1e-6) + 1e-12);
      // (u + (μ|u_t|, 0, 0))·r = 0
      CHECK(std::abs(work + mu[c] * std::sqrt(slip) * normal) < 1e-6);
      largest = std::max(largest, normal);
      sliding = std::max(sliding, std::sqrt(slip));
    }
    CHECK(largest > 0.1);
    CHECK(sliding > 1e-3);
  }
}

TEST_CASE("what FCLIB has no words for is refused, and no file is left") {
  const TemporaryFolder folder;
  const std::string path = folder / "none.hdf5";
  Simulation s = friction_scene(friction_scenes().front());
  ProjectionProblem q = s.next_problem();
  std::vector<double> lower(q.rows(), 0.0);
  lower.front() = -std::numeric_limits<double>::infinity();
  q.lower = lower;
  CHECK_THROWS_AS(save_fclib(path, q, ""), Error);
  q.lower = {};
  const std::vector<double> rolling(q.rows(), 0.1);
  q.turning.rolling = q.turning.twisting = rolling;
  CHECK_THROWS_AS(save_fclib(path, q, ""), Error);
  q.turning.rolling = q.turning.twisting = {};
  std::vector<double> heavy(q.inverse_mass.begin(), q.inverse_mass.end());
  heavy.back() = 0;
  q.inverse_mass = heavy;
  CHECK_THROWS_AS(save_fclib(path, q, ""), Error);
  CHECK(!file_exists(path));
  CHECK(!file_exists(path + ".tmp"));
}
