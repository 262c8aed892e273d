// The dyadic force of GRAN 22–24, and exact motions of a particle above a plane under it.
//
//   f(t) = 1 in the first half of [2^j, 2^{j+1}), −α in the second half, for every integer j;
//   u̇ = f + λ,  q ≥ 0,  λ ≥ 0 where q = 0 only,  u⁺ = max(u⁻, 0) there;  q(0) = u(0) = 0.
//
// f(2t) = f(t): with q(t) also q(2t)/4 is a motion. Let 23/13 < α < 2. A particle at rest on the plane
// when an interval begins takes off, flies over the beginning of the next one, lands in the second half
// of that one and is held to its end: it takes off in every second interval, and there are two such
// motions. A third one is its own copy q(2t)/4: it touches in every interval, at the part σ of its
// length, and takes off again at once. With w = 1/2 − σ (so that L w is the speed at the middle of the
// interval, L its length), landing where it took off means
//
//   (w − 1 + α/2)² = (1 + α)(α/4 − w),
//
// and a small error of σ is multiplied by 1/2 − (1 + α)/(4(w − 1 + α/2)), less than −1, from one interval
// to the next: there are motions that leave this one anywhere, and go over to one of the two others.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "forces/force.hpp"

namespace floc::test {

struct Dyadic {
  double alpha = 1.9;

  static double interval(double t) { return std::exp2(std::floor(std::log2(t))); }  // its beginning, and length
  double force(double t) const {
    if (!(t > 0)) return 0;
    return t / interval(t) < 1.5 ? 1 : -alpha;
  }
  // ∫_0^t f.
  double impulse(double t) const {
    if (!(t > 0)) return 0;
    const double begin = interval(t), half = 0.5 * begin;
    return 0.5 * (1 - alpha) * begin + std::min(t - begin, half) - alpha * std::max(0.0, t - begin - half);
  }

  // Where in an interval the third motion touches: σ.
  double touch() const {
    // (w − c)² = (1 + α)(α/4 − w) is w² + 2bw + c² = α(1 + α)/4.
    const double c = 1 - 0.5 * alpha, b = 0.5 * (1 + alpha) - c;
    return 0.5 - (-b + std::sqrt(b * b - c * c + 0.25 * alpha * (1 + alpha)));
  }
  double touch_growth() const {
    const double w = 0.5 - touch();
    return 0.5 - (1 + alpha) / (4 * (w - 1 + 0.5 * alpha));
  }
};

// A motion, piece by piece: constant acceleration a (that of f, or 0 where the plane holds) from t on.
struct Flight {
  struct Piece {
    double t, q, u, a;
  };
  std::vector<Piece> pieces;
  double end = 0;

  const Piece& at(double t) const {
    const auto next =
        std::upper_bound(pieces.begin(), pieces.end(), t, [](double time, const Piece& p) { return time < p.t; });
    return next == pieces.begin() ? pieces.front() : *(next - 1);
  }
  double position(double t) const {
    const Piece& p = at(t);
    const double s = t - p.t;
    return p.q + s * (p.u + 0.5 * s * p.a);
  }
  double velocity(double t) const {
    const Piece& p = at(t);
    return p.u + (t - p.t) * p.a;
  }
};

// From rest on the plane at time `from`, by the rule of the contact alone.
inline Flight fly(const Dyadic& f, double from, double end) {
  Flight flight;
  flight.end = end;
  double t = from, q = 0, u = 0;
  while (t < end) {
    const double begin = Dyadic::interval(t), middle = 1.5 * begin;
    const double next = std::min(end, t < middle ? middle : 2 * begin);
    const double force = f.force(t);
    const bool held = q == 0 && u == 0 && force < 0;
    flight.pieces.push_back({t, q, u, held ? 0 : force});
    double s = next - t;
    bool lands = false;
    // The first time at which q + us + fs²/2 = 0 again, in the form without cancellation.
    const double root = u * u - 2 * force * q;
    if (!held && root >= 0 && (q > 0 || u < 0 || force < 0)) {
      const double landing = u < 0 ? 2 * q / (-u + std::sqrt(root)) : -(u + std::sqrt(root)) / force;
      if (landing > 0 && landing < s) {
        s = landing;
        lands = true;
      }
    }
    if (!held) {
      q = lands ? 0 : q + s * (u + 0.5 * s * force);
      u = lands ? 0 : u + s * force;
    }
    t = lands ? t + s : next;
  }
  return flight;
}

// The motion that takes off at 4^j (odd = false) or 2·4^j, from so early that nobody sees the start.
inline Flight locked_motion(const Dyadic& f, bool odd, double end) { return fly(f, std::exp2(odd ? -59 : -60), end); }

// f for every body, as its mean over the step, V* += ∫f, or as it is when the step begins, V* += h f(t).
class DyadicForce final : public Force {
 public:
  DyadicForce(Dyadic f, bool averaged) : f_(f), averaged_(averaged) {}
  void add(const Surroundings& around, const FreeMotion& free) const override {
    const double change =
        averaged_ ? f_.impulse(around.t + around.h) - f_.impulse(around.t) : around.h * f_.force(around.t);
    for (double& v : free.velocity) v += change;
  }

 private:
  Dyadic f_;
  bool averaged_;
};

}  // namespace floc::test
