#include "contact/friction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/buffers.hpp"
#include "core/did_you_mean.hpp"
#include "core/error.hpp"
#include "core/vec.hpp"

namespace floc {
namespace {

std::vector<std::string> parties(const std::vector<std::string>& groups, const Obstacles& obstacles) {
  std::vector<std::string> names = groups;
  for (const Obstacle& obstacle : obstacles.list()) names.push_back(obstacle.name);
  return names;
}

}  // namespace

std::string Friction::fault(const FrictionPair& pair, const std::vector<std::string>& groups,
                            const Obstacles& obstacles) {
  const std::vector<std::string> names = parties(groups, obstacles);
  if (pair.between.size() != 2) return "is between two: a group, and a group or an obstacle";
  for (const std::string& name : pair.between)
    if (std::ranges::find(names, name) == names.end())
      return fmt::format("names \"{}\", which is no group or obstacle{}", name, did_you_mean(name, names));
  if (std::ranges::none_of(pair.between,
                           [&](const std::string& name) { return std::ranges::find(groups, name) != groups.end(); }))
    return fmt::format("is between the obstacles \"{}\" and \"{}\", which do not move each other", pair.between[0],
                       pair.between[1]);
  return {};
}

Friction::Friction(const FrictionParameters& p, const std::vector<std::string>& groups, const Obstacles& obstacles)
    : all_{p.coefficient, p.rolling, p.twisting},
      scheme_(p.scheme),
      groups_(groups.size()),
      parties_(groups.size() + obstacles.list().size()) {
  const auto check = [](double coefficient) {
    if (!(coefficient >= 0) || !std::isfinite(coefficient))
      throw Error("a coefficient of friction must be finite, and not negative");
  };
  for (const double coefficient : {p.coefficient, p.rolling, p.twisting}) check(coefficient);
  resists_rolling_ = p.rolling > 0 || p.twisting > 0;
  if (p.pairs.empty()) return;
  table_.assign(groups_ * parties_, all_);
  const std::vector<std::string> names = parties(groups, obstacles);
  for (const FrictionPair& pair : p.pairs) {
    for (const auto& given : {pair.coefficient, pair.rolling, pair.twisting}) check(given.value_or(0));
    if (const std::string why = fault(pair, groups, obstacles); !why.empty()) throw Error("friction " + why);
    const auto take = [&](Coefficients& of_pair) {
      of_pair.sliding = pair.coefficient.value_or(of_pair.sliding);
      of_pair.rolling = pair.rolling.value_or(of_pair.rolling);
      of_pair.twisting = pair.twisting.value_or(of_pair.twisting);
    };
    // Several obstacles may have one name.
    for (std::size_t a = 0; a < parties_; ++a)
      for (std::size_t b = 0; b < parties_; ++b)
        if (names[a] == pair.between[0] && names[b] == pair.between[1]) {
          if (a < groups_) take(table_[a * parties_ + b]);
          if (b < groups_) take(table_[b * parties_ + a]);
        }
  }
  resists_rolling_ =
      std::ranges::any_of(table_, [](const Coefficients& pair) { return pair.rolling > 0 || pair.twisting > 0; });
}

const Friction::Coefficients& Friction::of(const Contacts& contacts, std::size_t c, const Bodies& bodies,
                                           const Obstacles& obstacles) const {
  if (table_.empty()) return all_;
  const auto group = [&](std::int32_t body) {
    return static_cast<std::size_t>(bodies.group[static_cast<std::size_t>(body)]);
  };
  const std::int32_t j = contacts.second[c];
  const std::size_t other =
      j >= 0 ? group(j) : groups_ + obstacles.owner(static_cast<std::size_t>(Contacts::surface_of(j)));
  return table_[group(contacts.first[c]) * parties_ + other];
}

void Friction::coefficients(const Contacts& contacts, const Bodies& bodies, const Obstacles& obstacles,
                            std::vector<double>& friction) const {
  resize_buffer(friction, contacts.size());
  for (std::size_t c = 0; c < contacts.size(); ++c) friction[c] = of(contacts, c, bodies, obstacles).sliding;
}

void Friction::resistance(const Contacts& contacts, const Bodies& bodies, const Obstacles& obstacles,
                          std::vector<double>& rolling, std::vector<double>& twisting) const {
  for (auto* all : {&rolling, &twisting}) resize_buffer(*all, contacts.size());
  const auto d = static_cast<std::size_t>(contacts.dimension);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const std::int32_t j = contacts.second[c];
    const auto height = [&](std::int32_t body, const auto& levers) {
      if (!contacts.shaped) return bodies.radius[static_cast<std::size_t>(body)];
      double along = 0;
      for (std::size_t k = c * d; k < (c + 1) * d; ++k) along += levers[k] * contacts.normal[k];
      return std::abs(along);
    };
    double r = height(contacts.first[c], contacts.lever_first);
    if (j >= 0 && r > 0) {
      const double other = height(j, contacts.lever_second);
      r = r * other / (r + other);
    }
    const Coefficients& here = of(contacts, c, bodies, obstacles);
    rolling[c] = here.rolling * r;
    twisting[c] = here.twisting * r;
  }
}

void Levers::take(const Contacts& contacts, const Bodies& bodies, const Obstacles& obstacles, Executor& executor) {
  const auto d = static_cast<std::size_t>(bodies.dimension);
  const bool moving = !obstacles.moving_surfaces().empty();
  for (auto* all : {&first, &second}) resize_buffer(*all, contacts.size() * d);
  resize_buffer(slip, moving ? contacts.size() * d : 0);
  resize_buffer(turn, moving && contacts.rolling ? contacts.size() * 3 : 0);
  executor.for_each(contacts.size(), [&](std::size_t c) {
    const double* const e = contacts.normal.data() + c * d;
    const auto i = static_cast<std::size_t>(contacts.first[c]);
    const std::int32_t j = contacts.second[c];
    const double there = j < 0 ? 0 : bodies.radius[static_cast<std::size_t>(j)];
    for (std::size_t k = c * d; k < (c + 1) * d; ++k) {
      first[k] = contacts.shaped ? contacts.lever_first[k] : -bodies.radius[i] * e[k - c * d];
      second[k] = contacts.shaped ? contacts.lever_second[k] : there * e[k - c * d];
    }
    if (!moving) return;
    Vec3 way, turned;
    if (j < 0) {
      const auto s = static_cast<std::size_t>(Contacts::surface_of(j));
      turned = obstacles.turn(s);
      const Vec3 normal = embed(e, bodies.dimension);
      way = obstacles.way(s, embed(bodies.x(i), bodies.dimension) + embed(&first[c * d], bodies.dimension));
      way -= dot(way, normal) * normal;
    }
    for (std::size_t k = 0; k < d; ++k) slip[c * d + k] = way.c[k];
    if (!turn.empty()) turned.store(&turn[3 * c]);
  });
}

void FrictionPair::declare(Table& t) {
  t.place("", place);
  t.key("between", between,
        {.help = "two groups, or a group and an obstacle, by name",
         .example = R"(["grains", "drum"])",
         .required = true,
         .length = 2,
         .any_words = true});
  t.key("coefficient", coefficient,
        {.help = "their coefficient of friction",
         .example = "0.2",
         .at_least = 0,
         .otherwise = "as of an earlier pair of the two, or of all"});
  t.key("rolling", rolling,
        {.help = "their resistance to rolling", .example = "0.1", .at_least = 0, .otherwise = "the same"});
  t.key("twisting", twisting,
        {.help = "their resistance to twisting", .example = "0.05", .at_least = 0, .otherwise = "the same"});
  t.check(between.size() == 2, {"between"}, "names two: groups, or a group and an obstacle");
  t.check(coefficient || rolling || twisting, {"coefficient", "rolling", "twisting"},
          "is missing: a pair gives coefficient, rolling or twisting");
}

void FrictionParameters::declare(Table& t) {
  t.place("", place);
  t.key("coefficient", coefficient,
        {.help = "coefficient of friction of all contacts", .example = "0.3", .at_least = 0});
  t.choice("scheme", scheme, {{"convex", FrictionScheme::convex}, {"exact", FrictionScheme::exact}},
           {.help = "convex: one minimum per step, contacts that slide open by hμ|u_t|; exact: Coulomb's law, slower",
            .example = "\"exact\""});
  t.key("rolling", rolling,
        {.help = "resistance to rolling: a ball stays on an incline up to tan α = this; of other shapes the "
                 "lever is the distance from the centre to the plane of contact",
         .example = "0.05",
         .at_least = 0});
  t.key("twisting", twisting,
        {.help = "resistance to spinning about the normal, in the same measure", .example = "0.02", .at_least = 0});
  t.list("pairs", pairs,
         {.help = "groups and obstacles with coefficients of their own; of each the last pair that gives it holds"});
}

}  // namespace floc
