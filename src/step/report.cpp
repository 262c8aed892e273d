#include "step/report.hpp"

namespace floc {

const char* to_string(Stage stage) {
  switch (stage) {
    case Stage::feed: return "feed";
    case Stage::free_velocity: return "free_velocity";
    case Stage::neighbours: return "neighbours";
    case Stage::rows: return "rows";
    case Stage::projection: return "projection";
    case Stage::law: return "law";
    case Stage::motion: return "motion";
    case Stage::certificate: return "certificate";
    case Stage::count: break;
  }
  return "";
}

}  // namespace floc
