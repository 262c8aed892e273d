#include "measure/evacuation.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

#include "core/error.hpp"

namespace floc {
namespace {

class Evacuation : public Measurement {
 public:
  std::vector<std::string> columns() const override { return {"inside", "entered", "left", "rate"}; }

  Lines take(const MeasuredFrame& frame) override {
    std::vector<std::int64_t> all;
    std::set_union(seen_.begin(), seen_.end(), frame.bodies.id.begin(), frame.bodies.id.end(), std::back_inserter(all));
    seen_ = std::move(all);
    const auto inside = static_cast<double>(frame.bodies.size()), seen = static_cast<double>(seen_.size());
    const bool begun = first_ >= 0;
    if (!begun) first_ = seen;
    const double left = seen - inside;
    const double rate = begun ? (left - left_) / (frame.time - time_) : std::numeric_limits<double>::quiet_NaN();
    left_ = left;
    time_ = frame.time;
    return {{inside, seen - first_, left, rate}};
  }

  std::vector<double> memory() const override {
    std::vector<double> all{first_, left_, time_};
    all.insert(all.end(), seen_.begin(), seen_.end());
    return all;
  }

  void recall(std::span<const double> all) override {
    if (all.size() < 3) throw Error("what the evacuation remembers is of another run");
    first_ = all[0];
    left_ = all[1];
    time_ = all[2];
    const auto seen = all.subspan(3);
    seen_.assign(seen.begin(), seen.end());
  }

 private:
  double first_ = -1;  // bodies of the first frame; −1: there was none
  double left_ = 0, time_ = 0;
  std::vector<std::int64_t> seen_;  // sorted
};

}  // namespace

MeasurementPtr MeasureEvacuation::make(const MeasureSettings&) const { return std::make_unique<Evacuation>(); }

}  // namespace floc
