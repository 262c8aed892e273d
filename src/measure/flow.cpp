#include "measure/flow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"

namespace floc {
namespace {

// A plane (2D: a line) without ends, or the line from `from` to `to`. Forward is the side that the normal points to.
struct Gate {
  Vec3 point{}, normal{};
  std::optional<Vec3> from, to;
};

class Flow : public Measurement {
 public:
  Flow(const Gate& gate, int dimension) : gate_(gate), dimension_(dimension) {}

  std::vector<std::string> columns() const override {
    return {"forward", "backward", "passed", "passed_mass", "rate", "mass_rate"};
  }

  Lines take(const MeasuredFrame& frame) override {
    const Bodies& b = frame.bodies;
    double forward = 0, backward = 0, mass = 0;
    std::size_t last = 0;
    for (std::size_t i = 0; i < b.size(); ++i) {  // ids rise in both
      while (last < id_.size() && id_[last] < b.id[i]) ++last;
      if (last == id_.size()) break;
      if (id_[last] != b.id[i]) continue;
      const double n = crossings(embed(&position_[last * static_cast<std::size_t>(dimension_)], dimension_),
                                 embed(b.x(i), dimension_), frame.domain);
      (n > 0 ? forward : backward) += std::abs(n);
      mass += n * b.mass[i];
    }
    passed_ += forward - backward;
    passed_mass_ += mass;
    const double elapsed = started_ ? frame.time - time_ : std::numeric_limits<double>::quiet_NaN();
    started_ = true;
    time_ = frame.time;
    id_ = b.id;
    position_ = b.position;
    return {{forward, backward, passed_, passed_mass_, (forward - backward) / elapsed, mass / elapsed}};
  }

  std::vector<double> memory() const override {
    std::vector<double> all{started_ ? 1.0 : 0.0, time_, passed_, passed_mass_};
    all.insert(all.end(), id_.begin(), id_.end());
    all.insert(all.end(), position_.begin(), position_.end());
    return all;
  }

  void recall(std::span<const double> all) override {
    const auto width = static_cast<std::size_t>(1 + dimension_);
    if (all.size() < 4 || (all.size() - 4) % width != 0) throw Error("what the flow remembers is of another run");
    started_ = all[0] != 0;
    time_ = all[1];
    passed_ = all[2];
    passed_mass_ = all[3];
    const auto ids = all.subspan(4, (all.size() - 4) / width);
    id_.assign(ids.begin(), ids.end());
    const auto places = all.subspan(4 + ids.size());
    position_.assign(places.begin(), places.end());
  }

 private:
  // How often the way from a to b crosses, forward less backward.
  double crossings(Vec3 a, Vec3 b, const Domain& domain) const {
    const int along = periodic_axis(domain);
    if (along >= 0) {  // the images of a plane are a stack of them
      const double period = domain.period[static_cast<std::size_t>(along)] * norm(gate_.normal);
      return std::floor(height(b) / period) - std::floor(height(a) / period);
    }
    if (gate_.from) {
      const Vec3 way = 0.5 * (a + b) - 0.5 * (*gate_.from + *gate_.to), shift = domain.nearest_image(way) - way;
      a += shift;
      b += shift;
    }
    const double before = height(a), now = height(b);
    if ((before < 0) == (now < 0)) return 0;
    if (gate_.from) {
      const Vec3 line = *gate_.to - *gate_.from, y = a + before / (before - now) * (b - a) - *gate_.from;
      const double u = dot(y, line) / dot(line, line);
      if (u < 0 || u > 1) return 0;
    }
    return before < 0 ? 1 : -1;
  }

  double height(const Vec3& x) const { return dot(gate_.normal, x - gate_.point); }

  // The periodic direction that a plane without ends is across; −1: none.
  int periodic_axis(const Domain& domain) const {
    if (gate_.from) return -1;
    for (int k = 0; k < dimension_; ++k)
      if (domain.periodic(k) && std::abs(gate_.normal[k]) == norm(gate_.normal)) return k;
    return -1;
  }

  Gate gate_;
  int dimension_;
  bool started_ = false;
  double time_ = 0, passed_ = 0, passed_mass_ = 0;
  std::vector<std::int64_t> id_;
  std::vector<double> position_;
};

}  // namespace

void MeasureFlow::declare(Table& t) {
  t.key("point", point,
        {.help = "flow: a point of the plane (2D: line) that is crossed", .example = "[0, 0.6]", .unit = "m"});
  t.key("normal", normal, {.help = "flow: where it is crossed to; forward is this way", .example = "[0, -1]"});
  t.key("line", line,
        {.help = "flow: or a line with two ends; forward is from its left to its right",
         .example = "[[-0.1, 0.6], [0.1, 0.6]]",
         .unit = "m",
         .length = 2,
         .dimensions = "2"});
  t.at_most_one_of({{"point", "normal"}, {"line"}});
  t.check(!normal || norm(*normal) > 0, {"normal"}, "must not be zero");
  t.check(!line || (line->size() == 2 && line->front() != line->back()), {"line"},
          "must have two points, and not the same");
}

std::string MeasureFlow::lacks(const SceneContext&) const {
  const bool known = (point && normal) || (line && line->size() == 2);
  return known ? "" : "which needs a line, or a point and a normal";
}

MeasurementPtr MeasureFlow::make(const MeasureSettings& settings) const {
  if (point && normal) return std::make_unique<Flow>(Gate{*point, *normal, {}, {}}, settings.dimension);
  if (!line || line->size() != 2) throw Error("flow needs a line, or a point and a normal");
  const Vec3 from = line->front(), to = line->back();
  const Vec3 right{{to[1] - from[1], from[0] - to[0], 0}};
  return std::make_unique<Flow>(Gate{from, right, from, to}, settings.dimension);
}

}  // namespace floc
