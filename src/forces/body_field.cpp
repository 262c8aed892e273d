#include "forces/body_field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/error.hpp"

namespace floc {
namespace {

constexpr std::size_t time_variable = 3;
constexpr std::size_t most_variables = 7;

}  // namespace

BodyField::BodyField(std::string what, std::vector<Expression> components, bool of_velocity, GroupSet groups)
    : what_(std::move(what)), of_velocity_(of_velocity), pool_(std::move(components)), groups_(std::move(groups)) {
  std::vector<std::string> names = field_variables();
  if (!of_velocity) names.resize(time_variable + 1);
  const auto& all = pool_.expressions();
  if (all.size() > 3) throw Error(fmt::format("{}: {} components, at most 3 expected", what_, all.size()));
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (all[k].variables() != names)
      throw Error(fmt::format("{}: \"{}\" has to be an expression of {}", what_, all[k].text(),
                              fmt::join(names, ", ")));
    for (std::size_t j = 0; j < names.size(); ++j) varies_[k] |= j != time_variable && all[k].uses(j);
    local_ += varies_[k];
  }
}

void BodyField::check(int dimension) const {
  const std::size_t n = pool_.expressions().size();
  if (n > 0 && n < static_cast<std::size_t>(dimension))
    throw Error(fmt::format("{}: {} components in dimension {}", what_, n, dimension));
}

Vec3 BodyField::evaluate_common(int dimension, double t) const {
  Vec3 value;
  if (pool_.expressions().empty()) return value;
  std::array<double, most_variables> arguments{};
  arguments[time_variable] = t;
  pool_.with([&](EvaluatorPool::Set& evaluators) {
    for (int k = 0; k < dimension; ++k) value[k] = evaluators[k](arguments.data());
  });
  return value;
}

Vec3 BodyField::evaluate(EvaluatorPool::Set& evaluators, const Bodies& bodies, std::size_t i, double t,
                         Vec3 common) const {
  std::array<double, most_variables> arguments{};
  const int d = bodies.dimension;
  std::copy_n(bodies.x(i), d, arguments.begin());
  arguments[time_variable] = t;
  if (of_velocity_) std::copy_n(bodies.v(i), d, arguments.begin() + time_variable + 1);
  for (int k = 0; k < d; ++k)
    if (varies_[k]) common[k] = evaluators[k](arguments.data());
  return common;
}

}  // namespace floc
