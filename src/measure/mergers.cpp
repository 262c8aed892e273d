#include "measure/mergers.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "measure/joins.hpp"

namespace floc {

Changes AggregateStories::follow(const Bodies& bodies, const Aggregates& aggregates) {
  const auto old_count = static_cast<std::int32_t>(last_.count());
  Joins shared;
  std::size_t last = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {  // ids rise in both
    while (last < id_.size() && id_[last] < bodies.id[i]) ++last;
    if (last == id_.size()) break;
    if (id_[last] == bodies.id[i]) shared.push_back({old_count + aggregates.of[i], last_.of[last]});
  }
  const Aggregates stories = find_aggregates(last_.count() + aggregates.count(), shared);
  std::vector<std::vector<std::int32_t>> before(stories.count());
  std::vector<double> after(stories.count(), 0);
  for (std::size_t node = 0; node < stories.of.size(); ++node) {
    const auto story = static_cast<std::size_t>(stories.of[node]);
    if (node < last_.count())
      before[story].push_back(last_.size[node]);
    else
      ++after[story];
  }
  Changes changes;
  for (std::size_t s = 0; s < stories.count(); ++s) {
    const auto old = static_cast<double>(before[s].size());
    if (old > 1 && after[s] > 1) ++changes.exchanged;
    if (old == 1 && after[s] > 1) changes.broken += after[s] - 1;
    if (old < 2 || after[s] != 1) continue;
    std::sort(before[s].begin(), before[s].end());
    for (std::size_t i = 0; i < before[s].size(); ++i)
      for (std::size_t j = i + 1; j < before[s].size(); ++j) changes.mergers[{before[s][i], before[s][j]}] += 2 / old;
    changes.met += old - 1;
    if (old > 2) changes.met_in_crowds += old - 1;
  }
  id_ = bodies.id;
  last_ = aggregates;
  return changes;
}

std::vector<double> AggregateStories::memory() const {
  std::vector<double> all(id_.begin(), id_.end());
  all.insert(all.end(), last_.of.begin(), last_.of.end());
  return all;
}

void AggregateStories::recall(std::span<const double> memory) {
  const std::size_t n = memory.size() / 2;
  last_ = {};
  id_.assign(memory.begin(), memory.begin() + static_cast<std::ptrdiff_t>(n));
  for (const double a : memory.subspan(n)) {
    if (!(a >= 0 && a <= static_cast<double>(last_.size.size())) || memory.size() % 2 != 0)
      throw Error("what the mergers remember is of another run");
    last_.of.push_back(static_cast<std::int32_t>(a));
    if (a == static_cast<double>(last_.size.size())) last_.size.push_back(0);
    ++last_.size[static_cast<std::size_t>(a)];
  }
}

namespace {

class Mergers : public Measurement {
 public:
  explicit Mergers(const MeasureSettings& settings) : settings_(settings) {}
  std::vector<std::string> columns() const override { return {"smaller", "larger", "number"}; }

  Lines take(const MeasuredFrame& frame) override {
    const Aggregates all = find_aggregates(frame.bodies.size(), joined_pairs(frame, settings_));
    Lines lines;
    for (const auto& [sizes, number] : stories_.follow(frame.bodies, all).mergers)
      lines.push_back({static_cast<double>(sizes.first), static_cast<double>(sizes.second), number});
    return lines;
  }

  std::vector<double> memory() const override { return stories_.memory(); }
  void recall(std::span<const double> memory) override { stories_.recall(memory); }

 private:
  MeasureSettings settings_;
  AggregateStories stories_;
};

}  // namespace

MeasurementPtr MeasureMergers::make(const MeasureSettings& settings) const {
  return std::make_unique<Mergers>(settings);
}

}  // namespace floc
