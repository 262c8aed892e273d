// Preconditioners of conjugate gradients that are given the active set of a settled bed, and what is left of
// their gain where the set has to be found (docs/theory/preconditioners.md).
//
//   preconditioner_bench OUTPUT.json [LARGEST = 10000]
//
// Matrix and factors are plain compressed rows in double, for all alike: compare seconds with the first line of
// the same bed. The last lines are whole solves from a cold start, seconds on one thread.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "beds.hpp"
#include "core/conjugate_gradients.hpp"
#include "machine.hpp"
#include "projection/solver.hpp"
#include "result_file.hpp"

using namespace floc;
using namespace floc::bench;

namespace {

using Vector = std::vector<double>;
using Preconditioner = std::function<void(const Vector&, Vector&)>;
constexpr double tolerances[] = {1e-4, 1e-5, 1e-8};

// Row i: columns[begin[i]] … ascending, the diagonal among them.
struct Matrix {
  std::vector<std::size_t> begin{0}, column;
  Vector value;

  std::size_t size() const { return begin.size() - 1; }
  void end_row() { begin.push_back(column.size()); }
  double times(std::size_t i, const Vector& x) const {
    double sum = 0;
    for (std::size_t k = begin[i]; k < begin[i + 1]; ++k) sum += value[k] * x[column[k]];
    return sum;
  }
};

// D^-½ A D^-½ on the active rows in a given order, its right-hand side, and √D that brings residuals back to lengths.
struct System {
  Matrix matrix;
  Vector right, scale;
  double length = 1;
};

System assemble(const ProjectionProblem& problem, const std::vector<std::size_t>& active) {
  const auto d = static_cast<std::size_t>(problem.dimension);
  const double epsilon = problem.compliance / (problem.step * problem.step);
  const auto bodies = [&](std::size_t c) { return std::pair{problem.first[c], problem.second[c]}; };
  std::vector<std::vector<std::size_t>> at(problem.bodies());  // the rows of a body, by their place in `active`
  System system;
  system.length = problem.length;
  for (std::size_t q = 0; q < active.size(); ++q) {
    const auto [i, j] = bodies(active[q]);
    at[i].push_back(q);
    if (j >= 0) at[j].push_back(q);
    double a = epsilon + problem.inverse_mass[i] + (j >= 0 ? problem.inverse_mass[j] : 0), g = problem.gap[active[q]];
    for (std::size_t k = 0; k < d; ++k)
      g += problem.step * problem.normal[active[q] * d + k] *
           (problem.free_velocity[i * d + k] - (j >= 0 ? problem.free_velocity[j * d + k] : 0));
    system.scale.push_back(std::sqrt(a));
    system.right.push_back(-g / system.scale.back());
  }
  std::vector<std::pair<std::size_t, double>> row;
  for (std::size_t q = 0; q < active.size(); ++q) {
    row.assign(1, {q, epsilon});
    const auto [first, second] = bodies(active[q]);
    for (const std::int32_t body : {first, second})
      for (std::size_t r = 0; body >= 0 && r < at[body].size(); ++r) {
        const std::size_t other = at[body][r];
        double product = problem.inverse_mass[body];
        if ((body == first) != (body == bodies(active[other]).first)) product = -product;
        double cosine = 0;
        for (std::size_t k = 0; k < d; ++k)
          cosine += problem.normal[active[q] * d + k] * problem.normal[active[other] * d + k];
        row.emplace_back(other, product * cosine);
      }
    std::ranges::stable_sort(row, {}, &std::pair<std::size_t, double>::first);
    for (std::size_t k = 0; k < row.size(); ++k) {
      const double value = row[k].second / system.scale[q] / system.scale[row[k].first];
      if (k > 0 && row[k].first == row[k - 1].first) {
        system.matrix.value.back() += value;
      } else {
        system.matrix.column.push_back(row[k].first);
        system.matrix.value.push_back(value);
      }
    }
    system.matrix.end_row();
  }
  return system;
}

// L with its diagonal last in a row, and the same by columns.
struct Triangle {
  Matrix lower, upper;

  void transpose() {
    const std::size_t n = lower.size();
    std::vector<std::size_t> next(n + 1, 0);
    for (const std::size_t c : lower.column) ++next[c + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    upper.begin = next;
    upper.column.resize(lower.column.size());
    upper.value.resize(lower.column.size());
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = lower.begin[i]; k < lower.begin[i + 1]; ++k) {
        const std::size_t to = next[lower.column[k]]++;
        upper.column[to] = i;
        upper.value[to] = lower.value[k];
      }
  }
  // L Lᵀ z = r.
  void solve(const Vector& r, Vector& z) const {
    for (std::size_t i = 0; i < r.size(); ++i) {
      double sum = r[i];
      std::size_t k = lower.begin[i];
      for (; k + 1 < lower.begin[i + 1]; ++k) sum -= lower.value[k] * z[lower.column[k]];
      z[i] = sum / lower.value[k];
    }
    for (std::size_t i = r.size(); i-- > 0;) {
      double sum = z[i];
      for (std::size_t k = upper.begin[i] + 1; k < upper.begin[i + 1]; ++k) sum -= upper.value[k] * z[upper.column[k]];
      z[i] = sum / upper.value[upper.begin[i]];
    }
  }
};

// Incomplete Cholesky on the pattern of the matrix, or the symmetric Gauss–Seidel sweep (unit diagonal: L as it is).
Triangle incomplete(const Matrix& a, bool sweep) {
  Triangle t;
  Matrix& l = t.lower;
  std::vector<std::size_t> owner(a.size(), a.size());
  Vector row(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t k = a.begin[i];
    for (; a.column[k] < i; ++k) owner[a.column[k]] = i, row[a.column[k]] = 0;
    double pivot = a.value[k];
    for (k = a.begin[i]; a.column[k] < i; ++k) {
      const std::size_t j = a.column[k];
      double value = a.value[k];
      for (std::size_t m = l.begin[j]; !sweep && m + 1 < l.begin[j + 1]; ++m)
        if (owner[l.column[m]] == i) value -= row[l.column[m]] * l.value[m];
      if (!sweep) value /= l.value[l.begin[j + 1] - 1], pivot -= value * value;
      row[j] = value;
      l.column.push_back(j);
      l.value.push_back(value);
    }
    l.column.push_back(i);
    l.value.push_back(std::sqrt(std::max(pivot, 1e-2)));
    l.end_row();
  }
  t.transpose();
  return t;
}

struct Cost {
  int iterations[3] = {};
  double setup = 0, seconds = 0;  // to the last tolerance, setup included
};

Cost measure_cg(const System& system, const Preconditioner& precondition) {
  const double start = cpu_seconds();
  const std::size_t n = system.matrix.size();
  Vector x(n), r = system.right, z(n), s(n), q(n);
  Cost cost;
  const auto apply = [&](const Vector& from, Vector& to) {
    for (std::size_t i = 0; i < n; ++i) to[i] = system.matrix.times(i, from);
  };
  const auto done = [&](int iterations, double) {
    double worst = 0;
    for (std::size_t i = 0; i < n; ++i) worst = std::max(worst, std::abs(r[i]) * system.scale[i]);
    for (int t = 0; t < 3; ++t)
      if (cost.iterations[t] == 0 && worst <= tolerances[t] * system.length) cost.iterations[t] = iterations;
    return cost.iterations[2] != 0;
  };
  conjugate_gradients(x, r, z, s, q, apply, precondition, done, 50000);
  cost.seconds = cpu_seconds() - start;
  return cost;
}

// Greedy colours, rows of one colour together: each colour could be swept in parallel.
std::vector<std::size_t> by_colour(const Matrix& a) {
  std::vector<std::size_t> colour(a.size(), a.size()), order(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t found = 0;
    const auto taken = [&] {
      for (std::size_t k = a.begin[i]; k < a.begin[i + 1]; ++k)
        if (colour[a.column[k]] == found) return true;
      return false;
    };
    while (taken()) ++found;
    colour[i] = found;
  }
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return colour[i]; });
  return order;
}

void measure(const Bed& bed, ResultFile& out) {
  const Settled settled = settle(bed, 1);
  Simulation simulation(settled.setup, 1);
  simulation.restore(settled.state);
  ProjectionProblem problem = simulation.next_problem();
  problem.guess = {};
  Executor executor(1);
  ProjectionResult reference;
  make_solver("stream")->solve(problem, {.tolerance = 1e-6}, executor, reference);
  const double largest = reference.certificate.largest_multiplier;
  problem.compliance = 0.05 * 1e-8 * problem.length / largest;
  make_solver("auto")->solve(problem, {.tolerance = 1e-10, .max_iterations = 1'000'000}, executor, reference);

  std::vector<std::size_t> active;
  for (std::size_t c = 0; c < problem.rows(); ++c)
    if (reference.multiplier[c] > 0) active.push_back(c);
  const auto top_down = [&](std::vector<std::size_t> rows) {
    std::ranges::stable_sort(rows, std::greater{}, [&](std::size_t c) {
      const auto height = [&](std::int32_t i) {
        return simulation.bodies().x(static_cast<std::size_t>(i))[bed.dimension - 1];
      };
      return problem.second[c] < 0 ? height(problem.first[c]) : 0.5 * (height(problem.first[c]) + height(problem.second[c]));
    });
    return rows;
  };
  const System morton = assemble(problem, active);
  std::vector<std::size_t> coloured;
  for (const std::size_t q : by_colour(morton.matrix)) coloured.push_back(active[q]);
  out.print("{}\n    {{\"dimension\": {}, \"grains\": {}, \"rows\": {}, \"active\": {},\n     \"conjugate_gradients\": [",
            out.comma(), bed.dimension, bed.grains, problem.rows(), active.size());
  const char* comma = "";
  const auto say = [&](const std::string& name, const Cost& cost) {
    out.print("{}\n      {{\"preconditioner\": \"{}\", \"iterations_to_1e-4\": {}, \"to_1e-5\": {}, \"to_1e-8\": {}, "
              "\"setup_seconds\": {:.4f}, \"seconds_to_1e-8\": {:.4f}}}",
              std::exchange(comma, ","), name, cost.iterations[0], cost.iterations[1], cost.iterations[2], cost.setup,
              cost.seconds);
    fmt::print("{}D {:6} {:32} {:5} {:5} {:5} it, {:.4f} + {:.4f} s\n", bed.dimension, bed.grains, name, cost.iterations[0],
               cost.iterations[1], cost.iterations[2], cost.setup, cost.seconds);
  };
  say("diagonal", measure_cg(morton, [](const Vector& r, Vector& z) { z = r; }));
  for (const auto& [name, system] : {std::pair{"Morton", morton}, {"top down", assemble(problem, top_down(active))},
                                     {"by colours", assemble(problem, coloured)}})
    for (const bool sweep : {true, false}) {
      const double start = cpu_seconds();
      const Triangle triangle = incomplete(system.matrix, sweep);
      const double setup = cpu_seconds() - start;
      Cost cost = measure_cg(system, [&](const Vector& r, Vector& z) { triangle.solve(r, z); });
      cost.setup = setup;
      say(fmt::format("{}, {}", sweep ? "symmetric Gauss-Seidel" : "incomplete Cholesky", name), cost);
    }
  out.print("],\n     \"whole_solves\": [");
  comma = "";
  for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
    problem.compliance = 0.05 * tolerance * problem.length / largest;
    for (const std::string name : {"stream", "conjugate", "ipm"}) {
      if (name == "ipm" && bed.dimension == 3 && bed.grains > 1000) continue;  // the factors fill
      const auto solver = make_solver(name);
      double seconds = 1e300;
      for (int k = 0; k < 3 && (k == 0 || seconds < 2); ++k) {
        const double start = cpu_seconds();
        solver->solve(problem, {.tolerance = tolerance, .max_iterations = 1'000'000}, executor, reference);
        seconds = std::min(seconds, cpu_seconds() - start);
      }
      out.print("{}\n      {{\"solver\": \"{}\", \"tolerance\": {:g}, \"status\": \"{}\", \"iterations\": {}, "
                "\"seconds\": {:.4f}}}",
                std::exchange(comma, ","), name, tolerance, to_string(reference.status),
                reference.certificate.iterations, seconds);
      fmt::print("{}D {:6} {:6.0e} {:8} {:6} it {:.4f} s\n", bed.dimension, bed.grains, tolerance, name,
                 reference.certificate.iterations, seconds);
    }
  }
  out.print("]}}");
}

}  // namespace

int main(int argc, char** argv) {
  ResultFile out(argc, argv, "preconditioner");
  out.print(",\n  \"beds\": [");
  for (const int dimension : {2, 3})
    for (const std::size_t n : {1000, 10000, 100000})
      if (static_cast<double>(n) <= out.size(10000) && (dimension == 2 || n <= 10000)) measure({dimension, n, 0}, out);
  out.close();
  return 0;
}
