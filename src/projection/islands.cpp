#include "projection/islands.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <numeric>

#include "core/buffers.hpp"

namespace floc {
namespace {

constexpr std::int32_t rows_a_group = 64;  // at least, but for the last

// Ends of the lists of all keys, from the number of items of each; the items then go to their places from the
// last to the first.
template <class Key>
void sort_by(std::size_t items, std::size_t keys, Key key, std::vector<std::size_t>& begin,
             std::vector<std::int32_t>& sorted) {
  resize_buffer(begin, keys + 1);
  std::ranges::fill(begin, 0);
  for (std::size_t i = 0; i < items; ++i)
    if (key(i) >= 0) ++begin[key(i)];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  resize_buffer(sorted, begin[keys]);
  for (std::size_t i = items; i-- > 0;)
    if (key(i) >= 0) sorted[--begin[key(i)]] = static_cast<std::int32_t>(i);
}

// For the island of a root.
struct Vote {
  std::int32_t root = -1;
  std::int64_t votes = 0;

  Vote against(const Vote& other) const {
    if (other.root == root) return {root, votes + other.votes};
    return votes >= other.votes ? Vote{root, votes - other.votes} : Vote{other.root, other.votes - votes};
  }
};

}  // namespace

std::size_t Islands::find(const ProjectionProblem& problem, Executor& executor) {
  const std::size_t n = problem.bodies();
  std::vector<std::int32_t>& parent = place_;  // of a body in the forest of its island, in the end the root
  resize_buffer(parent, n);
  std::iota(parent.begin(), parent.end(), 0);
  // Threads grow one forest: a parent is replaced by a smaller one only, and the root is in the end the first body of
  // its island, whoever came first.
  const auto at = [&](std::int32_t i) { return std::atomic_ref(parent[i]); };
  constexpr auto relaxed = std::memory_order_relaxed;
  const auto root = [&](std::int32_t i) {
    for (std::int32_t up = at(i).load(relaxed); up != i;) {
      const std::int32_t next = at(up).load(relaxed);
      at(i).store(next, relaxed);
      i = next;
      up = at(i).load(relaxed);
    }
    return i;
  };
  // Returns their root.
  const auto join = [&](std::int32_t low, std::int32_t high) {
    for (;;) {
      low = root(low), high = root(high);
      if (low > high) std::swap(low, high);
      std::int32_t still_root = high;
      if (low == high || at(high).compare_exchange_weak(still_root, low, relaxed)) return low;
    }
  };
  executor.for_blocks(problem.rows(), [&](std::size_t begin, std::size_t end) {
    // Rows of a body follow each other, and most of its neighbours have its root: that shows at a glance.
    std::int32_t body = -1, its_root = -1;
    for (std::size_t c = begin; c < end; ++c) {
      const std::int32_t other = problem.second[c];
      if (problem.first[c] != body) its_root = root(body = problem.first[c]);
      if (other >= 0 && at(other).load(relaxed) != its_root) its_root = join(other, body);
    }
  });
  executor.for_each(n, [&](std::size_t i) {
    const auto body = static_cast<std::int32_t>(i);
    at(body).store(root(body), relaxed);
  });
  // One row against another cancel each other: if an island has more than half of all, it is the one that is left.
  const auto vote = executor.reduce(problem.rows(), Vote{}, [&](std::size_t begin, std::size_t end) {
    Vote some;
    for (std::size_t c = begin; c < end; ++c) some = some.against({parent[problem.first[c]], 1});
    return some;
  }, [](const Vote& one, const Vote& other) { return one.against(other); });
  const std::size_t most = executor.reduce(problem.rows(), std::size_t{0}, [&](std::size_t begin, std::size_t end) {
    std::size_t count = 0;
    for (std::size_t c = begin; c < end; ++c) count += parent[problem.first[c]] == vote.root;
    return count;
  }, std::plus<>());
  return 2 * most > problem.rows() ? most : 0;
}

void Islands::list(const ProjectionProblem& problem) {
  const std::size_t n = problem.bodies();
  const std::vector<std::int32_t>& root = place_;
  resize_buffer(group_, n);  // first, at a root: the rows of its island
  std::ranges::fill(group_, 0);
  for (const std::int32_t i : problem.first) ++group_[root[i]];

  // Roots are the first bodies of their islands, so that a root is met before its island.
  groups_ = 0;
  std::int32_t filled = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (static_cast<std::size_t>(root[i]) != i) {
      group_[i] = group_[root[i]];
    } else if (const std::int32_t count = group_[i]; count == 0) {
      group_[i] = -1;
    } else {
      if (groups_ == 0 || filled >= rows_a_group || count >= rows_a_group) ++groups_, filled = 0;
      group_[i] = static_cast<std::int32_t>(groups_ - 1);
      filled += count;
    }
  }
  sort_by(problem.bodies(), groups_, [&](std::size_t i) { return group_[i]; }, body_begin_, bodies_);
  sort_by(problem.rows(), groups_, [&](std::size_t c) { return group_[problem.first[c]]; }, row_begin_, rows_);
  for (std::size_t g = 0; g < groups_; ++g) {
    std::int32_t place = 0;
    for (const std::int32_t i : bodies_of(g)) place_[i] = place++;
  }
}

void Islands::take(const ProjectionProblem& problem, std::size_t group, ProblemArrays& part) const {
  const auto d = static_cast<std::size_t>(problem.dimension);
  const std::span<const std::int32_t> bodies = bodies_of(group), rows = rows_of(group);
  part.dimension = problem.dimension;
  part.step = problem.step;
  part.length = problem.length;
  part.compliance = problem.compliance;
  // `count` numbers for each of `from`, in the order of the list.
  const auto pick = [](const auto& list, std::size_t count, auto from, auto& to) {
    to.clear();
    if (from.empty()) return;
    for (const std::int32_t i : list)
      for (std::size_t k = 0; k < count; ++k) to.push_back(from[static_cast<std::size_t>(i) * count + k]);
  };
  pick(bodies, 1, problem.inverse_mass, part.inverse_mass);
  pick(bodies, d, problem.free_velocity, part.free_velocity);
  pick(rows, 1, problem.first, part.first);
  pick(rows, 1, problem.second, part.second);
  pick(rows, d, problem.normal, part.normal);
  pick(rows, 1, problem.gap, part.gap);
  pick(rows, 1, problem.lower, part.lower);
  pick(rows, 1, problem.guess, part.guess);
  for (std::int32_t& i : part.first) i = place_[i];
  for (std::int32_t& j : part.second) j = j < 0 ? j : place_[j];
}

void Islands::put(const ProjectionResult& part, std::size_t group, ProjectionResult& whole) const {
  const std::span<const std::int32_t> bodies = bodies_of(group), rows = rows_of(group);
  const std::size_t d = part.velocity.size() / bodies.size();
  for (std::size_t k = 0; k < bodies.size(); ++k)
    std::copy_n(&part.velocity[k * d], d, &whole.velocity[static_cast<std::size_t>(bodies[k]) * d]);
  for (std::size_t k = 0; k < rows.size(); ++k) whole.multiplier[rows[k]] = part.multiplier[k];
}

}  // namespace floc
