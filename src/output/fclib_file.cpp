#include "output/fclib_file.hpp"

#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/error.hpp"
#include "core/vec.hpp"
#include "output/files.hpp"
#include "output/h5.hpp"

namespace floc {
namespace {

// By columns.
struct Matrix {
  explicit Matrix(std::size_t row_count) : rows(row_count) {}

  void add(std::size_t row, double value) {
    i.push_back(static_cast<std::int32_t>(row));
    x.push_back(value);
  }
  void end_column() { p.push_back(static_cast<std::int32_t>(i.size())); }

  std::size_t rows;
  std::vector<std::int32_t> p{0}, i;
  std::vector<double> x;
};

std::string why_not(const ProjectionProblem& q) {
  if (q.dimension == 1) return "FCLIB has no problems in one dimension";
  if (!q.film.empty()) return "FCLIB has no films";
  if (!q.joints.empty()) return "FCLIB has no joints with bounds";
  if (!q.turning.rolling.empty()) return "FCLIB has no resistance to rolling";
  for (const double lower : q.lower)
    if (lower == -std::numeric_limits<double>::infinity())
      return "bonds and joints are left to other files than FCLIB's";
  for (const double m : q.inverse_mass)
    if (!(m > 0)) return "a body of infinite mass has no row in FCLIB's mass matrix";
  for (const double m : q.turning.inverse_inertia.subspan(0, q.dimension == 2 ? q.turning.inverse_inertia.size() : 0))
    if (!(m > 0)) return "a body that cannot turn has no row in FCLIB's mass matrix";
  return "";
}

// Velocities and spins of a body are one after the other.
struct Layout {
  explicit Layout(const ProjectionProblem& q)
      : d(static_cast<std::size_t>(q.dimension)),
        spins(q.turning.empty() ? 0
              : d == 3          ? 3
                                : 1) {}
  std::size_t width() const { return d + spins; }

  std::size_t d, spins;
};

// I from I⁻¹, both symmetric: xx, yy, zz, xy, xz, yz.
std::array<std::array<double, 3>, 3> inertia_of(const double* v) {
  const double a[3][3]{{v[0], v[3], v[4]}, {v[3], v[1], v[5]}, {v[4], v[5], v[2]}};
  const auto minor = [&](int r, int c) {
    const int r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
    return a[r1][c1] * a[r2][c2] - a[r1][c2] * a[r2][c1];
  };
  const double determinant = a[0][0] * minor(0, 0) + a[0][1] * minor(0, 1) + a[0][2] * minor(0, 2);
  std::array<std::array<double, 3>, 3> inverse{};
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c)
      inverse[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] = minor(c, r) / determinant;
  return inverse;
}

// M, and f = M V* to begin with.
Matrix masses(const ProjectionProblem& q, const Layout& at, std::vector<double>& f) {
  Matrix m(q.bodies() * at.width());
  f.assign(m.rows, 0);
  for (std::size_t i = 0; i < q.bodies(); ++i) {
    const std::size_t begin = i * at.width();
    for (std::size_t k = 0; k < at.d; ++k) {
      m.add(begin + k, 1 / q.inverse_mass[i]);
      m.end_column();
      f[begin + k] = q.free_velocity[i * at.d + k] / q.inverse_mass[i];
    }
    if (at.spins == 1) {
      m.add(begin + 2, 1 / q.turning.inverse_inertia[i]);
      m.end_column();
      f[begin + 2] = q.turning.free_spin[i] / q.turning.inverse_inertia[i];
    } else if (at.spins == 3) {
      const auto inertia = inertia_of(&q.turning.inverse_inertia[6 * i]);
      for (std::size_t c = 0; c < 3; ++c) {
        for (std::size_t r = 0; r < 3; ++r) {
          m.add(begin + 3 + r, inertia[r][c]);
          f[begin + 3 + r] += inertia[r][c] * q.turning.free_spin[3 * i + c];
        }
        m.end_column();
      }
    }
  }
  return m;
}

// The normal and the tangents of a row.
std::array<Vec3, 3> frame_of(const Vec3& e, int dimension) {
  if (dimension == 2) return {e, {{-e[1], e[0], 0}}, {}};
  int least = 0;
  for (int k = 1; k < 3; ++k)
    if (std::abs(e[k]) < std::abs(e[least])) least = k;
  Vec3 axis;
  axis[least] = 1;
  Vec3 s = cross(e, axis);
  s *= 1 / norm(s);
  return {e, s, cross(e, s)};
}

void write_matrix(h5::Group& parent, const char* name, const Matrix& m) {
  h5::Group group = parent.create_group(name);
  const auto number = [&](const char* key, std::int32_t value) {
    group.put<std::int32_t>(key, {1}, std::span<const std::int32_t>(&value, 1));
  };
  number("nzmax", static_cast<std::int32_t>(m.x.size()));
  number("m", static_cast<std::int32_t>(m.rows));
  number("n", static_cast<std::int32_t>(m.p.size() - 1));
  number("nz", -1);
  group.put<std::int32_t>("p", {m.p.size()}, m.p);
  group.put<std::int32_t>("i", {m.i.size()}, m.i);
  group.put<double>("x", {m.x.size()}, m.x);
}

void write_file(const std::string& path, const ProjectionProblem& q, const std::string& title) {
  const Layout at(q);
  std::vector<double> f, w, mu;
  const Matrix mass = masses(q, at, f);
  Matrix h(mass.rows);
  for (std::size_t c = 0; c < q.rows(); ++c) {
    const auto vector = [&](std::span<const double> all) {
      return all.empty() ? Vec3{} : embed(&all[c * at.d], q.dimension);
    };
    const auto frame = frame_of(vector(q.normal), q.dimension);
    const Vec3 slip = vector(q.turning.slip);
    mu.push_back(q.turning.friction.empty() ? 0 : q.turning.friction[c]);
    for (std::size_t k = 0; k < at.d; ++k) {
      const Vec3& a = frame[k];
      const double pull = k == 0 && !q.lower.empty() ? q.step * q.lower[c] : 0;
      const auto side = [&](std::int32_t body, double sign, std::span<const double> levers) {
        const std::size_t begin = static_cast<std::size_t>(body) * at.width();
        const Vec3 turn = at.spins > 0 ? cross(vector(levers), a) : Vec3{};
        const auto put = [&](std::size_t row, double value) {
          h.add(row, sign * value);
          f[row] += pull * sign * value;
        };
        for (std::size_t m = 0; m < at.d; ++m) put(begin + m, a.c[m]);
        for (std::size_t m = 0; m < at.spins; ++m) put(begin + at.d + m, turn.c[at.spins == 1 ? 2 : m]);
      };
      // Rows of a column ascend: second < first.
      if (q.second[c] >= 0) side(q.second[c], -1, q.turning.lever_second);
      side(q.first[c], 1, q.turning.lever_first);
      h.end_column();
      w.push_back(k == 0 ? q.gap[c] / q.step : -dot(slip, a) / q.step);
    }
  }
  h5::File file = h5::File::create(path);
  h5::Group root = file.root().create_group("fclib_global");
  const std::int32_t dimension = q.dimension;
  root.put<std::int32_t>("spacedim", {1}, std::span<const std::int32_t>(&dimension, 1));
  write_matrix(root, "M", mass);
  write_matrix(root, "H", h);
  h5::Group vectors = root.create_group("vectors");
  vectors.put<double>("f", {f.size()}, f);
  vectors.put<double>("w", {w.size()}, w);
  vectors.put<double>("mu", {mu.size()}, mu);
  h5::Group info = root.create_group("info");
  info.create_text("title", title);
  info.create_text("description",
                   "the contacts of one time step, written by floc: v has velocity and spin of each body");
  info.create_text("math_info", "Coulomb's law at every contact");
  file.close();
}

}  // namespace

void save_fclib(const std::string& path, const ProjectionProblem& problem, const std::string& title) {
  if (const std::string fault = find_fault(problem); !fault.empty()) throw Error(path + ": " + fault);
  if (const std::string reason = why_not(problem); !reason.empty()) throw Error(path + ": " + reason);
  const std::string temporary = path + ".tmp";
  try {
    write_file(temporary, problem, title);
  } catch (const Error&) {
    ::unlink(temporary.c_str());
    throw;
  }
  rename_file(temporary, path);
}

}  // namespace floc
