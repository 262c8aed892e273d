// Contacts stored at both their bodies, bodies eight at a time (sliced ELLPACK): what single-precision passes
// run over (internal).
//
// A slot is the place of a body. Eight slots in a row are a slice, what one simd instruction works on; column k of a
// slice holds the k-th contact of its eight bodies, an entry each. Bodies come in the order that the problem gives
// them, sorted by their number of contacts within windows, so that little is padding.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "core/buffers.hpp"
#include "projection/rows.hpp"

namespace floc {

// So many zeros, each written by the thread that will work on it, or near that.
template <class T>
void zero(DefaultInitVector<T>& values, std::size_t size, Executor& executor) {
  renew_buffer(values, size);
  executor.for_blocks(size, [&](std::size_t begin, std::size_t end) {
    std::fill(values.data() + begin, values.data() + end, T{});
  }, 32768);
}

class SlicedEllpack {
 public:
  static constexpr std::size_t slice_width = 8;
  static constexpr std::size_t stride = 4;     // of a slot in an array of displacements: three, and 1/m
  static constexpr std::size_t block = 64;     // slices a block of the executor
  static constexpr std::size_t ahead = 24;     // columns whose others may be read beyond the last
  static constexpr double unit_normal = 32767; // a normal of length one, as integers

  // The pattern of these rows, where it is new.
  void lay_out(const Rows& rows, Executor& executor);
  // Their normals, as integers.
  void take_normals(const Rows& rows, Executor& executor) { put_normals(rows, normal_, executor); }
  // In the same layout, as integers of `unit_normal` or as floats.
  template <class Number>
  void put_normals(const Rows& rows, DefaultInitVector<Number>& to, Executor& executor) const;

  std::size_t slots() const { return body_.size(); }
  std::size_t slices() const { return body_.size() / slice_width; }
  std::size_t entries() const { return column_.empty() ? 0 : column_.back() * slice_width; }
  std::size_t most_contacts() const { return most_contacts_; }   // of a body
  std::size_t reach() const { return reach_; }  // blocks from a body to the farthest that it touches, at most
  std::int32_t body(std::size_t slot) const { return body_[slot]; }  // −1: padding
  // The entry of a row at its first body, whose own rows come first and in their order; at its second, or −1.
  std::int32_t here(const Incidence& incidence, std::size_t c) const {
    const std::int32_t i = incidence.first()[c], q = slot_[i];
    const std::size_t first =
        column_[static_cast<std::size_t>(q) / slice_width] * slice_width + static_cast<std::size_t>(q) % slice_width;
    return static_cast<std::int32_t>(first + slice_width * (c - static_cast<std::size_t>(incidence.begin(i))));
  }
  std::int32_t there(std::size_t c) const { return there_[c]; }

  const std::size_t* columns() const { return column_.data(); }  // of slice s: [columns[s], columns[s + 1])
  const std::int32_t* others() const { return other_.data(); }   // place of the other body's four numbers
  std::int32_t obstacle() const { return static_cast<std::int32_t>(slots() * stride); }  // the other body of obstacles and padding
  const std::int16_t* normals() const { return normal_.data(); }  // column by column, direction by direction

 private:
  // Returns how many blocks it reaches.
  std::size_t lay_out_body(const Rows& rows, std::size_t slot);
  bool visits_all(std::span<const std::int32_t> order, Executor& executor);

  std::uint64_t version_ = 0;
  std::size_t most_contacts_ = 0, reach_ = 0;
  std::vector<std::int32_t> body_, slot_;  // of a slot; of a body
  std::vector<std::size_t> column_;
  DefaultInitVector<std::int32_t> other_;
  std::vector<std::int32_t> there_;
  DefaultInitVector<std::int16_t> normal_;
};

template <class Number>
void SlicedEllpack::put_normals(const Rows& rows, DefaultInitVector<Number>& to, Executor& executor) const {
  const auto rounded = [](double e) {
    if constexpr (std::is_integral_v<Number>) return static_cast<Number>(std::lrint(unit_normal * e));
    else return static_cast<Number>(e);
  };
  with_dimension(rows.dimension(), [&]<int D>() {
    zero(to, entries() * D, executor);
    const double* const normals = rows.normal().data();
    executor.for_each(rows.rows(), [&](std::size_t c) {
      std::array<Number, D> e;
      for (std::size_t k = 0; k < D; ++k) e[k] = rounded(normals[c * D + k]);
      const auto put = [&](std::int32_t t, int sign) {
        const auto entry = static_cast<std::size_t>(t);
        for (std::size_t k = 0; k < D; ++k)
          to[(entry / slice_width * D + k) * slice_width + entry % slice_width] =
              static_cast<Number>(static_cast<Number>(sign) * e[k]);
      };
      put(here(rows.incidence(), c), 1);
      if (there_[c] >= 0) put(there_[c], -1);
    });
  });
}

}  // namespace floc
