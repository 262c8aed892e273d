// The page of `floc view`: one HTML file that shows a run in a browser, with nothing to load from elsewhere.
//
// It is the page built from web/ with the run put in at a mark: a block of base64 a frame (view_frame.hpp),
// written as the frames come, and behind them one JSON text with all that is known only then:
//
//   title, dimension, every, times, origin, period, groups {name, colour}, maps {name, stops}
//   bodies      count N; radius, mass (f32), group (u16), outline (i32: which of the shapes, −1: a ball), base64, a row
//               for each id
//   shapes      outlines in their own frames, where the ball round them has radius 1: points (f32, three numbers each),
//               triangles (u32) in space, lines (u32, a list of them) in the plane, base64
//   quantities  name, title, unit, help, kind ("number" or "label"), low, high: the range that colours are spread
//               over, which leaves out the outermost hundredth at each end
//   view        low, high, size: what is to be seen at first. Some that fly far off do not make all others small
//   obstacles, exits    (view_scenery.hpp)
//   links       u32, base64: ids of both ends of every link of a chain and bond
//   curves      name, title, values (f32, base64) of the steps; graphs: title, log, curves
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/floor_plan.hpp"
#include "geometry/obstacle.hpp"
#include "output/csv_table.hpp"
#include "output/snapshot.hpp"

namespace floc {

struct ViewHeader {
  std::string title;
  int dimension = 3;
  std::size_t bodies = 0;                            // N; ids are below it
  std::size_t every = 1;                             // of how many frames one is taken
  std::vector<std::array<std::int64_t, 2>> links{};  // names of bodies that are joined by a line
};

class ViewPage {
 public:
  // Throws Error, as all do. The file appears under its name when it is complete.
  ViewPage(const std::string& path, const ViewHeader& header, std::span<const Obstacle> obstacles);
  ~ViewPage();

  void add(const Snapshot& frame);
  // Without steps there are no graphs.
  void finish(std::span<const Exit> exits, const CsvTable& steps);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// How large a page of so many frames may become, with so many bridges in each.
double view_page_bytes(std::size_t bodies, std::size_t bridges, std::size_t frames, int dimension, bool turning);

// The page before a run is put in, and the mark where that happens.
extern const std::string_view view_template;
inline constexpr std::string_view view_mark = "<!--floc:run-->";

}  // namespace floc
