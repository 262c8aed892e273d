#include "measure/stop_rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"

namespace floc {
namespace {

constexpr double no = std::numeric_limits<double>::quiet_NaN();
constexpr double rounding = 1e-9;  // of a time that is a number of steps

int known(int dimension) { return dimension == 0 ? 3 : dimension; }

// The statistics of a step, and t, which is short for the time.
std::vector<std::string> variables_of(const Table& t) {
  std::vector<std::string> names = statistic_names(known(t.dimension()), {t.context().walls, t.context().fluid});
  names.emplace_back("t");
  return names;
}

std::size_t column_of(const std::string& name, int dimension, StatisticParts parts) {
  const std::vector<std::string> names = statistic_names(dimension, parts);
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

bool of_a_step(const std::string& quantity) { return quantity.find('.') == quantity.npos; }

void declare_lasting(Table& t, double& lasting, bool required) {
  t.key("for", lasting,
        {.help = "how long it has to hold without a break", .example = "0.1", .unit = "s", .required = required,
         .at_least = 0});
}

}  // namespace

void StopAtRest::declare(Table& t) {
  t.key("speed", speed,
        {.help = "no body is faster than this", .example = "1e-3", .unit = "m/s", .required = true, .above = 0});
  declare_lasting(t, lasting, true);
}

void StopWhen::declare(Table& t) {
  t.key("expression", expression,
        {.help = "of the columns of steps.csv (seconds aside) after a step; t is the time. Other than 0: it holds",
         .example = "\"kinetic_energy < 1e-6 && t > 1\"",
         .required = true,
         .variables = variables_of(t)});
  declare_lasting(t, lasting, false);
}

void StopBound::declare(Table& t) {
  std::vector<std::string> names = t.context().quantities;
  for (std::string& name : statistic_names(known(t.dimension()), {t.context().walls, t.context().fluid})) names.push_back(std::move(name));
  t.key("quantity", quantity,
        {.help = "a column of steps.csv, or NAME.COLUMN of a measurement that [measure] makes; of several lines any "
                 "counts",
         .example = "\"contacts\"",
         .required = true,
         .choices = std::move(names)});
  t.key("above", above, {.help = "it holds with a larger value", .example = "4"});
  t.key("below", below, {.help = "it holds with a smaller one", .example = "0.1"});
  t.one_of({{"above"}, {"below"}});
  declare_lasting(t, lasting, false);
}

void StopSettings::declare(Table& t) {
  t.key("deserted", deserted,
        {.help = "in a scene with exits or removals: nobody is left, and nobody is to come",
         .example = "false"});
  t.table("at_rest", at_rest,
          {.help = "the bodies are at rest", .example = "{ speed = 1e-3, for = 0.1 }", .otherwise = "not asked"});
  t.table("when", when,
          {.help = "an expression of the statistics of a step, or a table with it and how long it has to hold",
           .example = "\"kinetic_energy < 1e-6 && t > 1\"",
           .otherwise = "not asked",
           .shorthand = "expression"});
  t.list("measured", measured, {.help = "a quantity passes a bound"});
}

bool StopMemory::operator==(const StopMemory& other) const {
  const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
  return reason == other.reason &&
         std::equal(since.begin(), since.end(), other.since.begin(), other.since.end(), same);
}

StopRule::StopRule(const StopSettings& settings, int dimension, StatisticParts parts)
    : settings_(settings), dimension_(dimension), parts_(parts) {
  if (settings.at_rest) conditions_.push_back({"at rest", settings.at_rest->lasting});
  if (settings.when) {
    conditions_.push_back({settings.when->expression.text(), settings.when->lasting});
    when_.emplace(settings.when->expression);
  }
  for (const StopBound& b : settings.measured)
    conditions_.push_back({b.above ? fmt::format("{} above {:g}", b.quantity, *b.above)
                                   : fmt::format("{} below {:g}", b.quantity, b.below.value_or(0)),
                           b.lasting});
  memory_.since.assign(conditions_.size(), no);
}

void StopRule::ask(std::size_t condition, bool holds, double time, const std::function<std::string()>& why) {
  double& since = memory_.since[condition];
  if (!holds) since = no;
  else if (std::isnan(since)) since = time;
  const double lasting = conditions_[condition].lasting;
  if (holds && !met() && time - since >= lasting - rounding * std::max(std::abs(time), lasting))
    memory_.reason = lasting > 0 ? fmt::format("{}, for {:g}", why(), lasting) : why();
}

void StopRule::ask(std::size_t bound, const std::vector<double>& values, double time) {
  const StopBound& b = settings_.measured[bound];
  const auto passes = [&](double v) { return b.above ? v > *b.above : v < *b.below; };
  const auto value = std::find_if(values.begin(), values.end(), passes);
  const std::size_t condition = conditions_.size() - settings_.measured.size() + bound;
  ask(condition, value != values.end(), time,
      [&] { return fmt::format("{} (it is {:g})", conditions_[condition].name, *value); });
}

void StopRule::take(const StepReport& report, bool deserted) {
  if (settings_.deserted && deserted && !met()) memory_.reason = "everybody has left";
  std::size_t next = 0;
  if (settings_.at_rest) {
    const double speed = settings_.at_rest->speed;
    ask(next++, report.largest_speed < speed, report.time,
        [&] { return fmt::format("at rest: no body faster than {:g}", speed); });
  }
  if (!when_ && settings_.measured.empty()) return;
  statistics(report, dimension_, values_);
  for (std::size_t k = 0; k < settings_.measured.size(); ++k)
    if (const std::string& name = settings_.measured[k].quantity; of_a_step(name))
      ask(k, std::vector{values_[column_of(name, dimension_, parts_)]}, report.time);
  if (!when_) return;
  values_.push_back(report.time);
  const double value = (*when_)(values_.data());
  ask(next, value != 0 && !std::isnan(value), report.time,
      [&] { return settings_.when->expression.text(); });
}

void StopRule::take_measured(double time, const Values& values) {
  for (std::size_t k = 0; k < settings_.measured.size(); ++k)
    if (const std::string& name = settings_.measured[k].quantity; !of_a_step(name)) ask(k, values(name), time);
}

std::string StopRule::waiting(double time) const {
  std::string text;
  double furthest = 0;
  for (std::size_t k = 0; k < conditions_.size(); ++k) {
    const double held = time - memory_.since[k];
    if (!(conditions_[k].lasting > 0) || !(held / conditions_[k].lasting > furthest)) continue;
    furthest = held / conditions_[k].lasting;
    text = fmt::format("{} {:.3g} of {:.3g}", conditions_[k].name, held, conditions_[k].lasting);
  }
  return text;
}

void StopRule::recall(StopMemory memory) {
  if (memory.since.size() != conditions_.size()) throw Error("the checkpoint knows of other stop conditions");
  memory_ = std::move(memory);
}

}  // namespace floc
