#include "contact/contacts.hpp"

#include <algorithm>

#include "core/buffers.hpp"
#include "core/vec.hpp"

namespace floc {

void Contacts::resize(std::size_t n) {
  for_arrays([n](const ArrayInfo& a, auto& values) { resize_buffer(values, n * a.width); }, *this);
}

void Contacts::renew(std::size_t n) {
  for_arrays([n](const ArrayInfo& a, auto& values) { floc::renew_buffer(values, n * a.width); }, *this);
}

void Contacts::copy_row(std::size_t from, std::size_t to) {
  for_arrays([&](const ArrayInfo& a, auto& values) {
    for (std::size_t k = 0; k < a.width; ++k) values[to * a.width + k] = values[from * a.width + k];
  }, *this);
}

namespace {

// What is orthogonal to the new normal, as long as it was, and the torque. From nothing where from < 0.
void take_friction(const ContactMemory& last, std::ptrdiff_t from, Contacts& now, std::size_t c) {
  with_dimension(now.dimension, [&]<int D>() {
    Vec<D> force;
    if (from >= 0) {
      const Vec<D> before = Vec<D>::load(&last.tangential[static_cast<std::size_t>(from) * D]), e = Vec<D>::load(&now.normal[c * D]);
      force = before - dot(before, e) * e;
      const double size = norm(force);
      if (size > 0) force *= norm(before) / size;
    }
    force.store(&now.tangential[c * D]);
  });
  for (std::size_t k = 0; now.rolling && k < 3; ++k)
    now.torque[3 * c + k] = from >= 0 ? last.torque[3 * static_cast<std::size_t>(from) + k] : 0;
}

// Of points of one pair, those of one feature are the same. Which features touch may change by rounding where faces lie on each
// other: of the others the first goes with the first, and so on.
void inherit_points(const ContactMemory& last, Contacts& now, Executor& executor) {
  const auto end_of = [&](const ContactMemory& rows, std::size_t c) {
    std::size_t end = c + 1;
    while (end < rows.size() && rows.pair(end) == rows.pair(c)) ++end;
    return end;
  };
  const auto take = [&](std::ptrdiff_t from, std::size_t c) {
    const bool known = from >= 0;
    now.multiplier[c] = known ? last.multiplier[static_cast<std::size_t>(from)] : 0;
    if (now.remembering) now.memory[c] = known ? last.memory[static_cast<std::size_t>(from)] : 0;
    take_friction(last, from, now, c);
  };
  executor.for_blocks(now.size(), [&](std::size_t block_begin, std::size_t block_end) {
    std::size_t c = block_begin;
    while (c > 0 && c < block_end && now.pair(c) == now.pair(c - 1))
      ++c;  // a pair belongs to the block that it begins in
    for (std::size_t end = c; c < block_end; c = end) {
      end = end_of(now, c);
      std::size_t from = 0, count = last.size();
      while (count > 0) {
        const std::size_t half = count / 2;
        if (last.pair(from + half) < now.pair(c))
          from += half + 1, count -= half + 1;
        else count = half;
      }
      const bool known = from < last.size() && last.pair(from) == now.pair(c);
      const std::size_t until = known ? end_of(last, from) : from;
      const auto has = [](const ContactMemory& rows, std::size_t begin, std::size_t stop, std::int32_t feature) {
        return std::find(rows.feature.begin() + static_cast<std::ptrdiff_t>(begin), rows.feature.begin() + static_cast<std::ptrdiff_t>(stop), feature) -
               rows.feature.begin();
      };
      std::size_t other = from;  // the next of those whose features are gone
      for (std::size_t k = c; k < end; ++k) {
        if (const auto same = has(last, from, until, now.feature[k]); same < static_cast<std::ptrdiff_t>(until)) {
          take(same, k);
          continue;
        }
        while (other < until && has(now, c, end, last.feature[other]) < static_cast<std::ptrdiff_t>(end)) ++other;
        take(other < until ? static_cast<std::ptrdiff_t>(other++) : -1, k);
      }
    }
  });
}

}  // namespace

void inherit(const ContactMemory& last, Contacts& now, Executor& executor) {
  if (now.shaped) return inherit_points(last, now, executor);
  const auto before = [](const ContactMemory& a, std::size_t i, const ContactMemory& b, std::size_t j) {
    return a.pair(i) < b.pair(j);
  };
  executor.for_blocks(now.size(), [&](std::size_t begin, std::size_t end) {
    // Where the pairs of this block begin among the last contacts, then one merge.
    std::size_t from = 0, count = last.size();
    while (count > 0) {
      const std::size_t half = count / 2;
      if (before(last, from + half, now, begin)) {
        from += half + 1;
        count -= half + 1;
      } else {
        count = half;
      }
    }
    // Rows may share a key: the k-th of them goes with the k-th of the last.
    std::size_t c = begin;
    while (c > 0 && !before(now, c - 1, now, begin)) --c;
    for (; c < end; ++c) {
      while (from < last.size() && before(last, from, now, c)) ++from;
      const bool known = from < last.size() && !before(now, c, last, from);
      if (c >= begin) {
        now.multiplier[c] = known ? last.multiplier[from] : 0.0;
        if (now.frictional) take_friction(last, known ? static_cast<std::ptrdiff_t>(from) : -1, now, c);
        if (now.remembering) now.memory[c] = 0;
        if (now.remembering && (c + 1 == now.size() || before(now, c, now, c + 1))) {
          std::size_t past = from;
          while (past < last.size() && !before(now, c, last, past)) ++past;
          if (past > 0 && !before(last, past - 1, now, c)) now.memory[c] = last.memory[past - 1];
        }
      }
      if (known) ++from;
    }
  });
}

void renumber_bodies(Contacts& contacts, std::span<const std::int32_t> now) {
  std::size_t n = 0;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const std::int32_t first = now[static_cast<std::size_t>(contacts.first[c])];
    const std::int32_t second =
        contacts.second[c] < 0 ? contacts.second[c] : now[static_cast<std::size_t>(contacts.second[c])];
    if (first < 0 || (contacts.second[c] >= 0 && second < 0)) continue;
    contacts.copy_row(c, n);
    contacts.first[n] = first;
    contacts.second[n] = second;
    ++n;
  }
  contacts.resize(n);
}

}  // namespace floc
