#include "draw/view_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/error.hpp"
#include "draw/base64.hpp"
#include "draw/colour.hpp"
#include "draw/view_curves.hpp"
#include "draw/view_frame.hpp"
#include "draw/view_scenery.hpp"
#include "output/window.hpp"

namespace floc {
namespace {

constexpr std::size_t samples_a_frame = 512;

// The value below which the part t of a sample lies; 0 of an empty one.
double quantile(std::vector<double>& sample, double t) {
  if (sample.empty()) return 0;
  const auto at = static_cast<std::ptrdiff_t>(std::llround(t * static_cast<double>(sample.size() - 1)));
  std::nth_element(sample.begin(), sample.begin() + at, sample.end());
  return sample[static_cast<std::size_t>(at)];
}

struct Range {
  double low = 0, high = 0;
};

// All of it, or without a hundredth at either end where those lie far off.
Range range_of(std::vector<double>& sample, double part, double far) {
  const Range all{quantile(sample, 0), quantile(sample, 1)};
  const Range most{quantile(sample, part), quantile(sample, 1 - part)};
  return all.high - all.low > far * (most.high - most.low) && most.high > most.low ? most : all;
}

// The maps of pictures, in as many stops as they have.
Json maps_json() {
  constexpr std::pair<const char*, ColourMap> maps[] = {
      {"sea", ColourMap::sea}, {"embers", ColourMap::embers}, {"dusk", ColourMap::dusk}};
  Json list = Json::list();
  for (const auto& [name, map] : maps) {
    Json stops = Json::list();
    for (int k = 0; k < 6; ++k) stops.add(colour_text(map_colour(map, 0.2 * k)));
    list.add(Json::object({{"name", name}, {"stops", std::move(stops)}}));
  }
  return list;
}

// One value stands for all where they are alike.
template <class T>
std::string rows_text(const std::vector<T>& values) {
  const bool alike = std::all_of(values.begin(), values.end(), [&](T x) { return x == values.front(); });
  return base64_of<T>(std::span<const T>(values).first(alike && !values.empty() ? 1 : values.size()));
}

template <class T>
void append(std::vector<std::byte>& bytes, const std::vector<T>& values) {
  const auto part = std::as_bytes(std::span(values));
  bytes.insert(bytes.end(), part.begin(), part.end());
  bytes.resize((bytes.size() + 3) / 4 * 4);
}

}  // namespace

struct ViewRun::Impl {
  ViewHeader header;
  std::vector<Obstacle> obstacles;
  Domain domain;
  std::vector<GroupStyle> groups;
  std::vector<float> radius, mass;
  std::vector<std::uint16_t> group;
  std::vector<std::int32_t> outline;  // of each body; −1: a ball
  std::vector<char> known, told;      // of each body: it has been seen; it had been when the run was described first
  std::shared_ptr<const Outlines> outlines;  // those there are
  std::vector<std::vector<double>> samples;  // of the quantities
  std::vector<double> forces, memories;      // of the contacts, without their signs
  std::vector<std::vector<double>> places;   // of the bodies, a direction each
  std::vector<std::int64_t> largest;         // of the labels: the most bodies that bear one
  bool turning = false;

  Impl(const ViewHeader& h, std::span<const Obstacle> o)
      : header(h),
        obstacles(o.begin(), o.end()),
        radius(h.bodies),
        mass(h.bodies),
        group(h.bodies),
        outline(h.bodies, -1),
        known(h.bodies),
        samples(view_quantities().size()),
        places(static_cast<std::size_t>(h.dimension)),
        largest(view_quantities().size(), 1) {}

  void keep_bodies(const Snapshot& frame) {
    const Bodies& b = frame.bodies;
    if (b.shaped && frame.outlines) outlines = frame.outlines;
    for (std::size_t i = 0; i < b.size(); ++i) {
      if (b.id[i] < 0 || static_cast<std::size_t>(b.id[i]) >= header.bodies)
        throw Error(fmt::format("a body is called {}, where there are {}", b.id[i], header.bodies));
      const auto row = static_cast<std::size_t>(b.id[i]);
      radius[row] = static_cast<float>(b.radius[i]);
      mass[row] = static_cast<float>(b.mass[i]);
      known[row] = 1;
      group[row] = static_cast<std::uint16_t>(b.group[i]);
      if (outline_of(frame, i)) outline[row] = outlines->of_shape[static_cast<std::size_t>(b.shape[i])];
    }
  }

  // Some of the bodies, evenly among all.
  void sample(const Snapshot& frame, std::span<const std::vector<double>> values) {
    const std::size_t n = frame.bodies.size(), stride = std::max<std::size_t>(1, n / samples_a_frame);
    for (std::size_t i = 0; i < n; i += stride) {
      const Vec3 x = wrapped_position(frame, i);
      for (std::size_t k = 0; k < places.size(); ++k)
        if (std::isfinite(x[static_cast<int>(k)])) places[k].push_back(x[static_cast<int>(k)]);
      for (std::size_t q = 0; q < values.size(); ++q)
        if (std::isfinite(values[q][i])) samples[q].push_back(values[q][i]);
    }
    const SnapshotContacts& c = frame.contacts;
    for (std::size_t k = 0; k < c.size(); k += std::max<std::size_t>(1, c.size() / samples_a_frame)) {
      if (frame.h > 0 && c.impulse[k] != 0) forces.push_back(std::abs(c.impulse[k]) / frame.h);
      if (!c.memory.empty() && c.memory[k] != 0) memories.push_back(std::abs(c.memory[k]));
    }
    for (std::size_t q = 0; q < values.size(); ++q)
      if (view_quantities()[q].category) largest[q] = std::max(largest[q], most_alike(values[q]));
  }

  static std::int64_t most_alike(std::vector<double> labels) {
    std::sort(labels.begin(), labels.end());
    std::int64_t most = 0, run = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      run = i > 0 && labels[i] == labels[i - 1] ? run + 1 : 1;
      most = std::max(most, run);
    }
    return most;
  }

  Json quantities_json() {
    Json list = Json::list();
    for (std::size_t q = 0; q < samples.size(); ++q) {
      const QuantityInfo& info = view_quantities()[q];
      Range range = info.category ? Range{1, static_cast<double>(largest[q])} : range_of(samples[q], 0.01, 1.3);
      // A scale of sizes starts at nothing.
      if (!info.category && range.low > 0 && range.low < 0.5 * range.high) range.low = 0;
      if (!info.category && range.high < 0 && range.high > 0.5 * range.low) range.high = 0;
      if (range.low < 0 && range.high > 0) range.low = -(range.high = std::max(-range.low, range.high));
      list.add(Json::object({{"name", info.name},
                             {"title", info.name},
                             {"unit", info.unit_in(header.dimension)},
                             {"help", info.help},
                             {"kind", info.category ? "label" : "number"},
                             {"low", range.low},
                             {"high", range.high}}));
    }
    return list;
  }

  // What is to be seen, whatever moves: two bodies stand for the corners of the box that holds most of them.
  Bounds window(std::span<const double> times) {
    Snapshot corners;
    corners.domain = domain;
    corners.bodies.dimension = header.dimension;
    double low[3] = {}, high[3] = {};
    for (std::size_t k = 0; k < places.size(); ++k) {
      const Range r = range_of(places[k], 0.005, 2.5);
      low[k] = r.low;
      high[k] = r.high;
    }
    if (!places.front().empty()) {
      const double r = *std::max_element(radius.begin(), radius.end());
      const double still[3] = {};
      for (const double* x : {low, high}) corners.bodies.add(x, still, r, 1, 0);
    }
    Bounds all = everywhere();
    std::swap(all.low, all.high);
    for (const Joint& joint : header.joints)
      if (joint.second == Joint::world)
        for (int k = 0; k < header.dimension; ++k) {
          all.low[k] = std::min(all.low[k], joint.point_second[k]);
          all.high[k] = std::max(all.high[k], joint.point_second[k]);
        }
    const bool moving =
        std::any_of(obstacles.begin(), obstacles.end(), [](const Obstacle& o) { return !o.motion->fixed(); });
    for (std::size_t f = 0; f < (moving ? times.size() : 1); ++f) {
      corners.time = times[f];
      const Bounds now = window_of(corners, obstacles, 0);
      for (int k = 0; k < 3; ++k) {
        all.low[k] = std::min(all.low[k], now.low[k]);
        all.high[k] = std::max(all.high[k], now.high[k]);
      }
    }
    return all;
  }

  // Outlines: points, in space triangles, in the plane lines.
  Json shapes_json() const {
    Json list = Json::list();
    if (!outlines) return list;
    for (const Mesh& mesh : outlines->mesh) {
      std::vector<float> points;
      for (const Vec3& x : mesh.points)
        for (const double c : x.c) points.push_back(static_cast<float>(c));
      std::vector<std::uint32_t> triangles;
      for (const std::vector<int>& f : mesh.faces)
        for (std::size_t k = 1; k + 1 < f.size(); ++k)
          for (const int corner : {f[0], f[k], f[k + 1]}) triangles.push_back(static_cast<std::uint32_t>(corner));
      Json lines = Json::list();
      for (const std::vector<int>& line : mesh.lines)
        lines.add(base64_of<std::uint32_t>(std::vector<std::uint32_t>(line.begin(), line.end())));
      list.add(Json::object({{"points", base64_of<float>(points)},
                             {"triangles", base64_of<std::uint32_t>(triangles)},
                             {"lines", std::move(lines)}}));
    }
    return list;
  }

  std::string links_text() const {
    std::vector<std::uint32_t> ends;
    for (const auto& link : header.links)
      for (const std::int64_t id : link) ends.push_back(static_cast<std::uint32_t>(id));
    return base64_of<std::uint32_t>(ends);
  }

  Json joints_json() const {
    std::vector<std::uint32_t> ends;
    std::vector<float> points;
    std::vector<std::uint8_t> direct;
    for (const Joint& joint : header.joints) {
      for (const std::int64_t id : {joint.first, joint.second})
        ends.push_back(id == Joint::world ? view_obstacle : static_cast<std::uint32_t>(id));
      for (const Vec3& point : {joint.point_first, joint.point_second})
        for (const double c : point.c) points.push_back(static_cast<float>(c));
      direct.push_back(joint.kind == JointKind::distance ? 1 : 0);
    }
    return Json::object({{"ends", base64_of<std::uint32_t>(ends)},
                         {"points", base64_of<float>(points)},
                         {"direct", base64_of<std::uint8_t>(direct)}});
  }

  Json groups_json() const {
    Json list = Json::list();
    for (std::size_t g = 0; g < groups.size(); ++g)
      list.add(Json::object(
          {{"name", groups[g].name}, {"colour", colour_text(parse_colour(groups[g].colour, palette(g)))}}));
    return list;
  }
};

ViewRun::ViewRun(const ViewHeader& header, std::span<const Obstacle> obstacles)
    : impl_(std::make_unique<Impl>(header, obstacles)) {}
ViewRun::~ViewRun() = default;
ViewRun::ViewRun(ViewRun&&) noexcept = default;
ViewRun& ViewRun::operator=(ViewRun&&) noexcept = default;

void ViewRun::note(const Snapshot& frame, std::span<const std::vector<double>> values) {
  Impl& p = *impl_;
  p.domain = frame.domain;
  p.groups = frame.groups;
  p.turning = p.turning || frame.bodies.turning;
  p.keep_bodies(frame);
  p.sample(frame, values);
}

std::vector<std::byte> ViewRun::pack(const Snapshot& frame, std::span<const std::vector<double>> values) const {
  const Impl& p = *impl_;
  const auto contacts = p.header.network ? view_contacts(frame, p.obstacles) : std::vector<PairLine>();
  std::vector<std::byte> bytes = pack_view_frame(frame, values, bridge_lines(frame, p.obstacles), contacts);
  if (!p.told.empty()) add_newcomers(bytes, frame);
  return bytes;
}

void ViewRun::add_newcomers(std::vector<std::byte>& bytes, const Snapshot& frame) const {
  const Impl& p = *impl_;
  const Bodies& b = frame.bodies;
  std::vector<std::uint32_t> id;
  std::vector<float> radius, mass;
  std::vector<std::uint16_t> group;
  std::vector<std::int32_t> outline;
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (b.id[i] < 0 || static_cast<std::size_t>(b.id[i]) >= p.told.size() || p.told[static_cast<std::size_t>(b.id[i])])
      continue;
    id.push_back(static_cast<std::uint32_t>(b.id[i]));
    radius.push_back(static_cast<float>(b.radius[i]));
    mass.push_back(static_cast<float>(b.mass[i]));
    group.push_back(static_cast<std::uint16_t>(b.group[i]));
    outline.push_back(outline_of(frame, i) ? frame.outlines->of_shape[static_cast<std::size_t>(b.shape[i])] : -1);
  }
  if (id.empty()) return;
  std::uint32_t flags = 0;
  std::memcpy(&flags, bytes.data() + 4, sizeof flags);
  flags |= view_newcomers;
  std::memcpy(bytes.data() + 4, &flags, sizeof flags);
  append(bytes, std::vector{static_cast<std::uint32_t>(id.size())});
  append(bytes, id);
  append(bytes, radius);
  append(bytes, mass);
  append(bytes, group);
  append(bytes, outline);
}

void ViewRun::tell() { impl_->told = impl_->known; }

Json ViewRun::ranges() const { return impl_->quantities_json(); }

Json ViewRun::network() const {
  if (!impl_->header.network) return {};
  return Json::object({{"force", quantile(impl_->forces, 0.98)}, {"gamma", quantile(impl_->memories, 0.98)}});
}

Json ViewRun::describe(std::span<const double> times, std::span<const Exit> exits, const CsvTable& steps) const {
  Impl& p = *impl_;
  const Bounds view = p.window(times);
  double size = 0;
  for (int k = 0; k < 3; ++k) size = std::max(size, view.high[k] - view.low[k]);
  ViewCurves curves = view_curves(steps);
  return Json::object({
      {"title", p.header.title},
      {"dimension", p.header.dimension},
      {"every", p.header.every},
      {"times", Json::numbers(times)},
      {"origin", Json::numbers(p.domain.origin)},
      {"period", Json::numbers(p.domain.period)},
      {"groups", p.groups_json()},
      {"maps", maps_json()},
      {"bodies", Json::object({{"count", p.header.bodies},
                               {"radius", rows_text(p.radius)},
                               {"mass", rows_text(p.mass)},
                               {"group", rows_text(p.group)},
                               {"outline", rows_text(p.outline)}})},
      {"shapes", p.shapes_json()},
      {"quantities", p.quantities_json()},
      {"view",
       Json::object({{"low", Json::numbers(view.low.c)}, {"high", Json::numbers(view.high.c)}, {"size", size}})},
      {"obstacles", view_obstacles(p.obstacles, times, p.header.dimension, view)},
      {"exits", view_exits(exits)},
      {"links", p.links_text()},
      {"joints", p.joints_json()},
      {"turning", p.turning},
      {"network", network()},
      {"curves", std::move(curves.curves)},
      {"graphs", std::move(curves.graphs)},
  });
}

}  // namespace floc
