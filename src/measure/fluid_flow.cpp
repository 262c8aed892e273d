// What the flow of a fluid is like: at points and along a line, in sections across an axis, and on the whole. A cell counts
// whether fluid or a body is in it: means are those of the mixture.
#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "fluid/flow_field.hpp"
#include "measure/measurements.hpp"

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

// probe (points, then those along the line, from 0), x, y, (z,) velocity, pressure, vorticity
class Probes : public Measurement {
 public:
  explicit Probes(const MeasureSettings& s) : points_(s.probes), dimension_(s.dimension) {
    for (int k = 0; s.probe_line && k < s.probe_points; ++k) {
      const double part = s.probe_points > 1 ? static_cast<double>(k) / (s.probe_points - 1) : 0;
      points_.push_back((*s.probe_line)[0] + part * ((*s.probe_line)[1] - (*s.probe_line)[0]));
    }
  }
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
      if (dimension_ == 2) line.push_back(turn[2]);
      else append(line, turn, 3);
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

// A line a layer of cells across the axis: where it is, mean velocity, pressure and vorticity.
class FlowProfile : public Measurement {
 public:
  explicit FlowProfile(const MeasureSettings& settings) : settings_(settings) {}
  std::vector<std::string> columns() const override {
    std::vector<std::string> names{std::string(1, "xyz"[settings_.axis])};
    for (std::string& name : of_the_flow(settings_.dimension)) names.push_back(std::move(name));
    return names;
  }
  Lines take(const MeasuredFrame& frame) override {
    const FlowField& flow = flow_of(frame);
    const auto d = static_cast<std::size_t>(flow.dimension), width = flow.vorticity_width();
    const auto axis = static_cast<std::size_t>(settings_.axis);
    const CellBox box(flow, settings_);
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
      line[0] = flow.origin[settings_.axis] + (k + 0.5) * flow.h;
    }
    return lines;
  }

 private:
  MeasureSettings settings_;
};

// Mean velocity, kinetic energy and enstrophy a mass (½u², ½ω²), mean pressure, and the largest speed.
class FluidMeans : public Measurement {
 public:
  explicit FluidMeans(const MeasureSettings& settings) : settings_(settings) {}
  std::vector<std::string> columns() const override {
    std::vector<std::string> names = axis_names(settings_.dimension, "velocity_");
    for (const char* name : {"kinetic_energy", "enstrophy", "pressure", "largest_speed"}) names.emplace_back(name);
    return names;
  }
  Lines take(const MeasuredFrame& frame) override {
    const FlowField& flow = flow_of(frame);
    const auto d = static_cast<std::size_t>(flow.dimension), width = flow.vorticity_width();
    Vec3 velocity;
    double energy = 0, enstrophy = 0, pressure = 0, fastest = 0, cells = 0;
    CellBox(flow, settings_).for_each([&](const std::array<int, 3>& i) {
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

 private:
  MeasureSettings settings_;
};

}  // namespace

MeasurementPtr measure_probes(const MeasureSettings& settings) { return std::make_unique<Probes>(settings); }
MeasurementPtr measure_flow_profile(const MeasureSettings& settings) { return std::make_unique<FlowProfile>(settings); }
MeasurementPtr measure_fluid(const MeasureSettings& settings) { return std::make_unique<FluidMeans>(settings); }

}  // namespace floc
