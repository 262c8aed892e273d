// A vector field written as expressions, at the place of every body: what drag and user forces share.
//
// Components that do not depend on the body (constants, functions of t alone) are evaluated once.
#pragma once

#include <string>
#include <vector>

#include "core/bodies.hpp"
#include "core/expression.hpp"
#include "core/groups.hpp"
#include "core/vec.hpp"
#include "parallel/executor.hpp"

namespace floc {

// The variables of expressions, those of flows without the velocity, in this order. Positions are those of `Bodies`: not wrapped
// into a period. Components that the dimension lacks are zero.
inline const std::vector<std::string>& field_variables() {
  static const std::vector<std::string> names{"x", "y", "z", "t", "vx", "vy", "vz"};
  return names;
}

class BodyField {
 public:
  // `what` names the field in messages. The expressions are of x, y, z, t and, where `of_velocity`,
  // of vx, vy, vz after them. Throws Error for other variables.
  BodyField(std::string what, std::vector<Expression> components, bool of_velocity, GroupSet groups = {});

  // f(i, F(x_i, t, v_i)) for every body of the groups, in parallel. Throws Error when the field has fewer
  // components than space; no component at all is the field 0.
  template <class F>
  void for_each(const Bodies& bodies, double t, Executor& executor, F&& f) const {
    check(bodies.dimension);
    const Vec3 common = evaluate_common(bodies.dimension, t);
    executor.for_blocks(bodies.size(), [&](std::size_t begin, std::size_t end) {
      if (local_ == 0) {
        for (std::size_t i = begin; i < end; ++i)
          if (groups_.has(bodies.group[i])) f(i, common);
        return;
      }
      pool_.with([&](EvaluatorPool::Set& evaluators) {
        for (std::size_t i = begin; i < end; ++i)
          if (groups_.has(bodies.group[i])) f(i, evaluate(evaluators, bodies, i, t, common));
      });
    });
  }

 private:
  void check(int dimension) const;
  Vec3 evaluate_common(int dimension, double t) const;
  Vec3 evaluate(EvaluatorPool::Set& evaluators, const Bodies& bodies, std::size_t i, double t, Vec3 common) const;

  std::string what_;
  bool of_velocity_;
  EvaluatorPool pool_;
  GroupSet groups_;
  std::array<bool, 3> varies_{};  // component k depends on the body
  int local_ = 0;                 // how many do
};

}  // namespace floc
