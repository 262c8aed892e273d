#include "forces/repulsion.hpp"

#include <cmath>

#include "core/error.hpp"
#include "forces/pair_force.hpp"
#include "geometry/body_pose.hpp"
#include "geometry/nearest.hpp"

namespace floc {
namespace {

class Repulsion final : public Force {
 public:
  explicit Repulsion(const RepulsionParameters& p)
      : rho_(p.range), stiffness_(1 / p.epsilon), stiffness_contact_(1 / p.epsilon_contact) {
    const auto positive = [](double v) { return v > 0 && std::isfinite(v); };
    if (!positive(rho_)) throw Error("the range of the repulsion has to be positive");
    if (!positive(stiffness_) || !positive(stiffness_contact_))
      throw Error("epsilon and epsilon_contact of the repulsion have to be positive");
  }

  void add(const Surroundings& around, const FreeMotion& free) const override {
    if (!around.shapes.empty()) return add_shapes(around, free);
    const std::vector<double>& r = around.bodies.radius;
    add_pair_force(
        around, rho_, [&](std::size_t i, std::size_t j, double gap) { return push(gap, r[i] + r[j]); }, free);
    add_surface_force(
        around, rho_, [&](std::size_t i, std::size_t, double gap) { return 2 * push(2 * gap, 2 * r[i]); }, free);
  }

  double range() const override { return rho_; }

  double energy(const Surroundings& around) const override {
    if (!around.shapes.empty()) return shape_energy(around);
    const std::vector<double>& r = around.bodies.radius;
    const double pairs = pair_energy(
        around, rho_, [&](std::size_t i, std::size_t j, double gap) { return potential(gap, r[i] + r[j]); });
    const double walls = surface_energy(
        around, rho_, [&](std::size_t i, std::size_t, double gap) { return potential(2 * gap, 2 * r[i]); });
    return pairs + walls;
  }

 private:
  void add_shapes(const Surroundings& s, const FreeMotion& free) const {
    const Bodies& b = s.bodies;
    s.executor.for_each(b.size(), [&](std::size_t i) {
      Vec3 force, torque;
      const Vec3 centre = embed(b.x(i), b.dimension);
      for_points(s, i, true, [&](const ContactPoint& p, double, double push, double side) {
        const Vec3 f = side * push * p.normal;
        force += f;
        torque += cross((side > 0 ? p.first : p.second) - centre, f);
      });
      const auto d = static_cast<std::size_t>(b.dimension);
      for (std::size_t k = 0; k < d; ++k) free.velocity[i * d + k] += s.gain / b.mass[i] * force.c[k];
      if (d == 2) {
        free.spin[i] += s.gain * torque[2] / b.inertia[i];
        return;
      }
      const Pose pose = pose_of(b, i);
      Vec3 about = pose.turn_back(torque);
      for (int k = 0; k < 3; ++k) about[k] /= b.inertia[3 * i + static_cast<std::size_t>(k)];
      const Vec3 turn = pose.turn(about);
      for (std::size_t k = 0; k < 3; ++k) free.spin[3 * i + k] += s.gain * turn.c[k];
    });
  }
  double shape_energy(const Surroundings& s) const {
    return detail::sum_over_bodies(s, [&](std::size_t i) {
      double all = 0;
      for_points(s, i, false, [&](const ContactPoint&, double energy, double, double) { all += energy; });
      return all;
    });
  }
  // f(point, W, p, side) for the nearest points of body i with others, only those below it unless `above`, and with
  // walls; side is 1 where it is the first body of the pair, −1 where it is the second. A pair is computed the same way
  // for both, about the first one.
  template <class F>
  void for_points(const Surroundings& s, std::size_t i, bool above, F&& f) const {
    const Bodies& b = s.bodies;
    const auto shape = [&](std::size_t k) -> const Shape& { return *s.shapes[static_cast<std::size_t>(b.shape[k])]; };
    ContactPoints points;
    with_dimension(b.dimension, [&]<int D>() {
      for_bodies_near<D>(
          s, i, rho_,
          [&](std::size_t j, double, const Vec<D>&) {
            const std::size_t one = std::max(i, j), two = std::min(i, j);
            const Pose first = pose_of(b, one);
            Pose second = pose_of(b, two);
            const Vec<D> apart = s.domain.nearest_image(Vec<D>::load(b.x(one)) - Vec<D>::load(b.x(two)));
            const Vec3 image = first.position - second.position - embed(apart.c.data(), D);
            second.position += image;
            nearest(shape(one), first, shape(two), second, rho_, {}, points);
            for (ContactPoint p : points) {
              p.second -= image;
              const double sum = b.radius[one] + b.radius[two];
              f(p, potential(p.gap, sum), push(p.gap, sum), one == i ? 1.0 : -1.0);
            }
          },
          above);
      const Pose here = pose_of(b, i);
      for_surfaces_near<D>(s, i, rho_ / 2, [&](std::size_t k, double, const Vec<D>&) {
        Pose at = here;
        at.position = s.obstacles.image(k, s.obstacles.begin(k), here.position);
        nearest_obstacle(shape(i), at, s.obstacles.surface(k), s.obstacles.begin(k), rho_ / 2, points);
        for (ContactPoint p : points) {
          p.first += here.position - at.position;
          f(p, potential(2 * p.gap, 2 * b.radius[i]), 2 * push(2 * p.gap, 2 * b.radius[i]), 1.0);
        }
      });
    });
  }

  double push(double gap, double sum) const {
    if (gap < 0) return -gap * (sum + gap) * stiffness_contact_;
    const double u = rho_ - gap;
    return u > 0 ? u * u * (sum + gap) * stiffness_ : 0;
  }
  double potential(double gap, double sum) const {
    const double u = rho_ - std::max(gap, 0.0), near = ((sum + rho_) / 3 - u / 4) * u * u * u * stiffness_;
    if (gap < 0) return near + (sum / 2 + gap / 3) * gap * gap * stiffness_contact_;
    return u > 0 ? near : 0;
  }

  double rho_, stiffness_, stiffness_contact_;  // ρ, 1/ε, 1/ε'
};

}  // namespace

void RepulsionParameters::declare(Table& t) {
  t.key("range", range,
        {.help = "gap ρ below which bodies push", .example = "0.01", .unit = "m", .required = true, .above = 0});
  t.key("epsilon", epsilon,
        {.help = "ε of the push (S + D)(ρ − D)²/ε before contact",
         .example = "1e-4",
         .unit = "m³/N",
         .required = true,
         .above = 0});
  t.key("epsilon_contact", epsilon_contact,
        {.help = "ε' of the push (S + D)(−D)/ε' in an overlap",
         .example = "1e-2",
         .unit = "m²/N",
         .required = true,
         .above = 0});
}

ForcePtr RepulsionParameters::make(const ForceContext&) const { return repulsion(*this); }

ForcePtr repulsion(const RepulsionParameters& parameters) { return std::make_shared<Repulsion>(parameters); }

}  // namespace floc
