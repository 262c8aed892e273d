// What a suspension is measured by: the forces of the fluid on the walls of its box, and what the bodies add to the
// mean stress of the mixture.
//
// With f_a the force of a marker on the fluid and r_a its place about the centre of its body,
//
//   ⟨σ⟩ = −⟨p⟩ + μ⟨∇u + ∇uᵀ⟩ + Σᵖ,   Σᵖ = −1/V Σ_a (f_a ⊗ r_a + r_a ⊗ f_a)/2,
//
// the mean over the box of fluid and bodies: in a shear cell ⟨∂u/∂y⟩ is the rate of the walls whatever is in it. What
// contacts add is −1/V Σ λ e ⊗ (their arms).
#include <array>

#include "contact/contacts.hpp"
#include "step/medium.hpp"

namespace floc {
namespace {

std::size_t u(std::int32_t k) { return static_cast<std::size_t>(k); }

double volume_of(const FluidGrid& grid) {
  double volume = 1;
  for (int k = 0; k < grid.dimension; ++k) volume *= grid.n(k) * grid.h;
  return volume;
}

}  // namespace

unsigned FluidSettings::walls() const {
  unsigned all = 0;
  for (int side = 0; side < 2 * grid.dimension; ++side)
    if (grid.kind(side / 2, side % 2) == FaceKind::wall) all |= 1u << side;
  return all;
}

Vec3 Medium::force_on_side(const FlowState& state, int k, int side) const {
  const FluidGrid& grid = flow_.grid();
  const FieldLayout& layout = flow_.layout();
  const double area = grid.cell_volume() / grid.h, shear = flow_.settings().viscosity / grid.h * area;
  Vec3 force = quasi_static_ ? quasi_static_->stokes().wall_force(k, side) : Vec3{};
  force[k] = 0;
  const std::ptrdiff_t out = (side ? 1 : -1) * layout.stride[u(k)];
  const auto sum = [&](FieldBox box, auto&& value) {
    box.begin[u(k)] = side ? grid.n(k) - 1 : 0;
    box.end[u(k)] = box.begin[u(k)] + 1;
    double all = 0;
    std::array<int, 3> i;
    for (i[2] = box.begin[2]; i[2] < box.end[2]; ++i[2])
      for (i[1] = box.begin[1]; i[1] < box.end[1]; ++i[1])
        for (i[0] = box.begin[0]; i[0] < box.end[0]; ++i[0]) all += value(layout.at(i));
    return all;
  };
  for (int c = 0; c < grid.dimension && !quasi_static_; ++c) {
    if (c == k) continue;
    const double* const v = state.velocity[u(c)].data();
    force[c] =
        shear * sum(flow_.box(c), [&](std::size_t at) { return v[at] - v[static_cast<std::ptrdiff_t>(at) + out]; });
  }
  const double pressure = sum(all_cells(grid), [&](std::size_t at) { return state.pressure[at]; });
  force[k] += (side ? 1 : -1) * flow_.settings().density * area * pressure;
  return force;
}

void Medium::measure_suspension(const FlowState& state, const Bodies& bodies, FluidReport& report) const {
  const FluidGrid& grid = flow_.grid();
  const int d = grid.dimension;
  report.sides.clear();
  for (int k = 0; k < d; ++k)
    for (int side = 0; side < 2; ++side) {
      if (!(report.walls >> (2 * k + side) & 1u)) continue;
      const Vec3 force = force_on_side(state, k, side);
      report.sides.insert(report.sides.end(), force.c.begin(), force.c.begin() + d);
    }
  if (!settings_.suspends(bodies.size())) return;
  // λ of the state is over the density with inertia, and a force without.
  const double scale = grid.cell_volume() / volume_of(grid) * (quasi_static_ ? 1 : flow_.settings().density);
  const Markers& markers = immersed_.markers();
  const std::array<double, 6> moment =
      markers.moments(quasi_static_ ? quasi_static_->stokes().marker_forces(markers) : state.traction, bodies.size());
  report.particles.clear();
  for (int i = 0; i < d; ++i)
    for (int k = i; k < d; ++k) report.particles.push_back(-scale * moment[u(i == k ? i : i + k + 2)]);
  double mass = 0;
  Vec3 momentum;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    mass += immersed_.volume(b);
    momentum += immersed_.volume(b) * motion_[b].velocity;
  }
  for (int k = 0; k < d; ++k) report.particles.push_back(momentum[k] / mass);
}

void Medium::add_contact_stress(const Contacts& contacts, const Bonds& bonds, const Bodies& bodies,
                                FluidReport& report) const {
  const int d = flow_.grid().dimension;
  if (report.particles.empty()) return;
  const double over = 1 / volume_of(flow_.grid());
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const std::size_t at = c * u(d);
    const Vec3 normal = embed(&contacts.normal[at], d);
    Vec3 force = contacts.multiplier[c] * normal, arm;  // on the first; from the second to the first
    if (contacts.frictional) force += embed(&contacts.tangential[at], d);
    const auto lever = [&](const auto& known, std::int32_t body, double sign) {
      return known.empty() ? sign * bodies.radius[u(body)] * normal : embed(&known[at], d);
    };
    if (bonds.is_row(contacts.pair(c))) {
      arm = bonds.distance(bodies, u(contacts.first[c]), u(contacts.second[c])) * normal;
    } else {
      arm -= lever(contacts.lever_first, contacts.first[c], -1);
      if (contacts.second[c] >= 0) arm += lever(contacts.lever_second, contacts.second[c], 1);
    }
    std::size_t q = 0;
    for (int i = 0; i < d; ++i)
      for (int k = i; k < d; ++k) report.particles[q++] -= 0.5 * over * (arm[i] * force[k] + arm[k] * force[i]);
  }
}

}  // namespace floc
