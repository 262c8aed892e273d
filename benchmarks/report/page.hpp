// The page of results: the bars, the plots, tables of the rest, and which run each part is from.
#pragma once

#include <string>

#include "output/json.hpp"

namespace floc::bench {

// Draws the plots into `folder`, and gives the page (Markdown) that shows them as `folder_link`/name.
std::string draw_page(const Json& results, const std::string& folder, const std::string& folder_link);

// Bars as lines for a terminal.
std::string bars_as_lines(const Json& results);

}  // namespace floc::bench
