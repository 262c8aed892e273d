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

  // For the rows of this step, and its problem without rows; what they refer to outlives it. The compliance is that of the
  // main projection: a function of the state alone, so that there is nothing to restore.
  void begin(const Contacts& rows, const ProjectionProblem& step, Executor& executor);
  bool operator()(std::span<const double> from, std::span<double> out) override;

  // Since `begin`.
  int projections() const { return projections_; }
  int iterations() const { return iterations_; }

 private:
  Projector projector_;
  Contacts active_rows_;
  ProjectionResult result_;
  const Contacts* rows_ = nullptr;
  ProjectionProblem step_;
  Executor* executor_ = nullptr;
  int projections_ = 0, iterations_ = 0;
};

}  // namespace floc
