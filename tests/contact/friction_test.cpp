#include "contact/friction.hpp"

#include <doctest/doctest.h>

#include <utility>

#include "core/error.hpp"
#include "support/setups.hpp"

using namespace floc;

namespace {

// Three bodies of two groups, a floor and a wall.
struct Place {
  Bodies bodies = test::empty(3);
  Obstacles obstacles;
  Contacts contacts;

  Place() {
    for (const double x : {0.0, 2.0, 4.0}) test::add(bodies, {{x, 0, 1}});
    bodies.group = {0, 1, 1};
    Obstacle floor = test::obstacle({half_space({}, {{0, 0, 1}})}, translation({{3, 0, 1}}, 0, 100));
    floor.name = "floor";
    Obstacle wall = test::obstacle({half_space({{-1, 0, 0}}, {{1, 0, 0}})});
    wall.name = "wall";
    obstacles = Obstacles({floor, wall});
    contacts.resize(4);
    contacts.first = {0, 0, 1, 2};
    contacts.second = {-2, -1, 0, 1};
    const std::vector<Vec3> normals{{{1, 0, 0}}, {{0, 0, 1}}, {{1, 0, 0}}, {{1, 0, 0}}};
    for (std::size_t c = 0; c < 4; ++c) normals[c].store(&contacts.normal[3 * c]);
  }
  std::vector<double> coefficients(const Friction& friction) const {
    std::vector<double> all;
    friction.coefficients(contacts, bodies, obstacles, all);
    return all;
  }
};

const std::vector<std::string> groups{"sand", "steel"};

}  // namespace

TEST_CASE("one coefficient is that of all contacts") {
  CHECK(Place().coefficients(Friction(0.3)) == std::vector<double>(4, 0.3));
}

TEST_CASE("pairs of groups and obstacles have their own coefficient, and the last that names both holds") {
  const Place place;
  const FrictionParameters p{.coefficient = 0.5,
                             .pairs = {{.between = {"sand", "steel"}, .coefficient = 0.1},
                                       {.between = {"floor", "sand"}, .coefficient = 0.2},
                                       {.between = {"steel", "steel"}, .coefficient = 0.9},
                                       {.between = {"steel", "sand"}, .coefficient = 0.3}}};
  CHECK(place.coefficients(Friction(p, groups, place.obstacles)) == std::vector<double>{0.5, 0.2, 0.3, 0.9});
}

TEST_CASE("resistance has its coefficients by pairs, and keeps those that a pair does not give") {
  Place place;
  place.bodies.radius = {1, 0.5, 2};
  const Friction friction({.coefficient = 0.5,
                           .rolling = 0.1,
                           .pairs = {{.between = {"sand", "steel"}, .rolling = 0.2, .twisting = 0.3},
                                     {.between = {"floor", "sand"}, .coefficient = 0.4},
                                     {.between = {"steel", "sand"}, .twisting = 0.6}}},
                          groups, place.obstacles);
  std::vector<double> rolling, twisting;
  friction.resistance(place.contacts, place.bodies, place.obstacles, rolling, twisting);
  const std::vector<double> lever{1, 1, 1.0 / 3, 0.4}, rolls{0.1, 0.1, 0.2, 0.1}, twists{0, 0, 0.6, 0};
  for (std::size_t c = 0; c < 4; ++c) {
    CHECK(rolling[c] == doctest::Approx(rolls[c] * lever[c]));
    CHECK(twisting[c] == doctest::Approx(twists[c] * lever[c]));
  }
  CHECK(place.coefficients(friction) == std::vector<double>{0.5, 0.4, 0.5, 0.5});
  CHECK(friction.resists_rolling());
  CHECK(!Friction(0.3).resists_rolling());
  const FrictionPair of_pair{.between = {"sand", "floor"}, .twisting = 0.1};
  CHECK(Friction({.pairs = {of_pair}}, groups, place.obstacles).resists_rolling());
}

TEST_CASE("of shapes the lever of resistance is how far their centres are from the plane of contact") {
  Place place;
  place.contacts.shaped = true;
  place.contacts.resize(4);
  const std::vector<Vec3> first{{{-0.7, 0.3, 0}}, {{5, 0, -0.2}}, {{-2, 0, 1}}, {{-1, 1, 1}}};
  const std::vector<Vec3> second{{}, {}, {{3, 0, 0}}, {{0, 1, 0}}};
  for (std::size_t c = 0; c < 4; ++c) {
    first[c].store(&place.contacts.lever_first[3 * c]);
    second[c].store(&place.contacts.lever_second[3 * c]);
  }
  std::vector<double> rolling, twisting;
  const Friction friction({.rolling = 0.1}, groups, place.obstacles);
  friction.resistance(place.contacts, place.bodies, place.obstacles, rolling, twisting);
  for (const auto& [c, lever] : {std::pair{0, 0.7}, {1, 0.2}, {2, 1.2}, {3, 0.0}})
    CHECK(rolling[static_cast<std::size_t>(c)] == doctest::Approx(0.1 * lever));
}

TEST_CASE("friction between nobody, or of a negative coefficient, is refused") {
  const Place place;
  const auto with = [&](const FrictionPair& pair) { return Friction({.pairs = {pair}}, groups, place.obstacles); };
  CHECK_THROWS_WITH_AS(with({.between = {"sand", "flor"}}),
                       "friction names \"flor\", which is no group or obstacle; did you mean \"floor\"?", Error);
  CHECK_THROWS_WITH_AS(with({.between = {"wall", "floor"}}),
                       "friction is between the obstacles \"wall\" and \"floor\", which do not move each other", Error);
  CHECK_THROWS_AS(with({.between = {"sand", "floor"}, .coefficient = -1}), Error);
  CHECK_THROWS_AS(Friction(-0.1), Error);
}

TEST_CASE("levers reach from the centres to the points of contact, and obstacles slip along their surfaces only") {
  Place place;
  place.bodies.radius = {1, 0.5, 2};
  place.obstacles.place(0, 0.1);
  Executor executor;
  Levers levers;
  levers.take(place.contacts, place.bodies, place.obstacles, executor);
  CHECK(Vec3::load(&levers.first[0]) == Vec3{{-1, 0, 0}});
  CHECK(Vec3::load(&levers.first[6]) == Vec3{{-0.5, 0, 0}});
  CHECK(Vec3::load(&levers.second[6]) == Vec3{{1, 0, 0}});
  CHECK(Vec3::load(&levers.slip[0]) == Vec3{});                          // the wall is at rest
  CHECK(norm(Vec3::load(&levers.slip[3]) - Vec3{{0.3, 0, 0}}) < 1e-12);  // the floor rises, too
}

TEST_CASE("friction goes over to the next step turned with the normal") {
  Contacts last = Place().contacts, now = last;
  last.frictional = now.frictional = true;
  last.resize(4);
  now.resize(4);
  const Vec3 force{{0, 3, 4}};
  force.store(&last.tangential[0]);
  Vec3{{0, 1, 0}}.store(&now.normal[0]);
  Executor executor;
  inherit(last, now, executor);
  CHECK(Vec3::load(&now.tangential[0]) == Vec3{{0, 0, 5}});
}
