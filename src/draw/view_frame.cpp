#include "draw/view_frame.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <unordered_map>

#include "output/window.hpp"

namespace floc {
namespace {

static_assert(std::endian::native == std::endian::little, "the page is little-endian");

constexpr double steps = 65534;  // of a 16-bit number
constexpr std::uint16_t none = 65535;

class Packer {
 public:
  template <class T>
  void add(std::span<const T> values) {
    const auto part = std::as_bytes(values);
    bytes_.insert(bytes_.end(), part.begin(), part.end());
    bytes_.resize((bytes_.size() + 3) / 4 * 4);
  }
  template <class T>
  void add(const std::vector<T>& values) {
    add(std::span<const T>(values));
  }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

// low + step · u, with low and step as the page knows them.
struct Grid {
  float low = 0, step = 0;

  std::uint16_t at(double x) const {
    if (!std::isfinite(x)) return none;
    const double u = step > 0 ? std::nearbyint((x - low) / step) : 0;
    return static_cast<std::uint16_t>(std::clamp(u, 0.0, steps));
  }
  std::vector<std::uint16_t> all(std::span<const double> values) const {
    std::vector<std::uint16_t> out;
    out.reserve(values.size());
    for (const double x : values) out.push_back(at(x));
    return out;
  }
};

Grid grid_of(std::span<const double> values) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  bool whole = true, gaps = false;
  for (const double x : values) {
    if (!std::isfinite(x)) {
      gaps = true;
      continue;
    }
    low = std::min(low, x);
    high = std::max(high, x);
    whole = whole && x == std::nearbyint(x);
  }
  if (low > high) return {0, gaps ? 1.0f : 0.0f};
  if (low == high || (whole && high - low <= steps && std::abs(low) < 1e7))
    return {static_cast<float>(low), low < high || gaps ? 1.0f : 0.0f};
  // A float at `low` or next to it from below, so that none lies outside; the step has some room above.
  const float nearest = static_cast<float>(low),
              floor = nearest > low ? std::nextafter(nearest, -std::numeric_limits<float>::infinity()) : nearest;
  const double step = (high - floor) / steps * (1 + 1e-6);
  return {floor, static_cast<float>(step)};
}

std::vector<double> ids_of_first(const std::vector<double>& labels, const Bodies& bodies) {
  std::unordered_map<double, std::int64_t> first;
  std::vector<double> ids;
  for (std::size_t i = 0; i < labels.size(); ++i)
    ids.push_back(static_cast<double>(first.emplace(labels[i], bodies.id[i]).first->second));
  return ids;
}

template <class T>
std::vector<T> chosen(std::span<const std::size_t> rows, auto&& value) {
  std::vector<T> out;
  out.reserve(rows.size());
  for (const std::size_t i : rows) out.push_back(static_cast<T>(value(i)));
  return out;
}

// Places of the bodies `rows`, direction by direction.
std::vector<std::vector<double>> places_of(const Snapshot& frame, std::span<const std::size_t> rows) {
  std::vector<std::vector<double>> places(static_cast<std::size_t>(frame.bodies.dimension));
  for (const std::size_t i : rows) {
    const Vec3 x = wrapped_position(frame, i);
    for (std::size_t k = 0; k < places.size(); ++k) places[k].push_back(x[static_cast<int>(k)]);
  }
  return places;
}

void add_orientations(Packer& packer, const Bodies& bodies, std::span<const std::size_t> rows) {
  if (bodies.dimension != 3) {
    packer.add(chosen<std::uint16_t>(rows, [&](std::size_t i) {
      const double turns = bodies.orientation[i] / (2 * std::numbers::pi);
      return std::llround(65536 * (turns - std::floor(turns))) & 0xffff;
    }));
    return;
  }
  std::vector<std::int16_t> all;
  for (const std::size_t i : rows)
    for (std::size_t k = 4 * i; k < 4 * i + 4; ++k)
      all.push_back(static_cast<std::int16_t>(std::lround(32767 * std::clamp(bodies.orientation[k], -1.0, 1.0))));
  packer.add(all);
}

void add_bridges(Packer& packer, const Bodies& bodies, std::span<const PairLine> bridges) {
  std::vector<std::uint32_t> ends, on_obstacles;
  std::vector<float> ways;
  const auto id = [&](std::size_t row) { return static_cast<std::uint32_t>(bodies.id[row]); };
  for (const PairLine& b : bridges)
    if (b.second) {
      ends.insert(ends.end(), {id(b.first), id(*b.second)});
    } else {
      on_obstacles.push_back(id(b.first));
      for (int k = 0; k < bodies.dimension; ++k) ways.push_back(static_cast<float>((b.to - b.from)[k]));
    }
  packer.add(std::vector{static_cast<std::uint32_t>(ends.size() / 2), static_cast<std::uint32_t>(on_obstacles.size())});
  packer.add(ends);
  packer.add(on_obstacles);
  packer.add(ways);
}

// A number per row, on a grid of its own; nothing where all are alike.
void add_grid(Packer& packer, std::span<const double> values, const Grid& grid) {
  packer.add(std::vector<float>{grid.low, grid.step});
  if (grid.step > 0) packer.add(grid.all(values));
}

void add_velocities(Packer& packer, const Bodies& bodies, std::span<const std::size_t> rows) {
  for (int k = 0; k < bodies.dimension; ++k) {
    const auto values = chosen<double>(rows, [&](std::size_t i) { return bodies.v(i)[k]; });
    add_grid(packer, values, grid_of(values));
  }
}

// Of every body in turn the contacts of which it is the first.
void add_contacts(Packer& packer, const Snapshot& frame, std::span<const std::size_t> rows,
                  std::span<const PairLine> lines) {
  const SnapshotContacts& contacts = frame.contacts;
  std::vector<PairLine> sorted(lines.begin(), lines.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::uint16_t> count(rows.size());
  std::vector<std::uint32_t> second;
  std::vector<double> force, memory;
  std::vector<float> ways;
  std::size_t line = 0;
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (; line < sorted.size() && sorted[line].first <= rows[k]; ++line) {
      const PairLine& l = sorted[line];
      if (l.first != rows[k] || count[k] == none) continue;
      ++count[k];
      second.push_back(l.second ? static_cast<std::uint32_t>(frame.bodies.id[*l.second]) : view_obstacle);
      force.push_back(frame.h > 0 ? contacts.impulse[l.pair] / frame.h : 0);
      memory.push_back(contacts.memory.empty() ? 0 : contacts.memory[l.pair]);
      if (!l.second)
        for (int c = 0; c < frame.bodies.dimension; ++c) ways.push_back(static_cast<float>((l.to - l.from)[c]));
    }
  packer.add(std::vector{static_cast<std::uint32_t>(second.size()), static_cast<std::uint32_t>(ways.size())});
  packer.add(count);
  packer.add(second);
  add_grid(packer, force, grid_of(force));
  add_grid(packer, memory, grid_of(memory));
  packer.add(ways);
}

}  // namespace

std::vector<PairLine> view_contacts(const Snapshot& frame, std::span<const Obstacle> obstacles) {
  const SnapshotContacts& c = frame.contacts;
  std::vector<PairLine> lines = contact_lines(frame, obstacles);
  std::erase_if(
      lines, [&](const PairLine& l) { return c.impulse[l.pair] == 0 && (c.memory.empty() || c.memory[l.pair] == 0); });
  return lines;
}

std::span<const QuantityInfo> view_quantities() { return quantities().subspan(1); }

std::vector<std::vector<double>> view_values(const Snapshot& frame) {
  std::vector<std::vector<double>> values;
  for (const QuantityInfo& q : view_quantities()) {
    values.push_back(particle_quantity(q.quantity, frame));
    if (q.category) values.back() = ids_of_first(values.back(), frame.bodies);
  }
  return values;
}

std::vector<std::byte> pack_view_frame(const Snapshot& frame, std::span<const std::vector<double>> values,
                                       std::span<const PairLine> bridges, std::span<const PairLine> contacts) {
  const Bodies& b = frame.bodies;
  const auto d = static_cast<std::size_t>(b.dimension);
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < b.size(); ++i)
    if (std::all_of(b.x(i), b.x(i) + d, [](double x) { return std::isfinite(x); })) rows.push_back(i);
  bool in_order = true;
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < rows.size(); ++k) {
    in_order = in_order && b.id[rows[k]] == static_cast<std::int64_t>(k);
    smallest = std::min(smallest, b.radius[rows[k]]);
  }
  const auto places = places_of(frame, rows);
  std::vector<Grid> grids;
  bool coarse = false;
  for (const auto& along : places) {
    grids.push_back(grid_of(along));
    coarse = coarse || 0.5 * grids.back().step > 0.01 * smallest;
  }
  std::vector<std::vector<double>> shown;
  for (const auto& value : values) {
    shown.push_back(chosen<double>(rows, [&](std::size_t i) { return value[i]; }));
    grids.push_back(grid_of(shown.back()));
  }

  std::vector<std::uint32_t> broken;
  for (std::size_t k = 0; k < frame.broken.size(); ++k)
    if (frame.broken[k]) broken.push_back(static_cast<std::uint32_t>(k));

  Packer packer;
  const std::uint32_t start[] = {static_cast<std::uint32_t>(rows.size()),
                                 (in_order ? 0u : 1u) | (coarse ? 2u : 0u) | (bridges.empty() ? 0u : 4u) |
                                     (b.turning ? 8u : 0u) | (contacts.empty() ? 0u : 16u) |
                                     (broken.empty() ? 0u : view_broken)};
  packer.add(std::span<const std::uint32_t>(start));
  for (const Grid& g : grids) packer.add(std::vector<float>{g.low, g.step});
  if (!in_order) packer.add(chosen<std::uint32_t>(rows, [&](std::size_t i) { return b.id[i]; }));
  const auto add_places = [&]<class T>(T, auto&& value) {
    std::vector<T> out;
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t k = 0; k < d; ++k) out.push_back(value(places[k][i], grids[k]));
    packer.add(out);
  };
  if (coarse)
    add_places(float{}, [](double x, const Grid&) { return static_cast<float>(x); });
  else
    add_places(std::uint16_t{}, [](double x, const Grid& g) { return g.at(x); });
  for (std::size_t q = 0; q < shown.size(); ++q) {
    const Grid& g = grids[d + q];
    if (view_quantities()[q].category)
      packer.add(std::vector<std::uint32_t>(shown[q].begin(), shown[q].end()));
    else if (g.step > 0)
      packer.add(g.all(shown[q]));
  }
  if (b.turning) add_orientations(packer, b, rows);
  add_velocities(packer, b, rows);
  if (!bridges.empty()) add_bridges(packer, b, bridges);
  if (!contacts.empty()) add_contacts(packer, frame, rows, contacts);
  if (!broken.empty()) {
    packer.add(std::vector{static_cast<std::uint32_t>(broken.size())});
    packer.add(broken);
  }
  return packer.take();
}

std::size_t view_frame_bytes(int dimension, bool turning) {
  std::size_t bytes = 4 + 4 * static_cast<std::size_t>(dimension) + 2;  // with the number of its contacts
  if (turning) bytes += dimension == 3 ? 8 : 2;
  for (const QuantityInfo& q : view_quantities())
    if (turning || !q.turning) bytes += q.category ? 4 : 2;
  return bytes;
}

}  // namespace floc
