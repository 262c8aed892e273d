#include "forces/attraction.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>

#include "core/error.hpp"
#include "forces/pair_lanes.hpp"

namespace floc {
namespace {

constexpr double default_cutoff = 6;  // in ε

// exp(−y) for y ≥ 0, and exp(−700) beyond 700, without branches and calls: 2^k from the bits of a shifted
// number, exp(r) for |r| ≤ ln 2/2 by its series, to 6.4e-15. Its terms are gathered by powers of two of r, so that
// few have to wait for another.
inline PairLanes exp_minus(PairLanes y) {
  constexpr double shift = 0x1.8p52, ln2_high = 0x1.62e42fefa3800p-1, ln2_low = 0x1.ef35793c76730p-45, most = 700;
  y = y < most ? y : all_lanes(most);
  const PairLanes shifted = fused(y, all_lanes(-std::numbers::log2e), all_lanes(shift)), k = shifted - shift;
  const PairLanes r = fused(k, all_lanes(-ln2_low), fused(k, all_lanes(-ln2_high), -y)), r2 = r * r, r4 = r2 * r2;
  const auto line = [&](double a, double b) { return fused(r, all_lanes(b), all_lanes(a)); };
  const PairLanes low = fused(line(1.0 / 2, 1.0 / 6), r2, line(1, 1));
  const PairLanes middle = fused(line(1.0 / 720, 1.0 / 5040), r2, line(1.0 / 24, 1.0 / 120));
  const PairLanes high = fused(line(1.0 / 3628800, 1.0 / 39916800), r2, line(1.0 / 40320, 1.0 / 362880));
  const PairLanes series = fused(fused(high, r4, middle), r4, low);
  return std::bit_cast<PairLanes>(std::bit_cast<PairBits>(series) + (std::bit_cast<PairBits>(shifted) << 52));
}

// What pairs give, as shares of −4κ/ε and of κ.
struct Law {
  double range, strength, energy;  // D_c, −4κ/ε, κ
  double inverse, shift;           // 1/ε, tanh(D_c/ε)

  // With q = exp(−2|u|):  tanh|u| = (1 − q)/(1 + q)  and  sech²u = 4q/(1 + q)².
  PairShares shares(PairLanes gap, PairLanes distance) const {
    constexpr std::uint64_t sign = std::uint64_t{1} << 63;
    const PairBits twice = std::bit_cast<PairBits>(gap * (2 * inverse));
    const PairLanes q = exp_minus(std::bit_cast<PairLanes>(twice & ~sign)), above = 1 + q;
    // One division for two: 1/(1 + q) and 1/|x_i − x_j|.
    const PairLanes both = 1 / (above * distance), under = both * distance;
    const PairLanes tanh = std::bit_cast<PairLanes>(std::bit_cast<PairBits>((1 - q) * under) | (twice & sign));
    return {q * under * both, tanh - shift};
  }
  PairMask choose(std::size_t, const std::int32_t*, PairMask inside) const { return inside; }
};

struct LawOfGroups : Law {
  const Bodies& bodies;
  const GroupSet& groups;
  Between between;

  PairMask choose(std::size_t i, const std::int32_t* names, PairMask inside) const {
    for (std::size_t l = 0; l < pair_lanes; ++l)
      if (inside[l] && !acts(bodies.group[i], bodies.group[static_cast<std::size_t>(names[l])])) inside[l] = 0;
    return inside;
  }
  bool acts(std::int32_t a, std::int32_t b) const {
    if (between != Between::all && (a == b) != (between == Between::same_group)) return false;
    return groups.has(a) && groups.has(b);
  }
};

class Attraction final : public Force {
 public:
  explicit Attraction(AttractionParameters p)
      : kappa_(p.root_of > 0 ? p.kappa / std::sqrt(p.root_of) : p.kappa),
        inverse_(1 / p.epsilon),
        cutoff_(p.cutoff.value_or(default_cutoff * p.epsilon)),
        groups_(std::move(p.groups)),
        between_(p.between) {
    if (!(p.epsilon > 0 && std::isfinite(inverse_))) throw Error("epsilon of the attraction has to be positive");
    if (!(kappa_ >= 0 && std::isfinite(kappa_)))
      throw Error("kappa of the attraction has to be finite and not negative");
    if (!(cutoff_ > 0 && std::isfinite(cutoff_))) throw Error("the cut-off of the attraction has to be positive");
  }

  void add(const Surroundings& around, std::span<double> free_velocity) const override {
    PairSums own;
    const PairSums& sums = at(around, own);
    const auto d = static_cast<std::size_t>(around.bodies.dimension);
    around.executor.for_each(around.bodies.size(), [&](std::size_t i) {
      for (std::size_t k = i * d; k < (i + 1) * d; ++k)
        free_velocity[k] += around.gain / around.bodies.mass[i] * sums.force[k];
    });
  }

  double range() const override { return cutoff_; }

  double energy(const Surroundings& around) const override {
    PairSums own;
    return at(around, own).energy;
  }

 private:
  const PairSums& at(const Surroundings& around, PairSums& own) const {
    PairSums& sums = around.sums ? *around.sums : own;
    const Law law{cutoff_, -4 * kappa_ * inverse_, kappa_, inverse_, std::tanh(cutoff_ * inverse_)};
    if (between_ == Between::all && groups_.all())
      take_sums(around, law, sums);
    else
      take_sums(around, LawOfGroups{law, around.bodies, groups_, between_}, sums);
    return sums;
  }

  double kappa_, inverse_;  // κ, 1/ε
  double cutoff_;           // D_c
  GroupSet groups_;
  Between between_;
};

}  // namespace

void AttractionParameters::declare(Table& t) {
  t.key("kappa", kappa,
        {.help = "depth κ of the potential; κ/ε is the force at contact",
         .example = "3e-3",
         .unit = "J",
         .required = true,
         .at_least = 0});
  t.key("epsilon", epsilon,
        {.help = "range ε of the potential κ tanh(D/ε)", .example = "3e-3", .unit = "m", .required = true, .above = 0});
  t.key("cutoff", cutoff,
        {.help = "gap beyond which the force is 0, and where the potential is shifted to 0",
         .example = "0.02",
         .unit = "m",
         .above = 0,
         .otherwise = "6 epsilon"});
  bool by_root = root_of > 0;
  t.choice("scaling", by_root, {{"none", false}, {"root-step", true}},
           {.help = "\"root-step\" divides the force by √h, as AGG does beside noise", .example = "\"root-step\""});
  root_of = by_root ? t.context().step : 0;
  t.choice("between", between,
           {{"all", Between::all},
            {"same-group", Between::same_group},
            {"different-groups", Between::different_groups}},
           {.help = "all pairs, those of one group (friends), or those of different groups",
            .example = "\"same-group\""});
  t.groups(groups);
}

ForcePtr AttractionParameters::make(const ForceContext&) const { return attraction(*this); }

ForcePtr attraction(AttractionParameters parameters) { return std::make_shared<Attraction>(std::move(parameters)); }

}  // namespace floc
