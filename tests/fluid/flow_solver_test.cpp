#include "fluid/flow_solver.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "fluid/fast_solver.hpp"

using namespace floc;

namespace {

constexpr double pi = std::numbers::pi;

Expressions formulas(const std::vector<std::string>& texts) {
  Expressions all;
  for (const std::string& text : texts) all.emplace_back(text, place_and_time());
  return all;
}

FluidGrid box(int dimension, int n, FaceKind kind, double side = 1) {
  FluidGrid grid;
  grid.dimension = dimension;
  grid.h = side / n;
  for (int k = 0; k < dimension; ++k) {
    grid.cells[static_cast<std::size_t>(k)] = n;
    for (FluidFace& face : grid.faces[static_cast<std::size_t>(k)]) face.kind = kind;
  }
  return grid;
}

// The largest error of the velocity.
template <class F>
double error(const FlowSolver& solver, const FlowState& state, F&& exact) {
  double worst = 0;
  std::array<int, 3> i;
  for (int c = 0; c < solver.grid().dimension; ++c) {
    const FieldBox& b = solver.box(c);
    for (i[2] = b.begin[2]; i[2] < b.end[2]; ++i[2])
      for (i[1] = b.begin[1]; i[1] < b.end[1]; ++i[1])
        for (i[0] = b.begin[0]; i[0] < b.end[0]; ++i[0])
          worst = std::max(worst, std::abs(state.velocity[static_cast<std::size_t>(c)][solver.layout().at(i)] -
                                           exact(place(solver.grid(), c, i))[c]));
  }
  return worst;
}

struct Run {
  double error = 0, divergence = 0;
  double pressure = 0;  // its largest error, of half a step before the end, less a constant
};

template <class P>
double pressure_error(const FlowSolver& solver, const FlowState& state, P&& exact) {
  const FieldBox cells = all_cells(solver.grid());
  double least = INFINITY, most = -INFINITY;
  std::array<int, 3> i;
  for (i[2] = cells.begin[2]; i[2] < cells.end[2]; ++i[2])
    for (i[1] = cells.begin[1]; i[1] < cells.end[1]; ++i[1])
      for (i[0] = cells.begin[0]; i[0] < cells.end[0]; ++i[0]) {
        const double off = state.pressure[solver.layout().at(i)] - exact(place(solver.grid(), -1, i));
        least = std::min(least, off);
        most = std::max(most, off);
      }
  return 0.5 * (most - least);
}

double no_pressure(const Vec3&, double) { return 0; }

template <class F, class P = double (*)(const Vec3&, double)>
Run run(const FlowSettings& settings, double end, int steps, F&& exact, int threads = 1, P&& pressure = no_pressure) {
  Executor executor(threads);
  FlowSolver solver(settings);
  FlowState state = solver.begin([&](const Vec3& x) { return exact(x, 0.0); }, executor);
  Run result;
  const double h = end / steps;
  for (int s = 0; s < steps; ++s) {
    solver.predict(state, s * h, h, executor);
    result.divergence = std::max(result.divergence, solver.finish(state, s * h, h, executor).divergence);
  }
  result.error = error(solver, state, [&](const Vec3& x) { return exact(x, end); });
  result.pressure = pressure_error(solver, state, [&](const Vec3& x) { return pressure(x, end - 0.5 * h); });
  return result;
}

}  // namespace

TEST_CASE("the fast solver inverts α − βΔ for every pair of ends, on nodes and between them") {
  using enum LineEnd;
  Executor executor(3);
  const std::array<std::array<LineEnd, 2>, 5> ends{
      {{periodic, periodic}, {odd, odd}, {even, even}, {odd, even}, {even, odd}}};
  for (const auto& first : ends)
    for (const auto& second : ends)
      for (const bool nodes : {false, true}) {
        const double h = 0.3;
        const std::array<LineKind, 3> lines{{{10, nodes, first[0], first[1]}, {7, false, second[0], second[1]}, {}}};
        const FastSolver solver(lines, 2, h);
        const auto [n0, n1, n2] = solver.counts();
        std::vector<double> b(solver.size());
        for (std::size_t q = 0; q < b.size(); ++q) b[q] = std::sin(1.0 + 3.7 * static_cast<double>(q * q % 101));
        std::vector<double> x = b;
        solver.solve(x.data(), 0.7, 1.3, executor);
        // A neighbour beyond an end, in units of values inside.
        const auto at = [&](std::ptrdiff_t i, std::ptrdiff_t j) {
          double sign = 1;
          const auto fold = [&](std::ptrdiff_t k, std::size_t n, bool on_nodes, const std::array<LineEnd, 2>& e) {
            const auto m = static_cast<std::ptrdiff_t>(n);
            if (k >= 0 && k < m) return k;
            if (e[0] == periodic) return (k + m) % m;
            const LineEnd end = k < 0 ? e[0] : e[1];
            if (end == odd) {
              if (on_nodes)
                sign = 0;
              else
                sign = -sign;
              return k < 0 ? std::ptrdiff_t{0} : m - 1;
            }
            return k < 0 ? std::ptrdiff_t{on_nodes} : m - 1 - on_nodes;
          };
          const auto p = fold(i, n0, nodes, first), q = fold(j, n1, false, second);
          return sign * x[static_cast<std::size_t>(q) * n0 + static_cast<std::size_t>(p)];
        };
        double worst = 0;
        for (std::ptrdiff_t j = 0; j < static_cast<std::ptrdiff_t>(n1); ++j)
          for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(n0); ++i) {
            const double laplacian =
                (at(i + 1, j) + at(i - 1, j) + at(i, j + 1) + at(i, j - 1) - 4 * at(i, j)) / (h * h);
            worst = std::max(worst, std::abs(0.7 * at(i, j) - 1.3 * laplacian -
                                             b[static_cast<std::size_t>(j) * n0 + static_cast<std::size_t>(i)]));
          }
        CHECK(worst < 1e-12);
        CHECK(n2 == 1);
      }
}

TEST_CASE("Taylor–Green vortices decay as they should, of second order in space and time, without divergence") {
  for (const Diffusion diffusion : {Diffusion::implicit, Diffusion::explicit_}) {
    const double nu = 0.02;
    const auto exact = [&](const Vec3& x, double t) {
      const double a = std::exp(-8 * pi * pi * nu * t);
      return Vec3{{a * std::sin(2 * pi * x[0]) * std::cos(2 * pi * x[1]),
                   -a * std::cos(2 * pi * x[0]) * std::sin(2 * pi * x[1]), 0}};
    };
    const auto at = [&](int n) {
      return run({box(2, n, FaceKind::periodic), 1, nu, true, diffusion, {}}, 0.25, 2 * n, exact);
    };
    const Run coarse = at(16), fine = at(32);
    CHECK(std::log2(coarse.error / fine.error) > 1.9);
    CHECK(fine.error < 4e-3);
    CHECK(fine.divergence < 1e-13);
  }
}

TEST_CASE("Couette and Poiseuille flow between walls are exact, in the plane and in space") {
  for (const int dimension : {2, 3}) {
    FluidGrid grid = box(dimension, 8, FaceKind::periodic);
    grid.faces[1][0].kind = grid.faces[1][1].kind = FaceKind::wall;
    grid.faces[1][1].velocity =
        formulas(dimension == 3 ? std::vector<std::string>{"2", "0", "0"} : std::vector<std::string>{"2", "0"});
    FlowSettings settings{grid, 1, 0.5, true, Diffusion::implicit, {}};
    CHECK(run(settings, 8, 400, [](const Vec3& x, double t) {
            return Vec3{{t > 0 ? 2 * x[1] : 0, 0, 0}};
          }).error < 1e-5);
    settings.grid.faces[1][1].velocity.clear();
    settings.force =
        formulas(dimension == 3 ? std::vector<std::string>{"4", "0", "0"} : std::vector<std::string>{"4", "0"});
    // Of central differences, with walls half-way between numbers: y(1 − y) G/2ν + G h²/8ν.
    const double h = grid.h;
    CHECK(run(settings, 8, 400, [&](const Vec3& x, double t) {
            return Vec3{{t > 0 ? 4 * (x[1] * (1 - x[1]) + h * h / 4) : 0, 0, 0}};
          }).error < 1e-5);
  }
}

TEST_CASE("a wall that oscillates drags the fluid along as Stokes found, of second order in time") {
  const double nu = 0.1, omega = 2 * pi, k = std::sqrt(omega / (2 * nu));
  FluidGrid grid = box(2, 4, FaceKind::periodic);
  grid.cells[1] = 256;
  grid.h = 2.0 / 256;
  grid.faces[1][0].kind = FaceKind::wall;
  grid.faces[1][0].velocity = formulas({"cos(2*pi*t)", "0"});
  grid.faces[1][1] = {FaceKind::wall, formulas({"exp(-sqrt(10*pi)*2)*cos(2*pi*t - sqrt(10*pi)*2)", "0"})};
  const auto exact = [&](const Vec3& x, double t) {
    return Vec3{{std::exp(-k * x[1]) * std::cos(omega * t - k * x[1]), 0, 0}};
  };
  const auto at = [&](int steps) { return run({grid, 1, nu, true, Diffusion::implicit, {}}, 0.5, steps, exact).error; };
  const double coarse = at(5), fine = at(10);
  CHECK(std::log2(coarse / fine) > 1.9);
}

TEST_CASE("a made-up flow between walls with a pressure and a force: second order in the plane and in space") {
  // u = curl of ψ = sin²(πx) sin²(πy) cos t (times sin²(πz) in space, in the plane of x and y), and a pressure that
  // pushes on every wall, p = 3 sin(2x) cos(3y) cos t (and cos z).
  const double nu = 0.05;
  for (const int dimension : {2, 3}) {
    const bool space = dimension == 3;
    const std::string s = space ? "*sin(pi*z)^2" : "", ddz = space ? "*2*pi^2*cos(2*pi*z)" : "";
    const std::string U = "pi*sin(pi*x)^2*sin(2*pi*y)", V = "(-pi)*sin(2*pi*x)*sin(pi*y)^2";
    const std::string Ux = "pi^2*sin(2*pi*x)*sin(2*pi*y)", Uy = "2*pi^2*sin(pi*x)^2*cos(2*pi*y)";
    const std::string Vx = "(-2)*pi^2*cos(2*pi*x)*sin(pi*y)^2", Vy = "(-1)*pi^2*sin(2*pi*x)*sin(2*pi*y)";
    const std::string LU = "(2*pi^3*cos(2*pi*x)*sin(2*pi*y) - 4*pi^3*sin(pi*x)^2*sin(2*pi*y))";
    const std::string LV = "(4*pi^3*sin(2*pi*x)*sin(pi*y)^2 - 2*pi^3*sin(2*pi*x)*cos(2*pi*y))";
    const auto force = [&](const std::string& u, const std::string& ux, const std::string& uy, const std::string& lu) {
      std::string text = "-sin(t)*" + u + s + " - 0.05*cos(t)*(" + lu + s + (space ? " + " + u + ddz : "") + ")";
      text += " + cos(t)^2*(" + U + "*" + ux + " + " + V + "*" + uy + ")" + s + s;
      return text;
    };
    const std::string deep = space ? "*cos(z)" : "";
    std::vector<std::string> forces{force(U, Ux, Uy, LU) + " + 6*cos(2*x)*cos(3*y)*cos(t)" + deep,
                                    force(V, Vx, Vy, LV) + " - 9*sin(2*x)*sin(3*y)*cos(t)" + deep};
    if (space) forces.push_back("-3*sin(2*x)*cos(3*y)*sin(z)*cos(t)");
    const auto pressure = [&](const Vec3& x, double t) {
      return 3 * std::sin(2 * x[0]) * std::cos(3 * x[1]) * std::cos(t) * (space ? std::cos(x[2]) : 1);
    };
    const auto exact = [&](const Vec3& x, double t) {
      const double a = std::cos(t) * (space ? std::pow(std::sin(pi * x[2]), 2) : 1);
      return Vec3{{a * pi * std::pow(std::sin(pi * x[0]), 2) * std::sin(2 * pi * x[1]),
                   -a * pi * std::sin(2 * pi * x[0]) * std::pow(std::sin(pi * x[1]), 2), 0}};
    };
    const auto at = [&](int n) {
      return run({box(dimension, n, FaceKind::wall), 1, nu, true, Diffusion::implicit, formulas(forces)}, 0.1, n,
                 exact, 1, pressure);
    };
    const Run coarse = space ? at(10) : at(24), fine = space ? at(20) : at(48);
    CHECK(std::log2(coarse.error / fine.error) > 1.9);
    CHECK(std::log2(coarse.pressure / fine.pressure) > 1.9);
    CHECK(fine.divergence < 1e-12);
  }
}

TEST_CASE("vortices between sides that slip decay as they should, of second order, in the plane and in space") {
  const double nu = 0.02;
  for (const int dimension : {2, 3}) {
    const auto exact = [&](const Vec3& x, double t) {
      const double a = std::exp(-2 * pi * pi * nu * t);
      return Vec3{
          {a * std::sin(pi * x[0]) * std::cos(pi * x[1]), -a * std::cos(pi * x[0]) * std::sin(pi * x[1]), 0}};
    };
    const auto pressure = [&](const Vec3& x, double t) {
      return 0.25 * std::exp(-4 * pi * pi * nu * t) * (std::cos(2 * pi * x[0]) + std::cos(2 * pi * x[1]));
    };
    const auto at = [&](int n) {
      return run({box(dimension, n, FaceKind::slip), 1, nu, true, Diffusion::implicit, {}}, 0.25, 2 * n, exact, 1,
                 pressure);
    };
    const Run coarse = at(8), fine = at(16);
    CHECK(std::log2(coarse.error / fine.error) > 1.9);
    CHECK(std::log2(coarse.pressure / fine.pressure) > 1.9);
    CHECK(fine.divergence < 1e-13);
  }
}

TEST_CASE("what flows in through a wall flows out at an open face, in the plane and in space") {
  for (const int dimension : {2, 3}) {
    FluidGrid grid = box(dimension, 16, FaceKind::wall);
    grid.cells[0] = 48;
    std::vector<std::string> inflow{"4*y*(1-y)", "0"};
    if (dimension == 3) {
      inflow.emplace_back("0");
      grid.cells[2] = 6;
      for (FluidFace& face : grid.faces[2]) face.kind = FaceKind::slip;
    }
    grid.faces[0][0].velocity = formulas(inflow);
    grid.faces[0][1].kind = FaceKind::open;
    const double h = grid.h;
    const Run r = run({grid, 1, 0.1, true, Diffusion::automatic, {}}, 4, 400, [&](const Vec3& x, double t) {
      return Vec3{{t > 0 ? 4 * x[1] * (1 - x[1]) : 0, 0, 0}};
    });
    CHECK(r.error < 4 * h * h);
    CHECK(r.divergence < 1e-12);
  }
}

TEST_CASE("a flow has the same bits on any number of threads") {
  const auto exact = [](const Vec3& x, double) { return Vec3{{std::sin(2 * pi * x[1]), std::sin(4 * pi * x[0]), 0}}; };
  const auto errors = [&](int threads) {
    return run({box(2, 64, FaceKind::wall), 1, 0.01, true, Diffusion::implicit, {}}, 0.05, 5, exact, threads).error;
  };
  const double one = errors(1);
  for (const int threads : {2, 3, 7}) CHECK(errors(threads) == one);
}
