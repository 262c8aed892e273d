#include "measure/fluid_flow.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "fluid/flow_field.hpp"

namespace floc {
namespace {

const FlowField& flow_of(const MeasuredFrame& frame) {
  if (!frame.flow) throw Error("the frame has no flow of a fluid to measure");
  return *frame.flow;
}

void append(std::vector<double>& to, const Vec3& v, int dimension) {
  to.insert(to.end(), v.c.begin(), v.c.begin() + dimension);
}

std::vector<std::string> of_the_flow(int dimension) {
  std::vector<std::string> names = axis_names(dimension, "velocity_");
  names.emplace_back("pressure");
  if (dimension == 2) return names.emplace_back("vorticity"), names;
  for (std::string& name : axis_names(3, "vorticity_")) names.push_back(std::move(name));
  return names;
}

class Probes : public Measurement {
 public:
  Probes(std::vector<Vec3> points, int dimension) : points_(std::move(points)), dimension_(dimension) {}
  std::vector<std::string> columns() const override {
    std::vector<std::string> names{"probe"};
    for (const auto& more : {axis_names(dimension_), of_the_flow(dimension_)})
      names.insert(names.end(), more.begin(), more.end());
    return names;
  }
  Lines take(const MeasuredFrame& frame) override {
    const FlowField& flow = flow_of(frame);
    Lines lines;
    for (std::size_t k = 0; k < points_.size(); ++k) {
      std::vector<double>& line = lines.emplace_back(1, static_cast<double>(k));
      append(line, points_[k], dimension_);
      append(line, flow.velocity_at(points_[k]), dimension_);
      line.push_back(flow.pressure_at(points_[k]));
      const Vec3 turn = flow.vorticity_at(points_[k]);
      if (dimension_ == 2)
        line.push_back(turn[2]);
      else
        append(line, turn, 3);
    }
    return lines;
  }

 private:
  std::vector<Vec3> points_;
  int dimension_;
};

// The numbers of the cells whose middles are in the box that is measured.
struct CellBox {
  std::array<int, 3> begin{}, end{1, 1, 1};

  CellBox(const FlowField& flow, const MeasureSettings& s) {
    for (int k = 0; k < flow.dimension; ++k) {
      const auto u = static_cast<std::size_t>(k);
      const auto number = [&](double x) {  // of the first cell whose middle is not below x
        return static_cast<int>(std::clamp(std::ceil((x - flow.origin[k]) / flow.h - 0.5), 0.0, 1.0 * flow.n(k)));
      };
      begin[u] = s.low ? number((*s.low)[k]) : 0;
      end[u] = s.high ? number((*s.high)[k]) : flow.n(k);
    }
  }
  template <class F>
  void for_each(F&& f) const {
    std::array<int, 3> i;
    for (i[2] = begin[2]; i[2] < end[2]; ++i[2])
      for (i[1] = begin[1]; i[1] < end[1]; ++i[1])
        for (i[0] = begin[0]; i[0] < end[0]; ++i[0]) f(i);
  }
};

}  // namespace

std::vector<std::string> MeasureFlowProfile::columns(const MeasureSettings& settings) const {
  std::vector<std::string> names{std::string(1, "xyz"[settings.direction()])};
  for (std::string& name : of_the_flow(settings.dimension)) names.push_back(std::move(name));
  return names;
}
Lines MeasureFlowProfile::take(const MeasuredFrame& frame, const MeasureSettings& settings) const {
  const FlowField& flow = flow_of(frame);
  const auto d = static_cast<std::size_t>(flow.dimension), width = flow.vorticity_width();
  const auto axis = static_cast<std::size_t>(settings.direction());
  const CellBox box(flow, settings);
  Lines lines;
  for (int k = box.begin[axis]; k < box.end[axis]; ++k) {
    CellBox layer = box;
    layer.begin[axis] = k;
    layer.end[axis] = k + 1;
    std::vector<double>& line = lines.emplace_back(2 + d + width, 0.0);
    double cells = 0;
    layer.for_each([&](const std::array<int, 3>& i) {
      const std::size_t at = flow.at(i);
      for (std::size_t c = 0; c < d; ++c) line[1 + c] += flow.velocity[at * d + c];
      line[1 + d] += flow.pressure[at];
      for (std::size_t c = 0; c < width; ++c) line[2 + d + c] += flow.vorticity[at * width + c];
      ++cells;
    });
    for (double& sum : line) sum /= cells;
    line[0] = flow.origin[settings.direction()] + (k + 0.5) * flow.h;
  }
  return lines;
}

std::vector<std::string> MeasureFluid::columns(const MeasureSettings& settings) const {
  std::vector<std::string> names = axis_names(settings.dimension, "velocity_");
  for (const char* name : {"kinetic_energy", "enstrophy", "pressure", "largest_speed"}) names.emplace_back(name);
  return names;
}
Lines MeasureFluid::take(const MeasuredFrame& frame, const MeasureSettings& settings) const {
  const FlowField& flow = flow_of(frame);
  const auto d = static_cast<std::size_t>(flow.dimension), width = flow.vorticity_width();
  Vec3 velocity;
  double energy = 0, enstrophy = 0, pressure = 0, fastest = 0, cells = 0;
  CellBox(flow, settings).for_each([&](const std::array<int, 3>& i) {
    const std::size_t at = flow.at(i);
    const Vec3 v = embed(&flow.velocity[at * d], flow.dimension);
    velocity += v;
    energy += 0.5 * dot(v, v);
    for (std::size_t c = 0; c < width; ++c) {
      const double w = flow.vorticity[at * width + c];
      enstrophy += 0.5 * w * w;
    }
    pressure += flow.pressure[at];
    fastest = std::max(fastest, norm(v));
    ++cells;
  });
  std::vector<double> line;
  append(line, (1 / cells) * velocity, flow.dimension);
  for (const double sum : {energy, enstrophy, pressure}) line.push_back(sum / cells);
  line.push_back(fastest);
  return {line};
}

void MeasureProbes::declare(Table& t) {
  t.key("probes", probes, {.help = "probes: points in the fluid", .example = "[[0.5, 0.2], [0.5, 0.4]]", .unit = "m"});
  t.key("probe_line", probe_line,
        {.help = "probes: or points on a line, by its two ends",
         .example = "[[0.5, 0], [0.5, 1]]",
         .unit = "m",
         .length = 2});
  t.key("probe_points", probe_points,
        {.help = "probes: how many on the line", .example = "11", .at_least = 1, .at_most = 1e5});
}

std::string MeasureProbes::lacks(const SceneContext&) const {
  return probes.empty() && !probe_line ? "which need points (probes) or a line (probe_line)" : "";
}

MeasurementPtr MeasureProbes::make(const MeasureSettings& settings) const {
  std::vector<Vec3> points = probes;
  for (int k = 0; probe_line && probe_line->size() == 2 && k < probe_points; ++k) {
    const double part = probe_points > 1 ? static_cast<double>(k) / (probe_points - 1) : 0;
    points.push_back(probe_line->front() + part * (probe_line->back() - probe_line->front()));
  }
  return std::make_unique<Probes>(std::move(points), settings.dimension);
}

}  // namespace floc
