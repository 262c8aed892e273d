#include "forces/crowd.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/random.hpp"

namespace floc {
namespace {

constexpr std::uint32_t use_speed = 0xc0d00000;
constexpr double slowest = 0.1;  // of the mean

class Crowd final : public Force {
 public:
  explicit Crowd(CrowdParameters parameters) : p_(std::move(parameters)) {
    const WalkingSpeed& s = p_.speed;
    if (!p_.route) throw Error("a crowd needs a way out");
    if (s.constant.has_value() + s.uniform.has_value() + s.normal.has_value() != 1)
      throw Error("a walking speed has one rule");
    const double least = s.uniform ? s.uniform->low : s.normal ? s.normal->mean : *s.constant;
    if (!(least > 0 && std::isfinite(least))) throw Error("a walking speed has to be positive and finite");
    if (s.uniform && !(s.uniform->high >= least && std::isfinite(s.uniform->high)))
      throw Error("the highest walking speed must not be below the lowest");
    if (s.normal && !(s.normal->deviation >= 0 && std::isfinite(s.normal->deviation)))
      throw Error("the deviation of a walking speed must not be negative");
  }

  void add(const Surroundings& around, const FreeMotion& free) const override {
    const Bodies& bodies = around.bodies;
    if (bodies.dimension != 2) throw Error("a crowd walks in dimension 2");
    around.executor.for_each(bodies.size(), [&](std::size_t i) {
      if (!p_.groups.has(bodies.group[i])) return;
      const Vec2 u = p_.speed.of(around.seed, bodies.id[i]) * p_.route->direction(Vec2::load(bodies.x(i)));
      for (int k = 0; k < 2; ++k) free.velocity[2 * i + static_cast<std::size_t>(k)] += around.gain * u[k];
    }, 128);
  }

  Inertia inertia() const override { return Inertia::none; }

  std::string misplaced(std::int32_t group, const Vec3& x) const override {
    const bool lost = p_.groups.has(group) && !std::isfinite(p_.route->distance({{x[0], x[1]}}));
    return lost ? "where no exit of its crowd can be reached" : "";
  }

 private:
  CrowdParameters p_;
};

}  // namespace

double WalkingSpeed::of(std::uint64_t seed, std::int64_t id) const {
  const Draw draw{seed, static_cast<std::uint64_t>(id), 0, use_speed};
  if (uniform) return uniform->low + (uniform->high - uniform->low) * floc::uniform(draw);
  if (normal) return std::max(slowest * normal->mean, normal->mean + normal->deviation * floc::normal(draw));
  return constant.value();
}

void NormalSpeed::declare(Table& t) {
  t.key("mean", mean, {.help = "mean speed", .example = "1.34", .unit = "m/s", .required = true, .above = 0});
  t.key("deviation", deviation,
        {.help = "standard deviation; nobody is slower than a tenth of the mean",
         .example = "0.26",
         .unit = "m/s",
         .required = true,
         .at_least = 0});
}

void WalkingSpeed::declare(Table& t) {
  t.key("constant", constant, {.help = "the same for all", .example = "1.4", .unit = "m/s", .above = 0});
  t.key("uniform", uniform,
        {.help = "drawn evenly between two speeds", .example = "[1, 1.6]", .unit = "m/s", .above = 0});
  t.table("normal", normal, {.help = "drawn normally"});
  t.one_of({{"constant"}, {"uniform"}, {"normal"}});
}

void CrowdParameters::declare(Table& t) {
  t.table("speed", speed,
          {.help = "how fast a person walks: a number, or a table with a rule",
           .example = "{ uniform = [1, 1.6] }",
           .unit = "m/s",
           .required = true,
           .shorthand = "constant"});
  t.key("exits", exits,
        {.help = "names of the exits they walk to",
         .example = R"(["east"])",
         .choices = t.context().exits,
         .otherwise = "the nearest of all"});
  t.groups(groups);
}

ForcePtr CrowdParameters::make(const ForceContext& context) const {
  CrowdParameters placed = *this;
  placed.route = context.route(exits);
  return crowd(std::move(placed));
}

ForcePtr crowd(CrowdParameters parameters) { return std::make_shared<Crowd>(std::move(parameters)); }

}  // namespace floc
