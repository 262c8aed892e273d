// Vectors between many pairs of bodies at once, component by component: loops that compilers run on vectors.
// Each is to the bit what Domain::nearest_image, dot and norm make of it alone.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/domain.hpp"
#include "core/vec.hpp"

namespace floc {

template <int D>
struct Separations {
  static constexpr std::size_t most = 64;
  using Numbers = std::array<double, most>;

  std::array<Numbers, D> d{};
  Numbers square{};  // |d|²

  [[gnu::always_inline]] void set(std::size_t q, const Vec<D>& v) {
    for (int k = 0; k < D; ++k) d[static_cast<std::size_t>(k)][q] = v[k];
  }
  Vec<D> at(std::size_t q) const {
    Vec<D> v;
    for (int k = 0; k < D; ++k) v[k] = d[static_cast<std::size_t>(k)][q];
    return v;
  }

  // The first `count` become the nearest images, and are squared.
  void finish(const Domain& domain, std::size_t count) {
    const std::size_t whole = (count + 7) / 8 * 8;
    for (std::size_t k = 0; k < D; ++k)
      if (const double l = domain.period[k]; l > 0) take_images(d[k], l, whole);
    for (std::size_t q = 0; q < whole; ++q) {
      double sum = 0;
      for (std::size_t k = 0; k < D; ++k) sum += d[k][q] * d[k][q];
      square[q] = sum;
    }
  }

 private:
  // Most are the nearest images as they are, and a division takes long.
  static void take_images(Numbers& x, double period, std::size_t count) {
    std::int64_t others = 0;
    for (std::size_t q = 0; q < count; ++q) others += std::abs(x[q]) > 0.5 * period;
    if (others == 0) return;
    for (std::size_t q = 0; q < count; ++q) {
      const double image = x[q] - period * std::nearbyint(x[q] / period);
      x[q] = std::abs(x[q]) > 0.5 * period ? image : x[q];
    }
  }
};

// Of many pairs those that are near enough. They are looked at many at a time, and without a branch on the outcome,
// which would be guessed wrong.
template <int D, class Take>
class Sieve {
 public:
  // take(i, name, k) for those, in the order that they came in: the k-th that was added.
  Sieve(const Domain& domain, Take take) : domain_(domain), take_(take) {}

  // Pairs of body i and others by their names (core/pair_list.hpp). of(name) is how far that is from i, a vector d,
  // and a limit: it is near enough if |d| < limit.
  template <class Of>
  void add(std::size_t i, std::span<const std::int32_t> names, Of&& of) {
    while (!names.empty()) {
      const std::size_t some = std::min(names.size(), most - size_);
      for (std::size_t q = 0; q < some; ++q) {
        const auto [d, limit] = of(names[q]);
        apart_.set(size_ + q, d);
        limit_[size_ + q] = limit;
        body_[size_ + q] = static_cast<std::int32_t>(i);
        name_[size_ + q] = names[q];
      }
      size_ += some;
      names = names.subspan(some);
      if (size_ == most) finish();
    }
  }
  // After the last. Not inlined: what it takes, in one place, can be.
  [[gnu::noinline]] void finish() {
    apart_.finish(domain_, size_);
    std::array<std::size_t, most> near;
    std::size_t count = 0;
    for (std::size_t q = 0; q < size_; ++q) {
      near[count] = q;
      count += apart_.square[q] < limit_[q] * limit_[q];
    }
    for (const std::size_t q : std::span(near).first(count))
      take_(static_cast<std::size_t>(body_[q]), name_[q], before_ + q);
    before_ += size_;
    size_ = 0;
  }

 private:
  static constexpr std::size_t most = Separations<D>::most;
  const Domain& domain_;
  Take take_;
  std::size_t before_ = 0, size_ = 0;
  Separations<D> apart_;
  std::array<double, most> limit_;
  std::array<std::int32_t, most> body_, name_;
};

}  // namespace floc
