// The graphs in the page of `floc view`.
#pragma once

#include "output/csv_table.hpp"
#include "output/json.hpp"

namespace floc {

// `curves` (name, title, values) and `graphs` (title, log, names of their curves). Of many steps a few thousand points
// remain: the least and the largest value of every stretch, so that no spike is lost.
struct ViewCurves {
  Json curves = Json::list(), graphs = Json::list();
};
ViewCurves view_curves(const CsvTable& steps);

}  // namespace floc
