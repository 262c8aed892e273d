#include "contact/cones.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "core/buffers.hpp"
#include "core/vec.hpp"

namespace floc {
namespace {

constexpr double most_steps = 100, largest_error = 0.1;  // ℓ/(h w), and tolerance·ℓ/(h w), are no more

// e·(v_first − v_second)
template <int D>
double speed(const Contacts& contacts, std::size_t c, const double* velocity) {
  const Vec<D> normal = Vec<D>::load(contacts.normal.data() + c * D);
  const std::int32_t second = contacts.second[c];
  const Vec<D> v = Vec<D>::load(velocity + static_cast<std::size_t>(contacts.first[c]) * D);
  return dot(normal, second < 0 ? v : v - Vec<D>::load(velocity + static_cast<std::size_t>(second) * D));
}

// What friction takes and what the turns add: u of the points, along the normal, and the size of the rest times μ.
struct PointSpeed {
  double normal, across;
};

template <int D>
PointSpeed point_speed(const Contacts& contacts, std::size_t c, const FreePoints& free, double friction, double h) {
  const Vec3 normal = embed(contacts.normal.data() + c * D, D);
  const auto velocity = [&](std::size_t body, std::span<const double> levers) {
    const Vec3 spin = D == 3 ? Vec3::load(&free.spin[3 * body]) : Vec3{{0, 0, free.spin[body]}};
    return embed(&free.velocity[body * D], D) + cross(spin, embed(&levers[c * D], D));
  };
  Vec3 u = velocity(static_cast<std::size_t>(contacts.first[c]), free.lever_first);
  if (const std::int32_t second = contacts.second[c]; second >= 0)
    u = u - velocity(static_cast<std::size_t>(second), free.lever_second);
  if (!free.slip.empty()) u = u - (1 / h) * embed(&free.slip[c * D], D);
  const double along = dot(normal, u);
  return {along, friction * norm(u - along * normal)};
}

}  // namespace

void Cones::clear() {
  for (auto* values : {&lower, &target, &film, &friction, &rolling, &twisting}) values->clear();
}

void Cones::take_gaps(const Contacts& contacts) {
  resize_buffer(target, contacts.size());
  std::ranges::copy(contacts.gap, target.begin());
}

double gap_after(const Contacts& contacts, const Cones& cones, std::size_t c, const ContactStep& step,
                 std::span<const double> velocity) {
  return with_dimension(contacts.dimension, [&]<int D>() {
    const double u =
        step.spin.empty()
            ? speed<D>(contacts, c, velocity.data())
            : point_speed<D>(contacts, c, {velocity, step.spin, step.lever_first, step.lever_second, {}}, 0, step.h).normal;
    return cones.targets(contacts)[c] + step.h * u;
  });
}

double working_length(const Contacts& contacts, const Cones& cones, const ContactStep& step, const FreePoints& free,
                      double mean_radius, Executor& executor) {
  const std::span<const double> target = cones.targets(contacts);
  const double h = step.h, tolerance = step.tolerance / mean_radius,
               steps = std::min(most_steps, largest_error / tolerance), enough = mean_radius / (steps * h);
  // As a rule the first rows tell that there is enough; then nobody has to look at the others.
  std::atomic<bool> found = false;
  const double largest = with_dimension(contacts.dimension, [&]<int D>() {
    return executor.reduce(
        contacts.size(), 0.0,
        [&](std::size_t begin, std::size_t end) {
          double most = 0;
          for (std::size_t c = begin; c < end && !found.load(std::memory_order_relaxed); ++c) {
            const PointSpeed u =
                free.lever_first.empty()
                    ? PointSpeed{speed<D>(contacts, c, free.velocity.data()), 0}
                    : point_speed<D>(contacts, c, free, cones.friction.empty() ? 0 : cones.friction[c], h);
            // A contact that can pull takes the speed of opening, too.
            const double taken = u.across + (cones.lower_of(c) < 0 ? std::abs(target[c] / h + u.normal)
                                                                   : -(std::max(target[c], 0.0) / h + u.normal));
            most = std::max(most, taken);
            if (most >= enough) found.store(true, std::memory_order_relaxed);
          }
          return most;
        },
        [](double a, double b) { return std::max(a, b); });
  });
  if (found) return mean_radius;
  double extent = mean_radius;
  for (const double x : step.bodies.position) extent = std::max(extent, std::abs(x));
  const double rounding = 64 * std::numeric_limits<double>::epsilon() * extent;
  return std::clamp(steps * h * largest, std::min(rounding / tolerance, mean_radius), mean_radius);
}

void bound_correction(const Contacts& contacts, double allowed, double most, Cones& cones) {
  const std::span<const double> given = cones.targets(contacts);
  if (std::ranges::all_of(given, [&](double gap) { return gap >= -most; })) return;
  if (cones.target.empty()) cones.take_gaps(contacts);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    double& gap = cones.target[c];
    if (gap < -most && cones.lower_of(c) != -std::numeric_limits<double>::infinity())
      gap = -(most + std::max(0.0, -gap - allowed));
  }
}

}  // namespace floc
