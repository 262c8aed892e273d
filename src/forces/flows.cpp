#include "forces/flows.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>

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
  void operator()(const ShearFlow& f) const { finite({f.rate}, f.centre); }
  void operator()(const OscillatingShearFlow& f) const { finite({f.rate, f.frequency, f.phase}, f.centre); }
  void operator()(const RotationFlow& f) const { finite({}, f.centre), finite({}, f.angular_velocity); }
  void operator()(const PoiseuilleFlow& f) const {
    finite({f.speed, f.low, f.high});
    if (!(f.low < f.high)) throw Error("the walls of a Poiseuille flow have to be in order");
  }
  void operator()(const TaylorGreenFlow& f) const {
    finite({f.speed, f.wavelength}, f.centre);
    if (!(f.wavelength > 0)) throw Error("the wavelength of a Taylor-Green flow has to be positive");
  }
  void operator()(const StagnationFlow& f) const { finite({f.rate}, f.centre); }
};

}  // namespace

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

void check(const NamedFlow& flow) { std::visit(Check{}, flow); }

}  // namespace floc
