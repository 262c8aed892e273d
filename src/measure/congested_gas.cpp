#include "measure/congested_gas.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "measure/monotone.hpp"

namespace floc {
namespace {

StepFunction between_centres(const GasState& gas, const std::vector<double>& values) {
  if (gas.size() < 2) return {};
  return {gas.position, {values.begin() + 1, values.end() - 1}};
}

}  // namespace

StepFunction GasState::density() const {
  if (size() < 2) return {};
  StepFunction rho{position, std::vector<double>(size() - 1)};
  for (std::size_t k = 0; k + 1 < size(); ++k)
    rho.value[k] = 0.5 * (mass[k] + mass[k + 1]) / (position[k + 1] - position[k]);
  return rho;
}

StepFunction GasState::pressure_profile() const { return between_centres(*this, pressure); }
StepFunction GasState::adhesion_profile() const { return between_centres(*this, adhesion); }

StepFunction GasState::velocity_by_mass() const {
  StepFunction u{{0.0}, velocity};
  for (const double m : mass) u.edge.push_back(u.edge.back() + m);
  return u;
}

GasState sample_gas(const std::function<double(double)>& density, const std::function<double(double)>& velocity,
                    double low, double high, std::size_t n) {
  // The mass left of x on a fine grid, by the midpoint rule, then turned round.
  const std::size_t pieces = 64 * n;
  const double dx = (high - low) / static_cast<double>(pieces);
  std::vector<double> left{0.0};
  for (std::size_t k = 0; k < pieces; ++k)
    left.push_back(left.back() + dx * density(low + (static_cast<double>(k) + 0.5) * dx));
  if (!(left.back() > 0)) throw Error("a gas without mass");

  GasState gas;
  gas.mass.assign(n, left.back() / static_cast<double>(n));
  gas.pressure.assign(n + 1, 0.0);
  gas.adhesion.assign(n + 1, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    const double m = (static_cast<double>(i) + 0.5) * gas.mass[i];
    const auto k = static_cast<std::size_t>(std::upper_bound(left.begin(), left.end(), m) - left.begin()) - 1;
    const double part = (m - left[k]) / (left[k + 1] - left[k]);
    gas.position.push_back(low + (static_cast<double>(k) + part) * dx);
    gas.velocity.push_back(velocity(gas.position.back()));
  }
  return gas;
}

Bodies blocks_of_gas(const GasState& gas) {
  Bodies blocks;
  blocks.dimension = 1;
  for (std::size_t i = 0; i < gas.size(); ++i)
    blocks.add(&gas.position[i], &gas.velocity[i], 0.5 * gas.mass[i], gas.mass[i], 0);
  return blocks;
}

GasState gas_of_blocks(const Bodies& blocks, const Contacts& contacts) {
  if (blocks.dimension != 1) throw Error("a gas of blocks lives on a line");
  const std::size_t n = blocks.size();
  GasState gas{blocks.mass, blocks.position, blocks.velocity, {}, {}};
  gas.pressure.assign(n + 1, 0.0);
  gas.adhesion.assign(n + 1, 0.0);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const auto i = static_cast<std::size_t>(contacts.first[c]);
    // Only neighbours can touch; a wall on the left pushes to the right.
    const bool left = contacts.normal[c] > 0;
    const std::size_t k = left ? i : i + 1;
    if (contacts.second[c] >= 0 && contacts.second[c] != static_cast<std::int32_t>(left ? i - 1 : i + 1)) continue;
    gas.pressure[k] += contacts.multiplier[c];
    gas.adhesion[k] += contacts.remembered(c);
  }
  return gas;
}

CongestedGas::CongestedGas(GasState initial, GasContact contact, GasWalls walls)
    : state_(std::move(initial)), contact_(contact), walls_(walls), free_(state_.velocity) {
  const std::size_t n = state_.size();
  if (n == 0) throw Error("a gas without mass");
  double length = 0;
  for (const double m : state_.mass) {
    offset_.push_back(length + 0.5 * m);
    length += m;
  }
  if (!(walls.high - walls.low >= length * (1 - 1e-12))) throw Error("the walls leave no room for the gas");
  impulse_.assign(n + 1, 0.0);
}

void CongestedGas::advance(double h, const std::function<double(double, double)>& force) {
  const std::size_t n = state_.size();
  const bool lubricated = contact_ == GasContact::lubricated;
  std::vector<double>& w = free_;
  if (!lubricated) w = state_.velocity;
  std::vector<double> y(n);
  for (std::size_t i = 0; i < n; ++i) {
    w[i] += h * force(state_.position[i], time_);
    y[i] = state_.position[i] + h * w[i] - offset_[i];
  }

  // Between walls the nearest monotone sequence is the one without them, cut to the room that they
  // leave. What the left wall gave is what the cut moved there.
  std::vector<double> z = nearest_monotone(y, state_.mass);
  const double room = walls_.high - (offset_.back() + 0.5 * state_.mass.back());
  double impulse = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double cut = std::clamp(z[i], walls_.low, std::max(walls_.low, room));
    if (cut > z[i]) impulse += state_.mass[i] * (cut - z[i]) / h;
    z[i] = cut;
  }
  std::vector<double>& p = state_.pressure;
  for (std::size_t i = 0;; ++i) {  // I, from wall to wall
    const double adhesion = lubricated ? -impulse : 0;
    p[i] = (lubricated ? state_.adhesion[i] - adhesion : impulse) / h;
    state_.adhesion[i] = adhesion;
    impulse_[i] += h * p[i];
    if (i == n) break;
    const double x = z[i] + offset_[i], u = (x - state_.position[i]) / h;
    impulse += state_.mass[i] * (w[i] - u);
    state_.position[i] = x;
    state_.velocity[i] = u;
  }
  time_ += h;
}

}  // namespace floc
