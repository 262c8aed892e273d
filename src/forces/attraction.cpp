#include "forces/attraction.hpp"

#include <cmath>
#include <utility>

#include "core/error.hpp"
#include "forces/pair_force.hpp"

namespace floc {
namespace {

constexpr double default_cutoff = 8;  // in ε

// With q = exp(−2|u|):  tanh|u| = (1 − q)/(1 + q)  and  sech²u = 4q/(1 + q)².
double tanh_by_exp(double u) {
  const double q = std::exp(-2 * std::abs(u));
  return std::copysign((1 - q) / (1 + q), u);
}
double sech2(double u) {
  const double q = std::exp(-2 * std::abs(u));
  return 4 * q / ((1 + q) * (1 + q));
}

class Attraction final : public Force {
 public:
  explicit Attraction(AttractionParameters p)
      : kappa_(p.kappa), inverse_(1 / p.epsilon), cutoff_(p.cutoff.value_or(default_cutoff * p.epsilon)),
        groups_(std::move(p.groups)), between_(p.between) {
    if (!(p.epsilon > 0 && std::isfinite(inverse_))) throw Error("epsilon of the attraction has to be positive");
    if (!(kappa_ >= 0 && std::isfinite(kappa_)))
      throw Error("kappa of the attraction has to be finite and not negative");
    if (!(cutoff_ > 0 && std::isfinite(cutoff_))) throw Error("the cut-off of the attraction has to be positive");
    shift_ = tanh_by_exp(cutoff_ * inverse_);
  }

  void add(const Surroundings& around, std::span<double> free_velocity) const override {
    const double pull = kappa_ * inverse_;
    add_pair_force(
        around, cutoff_,
        [&](std::size_t i, std::size_t j, double gap) {
          return acts(around.bodies, i, j) ? -pull * sech2(gap * inverse_) : 0.0;
        },
        free_velocity);
  }

  double range() const override { return cutoff_; }

  double energy(const Surroundings& around) const override {
    return pair_energy(around, cutoff_, [&](std::size_t i, std::size_t j, double gap) {
      return acts(around.bodies, i, j) ? kappa_ * (tanh_by_exp(gap * inverse_) - shift_) : 0.0;
    });
  }

 private:
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
