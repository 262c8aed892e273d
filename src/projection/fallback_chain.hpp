// Which solver is first, and which goes on where one has failed: all of it is here.
//
//   first       next
//   conjugate   stream, ipm*, apgd
//   stream      ipm*, apgd
//   apgd        ipm*, apgd*
//   ipm         apgd, unless the free motion goes far
//
// * where the factors of ipm are affordable, and not where the scene names a solver: that one is wanted, and what
// stands in for it is of its kind. The methods before ipm then get as many iterations as it would cost, and apgd after
// it as many as there are. Where a direct method fails on what goes far, digits are missing, and a gradient method
// would only take long.
//
// A solver starts from the multipliers of the one before. The chain ends at the first that converges, and where the
// compliance by itself exceeds the tolerance, which is nobody's failure. Where none converges the best answer is
// returned. Iterations of all are counted. The solvers share one set of rows and arrays.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "projection/apgd.hpp"
#include "projection/ipm.hpp"
#include "projection/streaming_apgd.hpp"
#include "projection/streaming_cg.hpp"

namespace floc {

class FallbackChain {
 public:
  // Up to so many rows, digits that nobody asked for cost nothing: the plain methods, which give more than they
  // must, and resolved multipliers.
  static constexpr std::size_t few_rows = 500;

  // The first for a problem without fault: "ipm", "stream", "conjugate" or "apgd".
  static std::string_view choice(const ProjectionProblem& problem, const ProjectionSettings& settings);
  // The same among the solvers for many rows, which islands are left to, however few rows they have.
  static std::string_view choice_for_many(const ProjectionProblem& problem, const ProjectionSettings& settings);
  // "stream" or "conjugate".
  static std::string_view passes(const ProjectionProblem& problem, const ProjectionSettings& settings);

  enum class Factors { where_affordable, never };
  void solve(std::string_view first, Factors factors, const ProjectionProblem& problem,
             const ProjectionSettings& settings, Executor& executor, ProjectionResult& result);
  // One of them alone, which is then the last that was used.
  ProjectionSolver& use(std::string_view name);
  // Of the last solver that was used.
  double bytes_an_iteration() const { return last_ ? last_->bytes_an_iteration() : 0; }
  Workspace& work() { return *work_; }

 private:
  const std::shared_ptr<Workspace> work_ = std::make_shared<Workspace>();
  StreamingApgd pass_{work_};
  StreamingCg conjugate_{work_};
  Apgd apgd_{work_};
  Ipm ipm_{work_};
  ProjectionResult second_;
  const ProjectionSolver* last_ = nullptr;
};

// The chain of a solver that the scene names.
class NamedChain : public ProjectionSolver {
 public:
  explicit NamedChain(std::string_view first) : first_(first) {}
  void solve(const ProjectionProblem& problem, const ProjectionSettings& settings, Executor& executor,
             ProjectionResult& result) override {
    chain_.solve(first_, FallbackChain::Factors::never, problem, settings, executor, result);
  }
  double bytes_an_iteration() const override { return chain_.bytes_an_iteration(); }

 private:
  std::string_view first_;
  FallbackChain chain_;
};

struct Conjugate : NamedChain {
  Conjugate() : NamedChain("conjugate") {}
};
struct Stream : NamedChain {
  Stream() : NamedChain("stream") {}
};

}  // namespace floc
