// The graphs in the page of `floc view`, as JSON: `"curves":[…],"graphs":[…]`.
#pragma once

#include <string>

#include "output/csv_table.hpp"

namespace floc {

// Of many steps a few thousand points remain: the least and the largest value of every stretch, so that no
// spike is lost.
std::string view_curves(const CsvTable& steps);

}  // namespace floc
