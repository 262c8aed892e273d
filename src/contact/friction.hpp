// Coulomb friction, beside the contact law: which coefficient each contact has.
//
// The force of friction t lies in the cone |t| ≤ μ(λ − λ_min): a gluey contact holds across what it holds along. Bodies
// turn where there is friction. Two schemes (projection/problem.hpp):
//
//   convex   one minimum a step. A contact that slides opens by hμ|u_t|, and where sliding sets in a body hops;
//   exact    Coulomb's law itself, at two to nine times the cost.
//
// Bodies that roll may be resisted by a torque, |m| ≤ ρ(λ − λ_min) across the normal and ≤ ρ'(λ − λ_min) about it
// (twisting): ρ is a coefficient times r_i r_j/(r_i + r_j), or r_i against an obstacle, with r how far the centre of a
// body is from the plane of contact: its radius where it is a ball. A ball stays on an incline up to tan α = that
// coefficient. The torque is bounded by the force of the contact as it is, in both schemes.
//
// Of groups and obstacles that are named by several pairs the last one that gives a coefficient holds for it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "contact/contacts.hpp"
#include "core/bodies.hpp"
#include "core/parameters.hpp"
#include "geometry/obstacle.hpp"

namespace floc {

struct FrictionPair {
  std::vector<std::string> between;  // two names: of groups, or of a group and an obstacle
  std::optional<double> coefficient = {}, rolling = {}, twisting = {};  // those that are not given stay as they are
  SourcePlace place = {};
  void declare(Table& t);
};

enum class FrictionScheme { convex, exact };

struct FrictionParameters {
  double coefficient = 0.5;
  FrictionScheme scheme = FrictionScheme::convex;
  double rolling = 0, twisting = 0;
  std::vector<FrictionPair> pairs = {};
  SourcePlace place = {};
  void declare(Table& t);
};

class Friction {
 public:
  // Why two names are no pair; empty when they are.
  static std::string fault(const FrictionPair& pair, const std::vector<std::string>& groups,
                           const Obstacles& obstacles);
  // Throws Error for such a pair, and for coefficients that make no sense.
  Friction(const FrictionParameters& parameters, const std::vector<std::string>& groups, const Obstacles& obstacles);
  explicit Friction(double coefficient, FrictionScheme scheme = FrictionScheme::convex)
      : Friction({.coefficient = coefficient, .scheme = scheme}, {}, {}) {}

  FrictionScheme scheme() const { return scheme_; }
  bool resists_rolling() const { return resists_rolling_; }
  // ρ and ρ' of every row.
  void resistance(const Contacts& contacts, const Bodies& bodies, const Obstacles& obstacles,
                  std::vector<double>& rolling, std::vector<double>& twisting) const;
  // μ of every row.
  void coefficients(const Contacts& contacts, const Bodies& bodies, const Obstacles& obstacles,
                    std::vector<double>& friction) const;

 private:
  struct Coefficients {
    double sliding, rolling, twisting;
  };
  const Coefficients& of(const Contacts& contacts, std::size_t c, const Bodies& bodies,
                         const Obstacles& obstacles) const;

  Coefficients all_;
  FrictionScheme scheme_;
  bool resists_rolling_ = false;
  std::size_t groups_ = 0, parties_ = 0;  // groups, then obstacles
  std::vector<Coefficients> table_;       // groups × parties; empty: the same for all
};

using FrictionPtr = std::shared_ptr<const Friction>;

// Vectors from the centres to the points of contact of spheres, and how far obstacles go along their surfaces at these
// points in the step that they are placed for (empty when none moves).
struct Levers {
  std::vector<double> first, second, slip;
  std::vector<double> turn;  // of obstacles in the step, C × 3

  void take(const Contacts& contacts, const Bodies& bodies, const Obstacles& obstacles, Executor& executor);
};

}  // namespace floc
