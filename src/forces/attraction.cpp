#include "forces/attraction.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>

#include "core/error.hpp"
#include "forces/pair_force.hpp"

namespace floc {
namespace {

constexpr double default_cutoff = 6;  // in ε

// exp(−y) for y ≥ 0, and exp(−700) beyond 700, without branches and calls, so that loops over pairs run on
// vectors: 2^k from the bits of a shifted number, exp(r) for |r| ≤ ln 2/2 by its series, to 3.2e-16.
inline double exp_minus(double y) {
  y = std::min(y, 700.0);
  constexpr double shift = 0x1.8p52, log2_e = std::numbers::log2e, ln2_high = 0x1.62e42fefa3800p-1,
                   ln2_low = 0x1.ef35793c76730p-45;
  const double shifted = shift - y * log2_e, k = shifted - shift, r = (-y - k * ln2_high) - k * ln2_low;
  double series = 1.0 / 479001600;
  for (const double c : {1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720, 1.0 / 120,
                         1.0 / 24, 1.0 / 6, 0.5, 1.0, 1.0})
    series = series * r + c;
  const auto power = std::bit_cast<std::uint64_t>(shifted) << 52;
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(series) + power);
}

// With q = exp(−2|u|):  tanh|u| = (1 − q)/(1 + q)  and  sech²u = 4q/(1 + q)².
inline double tanh_by_exp(double u) {
  const double q = exp_minus(2 * std::abs(u));
  return std::copysign((1 - q) / (1 + q), u);
}
inline double sech2(double u) {
  const double q = exp_minus(2 * std::abs(u));
  return 4 * q / ((1 + q) * (1 + q));
}

class Attraction final : public Force {
 public:
  explicit Attraction(AttractionParameters p)
      : kappa_(p.kappa),
        inverse_(1 / p.epsilon),
        cutoff_(p.cutoff.value_or(default_cutoff * p.epsilon)),
        groups_(std::move(p.groups)),
        between_(p.between) {
    if (!(p.epsilon > 0 && std::isfinite(inverse_))) throw Error("epsilon of the attraction has to be positive");
    if (!(kappa_ >= 0 && std::isfinite(kappa_)))
      throw Error("kappa of the attraction has to be finite and not negative");
    if (!(cutoff_ > 0 && std::isfinite(cutoff_))) throw Error("the cut-off of the attraction has to be positive");
    shift_ = tanh_by_exp(cutoff_ * inverse_);
  }

  void add(const Surroundings& around, std::span<double> free_velocity) const override {
    const double pull = kappa_ * inverse_, inverse = inverse_;
    const auto push = [=](std::size_t, std::size_t, double gap) { return -pull * sech2(gap * inverse); };
    if (everyone()) return add_pair_force(around, cutoff_, push, free_velocity);
    add_pair_force(
        around, cutoff_,
        [&](std::size_t i, std::size_t j, double gap) { return acts(around.bodies, i, j) ? push(i, j, gap) : 0.0; },
        free_velocity);
  }

  double range() const override { return cutoff_; }

  double energy(const Surroundings& around) const override {
    const double kappa = kappa_, inverse = inverse_, shift = shift_;
    const auto potential = [=](std::size_t, std::size_t, double gap) {
      return kappa * (tanh_by_exp(gap * inverse) - shift);
    };
    if (everyone()) return pair_energy(around, cutoff_, potential);
    return pair_energy(around, cutoff_, [&](std::size_t i, std::size_t j, double gap) {
      return acts(around.bodies, i, j) ? potential(i, j, gap) : 0.0;
    });
  }

 private:
  bool everyone() const { return between_ == Between::all && groups_.all(); }
  bool acts(const Bodies& bodies, std::size_t i, std::size_t j) const {
    const std::int32_t a = bodies.group[i], b = bodies.group[j];
    if (between_ != Between::all && (a == b) != (between_ == Between::same_group)) return false;
    return groups_.has(a) && groups_.has(b);
  }

  double kappa_, inverse_;  // κ, 1/ε
  double cutoff_;           // D_c
  double shift_ = 0;        // tanh(D_c/ε)
  GroupSet groups_;
  Between between_;
};

}  // namespace

ForcePtr attraction(AttractionParameters parameters) { return std::make_shared<Attraction>(std::move(parameters)); }

}  // namespace floc
