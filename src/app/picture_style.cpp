#include "app/picture_style.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>

#include "app/exit_status.hpp"
#include "app/words.hpp"
#include "core/error.hpp"

namespace floc::app {
namespace {

std::optional<double> number_of(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

template <class F>
auto wrong_if_unknown(F&& f) {
  try {
    return f();
  } catch (const Error& error) {
    throw WrongInput(error.what());
  }
}

}  // namespace

std::vector<double> numbers_of(const std::string& text, const std::string& option) {
  std::vector<double> numbers;
  for (const std::string& word : words_of(text)) {
    const auto number = number_of(word);
    if (!number) throw WrongInput(fmt::format("{} takes numbers separated by commas, not \"{}\"", option, text));
    numbers.push_back(*number);
  }
  return numbers;
}

double time_of(const std::string& text, const TrajectoryReader& trajectory, const std::string& option) {
  if (text == "end") return trajectory.times().back();
  if (text == "start") return trajectory.times().front();
  if (const auto time = number_of(text)) return *time;
  throw WrongInput(fmt::format("{} takes a number, \"start\" or \"end\", not \"{}\"", option, text));
}

PictureStyle picture_style(const DrawOptions& options) {
  PictureStyle style;
  if (options.size > 0) style.size = options.size;
  style.threads = thread_count(0);
  if (options.pressure && !options.colour.empty() && options.colour != "pressure")
    throw WrongInput("--pressure is short for --colour pressure, and another colour is asked for");
  if (options.forces && !options.network.empty() && options.network != "force")
    throw WrongInput("--forces is short for --network force, and another network is asked for");
  const std::string colour = options.pressure ? "pressure" : options.colour;
  const std::string network = options.forces ? "force" : options.network;
  if (!colour.empty()) style.colour = wrong_if_unknown([&] { return quantity_named(colour); });
  if (!network.empty()) style.network = wrong_if_unknown([&] { return network_named(network); });
  if (!options.range.empty()) {
    const std::vector<double> range = numbers_of(options.range, "--colour-range");
    if (range.size() != 2 || !(range[0] < range[1]))
      throw WrongInput(fmt::format("--colour-range takes two numbers lo,hi with lo < hi, not \"{}\"", options.range));
    if (quantity_info(style.colour).category)
      throw WrongInput(fmt::format("--colour-range needs a --colour that is a number, as speed or pressure, not {}",
                                   quantity_info(style.colour).name));
    style.range = {range[0], range[1]};
  }
  if (!options.field.empty()) style.field = wrong_if_unknown([&] { return flow_quantity_named(options.field); });
  if (!options.field_range.empty()) {
    const std::vector<double> range = numbers_of(options.field_range, "--field-range");
    if (range.size() != 2 || !(range[0] < range[1]))
      throw WrongInput(
          fmt::format("--field-range takes two numbers lo,hi with lo < hi, not \"{}\"", options.field_range));
    if (style.field == FlowQuantity::none) throw WrongInput("--field-range needs a --field");
    style.field_range = {range[0], range[1]};
  }
  style.streamlines = options.streamlines;
  if (!options.slice.empty()) {
    const std::optional<double> level =
        options.slice.size() > 2 ? number_of(std::string_view(options.slice).substr(2)) : std::nullopt;
    const bool good = options.slice.size() == 1 || (options.slice[1] == '=' && level);
    if (!good || options.slice[0] < 'x' || options.slice[0] > 'z')
      throw WrongInput(fmt::format("--slice takes x, y or z, or the place too, as y=0.5, not \"{}\"", options.slice));
    style.slice = PictureStyle::Slice{.axis = options.slice[0] - 'x', .level = level};
  }
  if (!options.camera.empty()) {
    const std::vector<double> camera = numbers_of(options.camera, "--camera");
    if (camera.size() != 2 || std::abs(camera[1]) > 90)
      throw WrongInput(fmt::format(
          "--camera takes azimuth,elevation in degrees, the elevation from -90 to 90, not \"{}\"", options.camera));
    style.azimuth = camera[0];
    style.elevation = camera[1];
  }
  style.perspective = !options.orthographic;
  style.shadow = options.shadow;
  style.scale_bar = options.scale_bar;
  style.arrows = options.arrows;
  style.marks = options.marks;
  style.time_stamp = options.time_stamp;
  style.key = options.key && (!colour.empty() || !options.field.empty() || !network.empty() || options.arrows);
  return style;
}

bool wants_flow(const PictureStyle& style) { return style.field != FlowQuantity::none || style.streamlines; }

void suit_run(PictureStyle& style, const DrawOptions& options, const Frames& frames) {
  const int d = frames.trajectory.dimension();
  const QuantityInfo& colour = quantity_info(style.colour);
  if (colour.turning && !frames.trajectory.turning())
    throw WrongInput(
        fmt::format("--colour {} needs bodies that turn, and those of this run do not (a scene with "
                    "[friction] lets them)",
                    colour.name));
  if ((style.network != Network::none || colour.contacts) && !frames.contacts)
    throw WrongInput(
        fmt::format("{} needs contacts, and this run stored none (output.contacts = false in its scene)",
                    style.network != Network::none ? "a network" : fmt::format("--colour {}", colour.name)));
  if (d < 3 && (!options.camera.empty() || options.perspective || options.orthographic))
    throw WrongInput(fmt::format("{} is for runs in space, and this one has dimension {}",
                                 options.perspective    ? "--perspective"
                                 : options.orthographic ? "--orthographic"
                                                        : "--camera",
                                 d));
  const bool flow = wants_flow(style);
  if (flow && frames.trajectory.with_flow().empty())
    throw WrongInput(fmt::format("{} needs the flow of a fluid, and no frame of this run has one ([fluid], "
                                 "output.flow_every)",
                                 style.streamlines ? "--streamlines" : "--field"));
  if (style.slice && (!flow || d < 3)) throw WrongInput("--slice is for the flow of runs in space");
  style.exits = frames.exits;
  // Joints are drawn from point to point, and no more when they are broken.
  style.joints = frames.joints;
  std::set<std::array<std::int64_t, 2>> joined;
  for (const Joint& joint : frames.joints) joined.insert({joint.first, joint.second});
  for (const auto& link : frames.links)
    if (!joined.contains(link)) style.links.push_back(link);
  if (options.window.empty()) return;
  const std::vector<double> w = numbers_of(options.window, "--window");
  Bounds window{};
  const auto n = static_cast<std::size_t>(d);
  bool fits = w.size() == 2 * n;
  for (std::size_t k = 0; k < n && fits; ++k) {
    window.low[static_cast<int>(k)] = w[k];
    window.high[static_cast<int>(k)] = w[n + k];
    fits = w[k] < w[n + k];
  }
  if (!fits)
    throw WrongInput(
        fmt::format("--window takes the lower and the upper corner, {} numbers in dimension {}, not \"{}\"", 2 * d, d,
                    options.window));
  style.window = window;
}

Snapshot read_frame(const Frames& frames, std::size_t k, const PictureStyle& style) {
  return frames.trajectory.read(k, wants_flow(style) ? TrajectoryReader::Flow::read : TrajectoryReader::Flow::skip);
}

std::size_t frame_at(const Frames& frames, double time, const PictureStyle& style) {
  return wants_flow(style) ? frames.trajectory.nearest_with_flow(time) : frames.trajectory.nearest(time);
}

std::vector<std::size_t> frames_between(const Frames& frames, double from, double to, const PictureStyle& style) {
  std::vector<std::size_t> between;
  const double slack = 1e-9 * std::max(std::abs(from), std::abs(to));
  for (std::size_t k = 0; k < frames.trajectory.frames(); ++k)
    if (const double t = frames.trajectory.times()[k]; t >= from - slack && t <= to + slack) between.push_back(k);
  if (wants_flow(style)) {
    const std::vector<std::size_t> with = frames.trajectory.with_flow();
    std::erase_if(between, [&](std::size_t k) { return !std::binary_search(with.begin(), with.end(), k); });
  }
  return between;
}

}  // namespace floc::app
