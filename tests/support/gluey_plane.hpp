// One gluey particle above a plane, under a force that is constant piece by piece: the exact motion,
// algorithm 2.6 of GLUEY, and the program.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "contact/gluey.hpp"
#include "forces/field.hpp"
#include "support/setups.hpp"

namespace floc::test {

struct ForcePiece {
  double until, f;  // a force a mass
};

struct PlaneCase {
  double q = 1, u = 0, m = 1, r = 1;
  std::vector<ForcePiece> force;
  double gamma_min = -std::numeric_limits<double>::infinity();
  bool radius_scaling = false;

  double end() const { return force.back().until; }
  double rate() const { return radius_scaling ? 1 / (r * r) : 1; }  // R
  double f(double t) const {
    for (const ForcePiece& piece : force)
      if (t < piece.until) return piece.f;
    return force.back().f;
  }
};

struct PlaneState {
  double t = 0, q = 0, u = 0, gamma = 0;
};

// m q̇ + γ/R = m u⁰ + m∫f with qγ = 0 (GLUEY 11), from event to event: parabolas in the air, straight lines of
// γ on the plane, cut at γ_min.
class ExactPlane {
 public:
  explicit ExactPlane(const PlaneCase& given) : case_(given) {
    PlaneState s{0, given.q, given.u, 0};
    for (const ForcePiece& piece : given.force) {
      while (s.t < piece.until) {
        events_.push_back({s, piece.f});
        s = advance(s, piece.f, piece.until);
      }
    }
    events_.push_back({s, given.force.back().f});
  }

  PlaneState at(double t) const {
    std::size_t k = 0;
    while (k + 1 < events_.size() && events_[k + 1].state.t <= t) ++k;
    return move(events_[k].state, events_[k].f, t - events_[k].state.t);
  }

  // When γ comes back to zero, each time.
  std::vector<double> take_offs() const {
    std::vector<double> all;
    for (std::size_t k = 1; k < events_.size(); ++k)
      if (events_[k].state.gamma == 0 && events_[k - 1].state.gamma < 0) all.push_back(events_[k].state.t);
    return all;
  }

 private:
  struct Event {
    PlaneState state;
    double f;
  };

  bool on_plane(const PlaneState& s, double f) const { return s.q == 0 && s.u == 0 && (s.gamma < 0 || f <= 0); }

  PlaneState move(PlaneState s, double f, double dt) const {
    if (on_plane(s, f)) {
      s.gamma = std::max(case_.gamma_min, s.gamma + case_.rate() * case_.m * f * dt);
    } else {
      s.q += dt * (s.u + 0.5 * dt * f);
      s.u += dt * f;
    }
    s.t += dt;
    return s;
  }

  // To the end of the piece, or to what happens before it.
  PlaneState advance(const PlaneState& s, double f, double until) const {
    const double left = until - s.t;
    if (on_plane(s, f)) {
      const double spent = f > 0 ? -s.gamma / (case_.rate() * case_.m * f) : left;
      if (!(spent < left)) return move(s, f, left);
      return {s.t + spent, 0, 0, 0};
    }
    const double square = s.u * s.u - 2 * f * s.q;
    double hit = -1;  // q + u t + ½ f t² = 0 on the way down
    if (square >= 0) hit = f != 0 ? (-s.u - std::sqrt(square)) / f : s.u < 0 ? -s.q / s.u : -1;
    if (!(hit > 0 && hit < left)) return move(s, f, left);
    return {s.t + hit, 0, 0, std::max(case_.gamma_min, case_.rate() * case_.m * (s.u + hit * f))};
  }

  PlaneCase case_;
  std::vector<Event> events_;
};

// Algorithm 2.6, its steps by their numbers; (3) with the radius and (4b) of section 2.5.
inline PlaneState algorithm_2_6(const PlaneState& n, const PlaneCase& c, double f, double h) {
  const double half = n.u + h * f;                                                     // (1)
  const double bar = n.gamma < 0 ? -n.q / h : std::max(half, -n.q / h);                // (2)
  const double lambda = c.m * (bar - half) / h;
  const double gamma = n.gamma - h * c.rate() * lambda;                                // (3)
  PlaneState next{n.t + h, 0, bar, gamma};
  if (gamma > 0) next.u = gamma / (c.rate() * c.m), next.gamma = 0;                    // (4)
  next.gamma = std::max(next.gamma, c.gamma_min);                                      // (4b)
  next.q = n.q + h * next.u;                                                           // (5)
  return next;
}

inline Setup plane_setup(const PlaneCase& c, double h) {
  Setup setup;
  setup.bodies = empty(1);
  add(setup.bodies, {{c.q + c.r, 0, 0}}, {{c.u, 0, 0}}, c.r, c.m);
  setup.obstacles = Obstacles({obstacle({half_space({}, {{1, 0, 0}})})});
  // The middle of the step: f does not change within one, and times have roundings.
  std::string f = std::to_string(c.force.back().f);
  for (std::size_t k = c.force.size() - 1; k-- > 0;)
    f = "(t + half < " + std::to_string(c.force[k].until) + " ? " + std::to_string(c.force[k].f) + " : " + f + ")";
  setup.forces = {field({Expression(f, field_variables(), {{"half", 0.5 * h}})}, true, {})};
  setup.law = gluey({.gamma_min = c.gamma_min, .radius_scaling = c.radius_scaling});
  setup.h = h;
  setup.tolerance = 1e-12;
  setup.solver = "pgs";
  return setup;
}

inline PlaneState plane_state(const Simulation& s) {
  const Contacts& c = s.contacts();
  return {s.time(), s.bodies().x(0)[0] - s.bodies().radius[0], s.bodies().v(0)[0], c.size() > 0 ? c.memory[0] : 0};
}

}  // namespace floc::test
