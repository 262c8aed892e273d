// The islands of the contact graph: bodies that rows join, directly or through others. (Obstacles join
// nobody.) No push goes from one to another, so that the projection falls apart into theirs: each takes the
// iterations that it needs and no more, none where the multipliers of the last step still hold, and they are
// solved side by side.
//
// Small islands are taken together, in groups of some rows: what a solve costs before its first iteration is
// then shared. The groups follow from the rows alone, so the result does not depend on the threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parallel/executor.hpp"
#include "projection/problem.hpp"

namespace floc {

class Islands {
 public:
  // Joins bodies to islands. Returns the rows of the one that has more than half of all; 0: none has.
  std::size_t find(const ProjectionProblem& problem, Executor& executor);
  // Then, where that is worth it, their groups, in the order of their first bodies, and the lists of bodies and rows,
  // for what is below.
  void list(const ProjectionProblem& problem);

  std::size_t groups() const { return groups_; }
  std::size_t rows(std::size_t group) const { return row_begin_[group + 1] - row_begin_[group]; }

  // The problem of a group, its bodies and rows numbered from zero in the order they have in `problem`.
  void take(const ProjectionProblem& problem, std::size_t group, ProblemArrays& part) const;
  // Writes a group's velocities and multipliers to their places in `whole`.
  void put(const ProjectionResult& part, std::size_t group, ProjectionResult& whole) const;

 private:
  std::span<const std::int32_t> bodies_of(std::size_t group) const {
    return {bodies_.data() + body_begin_[group], body_begin_[group + 1] - body_begin_[group]};
  }
  std::span<const std::int32_t> rows_of(std::size_t group) const {
    return {rows_.data() + row_begin_[group], row_begin_[group + 1] - row_begin_[group]};
  }

  std::size_t groups_ = 0;
  std::vector<std::int32_t> group_;                  // of a body; −1: without rows
  std::vector<std::int32_t> place_;                  // of a body within its group; first the root of its island
  std::vector<std::int32_t> bodies_, rows_;          // group by group, ascending
  std::vector<std::size_t> body_begin_, row_begin_;
};

}  // namespace floc
