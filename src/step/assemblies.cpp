#include "step/assemblies.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/error.hpp"
#include "core/symmetric.hpp"

namespace floc {
namespace {

using Matrix = std::array<Vec3, 3>;  // rows

Vec3 times(const Matrix& a, const Vec3& v) { return {{dot(a[0], v), dot(a[1], v), dot(a[2], v)}}; }

// I⁻¹, and 0 along axes about which a turn moves nothing: those with a moment below a billionth of `size`.
Matrix inverse(const SymmetricEigen<3>::Matrix& inertia, double size) {
  Matrix result{};
  if (!(size > 0)) return result;
  const SymmetricEigen<3> eigen(inertia);
  for (std::size_t k = 0; k < 3; ++k) {
    if (!(eigen.value[k] > 1e-9 * size)) continue;
    const Vec3 axis{eigen.vector[k]};
    for (int i = 0; i < 3; ++i) result[static_cast<std::size_t>(i)] += axis[i] / eigen.value[k] * axis;
  }
  return result;
}

// The rotation R with tr(Rᵀ B) largest, B = Σ m r qᵀ: the one with Σ m |R q − r|² least.
template <int D>
Matrix best_fit(const Matrix& b) {
  if constexpr (D == 1) return {Vec3{{b[0][0] < 0 ? -1.0 : 1.0, 0, 0}}, Vec3{}, Vec3{}};
  if constexpr (D == 2) {
    const double cosine = b[0][0] + b[1][1], sine = b[1][0] - b[0][1], length = std::hypot(cosine, sine);
    if (!(length > 0)) return {Vec3{{1, 0, 0}}, Vec3{{0, 1, 0}}, Vec3{}};
    const double c = cosine / length, s = sine / length;
    return {Vec3{{c, -s, 0}}, Vec3{{s, c, 0}}, Vec3{}};
  }
  // The unit quaternion (w, x, y, z) is the eigenvector of Davenport's matrix with the largest eigenvalue.
  const double trace = b[0][0] + b[1][1] + b[2][2];
  const double u = b[2][1] - b[1][2], v = b[0][2] - b[2][0], t = b[1][0] - b[0][1];
  SymmetricEigen<4>::Matrix k{{{trace, u, v, t}, {u, 0, 0, 0}, {v, 0, 0, 0}, {t, 0, 0, 0}}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const auto p = static_cast<std::size_t>(i), q = static_cast<std::size_t>(j);
      k[p + 1][q + 1] = b[p][j] + b[q][i] - (i == j ? trace : 0);
    }
  const SymmetricEigen<4> eigen(k);
  const auto [w, x, y, z] = eigen.vector[static_cast<std::size_t>(
      std::max_element(eigen.value.begin(), eigen.value.end()) - eigen.value.begin())];
  return {Vec3{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)}},
          Vec3{{2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)}},
          Vec3{{2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}};
}

}  // namespace

Assemblies::Assemblies(std::vector<Assembly> list) : list_(std::move(list)) {
  std::vector<std::int64_t> all;
  for (const Assembly& a : list_) {
    if (a.beads.empty() || a.beads.size() != a.shape.size()) throw Error("an assembly needs a place for every bead");
    all.insert(all.end(), a.beads.begin(), a.beads.end());
  }
  std::sort(all.begin(), all.end());
  if (std::adjacent_find(all.begin(), all.end()) != all.end()) throw Error("a bead is in two assemblies");
}

void Assemblies::place(const Bodies& bodies, std::span<const double> inverse_mass) {
  if (list_.empty()) return;
  begin_.assign(1, 0);
  bodies_.clear();
  mass_.clear();
  shape_.clear();
  size_.clear();
  inverse_mass_.clear();
  unit_.assign(bodies.size(), -1);
  std::vector<std::pair<std::int32_t, Vec3>> beads;  // in the order of the bodies
  for (const Assembly& a : list_) {
    beads.clear();
    for (std::size_t b = 0; b < a.beads.size(); ++b)
      if (const auto i = bodies.find(a.beads[b])) beads.emplace_back(static_cast<std::int32_t>(*i), a.shape[b]);
    if (beads.size() < a.beads.size()) continue;
    std::sort(beads.begin(), beads.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
    double mass = 0, size = 0;
    Vec3 centre;
    for (const auto& [i, q] : beads) {
      mass_.push_back(1 / inverse_mass[static_cast<std::size_t>(i)]);
      mass += mass_.back();
      centre += mass_.back() * q;
      unit_[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(size_.size());
      bodies_.push_back(i);
    }
    for (const auto& [i, q] : beads) {
      const Vec3 arm = beads.size() == 1 ? Vec3{} : q - 1 / mass * centre;
      size += 1 / inverse_mass[static_cast<std::size_t>(i)] * dot(arm, arm);
      shape_.push_back(arm);
    }
    begin_.push_back(static_cast<std::int32_t>(bodies_.size()));
    inverse_mass_.push_back(1 / mass);
    size_.push_back(size);
  }
  inverse_inertia_.assign(9 * size_.size(), 0.0);
  arm_.assign(bodies.position.size(), 0.0);
}

void Assemblies::project_rigid(const Bodies& bodies, double h, std::span<double> free, Executor& executor) {
  with_dimension(bodies.dimension, [&]<int D>() {
    executor.for_each(size_.size(), [&](std::size_t k) { project_one<D>(bodies, h, free, k); }, 64);
  });
}

template <int D>
void Assemblies::project_one(const Bodies& bodies, double h, std::span<double> free, std::size_t k) {
  const auto begin = static_cast<std::size_t>(begin_[k]), end = static_cast<std::size_t>(begin_[k + 1]);
  const auto body = [&](std::size_t m) { return static_cast<std::size_t>(bodies_[m]); };
  const auto arm = [&](std::size_t m) { return &arm_[body(m) * D]; };

  // U and X, about the first bead so that far from the origin nothing is lost.
  const Vec3 first = embed(bodies.x(body(begin)), D);
  Vec3 centre, shift;
  for (std::size_t m = begin; m < end; ++m) {
    centre += mass_[m] * (embed(bodies.x(body(m)), D) - first);
    shift += mass_[m] * embed(&free[body(m) * D], D);
  }
  centre = first + inverse_mass_[k] * centre;
  shift *= inverse_mass_[k];

  // ω and R
  Vec3 angular_momentum;
  SymmetricEigen<3>::Matrix inertia{};
  Matrix correlation{};
  for (std::size_t m = begin; m < end; ++m) {
    const Vec3 r = embed(bodies.x(body(m)), D) - centre;
    Vec<D>::load(r.c.data()).store(arm(m));
    angular_momentum += mass_[m] * cross(r, embed(&free[body(m) * D], D));
    for (int i = 0; i < 3; ++i) {
      const auto row = static_cast<std::size_t>(i);
      correlation[row] += mass_[m] * r[i] * shape_[m];
      for (int j = 0; j < 3; ++j)
        inertia[row][static_cast<std::size_t>(j)] += mass_[m] * ((i == j ? dot(r, r) : 0) - r[i] * r[j]);
    }
  }
  const Matrix inverse_inertia = inverse(inertia, size_[k]), rotation = best_fit<D>(correlation);
  for (std::size_t i = 0; i < 3; ++i) inverse_inertia[i].store(&inverse_inertia_[9 * k + 3 * i]);

  // c. What rounding has given it of momentum and angular momentum, over h, is taken from U and ω.
  const auto back = [&](std::size_t m) { return 1 / h * (times(rotation, shape_[m]) - embed(arm(m), D)); };
  for (std::size_t m = begin; m < end; ++m) {
    shift -= inverse_mass_[k] * mass_[m] * back(m);
    angular_momentum -= mass_[m] * cross(embed(arm(m), D), back(m));
  }
  const Vec3 spin = times(inverse_inertia, angular_momentum);
  for (std::size_t m = begin; m < end; ++m)
    Vec<D>::load((shift + cross(spin, embed(arm(m), D)) + back(m)).c.data()).store(&free[body(m) * D]);
}

}  // namespace floc
