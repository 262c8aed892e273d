// The velocity projection that a step offers to its contact law (contact/law.hpp): impacts among the rows of the step.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "contact/contacts.hpp"
#include "contact/law.hpp"
#include "parallel/executor.hpp"
#include "projection/projector.hpp"

namespace floc {

class Impacts final : public VelocityProjection {
 public:
  Impacts(std::string_view solver, const ProjectionSettings& settings);

  // For the rows of this step, and its problem without rows; what they refer to outlives it. The compliance is that of
  // the main projection: a function of the state alone, so that there is nothing to restore. Where bodies turn, `step`
  // has the levers and friction of all rows and ω*, and `spin` is where the spins of the answer go.
  void begin(const Contacts& rows, const ProjectionProblem& step, std::span<double> spin, Executor& executor);
  bool operator()(std::span<const double> from, std::span<double> out) override;
  bool bounce(std::span<const double> from, double e, std::span<double> out) override;

  // Since `begin`.
  int projections() const { return projections_; }
  int iterations() const { return iterations_; }

 private:
  bool solve(std::span<const double> from, std::span<double> out);
  // e·u of an active row.
  double speed(std::size_t n, std::span<const double> velocity, std::span<const double> spin) const;

  Projector projector_;
  Contacts active_rows_;
  std::vector<double> lever_first_, lever_second_, friction_, slip_;  // of the active rows
  std::span<double> spin_;
  ProjectionResult result_;
  const Contacts* rows_ = nullptr;
  ProjectionProblem step_;
  Executor* executor_ = nullptr;
  int projections_ = 0, iterations_ = 0;
};

}  // namespace floc
