#include "contact/stick.hpp"

#include <cmath>
#include <limits>

#include "core/grow.hpp"

namespace floc {
namespace {

constexpr int most_iterations = 200;
constexpr double enough = 1e-12;  // of the square of the first gradient

// r ↦ Gᵀr and v ↦ Gv over the stuck rows, one at a time: sums have one order.
class StuckRows {
 public:
  StuckRows(const Contacts& contacts, const ContactStep& step) : contacts_(contacts), step_(step) {}

  bool stuck(std::size_t c) const { return contacts_.memory[c] != 0; }

  // M⁻¹Gᵀr into z; returns its square in the metric M.
  double gather(const std::vector<double>& r, std::vector<double>& z) const {
    std::fill(z.begin(), z.end(), 0.0);
    visit([&](std::size_t c, std::size_t at, double e) { z[at] += e * r[c]; });
    double square = 0;
    const std::size_t d = dimension();
    for (std::size_t k = 0; k < z.size(); ++k) {
      const double inverse_mass = step_.inverse_mass[k / d];
      square += inverse_mass * z[k] * z[k];
      z[k] *= inverse_mass;
    }
    return square;
  }

  // Gv into q; returns its square.
  double sweep(const std::vector<double>& v, std::vector<double>& q) const {
    std::fill(q.begin(), q.end(), 0.0);
    visit([&](std::size_t c, std::size_t at, double e) { q[c] += e * v[at]; });
    double square = 0;
    for (const double x : q) square += x * x;
    return square;
  }

 private:
  std::size_t dimension() const { return static_cast<std::size_t>(contacts_.dimension); }

  // f(row, place among the N × d, entry of G)
  template <class F>
  void visit(F&& f) const {
    const std::size_t d = dimension();
    for (std::size_t c = 0; c < contacts_.size(); ++c) {
      if (!stuck(c)) continue;
      for (std::size_t k = 0; k < d; ++k) {
        const double e = contacts_.normal[c * d + k];
        f(c, static_cast<std::size_t>(contacts_.first[c]) * d + k, e);
        if (contacts_.second[c] >= 0) f(c, static_cast<std::size_t>(contacts_.second[c]) * d + k, -e);
      }
    }
  }

  const Contacts& contacts_;
  const ContactStep& step_;
};

constexpr LeftAlone left_alone{0.5, 0.5};

class Stick final : public ContactLaw {
 public:
  bool remembers() const override { return true; }
  double solver_share() const override { return 0.5 * (1 - left_alone.overlap); }  // some room for the least squares
  bool has_equalities() const override { return true; }

  void cones(const Contacts& contacts, const ContactStep& step, Cones& cones) const override {
    grow(cones.lower, contacts.size());
    cones.take_gaps(contacts);
    bool any = false;
    for (std::size_t c = 0; c < contacts.size(); ++c) {
      const bool stuck = contacts.memory[c] != 0;
      cones.lower[c] = stuck ? -std::numeric_limits<double>::infinity() : 0;
      if (!stuck) continue;
      cones.target[c] = gap_to_close(contacts, c, step, left_alone);
      any = any || cones.target[c] != 0;
    }
    if (any) reconcile(contacts, step, cones.target);
  }

  bool finish(Contacts& contacts, const Cones& cones, const ContactStep& step, std::span<const double>,
              std::span<const double> moved, std::span<double>, VelocityProjection&) const override {
    for (std::size_t c = 0; c < contacts.size(); ++c)
      if (contacts.memory[c] != 0 || gap_after(contacts, cones, c, step.h, moved) <= left_alone.open * step.tolerance)
        contacts.memory[c] = 1;
    return true;
  }

 private:
  // The gaps s of the stuck rows become −Gw = s + r, with r = −s − Gw the residual of the least squares.
  static void reconcile(const Contacts& contacts, const ContactStep& step, std::vector<double>& target) {
    const StuckRows rows(contacts, step);
    auto& [r, q, z, p] = step.work->vectors;
    const std::size_t count = step.inverse_mass.size() * static_cast<std::size_t>(contacts.dimension);
    for (auto* of_rows : {&r, &q}) grow(*of_rows, contacts.size());
    for (auto* of_bodies : {&z, &p}) grow(*of_bodies, count);
    for (std::size_t c = 0; c < r.size(); ++c) r[c] = rows.stuck(c) ? -target[c] : 0;
    double square = rows.gather(r, z);
    const double small = enough * square;
    std::copy(z.begin(), z.end(), p.begin());
    for (int k = 0; k < most_iterations && square > small; ++k) {
      const double alpha = square / rows.sweep(p, q);
      for (std::size_t c = 0; c < r.size(); ++c) r[c] -= alpha * q[c];
      const double next = rows.gather(r, z), beta = next / square;
      square = next;
      for (std::size_t i = 0; i < p.size(); ++i) p[i] = z[i] + beta * p[i];
    }
    for (std::size_t c = 0; c < r.size(); ++c)
      if (rows.stuck(c)) target[c] += r[c];
  }
};

}  // namespace

void StickParameters::declare(Table& t) {
  t.refuse("restitution", "does not combine with contacts that stick for good: what stays together does not bounce");
}

LawPtr StickParameters::make(const LawContext&) const { return stick(); }

LawPtr stick() { return std::make_shared<Stick>(); }

}  // namespace floc
