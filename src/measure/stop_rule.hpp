// When a run ends before its time: as soon as one of the conditions of [stop] holds.
//
// They are asked after every step, and what is measured after every measurement. A condition that has to hold for a
// time remembers since when it does; that is part of a checkpoint, so that a run that goes on ends at the same step.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/expression.hpp"
#include "core/parameters.hpp"
#include "step/report.hpp"

namespace floc {

struct StopAtRest {
  double speed = 0, lasting = 0;
  void declare(Table& t);
};

struct StopWhen {
  Expression expression{"0", {}};
  double lasting = 0;
  void declare(Table& t);
};

struct StopBound {
  std::string quantity;  // a column of steps.csv, or NAME.COLUMN of a measurement
  std::optional<double> above, below;
  double lasting = 0;
  void declare(Table& t);
};

struct StopSettings {
  std::optional<StopAtRest> at_rest = {};
  std::optional<StopWhen> when = {};
  std::vector<StopBound> measured = {};
  bool deserted = true;

  void declare(Table& t);
  bool any() const { return at_rest || when || !measured.empty(); }  // beside the desertion of exits
};

// What a checkpoint keeps of a rule.
struct StopMemory {
  std::vector<double> since;  // a condition: since when it holds; NaN: it does not
  std::string reason;         // why the run has ended; empty: it has not
  bool operator==(const StopMemory&) const;
};

class StopRule {
 public:
  StopRule(const StopSettings& settings, int dimension, StatisticParts parts = {});

  // After a step, with whether everybody has left through the exits.
  void take(const StepReport& report, bool deserted);
  // After a measurement: the values that a quantity NAME.COLUMN has in its lines.
  using Values = std::function<std::vector<double>(const std::string& quantity)>;
  void take_measured(double time, const Values& values);

  bool met() const { return !memory_.reason.empty(); }
  const std::string& reason() const { return memory_.reason; }
  // How far the condition is that has held longest, for the progress line: "at rest 0.05 of 0.1"; empty: none holds.
  std::string waiting(double time) const;

  const StopMemory& memory() const { return memory_; }
  // Throws Error when it is not the memory of such a rule.
  void recall(StopMemory memory);

 private:
  struct Condition {
    std::string name;
    double lasting;
  };
  void ask(std::size_t condition, bool holds, double time, const std::function<std::string()>& why);
  void ask(std::size_t bound, const std::vector<double>& values, double time);

  StopSettings settings_;
  int dimension_;
  StatisticParts parts_;
  std::vector<Condition> conditions_;  // at rest, when, then the bounds; those that are there
  std::optional<Expression::Evaluator> when_;
  std::vector<double> values_;
  StopMemory memory_;
};

}  // namespace floc
