// Steps of our own scenes as files of FCLIB, solved by Siconos and by Floc: the same velocities.
#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

extern "C" {
#include <fclib.h>
}

#include "output/fclib_file.hpp"
#include "projection/cone_solver.hpp"
#include "support/friction_problems.hpp"
#include "support/process.hpp"

using namespace floc;
using namespace floc::test;

namespace {

using Dense = std::vector<std::vector<double>>;

Dense dense(const fclib_matrix& m) {
  REQUIRE(m.nz == -1);
  Dense all(static_cast<std::size_t>(m.m), std::vector<double>(static_cast<std::size_t>(m.n)));
  for (int c = 0; c < m.n; ++c)
    for (int k = m.p[c]; k < m.p[c + 1]; ++k)
      all[static_cast<std::size_t>(m.i[k])][static_cast<std::size_t>(c)] += m.x[k];
  return all;
}

// M⁻¹ of a matrix of blocks of `width`, each symmetric and positive definite, times the columns of `b`.
Dense solved(Dense m, Dense b, std::size_t width) {
  for (std::size_t begin = 0; begin < m.size(); begin += width)
    for (std::size_t k = begin; k < begin + width; ++k) {
      const double pivot = 1 / m[k][k];
      for (std::size_t r = begin; r < begin + width; ++r) {
        if (r == k || m[r][k] == 0) continue;
        const double share = m[r][k] * pivot;
        for (std::size_t c = begin; c < begin + width; ++c) m[r][c] -= share * m[k][c];
        for (std::size_t c = 0; c < b[r].size(); ++c) b[r][c] -= share * b[k][c];
      }
      for (std::size_t c = begin; c < begin + width; ++c) m[k][c] *= pivot;
      for (double& x : b[k]) x *= pivot;
    }
  return b;
}

// A problem from a file, solved by Siconos' nonsmooth Gauss–Seidel in its local form: W = HᵀM⁻¹H, q = HᵀM⁻¹f + w.
class Siconos {
 public:
  explicit Siconos(const std::string& path) : global_(fclib_read_global(path.c_str()), &fclib_delete_global) {
    REQUIRE(global_);
    REQUIRE(global_->spacedim == 3);
    h_ = dense(*global_->H);
    rows_ = h_.front().size();
    Dense right = h_;
    for (std::size_t k = 0; k < h_.size(); ++k) right[k].push_back(global_->f[k]);
    moved_ = solved(dense(*global_->M), std::move(right), 6);
    w_.resize(rows_ * rows_);
    q_.assign(global_->w, global_->w + rows_);
    for (std::size_t k = 0; k < h_.size(); ++k)
      for (std::size_t i = 0; i < rows_; ++i) {
        if (h_[k][i] == 0) continue;
        q_[i] += h_[k][i] * moved_[k][rows_];
        for (std::size_t j = 0; j < rows_; ++j) w_[j * rows_ + i] += h_[k][i] * moved_[k][j];
      }
  }

  const Dense& h() const { return h_; }
  // v, from these impulses on.
  std::vector<double> solve(std::vector<double> r) {
    const int m = static_cast<int>(rows_);
    NumericsMatrix* const matrix = NM_create_from_data(NM_DENSE, m, m, w_.data());
    FrictionContactProblem problem{3, m / 3, matrix, q_.data(), global_->mu};
    SolverOptions* const options = solver_options_create(SICONOS_FRICTION_3D_NSGS);
    options->dparam[SICONOS_DPARAM_TOL] = 1e-9;
    options->iparam[SICONOS_IPARAM_MAX_ITER] = 50000;
    std::vector<double> u(rows_);
    r.resize(rows_);
    CHECK(fc3d_driver(&problem, r.data(), u.data(), options) == 0);
    sweeps = options->iparam[SICONOS_IPARAM_ITER_DONE];
    solver_options_delete(options);
    matrix->matrix0 = nullptr;  // ours
    NM_clear(matrix);
    std::free(matrix);
    std::vector<double> v(h_.size());
    for (std::size_t k = 0; k < v.size(); ++k) {
      v[k] = moved_[k][rows_];
      for (std::size_t i = 0; i < rows_; ++i) v[k] += moved_[k][i] * r[i];
    }
    return v;
  }

  int sweeps = 0;

 private:
  std::unique_ptr<fclib_global, decltype(&fclib_delete_global)> global_;
  Dense h_, moved_;
  std::size_t rows_ = 0;
  std::vector<double> w_, q_;
};

double furthest(const ProjectionResult& ours, const std::vector<double>& theirs) {
  double apart = 0;
  for (std::size_t i = 0; 6 * i < theirs.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k)
      apart = std::max({apart, std::abs(ours.velocity[3 * i + k] - theirs[6 * i + k]),
                        std::abs(ours.spin[3 * i + k] - theirs[6 * i + 3 + k])});
  return apart;
}

}  // namespace

TEST_CASE("Siconos reads the files of our scenes, and finds the velocities that Floc finds") {
  for (const FrictionScene& scene : friction_scenes()) {
    if (scene.dimension != 3) continue;
    CAPTURE(scene.name);
    Simulation s = friction_scene(scene);
    ProjectionProblem q = s.next_problem();
    q.compliance = 0;
    const TemporaryFolder folder;
    save_fclib(folder / "step.hdf5", q, scene.name);
    Siconos siconos(folder / "step.hdf5");
    ConeSolver solver;
    Executor executor(1);
    ProjectionResult ours;
    solver.solve(q, {.tolerance = 1e-9, .max_iterations = 200000}, executor, ours);
    REQUIRE(ours.status == ProjectionStatus::converged);
    const double apart = furthest(ours, siconos.solve({}));
    MESSAGE(scene.name, ": ", q.rows(), " contacts; ", ours.certificate.iterations, " sweeps of Floc, ", siconos.sweeps,
            " of Siconos; velocities apart by ", apart);
    // Four points of a face share a force in many ways, and Coulomb's law then has several answers.
    CHECK(apart < (scene.name == "boxes" ? 1e-2 : 1e-6));
    // From our own impulses Siconos finds nothing to do.
    std::vector<double> impulse(3 * q.rows());
    for (std::size_t c = 0; c < q.rows(); ++c)
      for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t m = 0; m < 3; ++m)
          impulse[3 * c + k] += q.step * siconos.h()[6 * static_cast<std::size_t>(q.first[c]) + m][3 * c + k] *
                                (ours.multiplier[c] * q.normal[3 * c + m] + ours.tangential[3 * c + m]);
    CHECK(furthest(ours, siconos.solve(impulse)) < 1e-6);
  }
}
