// What becomes of aggregates from one frame to the next.
//
// Aggregates of both frames that share bodies are linked; a connected part of this graph is one story. Several old
// and one new aggregate: a merger; one old and several new: a breakup; several of both: an exchange, which tells
// neither who met nor who parted, and a reason to keep more frames. A merger of m aggregates is m − 1 mergers of two;
// which ones, nobody saw for m > 2: they are dealt out evenly among its pairs.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "core/bodies.hpp"
#include "measure/aggregates.hpp"
#include "measure/measurement.hpp"

namespace floc {

struct Changes {
  std::map<std::pair<std::int32_t, std::int32_t>, double> mergers;  // by sizes, the smaller first
  double met = 0;                                                   // Σ of the mergers
  double met_in_crowds = 0;                                         // of these, in mergers of more than two
  double broken = 0;                                                // breakups, m − 1 for one into m
  double exchanged = 0;                                             // exchanges
};

class AggregateStories {
 public:
  Changes follow(const Bodies& bodies, const Aggregates& aggregates);  // since the last call; none in the first

  std::vector<double> memory() const;
  void recall(std::span<const double> memory);

 private:
  std::vector<std::int64_t> id_;
  Aggregates last_;
};

// A line a pair of sizes that have met.
struct MeasureMergers {
  static constexpr std::string_view kind = "mergers", unit = "mergers",
                                    help = "which sizes of aggregates have met since the frame before";
  void declare(Table&) {}
  MeasurementPtr make(const MeasureSettings& settings) const;
};

}  // namespace floc
