#include "projection/sliced_ellpack.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <numeric>

namespace floc {

namespace {

constexpr std::size_t window = 256;  // bodies that are sorted by their number of contacts
constexpr std::size_t many = 63;  // contacts

}  // namespace

// Whether the list is an order of all bodies: each finds its place in it again, which slot_ then has.
bool SlicedEllpack::visits_all(std::span<const std::int32_t> order, Executor& executor) {
  if (order.size() != slot_.size()) return false;
  const auto all = [&](auto&& holds) {
    return executor.reduce(order.size(), true, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k)
        if (!holds(order[k], static_cast<std::int32_t>(k))) return false;
      return true;
    }, std::logical_and<>());
  };
  const auto place = [&](std::int32_t i) { return std::atomic_ref(slot_[i]); };
  constexpr auto relaxed = std::memory_order_relaxed;
  if (!all([&](std::int32_t i, std::int32_t) { return i >= 0 && static_cast<std::size_t>(i) < slot_.size(); })) return false;
  executor.for_each(order.size(), [&](std::size_t k) { place(order[k]).store(static_cast<std::int32_t>(k), relaxed); });
  return all([&](std::int32_t i, std::int32_t k) { return slot_[i] == k; });
}

// Slots, slices and entries, from the rows of each body in the order of the rows.
void SlicedEllpack::lay_out(const Rows& rows, Executor& executor) {
  const Incidence& incidence = rows.incidence();
  if (version_ == incidence.version()) return;
  version_ = incidence.version();
  const std::size_t n = rows.bodies(), slices = (n + slice_width - 1) / slice_width;
  const auto degree = [&](std::int32_t i) {
    return static_cast<std::size_t>(incidence.end(i) - incidence.begin(i)) + incidence.others(i).size();
  };
  resize_buffer(body_, slices * slice_width);
  resize_buffer(slot_, n);
  if (visits_all(incidence.order(), executor)) std::ranges::copy(incidence.order(), body_.begin());
  else std::iota(body_.begin(), body_.begin() + static_cast<std::ptrdiff_t>(n), 0);
  std::fill(body_.begin() + static_cast<std::ptrdiff_t>(n), body_.end(), -1);
  executor.for_blocks(n, [&](std::size_t begin, std::size_t end) {
    // Most contacts first, then in the order they have; those that have very many are as good as equal.
    std::array<std::int32_t, window> bodies;
    std::array<std::uint8_t, window> fewer;  // than that
    std::array<std::size_t, many + 2> next{};
    for (std::size_t k = 0; k < end - begin; ++k) {
      bodies[k] = body_[begin + k];
      fewer[k] = static_cast<std::uint8_t>(many - std::min(many, degree(bodies[k])));
      ++next[fewer[k] + 1];
    }
    std::partial_sum(next.begin(), next.end(), next.begin());
    for (std::size_t k = 0; k < end - begin; ++k) {
      const std::size_t q = begin + next[fewer[k]]++;
      body_[q] = bodies[k];
      slot_[bodies[k]] = static_cast<std::int32_t>(q);
    }
  }, window);
  resize_buffer(column_, slices + 1);
  column_[0] = 0;
  executor.for_each(slices, [&](std::size_t s) {
    std::size_t longest = 0;
    for (std::size_t q = s * slice_width; q < (s + 1) * slice_width; ++q)
      if (body_[q] >= 0) longest = std::max(longest, degree(body_[q]));
    column_[s + 1] = longest;
  });
  most_contacts_ = *std::max_element(column_.begin(), column_.end());
  std::partial_sum(column_.begin(), column_.end(), column_.begin());
  renew_buffer(there_, rows.rows());
  renew_buffer(other_, entries() + ahead * slice_width);
  std::fill_n(other_.end() - ahead * slice_width, ahead * slice_width, obstacle());
  reach_ = executor.reduce(slices, std::size_t{0}, [&](std::size_t begin, std::size_t end) {
    std::size_t farthest = 0;
    std::fill(&other_[column_[begin] * slice_width], &other_[column_[end] * slice_width], obstacle());
    for (std::size_t q = begin * slice_width; q < end * slice_width && body_[q] >= 0; ++q)
      farthest = std::max(farthest, lay_out_body(rows, q));
    return farthest;
  }, [](std::size_t a, std::size_t b) { return std::max(a, b); }, block);
}

// The entries of a slot.
std::size_t SlicedEllpack::lay_out_body(const Rows& rows, std::size_t q) {
  const Incidence& incidence = rows.incidence();
  const auto body = static_cast<std::size_t>(body_[q]);
  auto t = static_cast<std::int32_t>(column_[q / slice_width] * slice_width + q % slice_width);
  std::size_t low = q, high = q;  // slots
  const auto place = [&](std::size_t i) {
    const auto other = static_cast<std::size_t>(slot_[i]);
    low = std::min(low, other);
    high = std::max(high, other);
    return static_cast<std::int32_t>(stride * other);
  };
  for (std::int32_t c = incidence.begin(body); c < incidence.end(body); ++c, t += slice_width) {
    const auto second = static_cast<std::size_t>(incidence.second()[c]);
    if (second == rows.bodies()) there_[c] = -1;
    else other_[t] = place(second);
  }
  for (const std::int32_t& c : incidence.others(body)) {
    // As in force_on: those of bodies to come.
    const std::int32_t soon = *(&c + Incidence::ahead);
    __builtin_prefetch(&there_[soon], 1);
    __builtin_prefetch(&incidence.first()[soon]);
    there_[c] = t;
    other_[t] = place(incidence.first()[c]);
    t += slice_width;
  }
  constexpr std::size_t in_a_block = slice_width * block;
  return std::max(high / in_a_block - q / in_a_block, q / in_a_block - low / in_a_block);
}

}  // namespace floc
