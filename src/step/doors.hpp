// People who leave: whoever's path of a step goes through an exit is taken out at its end.
//
// The path of a step is taken as straight, and the instant is where it meets the exit. Those who stay keep
// their order, so that names of contacts stay sorted; ids are never used again. Nothing depends on threads:
// the bodies are looked at in their order.
#pragma once

#include <cstdint>
#include <vector>

#include "contact/contacts.hpp"
#include "core/bodies.hpp"
#include "geometry/floor_plan.hpp"

namespace floc {

struct Departure {
  double time = 0;
  std::int64_t id = 0;
  std::int32_t exit = 0;  // its number
  Vec2 place{};           // on the exit
  double energy = 0;      // ½ m |v|² and m v, which go with it
  Vec2 momentum{};
};

// What has gone through one exit.
struct Doorway {
  std::int64_t left = 0;
  double first = 0, last = 0;  // when; 0 before anybody

  // Bodies a unit of time, between the first and the last; 0 for fewer than two.
  double flow() const { return left > 1 && last > first ? static_cast<double>(left - 1) / (last - first) : 0; }
};

class Doors {
 public:
  Doors() = default;
  // Throws Error for bodies that are not in the plane.
  Doors(std::vector<Exit> exits, int dimension);

  bool any() const { return !exits_.empty(); }
  // Where the bodies are before a step.
  void watch(const Bodies& bodies) {
    before_ = bodies.position;
    departures_.clear();
  }
  // Takes out who has left in the step from t to t + h. True when somebody has.
  bool let_out(Bodies& bodies, Contacts& contacts, double t, double h);

  // The new index of every body of before, −1 for who has left in the last step.
  const std::vector<std::int32_t>& names() const { return names_; }
  const std::vector<Departure>& departures() const { return departures_; }  // of the last step
  const std::vector<Doorway>& doorways() const { return doorways_; }        // since the start, an exit
  void set_doorways(std::vector<Doorway> doorways) { doorways_ = std::move(doorways); }
  std::int64_t left() const;  // through all

 private:
  std::vector<Exit> exits_;
  std::vector<Doorway> doorways_;
  std::vector<Departure> departures_;
  std::vector<double> before_;
  std::vector<char> stays_;
  std::vector<std::int32_t> names_;
};

}  // namespace floc
