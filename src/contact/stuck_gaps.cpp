#include "contact/stuck_gaps.hpp"

#include <algorithm>
#include <cmath>
#include <ranges>
#include <vector>

#include "core/buffers.hpp"
#include "core/conjugate_gradients.hpp"
#include "core/disjoint_sets.hpp"

namespace floc {
namespace {

constexpr int most_iterations = 200;
constexpr double enough = 1e-12;  // of the square of the first gradient

// Gᵀr and Gv over the stuck rows, one at a time: sums have one order.
class StuckRows {
 public:
  StuckRows(const Contacts& contacts, const ContactStep& step)
      : contacts_(contacts), step_(step), dimension_(static_cast<std::size_t>(contacts.dimension)) {}

  bool stuck(std::size_t c) const { return contacts_.memory[c] != 0; }

  // e·v of the body on one side of a row; 0 of an obstacle.
  double along(std::size_t c, std::int32_t body, const std::vector<double>& v) const {
    double sum = 0;
    for (std::size_t k = 0; k < dimension_ && body >= 0; ++k)
      sum += contacts_.normal[c * dimension_ + k] * v[static_cast<std::size_t>(body) * dimension_ + k];
    return sum;
  }
  // (Gv)_c
  double opening(std::size_t c, const std::vector<double>& v) const {
    return along(c, contacts_.first[c], v) - along(c, contacts_.second[c], v);
  }

  // v = argmin |s + Gv|² for s_c = gap_of(c), the least in the norm of the masses; false, and no v, where all s are 0.
  template <class Gap>
  bool close(std::vector<double>& v, Gap&& gap_of) const {
    auto& r = step_.work->vectors[0];
    auto& z = step_.work->vectors[1];
    auto& s = step_.work->vectors[2];
    auto& q = step_.work->vectors[3];
    for (auto* of_bodies : {&v, &r, &z, &s, &q}) resize_buffer(*of_bodies, step_.inverse_mass.size() * dimension_);
    bool any = false;
    gather(r, [&](std::size_t c) {
      const double gap = gap_of(c);
      any = any || gap != 0;
      return -gap;
    });
    double first = 0;
    const auto apply = [&](const std::vector<double>& from, std::vector<double>& to) {
      gather(to, [&](std::size_t c) { return opening(c, from); });
    };
    const auto precondition = [&](const std::vector<double>& from, std::vector<double>& to) {
      for (std::size_t k = 0; k < to.size(); ++k) to[k] = step_.inverse_mass[k / dimension_] * from[k];
    };
    const auto done = [&](int iterations, double square) {
      if (iterations == 0) first = square;
      return !(square > enough * first);
    };
    if (any) conjugate_gradients(v, r, z, s, q, apply, precondition, done, most_iterations);
    return any;
  }

 private:
  // Gᵀr into z, for r_c = of(c).
  template <class Row>
  void gather(std::vector<double>& z, Row&& of) const {
    std::ranges::fill(z, 0.0);
    for (std::size_t c = 0; c < contacts_.size(); ++c) {
      if (!stuck(c)) continue;
      const double r = of(c);
      for (std::size_t k = 0; k < dimension_; ++k) {
        const double e = contacts_.normal[c * dimension_ + k] * r;
        z[static_cast<std::size_t>(contacts_.first[c]) * dimension_ + k] += e;
        if (contacts_.second[c] >= 0) z[static_cast<std::size_t>(contacts_.second[c]) * dimension_ + k] -= e;
      }
    }
  }

  const Contacts& contacts_;
  const ContactStep& step_;
  std::size_t dimension_;
};

}  // namespace

void reconcile_stuck_gaps(const Contacts& contacts, const ContactStep& step, const LeftAlone& left, double most,
                          std::span<double> gap) {
  const StuckRows rows(contacts, step);
  auto& moved = step.work->vectors[4];
  auto& closing = step.work->vectors[5];
  auto& theta = step.work->vectors[6];
  const auto motion = [&](std::size_t c) { return contacts.gap[c] - contacts.gap_at_begin(c); };
  const auto wanted = [&](std::size_t c) { return gap_to_close(contacts, c, step, left); };
  const bool moves = rows.close(moved, [&](std::size_t c) { return motion(c) + std::min(0.0, wanted(c) - motion(c)); });
  const auto moved_by = [&](std::size_t c) { return moves ? rows.opening(c, moved) : 0; };
  const bool opens = std::ranges::any_of(std::views::iota(std::size_t{0}, contacts.size()),
                                         [&](std::size_t c) { return rows.stuck(c) && wanted(c) > motion(c); });
  const bool closes = opens && rows.close(closing, [&](std::size_t c) { return wanted(c) + moved_by(c); });

  DisjointSets clusters(step.inverse_mass.size(), step.work->numbers);
  for (std::size_t c = 0; c < contacts.size(); ++c)
    if (rows.stuck(c) && contacts.second[c] >= 0) clusters.join(contacts.first[c], contacts.second[c]);
  if (closes) {
    resize_buffer(theta, step.inverse_mass.size());
    std::ranges::fill(theta, 1.0);
    const auto limit = [&](std::size_t c, double room, double taken) {
      if (!(taken > room)) return;
      for (const std::int32_t body : {contacts.first[c], contacts.second[c]})
        if (body >= 0) {
          double& least = theta[static_cast<std::size_t>(clusters.root(body))];
          least = std::min(least, std::max(0.0, room) / taken);
        }
    };
    for (std::size_t c = 0; c < contacts.size(); ++c) {
      const std::int32_t i = contacts.first[c], j = contacts.second[c];
      if (rows.stuck(c))
        limit(c, contacts.gap[c] + moved_by(c) + most * step.tolerance, -rows.opening(c, closing));
      else if (j < 0 || clusters.root(i) == clusters.root(j))
        limit(c, contacts.gap[c] + moved_by(c), -rows.opening(c, closing));
      else  // each with a θ of its own
        limit(c, contacts.gap[c] + moved_by(c),
              std::max(0.0, -rows.along(c, i, closing)) + std::max(0.0, rows.along(c, j, closing)));
    }
  }
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (!rows.stuck(c)) continue;
    gap[c] = -moved_by(c);
    if (closes) gap[c] -= theta[static_cast<std::size_t>(clusters.root(contacts.first[c]))] * rows.opening(c, closing);
  }
}

}  // namespace floc
