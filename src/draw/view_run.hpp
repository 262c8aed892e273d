// What the page of `floc view` is told of a run besides its frames, as JSON:
//
//   title, dimension, every, times, origin, period, groups {name, colour}, maps {name, stops}
//   bodies      count N; radius, mass (f32), group (u16), outline (i32: which of the shapes, −1: a ball), base64, a row
//               for each id, or one where all are alike
//   shapes      outlines in their own frames, where the ball round them has radius 1: points (f32, three numbers each),
//               triangles (u32) in space, lines (u32, a list of them) in the plane, base64
//   quantities  name, title, unit, help, kind ("number" or "label"), low, high: the range that colours are spread
//               over, which leaves out the outermost hundredth at each end
//   view        low, high, size: what is to be seen at first. Some that fly far off do not make all others small
//   obstacles, exits    (view_scenery.hpp)
//   links       u32, base64: ids of both ends of every link of a chain and bond
//   joints      base64: ends (u32, ids of the two bodies, 2³² − 1: the world), points (f32, six numbers each: in
//               their frames or in the world), direct (u8, 1: a line from point to point, 0: to the centres too)
//   turning     bodies turn
//   network     null where frames tell of no contacts; force, gamma: what the widest lines mean, 0 where there are none
//   curves      name, title, values (f32, base64) of the steps; graphs: title, log, curves
//
// A page that is served gets its frames one by one, and some of its bodies may come after it was made: their rows stand
// behind the frames that have them (flag 32 of view_frame.hpp): u32 how many, u32 ids, f32 radii, f32 masses, u16
// groups, i32 outlines.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "geometry/floor_plan.hpp"
#include "geometry/obstacle.hpp"
#include "output/csv_table.hpp"
#include "output/json.hpp"
#include "output/snapshot.hpp"
#include "step/joints.hpp"

namespace floc {

inline constexpr std::uint32_t view_newcomers = 32;

struct ViewHeader {
  std::string title;
  int dimension = 3;
  std::size_t bodies = 0;                            // N; ids are below it
  std::size_t every = 1;                             // of how many frames one is taken
  std::vector<std::array<std::int64_t, 2>> links{};  // ids of bodies that are joined by a line
  bool network = true;                               // contacts are told as well
  std::vector<Joint> joints{};                       // in the order of the scene
};

class ViewRun {
 public:
  ViewRun(const ViewHeader& header, std::span<const Obstacle> obstacles);
  ~ViewRun();
  ViewRun(ViewRun&&) noexcept;
  ViewRun& operator=(ViewRun&&) noexcept;

  // Frames from which ranges, the window and the rows of bodies are taken. Throws Error at a body of an unknown id.
  void note(const Snapshot& frame, std::span<const std::vector<double>> values);
  // From now on pack() adds the bodies that no frame has shown so far.
  void tell();
  std::vector<std::byte> pack(const Snapshot& frame, std::span<const std::vector<double>> values) const;
  // Without steps there are no graphs.
  Json describe(std::span<const double> times, std::span<const Exit> exits, const CsvTable& steps) const;
  Json ranges() const;   // `quantities` of it
  Json network() const;  // likewise

 private:
  void add_newcomers(std::vector<std::byte>& bytes, const Snapshot& frame) const;

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace floc
