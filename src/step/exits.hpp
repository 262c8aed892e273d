// Bodies that leave: whoever's path of a step goes through an exit, or ends in a region that removes bodies, is taken out
// at its end.
//
// The path of a step is taken as straight, and the instant is where it meets the exit. Those who stay keep
// their order, so that contacts stay sorted; ids are never used again. Nothing depends on threads:
// the bodies are looked at in their order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "contact/contacts.hpp"
#include "core/array_list.hpp"
#include "core/bodies.hpp"
#include "core/domain.hpp"
#include "geometry/floor_plan.hpp"
#include "step/removal.hpp"

namespace floc {

struct Departure {
  double time = 0;
  std::int64_t id = 0;
  std::int32_t exit = 0;  // its number; regions come after the exits
  Vec3 place{};           // on the exit, or in the region
  double energy = 0;      // ½ m |v|² and m v, which go with it
  Vec3 momentum{};
};

// What has gone through each exit, and into each region, so far.
struct ExitCounts {
  std::vector<std::int64_t> departed;
  std::vector<double> first, last;  // when; 0 before anybody

  template <class F, class E, class... More>
  static void for_arrays(F&& f, E& e, More&... more) {
    f(ArrayInfo{"departed", ArrayRole::counted}, e.departed, more.departed...);
    f(ArrayInfo{"first", ArrayRole::counted}, e.first, more.first...);
    f(ArrayInfo{"last", ArrayRole::counted}, e.last, more.last...);
  }

  std::size_t size() const { return departed.size(); }
  std::int64_t total() const;
  // Bodies a unit of time, between the first and the last; 0 for fewer than two.
  double flow(std::size_t exit) const;
};

class Exits {
 public:
  Exits() = default;
  // Throws Error for bodies that are not in the plane.
  Exits(std::vector<Exit> exits, int dimension, std::vector<Removal> removals = {}, const Domain& domain = {});

  bool any() const { return !exits_.empty() || !removals_.empty(); }
  // Where the bodies are before a step.
  void watch(const Bodies& bodies) {
    before_ = bodies.position;
    departures_.clear();
  }
  // Takes out who has departed in the step from t to t + h. True when somebody has.
  bool take_out(Bodies& bodies, Contacts& contacts, ExitCounts& counts, double t, double h);

  // The new index of every body of before, −1 for who has departed in the last step.
  const std::vector<std::int32_t>& indices() const { return indices_; }
  const std::vector<Departure>& departures() const { return departures_; }  // of the last step

 private:
  // The exit that the way from a to b meets first, and after which part of it; none: a part above 1.
  struct Way {
    double part;
    std::size_t exit;
  };
  Way way_out(const double* a, const double* b) const;

  std::vector<Exit> exits_;
  std::vector<Removal> removals_;
  Domain domain_;
  std::vector<Departure> departures_;
  std::vector<double> before_;
  std::vector<char> stays_;
  std::vector<std::int32_t> indices_;
};

}  // namespace floc
