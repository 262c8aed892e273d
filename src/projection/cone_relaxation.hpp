// Rows with friction that fail their tests, relaxed one by one (internal): what local_gauss_seidel.hpp does for rows
// without.
//
// Sweeps serve the worst rows last. A row here takes the step of its own block and goes back into its cone, its two
// bodies move by that, and the rows of these two that now fail are next in line. Large problems are relaxed in parts of
// many bodies side by side, each without the rows that join it to others, then as a whole; the parts follow from the
// problem alone, and so does the answer.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/buffers.hpp"
#include "projection/cone_certificate.hpp"

namespace floc {

// What a row has to pass  [length].
struct ConeDemands {
  double violation = 0, residual = 0;  // at most
};

class ConeRelaxation {
 public:
  enum class End { done, given_up, untouched };
  // From the forces of the result and their motion, both of which it changes, as far as few rows fail: in the time of
  // some sweeps. `done`: none fails in the end; `untouched`: too many failed to begin with.
  // The problem has no joints and no resistance to rolling; the incidence and the metric are its own.
  End run(const ProjectionProblem& problem, const Incidence& incidence, std::span<const ConeMetric> metric,
          const ConeDemands& demands, ProjectionResult& result, Executor& executor);

 private:
  struct Mark {
    bool set;
  };
  struct Problem;
  // Bodies begin … end − 1, and the rows among them.
  struct Part {
    std::size_t begin = 0, end = 0;
    std::vector<std::int32_t> line;
    std::vector<std::int32_t> outside;  // rows with others, of bodies that moved
    bool done = false;
  };
  static bool inside(const ProjectionProblem& problem, const Part& part, std::int32_t c);
  void relax(const Problem& problem, Part& part);

  DefaultInitVector<Mark> waiting_;
  std::vector<Part> parts_;
  Part whole_;
};

}  // namespace floc
