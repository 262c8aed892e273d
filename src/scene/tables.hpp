// The tables of a scene as plain structs: what a scene file says, with its defaults.
//
// Names, units, bounds and help of every key are declared once, in declare*.cpp. What comes in kinds is of the
// registry where programs may add their own (forces, laws, obstacles, motions), and else a std::variant whose
// alternatives carry their name.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/vec.hpp"
#include "measure/stop_rule.hpp"
#include "scene/fluid_tables.hpp"
#include "scene/linked_tables.hpp"
#include "scene/measure_tables.hpp"
#include "scene/registry.hpp"
#include "scene/shape_tables.hpp"
#include "step/adaptive.hpp"
#include "step/removal.hpp"
#include "step/servo.hpp"
#include "step/solver_settings.hpp"

namespace floc::scene {

struct General {
  std::int64_t dimension = 0;
  std::int64_t seed = 1;
};

struct Time {
  double start = 0, end = 0, step = 0;
  std::optional<AdaptiveSettings> adaptive;
};

struct Periodicity {
  std::vector<std::string> periodic;  // of "x", "y", "z"
  std::optional<Vec3> low, high;      // only the periodic directions count
  Place place;
  bool along(int k) const;  // direction k is periodic
};

struct Group {
  std::string name;
  std::string colour = "#c9a227";
};

// ---- particles ----

struct LogNormal {
  double median = 1, sigma = 0;
};
struct Radius {  // exactly one is set
  std::optional<double> constant;
  std::optional<Interval> uniform;
  std::optional<LogNormal> lognormal;
  std::optional<std::vector<double>> list;  // taken in turn, again from the first when used up
};

struct Lattice {
  static constexpr std::string_view kind = "lattice", help = "a regular arrangement";
  double spacing = 1;
  std::string arrangement = "square";
  double jitter = 0;
  std::optional<Vec3> low, high;  // either a box to fill …
  std::optional<Vec3> origin;     // … or the first centre and how many follow
  std::optional<std::vector<std::int64_t>> counts;
};
struct Random {
  static constexpr std::string_view kind = "random", help = "random places without overlap, sparse or dense";
  std::optional<std::int64_t> count;
  std::optional<double> fraction;
  Vec3 low{}, high{};
};
struct Pour {
  static constexpr std::string_view kind = "pour", help = "particles that enter a region over time";
  std::int64_t count = 0;
  std::optional<double> rate;
  std::optional<std::int64_t> keep;
  std::optional<double> start;
  Vec3 low{}, high{};
};
struct File {
  static constexpr std::string_view kind = "file", help = "particles listed in a CSV or XYZ file";
  std::string path;  // absolute after reading
  Place place;
};
using Source = std::variant<Lattice, Random, Pour, File, Chain, Assembly>;

struct Particles {
  Source source;
  std::optional<ShapeTable> shape;
  std::string group;
  std::optional<Radius> radius;
  std::optional<NumberOrWord> mass;
  std::optional<double> density;
  Expressions velocity;
  std::array<Place, 3> velocity_place;  // of each component
  Place place;
};

// ---- obstacles ----

struct Obstacle {
  explicit Obstacle(const Registry& registry)
      : shape(registry.obstacles, "kind", {.help = "its shape", .required = true}) {}

  ObstacleShape shape;
  std::string name;
  std::string colour = "#808080";
  std::optional<ObstacleMotion> motion;
  Place place;
  const Servo* servo() const { return motion ? motion->get_if<Servo>() : nullptr; }
};
// ---- the floor of a crowd ----

struct FloorHole {
  std::vector<Vec3> points;
};
struct FloorWall {
  std::vector<Vec3> points;
};
struct FloorPolygons {
  static constexpr std::string_view kind = "polygons", help = "a boundary, holes in it and thin walls";
  std::vector<Vec3> boundary;
  std::vector<FloorHole> holes;
  std::vector<FloorWall> walls;
};
struct FloorImage {
  static constexpr std::string_view kind = "image",
                                    help = "a PNG image: light is floor, dark wall, a stated colour exit";
  std::string path;  // absolute after reading
  double pixel = 0;
  Vec3 low{};
  Place place;
};
struct FloorExit {
  std::string name;
  std::optional<Vec3> from, to;       // either a line …
  std::optional<std::string> colour;  // … or pixels of the image
  Place place;
};
struct Floor {
  std::variant<FloorPolygons, FloorImage> plan;
  std::optional<double> spacing, clearance;
  std::string colour = "#404040";
  std::vector<FloorExit> exits;
  Place place;
};

// ---- how it is computed and kept ----

struct Inertial {
  static constexpr std::string_view kind = "inertial", help = "V* = V + h M⁻¹ f, projected in the metric of the masses";
};
struct FirstOrder {
  static constexpr std::string_view kind = "first-order",
                                    help = "no inertia (crowds): V* = M⁻¹ f, projected in the metric of the identity";
};
using Stepper = std::variant<Inertial, FirstOrder>;

using Solver = SolverSettings;

struct Output {
  std::optional<double> every;  // exactly one of the two is set after reading
  std::optional<std::int64_t> every_steps;
  std::string precision = "float32";
  std::int64_t compression = 1;
  bool contacts = true;
  std::int64_t flow_every = 1;              // frames; 0: never
  std::int64_t statistics_every = 1;        // steps
  double checkpoint_every = 60;             // wall seconds
  std::int64_t checkpoint_every_steps = 0;  // 0: by the clock only
};

// A part of a run: how it differs from the rest, and when it ends.
struct Stage {
  std::string name;
  std::optional<double> duration, until;  // at most one; none, and no condition: it lasts to the end
  StopSettings stop{.deserted = false};
  Overrides set;
  Place place;
};

struct Start {
  std::string overlaps = "error";
};

}  // namespace floc::scene
