// The page of `floc view`: one HTML file that shows a run in a browser, with nothing to load from elsewhere.
//
// It is the page built from web/ with the run put in at a mark: a block of base64 a frame (view_frame.hpp),
// written as the frames come, and behind them one JSON text with all that is known only then (view_run.hpp). A run that
// is shown beside it follows in the same way.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "draw/view_run.hpp"

namespace floc {

class ViewPage {
 public:
  // Throws Error, as all do. The file appears under its name when it is complete.
  ViewPage(const std::string& path, const ViewHeader& header, std::span<const Obstacle> obstacles);
  ~ViewPage();

  void add(const Snapshot& frame);
  // Ends the first run and begins another one, which is shown at its side.
  void begin_beside(std::span<const Exit> exits, const CsvTable& steps, const ViewHeader& header,
                    std::span<const Obstacle> obstacles);
  // Without steps there are no graphs.
  void finish(std::span<const Exit> exits, const CsvTable& steps);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Pairs that a frame tells of.
struct ViewPairs {
  std::size_t bridges = 0, contacts = 0;
};
ViewPairs view_pairs(const Snapshot& frame);

// How large a page of so many frames may become, with so many pairs in each.
double view_page_bytes(std::size_t bodies, const ViewPairs& pairs, std::size_t frames, int dimension, bool turning);

// A page whose run comes from the server that sends it: `runs` are as finish() writes them, one or two.
std::string served_page(std::span<const Json> runs);

// The page before a run is put in, and the mark where that happens.
extern const std::string_view view_template;
inline constexpr std::string_view view_mark = "<!--floc:run-->";

}  // namespace floc
