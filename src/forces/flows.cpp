#include "forces/flows.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <type_traits>

#include "core/error.hpp"

namespace floc {
namespace {

constexpr double two_pi = 2 * std::numbers::pi;

void finite(std::initializer_list<double> numbers, const Vec3& place = {}) {
  const auto good = [](double v) { return std::isfinite(v); };
  if (!std::all_of(numbers.begin(), numbers.end(), good) || !std::all_of(place.c.begin(), place.c.end(), good))
    throw Error("the numbers of a flow have to be finite");
}

struct Check {
  void operator()(const ExpressionFlow&) const {}
  void operator()(const ShearFlow& f) const { finite({f.rate}, f.centre); }
  void operator()(const OscillatingShearFlow& f) const { finite({f.rate, f.frequency, f.phase}, f.centre); }
  void operator()(const RotationFlow& f) const { finite({}, f.centre), finite({}, f.at(0).angular_velocity); }
  void operator()(const PoiseuilleFlow& f) const {
    finite({f.speed, f.low, f.high});
    if (!(f.low < f.high)) throw Error("the walls of a Poiseuille flow have to be in order");
  }
  void operator()(const TaylorGreenFlow& f) const {
    finite({f.speed, f.wavelength}, f.centre);
    if (!(f.wavelength > 0)) throw Error("the wavelength of a Taylor-Green flow has to be positive");
  }
  void operator()(const FluidFlow&) const {}
  void operator()(const StagnationFlow& f) const { finite({f.rate}, f.centre); }
};

void declare_rate(Table& t, double& rate) {
  t.key("rate", rate,
        {.help = "rate of shear or strain", .example = "1", .unit = "1/s", .required = true, .dimensions = "23"});
}

void declare_speed(Table& t, double& speed) {
  t.key("speed", speed,
        {.help = "the largest velocity", .example = "0.1", .unit = "m/s", .required = true, .dimensions = "23"});
}

void declare_centre(Table& t, Vec3& centre) {
  t.key("centre", centre, {.help = "a point where the fluid is at rest", .example = "[0.5, 0.5]", .unit = "m"});
}

}  // namespace

void ExpressionFlow::declare(Table& t) {
  t.key("velocity", velocity, {.help = "velocity U of the fluid", .example = R"(["U0*y", "0"])", .unit = "m/s"});
}

void ShearFlow::declare(Table& t) {
  declare_rate(t, rate);
  declare_centre(t, centre);
}

void OscillatingShearFlow::declare(Table& t) {
  declare_rate(t, rate);
  t.key("frequency", frequency,
        {.help = "oscillations per unit of time", .example = "0.5", .unit = "1/s", .required = true, .at_least = 0});
  t.key("phase", phase, {.help = "phase at time 0", .example = "1.57", .unit = "rad"});
  declare_centre(t, centre);
}

void RotationFlow::declare(Table& t) {
  t.key("angular_velocity", angular_velocity,
        {.help = "angular velocity, counter-clockwise",
         .example = "6.28",
         .unit = "rad/s",
         .required = true,
         .dimensions = "23"});
  declare_centre(t, centre);
  t.key("axis", axis, {.help = "axis of rotation through the centre", .example = "[0, 1, 0]", .dimensions = "3"});
  t.check(norm(axis) > 0, {"axis"}, "must not be zero");
}

void PoiseuilleFlow::declare(Table& t) {
  declare_speed(t, speed);
  t.key("low", low, {.help = "y of one wall", .example = "0", .unit = "m", .required = true});
  t.key("high", high, {.help = "y of the other wall", .example = "1", .unit = "m", .required = true});
  t.check(low < high, {"high", "low"}, "must be above low");
}

void TaylorGreenFlow::declare(Table& t) {
  declare_speed(t, speed);
  t.key("wavelength", wavelength,
        {.help = "period of the lattice, two vortices", .example = "1", .unit = "m", .required = true, .above = 0});
  declare_centre(t, centre);
}

void StagnationFlow::declare(Table& t) {
  declare_rate(t, rate);
  declare_centre(t, centre);
}

void declare(Table& t, Flow& flow) { t.kind("kind", flow, {.help = "the flow: one with a name, or expressions"}); }

ShearFlow OscillatingShearFlow::at(double t) const { return {rate * std::sin(two_pi * frequency * t + phase), centre}; }

Vec3 PoiseuilleFlow::operator()(const Vec3& x, int) const {
  const double s = std::max(0.0, (x[1] - low) * (high - x[1]));
  return {{4 * speed * s / ((high - low) * (high - low)), 0, 0}};
}

Vec3 TaylorGreenFlow::operator()(const Vec3& x, int) const {
  const double k = two_pi / wavelength, a = k * (x[0] - centre[0]), b = k * (x[1] - centre[1]);
  return {{speed * std::sin(a) * std::cos(b), -speed * std::cos(a) * std::sin(b), 0}};
}

Vec3 StagnationFlow::operator()(const Vec3& x, int dimension) const {
  const Vec3 d = rate * (x - centre);
  return dimension == 2 ? Vec3{{d[0], -d[1], 0}} : Vec3{{d[0], -0.5 * d[1], -0.5 * d[2]}};
}

Vec3 velocity(const Flow& flow, const Vec3& x, double t, int dimension) {
  return std::visit(
      [&]<class F>(const F& f) -> Vec3 {
        if constexpr (std::is_same_v<F, ExpressionFlow>) {
          const double values[]{x[0], x[1], x[2], t};
          Vec3 u{};
          for (std::size_t k = 0; k < f.velocity.size(); ++k)
            u[static_cast<int>(k)] = Expression::Evaluator(f.velocity[k])(values);
          return u;
        } else if constexpr (std::is_same_v<F, FluidFlow>) {
          throw Error("the flow of the fluid is known to its simulation only");
        } else {
          return f.at(t)(x, dimension);
        }
      },
      flow);
}

void check(const Flow& flow) { std::visit(Check{}, flow); }

}  // namespace floc
