#include "forces/attraction.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>

#include "core/error.hpp"
#include "forces/pair_sums.hpp"

namespace floc {
namespace {

constexpr double default_cutoff = 6;  // in ε

}  // namespace

// What kernels know of the force.
struct AttractionLaw {
  static constexpr bool of_groups = false;

  double range, strength, energy;  // D_c, −4κ/ε, κ
  double inverse, shift;           // 1/ε, tanh(D_c/ε)
};

struct AttractionLawOfGroups : AttractionLaw {
  static constexpr bool of_groups = true;

  const Bodies& bodies;
  const GroupSet& groups;
  Between between;

  bool acts(std::size_t i, std::size_t j) const {
    const std::int32_t a = bodies.group[i], b = bodies.group[j];
    if (between != Between::all && (a == b) != (between == Between::same_group)) return false;
    return groups.has(a) && groups.has(b);
  }
};

}  // namespace floc

#define FLOC_SIMD_KERNELS "forces/attraction_kernels.hpp"
#include "core/for_simd_targets.hpp"

namespace floc {
namespace {

// f and W at the present positions.
template <class Law>
void take_sums(const Scenery& s, const Law& law, PairSums& sums) {
  if (!sums.take_places(s)) return;
  with_dimension(s.bodies.dimension, [&]<int D>() {
    const double twice = s.executor.reduce(
        s.bodies.size(), 0.0,
        [&](std::size_t begin, std::size_t end) { return FLOC_SIMD_CALL(attract<D>(s, begin, end, law, sums)); },
        [](double a, double b) { return a + b; }, 256);
    sums.energy = 0.5 * law.energy * twice;
  });
}

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

  void add(const Surroundings& around, const FreeMotion& free) const override {
    PairSums own;
    const PairSums& sums = at(around, own);
    const auto d = static_cast<std::size_t>(around.bodies.dimension);
    around.executor.for_each(around.bodies.size(), [&](std::size_t i) {
      for (std::size_t k = i * d; k < (i + 1) * d; ++k)
        free.velocity[k] += around.gain / around.bodies.mass[i] * sums.force[k];
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
    const AttractionLaw law{cutoff_, -4 * kappa_ * inverse_, kappa_, inverse_, std::tanh(cutoff_ * inverse_)};
    if (between_ == Between::all && groups_.all())
      take_sums(around, law, sums);
    else
      take_sums(around, AttractionLawOfGroups{law, around.bodies, groups_, between_}, sums);
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
