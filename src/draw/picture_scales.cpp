#include "draw/picture_scales.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/did_you_mean.hpp"
#include "core/error.hpp"
#include "draw/flow_layer.hpp"
#include "draw/picture_parts.hpp"
#include "output/window.hpp"

namespace floc {
namespace {

constexpr double widest_tube = 1.1;    // mean radii
constexpr double longest_arrow = 3.5;  // mean radii

// The part `p` of the values that are finite lies below; 0 for none.
double percentile(std::vector<double> values, double p) {
  std::erase_if(values, [](double v) { return !std::isfinite(v); });
  if (values.empty()) return 0;
  const auto at = static_cast<std::ptrdiff_t>(p * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

bool carries(Network network, const Snapshot& frame) { return network == Network::gamma || frame.h > 0; }

// λ or |γ| of a contact.
double network_value(Network network, const Snapshot& frame, std::size_t contact) {
  return network == Network::force ? frame.contacts.impulse[contact] / frame.h
                                   : std::abs(frame.contacts.memory[contact]);
}

ColourMap map_of(Quantity quantity) {
  switch (quantity) {
    case Quantity::pressure: return ColourMap::embers;
    case Quantity::gamma:
    case Quantity::spin: return ColourMap::dusk;
    default: return ColourMap::sea;
  }
}

// Of a cluster, by the id of its first body: it keeps its colour from frame to frame while that body stays.
std::vector<Colour> aggregate_colours(const Snapshot& frame) {
  const std::vector<double> of = particle_quantity(Quantity::aggregate, frame);
  std::vector<std::size_t> size(of.size(), 0), first(of.size(), 0);
  for (std::size_t i = of.size(); i-- > 0;) {
    const auto a = static_cast<std::size_t>(of[i]);
    ++size[a];
    first[a] = i;
  }
  std::vector<Colour> colours(of.size());
  for (std::size_t i = 0; i < of.size(); ++i) {
    const auto a = static_cast<std::size_t>(of[i]);
    const auto id = static_cast<std::uint64_t>(frame.bodies.id[first[a]]);
    colours[i] = size[a] == 1 ? alone_colour : curve_colour((id * 0x9e3779b97f4a7c15u) >> 33);
  }
  return colours;
}

// What is shown of a flow: all of its box, with a little room around it.
Bounds with_box(const Bounds& window, const FlowCells& flow) {
  Bounds w = window;
  double side = 0;
  for (int k = 0; k < flow.dimension; ++k) side = std::max(side, flow.length(k));
  const double room = flow.dimension == 3 ? 0 : 0.02 * side;
  for (int k = 0; k < flow.dimension; ++k) {
    w.low[k] = std::min(w.low[k], flow.origin[k] - room);
    w.high[k] = std::max(w.high[k], flow.origin[k] + flow.length(k) + room);
  }
  return w;
}

}  // namespace

Network network_named(std::string_view name) {
  if (name == "force") return Network::force;
  if (name == "gamma") return Network::gamma;
  const std::vector<std::string> names{"force", "gamma"};
  throw Error(fmt::format("there is no network \"{}\"{} (there are force, gamma)", name, did_you_mean(name, names)));
}

void PictureSurvey::add(const Snapshot& frame) {
  PictureScales& s = scales_;
  const bool first = frames_++ == 0;
  Bounds w = style_.window ? *style_.window : window_of(frame, obstacles_, frame.bodies.dimension == 3 ? 0 : 0.03);
  for (const Vec3& p : fixed_points(frame, style_))
    for (int k = 0; k < frame.bodies.dimension && !style_.window; ++k) {
      if (frame.domain.periodic(k)) continue;
      w.low[k] = std::min(w.low[k], p[k]);
      w.high[k] = std::max(w.high[k], p[k]);
    }
  const bool with_flow = frame.flow && (style_.field != FlowQuantity::none || style_.streamlines);
  if (with_flow && !style_.window) w = with_box(w, *frame.flow);
  if (with_flow) add_flow(*frame.flow, style_, s.flow);
  if (first) {
    s.window = w;
    s.low = {1e300, 1e300};
    s.high = {-1e300, -1e300};
    s.range = {0, 0};
  }
  for (int k = 0; k < 3; ++k) {
    s.window.low[k] = std::min(s.window.low[k], w.low[k]);
    s.window.high[k] = std::max(s.window.high[k], w.high[k]);
  }
  if (frame.bodies.dimension == 3 && !style_.perspective) add_to_sheet(frame, obstacles_, style_, w, s.low, s.high);
  if (frame.bodies.dimension == 3 && style_.shadow) s.ground = std::min(s.ground, ground_level(frame, obstacles_, w));
  if (casts_shadow(frame, obstacles_, style_)) add_shadows(frame, w, s.shadow);
  s.radius = std::max(s.radius, mean_radius(frame.bodies));

  if (!quantity_info(style_.colour).category) {
    const std::vector<double> values = particle_quantity(style_.colour, frame);
    const bool counts = style_.colour == Quantity::coordination;
    s.range[0] = std::min(s.range[0], percentile(values, counts ? 0 : 0.02));
    s.range[1] = std::max(s.range[1], percentile(values, counts ? 1 : 0.98));
    if (style_.range) s.range = *style_.range;
    s.below = s.below || percentile(values, 0) < s.range[0];
    s.above = s.above || percentile(values, 1) > s.range[1];
  }
  if (style_.network != Network::none && carries(style_.network, frame)) {
    std::vector<double> values;
    for (std::size_t c = 0; c < frame.contacts.size(); ++c)
      if (const double v = std::abs(network_value(style_.network, frame, c)); v > 0) values.push_back(v);
    s.network = std::max(s.network, percentile(std::move(values), 0.95));
  }
  if (style_.arrows) s.speed = std::max(s.speed, percentile(particle_quantity(Quantity::speed, frame), 0.98));
}

PictureScales PictureSurvey::scales() const {
  PictureScales s = scales_;
  if (s.window.high[2] > s.window.low[2]) window_on_sheet(style_, s, s.low, s.high);
  if (!style_.range && s.range[0] < 0) {
    if (style_.colour == Quantity::spin)  // both ways alike: what does not turn is in the middle
      s.range[0] = -(s.range[1] = std::max(-s.range[0], s.range[1]));
    else if (style_.colour != Quantity::gamma)
      s.range[0] = 0;
  }
  if (!(s.range[1] > s.range[0])) s.range = {s.range[0], s.range[0] + 1};
  s.flow = ended(s.flow, style_);
  return s;
}

Colour quantity_colour(Quantity quantity, const PictureScales& scales, double value) {
  return map_colour(map_of(quantity), (value - scales.range[0]) / (scales.range[1] - scales.range[0]));
}

std::vector<Colour> body_colours(const PictureJob& job) {
  const Snapshot& frame = job.frame;
  if (job.style.colour == Quantity::aggregate) return aggregate_colours(frame);
  std::vector<Colour> colours(frame.bodies.size());
  if (job.style.colour == Quantity::group) {
    for (std::size_t i = 0; i < colours.size(); ++i) {
      const auto g = static_cast<std::size_t>(frame.bodies.group[i]);
      colours[i] = parse_colour(g < frame.groups.size() ? frame.groups[g].colour : "", palette(g));
    }
    return colours;
  }
  const std::vector<double> values = particle_quantity(job.style.colour, frame);
  for (std::size_t i = 0; i < colours.size(); ++i)
    colours[i] = std::isfinite(values[i]) ? quantity_colour(job.style.colour, job.scales, values[i]) : grey;
  return colours;
}

double tube_width(double value, const PictureScales& scales) {
  return widest_tube * scales.radius * std::min(std::abs(value) / scales.network, 1.5);
}

Colour tube_colour(Network network, double value, const PictureScales& scales) {
  const double t = std::min(std::abs(value) / scales.network, 1.0);
  const Colour full = network == Network::gamma ? Colour{0.09, 0.10, 0.22} : value < 0 ? pull_colour : push_colour;
  return mix(mix(full, white, 0.72), mix(full, black, 0.2), t);
}

std::vector<Tube> network_tubes(const PictureJob& job) {
  const Snapshot& frame = job.frame;
  const SnapshotContacts& c = frame.contacts;
  const auto d = static_cast<std::size_t>(frame.bodies.dimension);
  std::vector<Tube> tubes;
  if (job.style.network == Network::none || !(job.scales.network > 0) || !carries(job.style.network, frame))
    return tubes;
  for (std::size_t i = 0; i < c.size(); ++i) {
    const double value = network_value(job.style.network, frame, i), width = tube_width(value, job.scales);
    if (!(width > 0.02 * widest_tube * job.scales.radius)) continue;
    Tube tube{static_cast<std::size_t>(c.first[i]),
              c.second[i],
              {},
              width,
              tube_colour(job.style.network, value, job.scales)};
    const Vec3 x = embed(frame.bodies.x(tube.first), frame.bodies.dimension);
    if (tube.second >= 0)
      tube.along = frame.domain.nearest_image(
          embed(frame.bodies.x(static_cast<std::size_t>(tube.second)), frame.bodies.dimension) - x);
    else
      tube.along = -(frame.bodies.radius[tube.first] + std::max(c.gap[i], 0.0)) *
                   embed(c.normal.data() + i * d, frame.bodies.dimension);
    if (std::isfinite(norm(tube.along)) && std::isfinite(norm(x))) tubes.push_back(tube);
  }
  std::stable_sort(tubes.begin(), tubes.end(), [](const Tube& a, const Tube& b) { return a.width < b.width; });
  return tubes;
}

double arrow_length(const PictureScales& scales) {
  return scales.speed > 0 ? longest_arrow * scales.radius / scales.speed : 0;
}

}  // namespace floc
