#include "output/trajectory_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "core/hash.hpp"

namespace floc {
namespace {

// A cyclic redundancy check of eight bits.
std::uint64_t crc8(std::uint64_t word) {
  std::uint8_t crc = 0xff;
  for (int byte = 0; byte < 8; ++byte) {
    crc = static_cast<std::uint8_t>(crc ^ (word >> 8 * byte & 0xff));
    for (int bit = 0; bit < 8; ++bit) crc = static_cast<std::uint8_t>(crc & 0x80 ? crc << 1 ^ 0x07 : crc << 1);
  }
  return crc;
}
std::uint64_t crc8(std::int64_t value) { return crc8(static_cast<std::uint64_t>(value)); }
std::uint64_t crc8(double value) { return crc8(std::bit_cast<std::uint64_t>(value)); }

constexpr std::uint64_t said = std::uint64_t{1} << 32;  // in the checksum of a body

void add(Hash& hash, const std::string& text) {
  hash.add(std::span(text));
  hash.add(std::span("", 1));  // the end
}

}  // namespace

std::int64_t FrameNumbers::checksum() const {
  std::uint64_t sum = 0;
  int at = 0;
  const auto put = [&](auto value) { sum |= crc8(value) << 8 * at++; };
  put(step);
  put(time);
  put(bodies);
  put(h);
  for (const std::int64_t number : {offset, count, bridge_offset, bridge_count}) put(number);
  return static_cast<std::int64_t>(sum);
}

std::int64_t BodyWords::checksum() const {
  std::uint64_t sum = said | crc8(radius) | crc8(mass) << 8 | crc8(id) << 24 |
                      crc8(static_cast<std::int64_t>(species) + (static_cast<std::int64_t>(shape) << 32)) << 16;
  for (std::size_t k = 0; k < inertia.size(); ++k)
    if (inertia[k] != 0) sum |= crc8(inertia[k]) << (40 + 8 * k);
  return static_cast<std::int64_t>(sum);
}

std::uint64_t header_checksum(const h5::File& file) {
  Hash hash;
  const h5::Group root = file.root(), floc = root.group("floc");
  add(hash, floc.text("scene"));
  for (const char* list : {"groups", "obstacles"})
    for (const char* what : {"name", "colour"})
      for (const std::string& text : floc.group(list).texts(what)) add(hash, text);
  const h5::Dataset owner = floc.group("obstacles").dataset("owner");
  hash.add(std::span<const std::int32_t>(owner.read_all<std::int32_t>({owner.rows()})));
  const h5::Group box = root.group("particles").group("all").group("box");
  for (const char* what : {"period", "origin"}) {
    const h5::Dataset numbers = box.dataset(what);
    hash.add(std::span<const double>(numbers.read_all<double>({numbers.rows()})));
  }
  if (floc.has("flow"))
    hash.add(std::span<const double>(floc.group("flow").dataset("grid").read_all<double>({flow_grid_numbers})));
  return hash.value();
}

Domain read_domain(const h5::File& file, h5::Size dimension) {
  const h5::Group box = file.root().group("particles").group("all").group("box");
  Domain domain;
  box.dataset("period").read<double>(0, dimension, std::span(domain.period).first(dimension));
  box.dataset("origin").read<double>(0, dimension, std::span(domain.origin).first(dimension));
  return domain;
}

std::vector<double> flow_grid(const FlowCells& cells) {
  std::vector<double> numbers(cells.count.begin(), cells.count.end());
  numbers.insert(numbers.end(), cells.origin.c.begin(), cells.origin.c.end());
  numbers.push_back(cells.h);
  for (const bool periodic : cells.periodic) numbers.push_back(periodic ? 1 : 0);
  return numbers;
}

FlowArrays FlowArrays::open(const h5::Group& flow) {
  FlowArrays a{flow.dataset("step"), flow.dataset("time"), flow.dataset("velocity"), flow.dataset("pressure"), flow.dataset("vorticity"),
               FlowCells{}};
  const std::vector<double> numbers = flow.dataset("grid").read_all<double>({flow_grid_numbers});
  const h5::Shape velocity = a.velocity.shape(), pressure = a.pressure.shape(), vorticity = a.vorticity.shape();
  if (velocity.size() != 3 || pressure.size() != 2 || vorticity.size() != 3 || velocity[2] < 2 || velocity[2] > 3)
    a.velocity.reject("has an unexpected shape");
  a.cells.dimension = static_cast<int>(velocity[2]);
  double cells = 1;
  for (std::size_t k = 0; k < 3; ++k) {
    if (!(numbers[k] >= 1 && numbers[k] <= 1e9)) flow.reject("the grid makes no sense");
    a.cells.count[k] = static_cast<int>(numbers[k]);
    a.cells.origin.c[k] = numbers[3 + k];
    a.cells.periodic[k] = numbers[7 + k] != 0;
    cells *= numbers[k];
  }
  a.cells.h = numbers[6];
  const auto is = [&](h5::Size n) { return static_cast<double>(n) == cells; };
  if (!(a.cells.h > 0) || !is(velocity[1]) || !is(pressure[1]) || !is(vorticity[1]) ||
      vorticity[2] != a.cells.vorticity_width())
    flow.reject("the grid makes no sense");
  return a;
}

std::vector<FlowNumbers> FlowArrays::read_numbers() const {
  const h5::Size rows = std::min({step.rows(), time.rows(), velocity.rows(), pressure.rows(), vorticity.rows(),
                                  step.storage_bytes() / sizeof(std::int64_t), time.storage_bytes() / sizeof(double)});
  std::vector<std::int64_t> steps(rows);
  std::vector<double> times(rows);
  step.read<std::int64_t>(0, rows, steps);
  time.read<double>(0, rows, times);
  while (!steps.empty() && steps.back() == -1) steps.pop_back();
  std::vector<FlowNumbers> all;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    if (steps[k] <= (k == 0 ? -1 : steps[k - 1])) step.reject("is damaged at flow " + std::to_string(k));
    all.push_back({steps[k], times[k]});
  }
  return all;
}

TrajectoryArrays TrajectoryArrays::open(const h5::File& file) {
  const h5::Group root = file.root();
  if (!root.has("h5md") || !root.has("floc")) file.reject("is not a trajectory of floc");
  const h5::Group floc = root.group("floc");
  if (const auto v = floc.integer("format"); v != trajectory_format)
    floc.reject("the layout has version " + std::to_string(v) + ", this program knows " +
                std::to_string(trajectory_format));
  if (static_cast<std::uint64_t>(floc.integer("checksum")) != header_checksum(file))
    floc.reject("the scene, or what is said of groups, obstacles and the box, is damaged: the checksum does not hold");
  const h5::Group all = root.group("particles").group("all");
  const h5::Group position = all.group("position"), frames = floc.group("frames"), contacts = floc.group("contacts"),
                  bridges = floc.group("bridges");
  const bool poured = all.holds_group("id");
  const auto maybe = [](bool there, const auto& get) {
    return there ? std::optional<h5::Dataset>(get()) : std::optional<h5::Dataset>();
  };
  const auto column = [&](const h5::Group& group, const char* name) {
    return maybe(group.has(name), [&] { return group.dataset(name); });
  };
  const auto element = [&](const char* name) {
    return maybe(all.has(name), [&] { return all.group(name).dataset("value"); });
  };
  return {position.dataset("value"),
          all.group("velocity").dataset("value"),
          element("orientation"),
          element("spin"),
          element("fluid_force"),
          element("fluid_torque"),
          element("image"),
          maybe(poured, [&] { return all.group("id").dataset("value"); }),
          maybe(all.group("box").has("edges"), [&] { return all.group("box").group("edges").dataset("value"); }),
          all.dataset("radius"),
          all.dataset("mass"),
          all.dataset("species"),
          maybe(!poured, [&] { return all.dataset("id"); }),
          column(all, "inertia"),
          column(all, "shape"),
          floc.dataset("body_checksum"),
          position.dataset("step"),
          position.dataset("time"),
          frames.dataset("bodies"),
          frames.dataset("h"),
          frames.dataset("checksum"),
          contacts.dataset("offset"),
          contacts.dataset("count"),
          contacts.dataset("first"),
          contacts.dataset("second"),
          contacts.dataset("gap"),
          contacts.dataset("normal"),
          contacts.dataset("impulse"),
          contacts.dataset("memory"),
          column(contacts, "tangential"),
          column(contacts, "feature"),
          column(contacts, "lever_first"),
          column(contacts, "lever_second"),
          bridges.dataset("offset"),
          bridges.dataset("count"),
          bridges.dataset("first"),
          bridges.dataset("second"),
          maybe(floc.group("obstacles").has("pose"), [&] { return floc.group("obstacles").dataset("pose"); }),
          maybe(floc.has("joints"), [&] { return floc.group("joints").dataset("broken"); }),
          floc.has("flow") ? std::optional(FlowArrays::open(floc.group("flow"))) : std::nullopt};
}

std::vector<FrameNumbers> TrajectoryArrays::read_frames() {
  h5::Size frames = step.rows();
  for_each_of_frame([&](h5::Dataset& a) { frames = std::min(frames, a.rows()); });
  // Stored without filters: what the file claims is bounded by what it holds.
  for (const h5::Dataset* a :
       {&step, &time, &bodies, &h, &offset, &count, &bridge_offset, &bridge_count, &frame_checksum})
    frames = std::min(frames, a->storage_bytes() / 8);
  std::vector<FrameNumbers> all(frames);
  const auto column = [&]<class T>(const h5::Dataset& a, T FrameNumbers::*to) {
    std::vector<T> values(frames);
    a.read<T>(0, frames, values);
    for (std::size_t k = 0; k < frames; ++k) all[k].*to = values[k];
  };
  column(step, &FrameNumbers::step);
  column(time, &FrameNumbers::time);
  column(bodies, &FrameNumbers::bodies);
  column(h, &FrameNumbers::h);
  column(offset, &FrameNumbers::offset);
  column(count, &FrameNumbers::count);
  column(bridge_offset, &FrameNumbers::bridge_offset);
  column(bridge_count, &FrameNumbers::bridge_count);
  column(frame_checksum, &FrameNumbers::stored);
  const auto unwritten = [](const FrameNumbers& f) { return f.step == -1; };
  while (!all.empty() && unwritten(all.back())) all.pop_back();
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (all[k].step <= (k == 0 ? -1 : all[k - 1].step)) step.reject(fmt::format("is damaged at frame {}", k));
    if (!std::isfinite(all[k].time)) time.reject(fmt::format("is damaged at frame {}", k));
  }
  return all;
}

void TrajectoryArrays::check(const FrameNumbers& numbers, std::size_t k) const {
  const std::array<const h5::Dataset*, 8> order{&step,   &time,  &bodies,        &h,
                                                &offset, &count, &bridge_offset, &bridge_count};
  const auto wrong = static_cast<std::uint64_t>(numbers.stored ^ numbers.checksum());
  for (std::size_t j = 0; j < order.size(); ++j)
    if ((wrong >> 8 * j & 0xff) != 0)
      order[j]->reject(fmt::format("is damaged at frame {}: the checksum does not hold", k));
}

}  // namespace floc
