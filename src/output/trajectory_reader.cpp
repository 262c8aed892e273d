#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "geometry/motions.hpp"
#include "output/h5.hpp"
#include "output/outline_arrays.hpp"
#include "output/trajectory.hpp"
#include "output/trajectory_arrays.hpp"

namespace floc {
namespace {

using h5::Size;

constexpr Size deflate_limit = 1100;  // deflate expands less than this

}  // namespace

struct TrajectoryReader::Impl {
  h5::File file;
  TrajectoryArrays arrays;
  std::vector<FrameNumbers> numbers;
  std::vector<std::int64_t> steps;
  std::vector<double> times;
  std::vector<double> radius, mass;
  std::vector<std::int32_t> species, shapes;  // shapes and inertia where the file has them
  std::shared_ptr<const Outlines> outlines;   // null: all are spheres
  std::vector<double> inertia;
  std::vector<std::int64_t> id;  // empty when it changes in time
  std::vector<std::int64_t> body_checksums;
  Domain domain;
  std::vector<GroupStyle> groups;
  std::string scene;
  std::size_t surfaces = 0;
  Size n = 0, d = 0;
  // What the file holds of the columns with rows for every frame: a frame has no more rows than these bytes
  // may expand to. Asked for once, as the answer takes a walk over all chunks.
  Size contact_bytes = 0, bridge_bytes = 0, broken_bytes = 0;
  std::vector<std::int64_t> flow_steps;
  Size flow_bytes = 0;

  explicit Impl(const std::string& path) : file(h5::File::open(path)), arrays(TrajectoryArrays::open(file)) {
    const h5::Shape shape = arrays.position.shape();
    if (shape.size() != 3 || shape[2] < 1 || shape[2] > 3) arrays.position.reject("has an unexpected shape");
    n = shape[1];
    d = shape[2];
    numbers = arrays.read_frames();  // before what they tell of, which a writer may still add to
    for (const FrameNumbers& f : numbers) {
      steps.push_back(f.step);
      times.push_back(f.time);
    }
    // A flow is written before its frame: the last one may have none yet. The others do.
    if (arrays.flow) {
      for (const auto& [step, time] : arrays.flow->read_numbers()) {
        if (steps.empty() || (step > steps.back() && time > times.back())) break;
        const auto at = std::lower_bound(steps.begin(), steps.end(), step);
        if (at == steps.end() || *at != step || times[static_cast<std::size_t>(at - steps.begin())] != time)
          arrays.flow->step.reject(fmt::format("has a flow of step {} at {}, and there is no such frame", step, time));
        flow_steps.push_back(step);
      }
      flow_bytes = arrays.flow->pressure.storage_bytes();
    }
    radius = arrays.radius.read_all<double>({n});
    mass = arrays.mass.read_all<double>({n});
    species = arrays.species.read_all<std::int32_t>({n});
    if (arrays.id) id = arrays.id->read_all<std::int64_t>({n});
    if (arrays.shape) shapes = arrays.shape->read_all<std::int32_t>({n});
    if (const h5::Group floc_group = file.root().group("floc"); floc_group.has("outlines"))
      outlines = std::make_shared<Outlines>(read_outlines(floc_group.group("outlines")));
    if (arrays.inertia) inertia = arrays.inertia->read_all<double>({n, d == 3 ? Size{3} : Size{1}});
    body_checksums = arrays.body_checksum.read_all<std::int64_t>({n});
    contact_bytes = arrays.first.storage_bytes();
    bridge_bytes = arrays.bridge_first.storage_bytes();
    if (arrays.broken) broken_bytes = arrays.broken->storage_bytes();
    const h5::Group root = file.root();
    domain = read_domain(file, d);
    for (std::size_t k = 0; k < d; ++k)
      if (!std::isfinite(domain.period[k]) || domain.period[k] < 0 || !std::isfinite(domain.origin[k]))
        root.group("particles").group("all").group("box").reject("the periods make no sense");
    const h5::Group floc = root.group("floc");
    scene = floc.text("scene");
    const std::vector<std::string> names = floc.group("groups").texts("name"),
                                   colours = floc.group("groups").texts("colour");
    if (names.size() != colours.size()) floc.reject("groups have names and colours of different number");
    for (std::size_t g = 0; g < names.size(); ++g) groups.push_back({names[g], colours[g]});
    surfaces = floc.group("obstacles").dataset("owner").rows();
  }

  bool turning() const { return arrays.orientation && arrays.spin; }

  // Null where the frame has none.
  std::shared_ptr<const FlowField> read_flow(std::int64_t step) const {
    const auto at = std::lower_bound(flow_steps.begin(), flow_steps.end(), step);
    if (at == flow_steps.end() || *at != step) return nullptr;
    const auto row = static_cast<Size>(at - flow_steps.begin());
    auto flow = std::make_shared<FlowField>();
    static_cast<FlowCells&>(*flow) = arrays.flow->cells;
    const auto field = [&](const h5::Dataset& a, std::vector<double>& values, std::size_t width) {
      if (flow->size() / deflate_limit > flow_bytes) a.reject("is shorter than it says");
      values.resize(flow->size() * width);
      a.read<double>(row, 1, values);
      for (const double v : values)
        if (!std::isfinite(v)) a.reject("holds a number that is not finite");
    };
    field(arrays.flow->velocity, flow->velocity, d);
    field(arrays.flow->pressure, flow->pressure, 1);
    field(arrays.flow->vorticity, flow->vorticity, flow->vorticity_width());
    return flow;
  }

  // What was said of a body once is what was written.
  void check_body(std::int64_t row, std::int64_t body_id) const {
    const auto i = static_cast<std::size_t>(row);
    const std::array<const h5::Dataset*, 4> order{&arrays.radius, &arrays.mass, &arrays.species,
                                                  arrays.id ? &*arrays.id : &*arrays.id_in_time};
    BodyWords words{radius[i], mass[i], species[i], body_id, shapes.empty() ? 0 : shapes[i]};
    const std::size_t moments = inertia.size() / n;
    for (std::size_t m = 0; m < moments; ++m) words.inertia[m] = inertia[i * moments + m];
    const auto wrong = static_cast<std::uint64_t>(words.checksum() ^ body_checksums[i]);
    if (arrays.inertia && wrong >> 40 != 0)
      arrays.inertia->reject(fmt::format("is damaged at body {}: the checksum does not hold", row));
    for (std::size_t j = 0; j < order.size(); ++j)
      if ((wrong >> 8 * j & 0xff) != 0)
        order[j]->reject(fmt::format("is damaged at body {}: the checksum does not hold", row));
    if (wrong != 0) arrays.body_checksum.reject(fmt::format("is damaged at body {}", row));
  }

  // Also the row of each body.
  void read_bodies(std::size_t k, Bodies& bodies, std::vector<std::int64_t>& rows) const {
    const std::int64_t count = numbers[k].bodies;
    if (count < 0 || static_cast<Size>(count) > n)
      arrays.bodies.reject(fmt::format("frame {} has {} bodies of {}", k, count, n));
    std::vector<std::int64_t> ids = id;
    if (arrays.id_in_time) {
      ids.resize(n);
      arrays.id_in_time->read<std::int64_t>(k, 1, ids);
    }
    for (std::size_t row = 0; row < n; ++row) {
      if (!arrays.id_in_time || ids[row] >= 0) rows.push_back(static_cast<std::int64_t>(row));
    }
    if (rows.size() != static_cast<std::size_t>(count))
      arrays.bodies.reject(fmt::format("frame {} has {} bodies, and ids of {}", k, count, rows.size()));
    for (const std::int64_t row : rows) check_body(row, ids[static_cast<std::size_t>(row)]);
    const auto pick = [&]<class T>(const std::vector<T>& from, Size width) {
      std::vector<T> values;
      values.reserve(rows.size() * width);
      for (const std::int64_t row : rows) {
        const auto begin = from.begin() + static_cast<std::ptrdiff_t>(static_cast<Size>(row) * width);
        values.insert(values.end(), begin, begin + static_cast<std::ptrdiff_t>(width));
      }
      return values;
    };
    bodies.dimension = static_cast<int>(d);
    std::vector<double> all(n * d);
    arrays.velocity.read<double>(k, 1, all);
    bodies.velocity = pick(all, d);
    arrays.position.read<double>(k, 1, all);
    bodies.position = pick(all, d);
    if (arrays.image) {
      std::vector<std::int32_t> image(n * d);
      arrays.image->read<std::int32_t>(k, 1, image);
      image = pick(image, d);
      for (std::size_t i = 0; i < image.size(); ++i) bodies.position[i] += image[i] * domain.period[i % d];
    }
    bodies.id = pick(ids, 1);
    bodies.radius = pick(radius, 1);
    bodies.mass = pick(mass, 1);
    bodies.group = pick(species, 1);
    if (turning()) read_turning(k, bodies, pick);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (bodies.group[i] < 0 || static_cast<std::size_t>(bodies.group[i]) >= groups.size())
        arrays.species.reject(fmt::format("body {} is of the unknown group {}", rows[i], bodies.group[i]));
      if (!(bodies.radius[i] > 0) || !std::isfinite(bodies.radius[i]))
        arrays.radius.reject(fmt::format("body {} has the radius {}", rows[i], bodies.radius[i]));
    }
  }

  // Quaternions that were rounded to float32 are unit ones again; others keep their bits.
  template <class Pick>
  void read_turning(std::size_t k, Bodies& bodies, Pick&& pick) const {
    const auto read = [&](const h5::Dataset& a, Size width) {
      std::vector<double> all(n * width);
      a.read<double>(k, 1, all);
      return pick(all, width);
    };
    bodies.let_turn();
    if (!inertia.empty()) bodies.inertia = pick(inertia, bodies.spin_width());
    bodies.shaped = arrays.shape.has_value();
    if (bodies.shaped) bodies.shape = pick(shapes, 1);
    const std::size_t width = bodies.orientation_width();
    bodies.orientation = read(*arrays.orientation, width);
    bodies.spin = read(*arrays.spin, bodies.spin_width());
    for (std::size_t i = 0; i < bodies.size() && width == 4; ++i) {
      double* q = bodies.orientation.data() + 4 * i;
      const double size = std::sqrt(std::inner_product(q, q + 4, q, 0.0));
      if (!(std::abs(size - 1) < 1e-5))
        arrays.orientation->reject(fmt::format("that of body {} is not a unit quaternion", bodies.id[i]));
      for (std::size_t c = 0; c < 4 && std::abs(size - 1) > 1e-12; ++c) q[c] /= size;
    }
  }

  // The rows of the bodies that are in frame k; empty where the trajectory does not have the array.
  std::vector<double> read_of_bodies(const std::optional<h5::Dataset>& a, std::size_t k,
                                     const std::vector<std::int64_t>& rows) const {
    if (!a) return {};
    const h5::Shape shape = a->shape();
    if (shape.size() != 3 || shape[1] != n || shape[2] < 1 || shape[2] > 3) a->reject("has an unexpected shape");
    std::vector<double> all(n * shape[2]), values;
    a->read<double>(k, 1, all);
    for (const std::int64_t row : rows) {
      const auto begin = all.begin() + static_cast<std::ptrdiff_t>(static_cast<Size>(row) * shape[2]);
      values.insert(values.end(), begin, begin + static_cast<std::ptrdiff_t>(shape[2]));
    }
    return values;
  }

  // The rows of frame k, with all columns there: read(from, rows); not called when there are none.
  template <class F>
  void read_rows(const RaggedColumns& ragged, Size bytes, std::int64_t offset, std::int64_t count, std::size_t k,
                 F&& read) const {
    if (offset < 0 || count < 0) ragged.offset.reject(fmt::format("frame {} makes no sense", k));
    if (count == 0) return;  // the offset of a frame without rows may lie in padding that is not there yet
    const auto from = static_cast<Size>(offset), rows = static_cast<Size>(count);
    for (const h5::Dataset* a : ragged.columns)
      if (a->rows() < from || a->rows() - from < rows || rows / deflate_limit > bytes)
        a->reject(fmt::format("the rows of frame {} are not there", k));
    read(from, rows);
  }

  // Pairs are of rows in the file, and become pairs of indices in a frame that has these rows.
  void index_bodies(const h5::Dataset& a, std::size_t k, const std::vector<std::int64_t>& present,
                    std::vector<std::int32_t>& first, std::vector<std::int32_t>& second) const {
    const auto body = [&](std::int64_t row) {  // −1: none
      const auto it = std::lower_bound(present.begin(), present.end(), row);
      return it != present.end() && *it == row ? static_cast<std::int32_t>(it - present.begin()) : -1;
    };
    for (std::size_t i = 0; i < first.size(); ++i) {
      const std::int32_t one = body(first[i]), other = second[i] < 0 ? second[i] : body(second[i]);
      if (one < 0 || second[i] >= first[i] || (second[i] >= 0 && other < 0) ||
          -1 - static_cast<std::int64_t>(second[i]) >= static_cast<std::int64_t>(surfaces))
        a.reject(fmt::format("row {} of frame {} joins {} and {}", i, k, first[i], second[i]));
      first[i] = one;
      second[i] = other;
    }
  }

  void read_contacts(std::size_t k, const std::vector<std::int64_t>& present, SnapshotContacts& c) {
    read_rows(arrays.contacts(), contact_bytes, numbers[k].offset, numbers[k].count, k, [&](Size from, Size rows) {
      c.first.resize(rows);
      c.second.resize(rows);
      c.normal.resize(rows * d);
      arrays.first.read<std::int32_t>(from, rows, c.first);
      arrays.second.read<std::int32_t>(from, rows, c.second);
      arrays.normal.read<double>(from, rows, c.normal);
      const auto column = [&](const h5::Dataset& a, std::vector<double>& values) {
        values.resize(rows);
        a.read<double>(from, rows, values);
      };
      column(arrays.gap, c.gap);
      column(arrays.impulse, c.impulse);
      column(arrays.memory, c.memory);
      if (arrays.tangential) {
        c.tangential.resize(rows * d);
        arrays.tangential->read<double>(from, rows, c.tangential);
      }
      if (arrays.feature && arrays.lever_first && arrays.lever_second) {
        c.feature.resize(rows);
        c.lever_first.resize(rows * d);
        c.lever_second.resize(rows * d);
        arrays.feature->read<std::int32_t>(from, rows, c.feature);
        arrays.lever_first->read<double>(from, rows, c.lever_first);
        arrays.lever_second->read<double>(from, rows, c.lever_second);
      }
    });
    index_bodies(arrays.first, k, present, c.first, c.second);
  }

  void read_bridges(std::size_t k, const std::vector<std::int64_t>& present, PairList& b) {
    read_rows(arrays.bridges(), bridge_bytes, numbers[k].bridge_offset, numbers[k].bridge_count, k,
              [&](Size from, Size rows) {
                b.first.resize(rows);
                b.second.resize(rows);
                arrays.bridge_first.read<std::int32_t>(from, rows, b.first);
                arrays.bridge_second.read<std::int32_t>(from, rows, b.second);
              });
    index_bodies(arrays.bridge_first, k, present, b.first, b.second);
  }

  std::vector<std::int32_t> read_broken(std::size_t k) const {
    if (!arrays.broken) return {};
    const h5::Shape shape = arrays.broken->shape();
    if (shape.size() != 2) arrays.broken->reject("has an unexpected shape");
    if (shape[1] / deflate_limit > broken_bytes) arrays.broken->reject("is shorter than it says");
    std::vector<std::int32_t> broken(shape[1]);
    arrays.broken->read<std::int32_t>(k, 1, broken);
    for (const std::int32_t b : broken)
      if (b != 0 && b != 1) arrays.broken->reject("tells of a joint that is neither whole nor broken");
    return broken;
  }
};

TrajectoryReader::TrajectoryReader(const std::string& path) : impl_(std::make_unique<Impl>(path)) {}
TrajectoryReader::~TrajectoryReader() = default;
TrajectoryReader::TrajectoryReader(TrajectoryReader&&) noexcept = default;

std::size_t TrajectoryReader::frames() const { return impl_->steps.size(); }
const std::vector<std::int64_t>& TrajectoryReader::steps() const { return impl_->steps; }
const std::vector<double>& TrajectoryReader::times() const { return impl_->times; }
std::size_t TrajectoryReader::largest_bodies() const { return impl_->n; }
int TrajectoryReader::dimension() const { return static_cast<int>(impl_->d); }
bool TrajectoryReader::turning() const { return impl_->turning(); }
const std::string& TrajectoryReader::scene() const { return impl_->scene; }

std::vector<MotionPtr> TrajectoryReader::motions() const {
  const auto& pose = impl_->arrays.pose;
  if (!pose || frames() == 0) return {};
  const h5::Shape shape = pose->shape();
  if (shape.size() != 3 || shape[2] != pose_numbers) pose->reject("has an unexpected shape");
  const std::size_t count = shape[1];
  std::vector<std::vector<Pose>> all(count);
  std::vector<double> row(count * pose_numbers);
  for (std::size_t k = 0; k < frames(); ++k) {
    pose->read<double>(k, 1, row);
    for (const double v : row)
      if (!std::isfinite(v)) pose->reject(fmt::format("holds a number that is not finite, at frame {}", k));
    for (std::size_t o = 0; o < count; ++o) {
      const double* from = row.data() + o * pose_numbers;
      Pose& to = all[o].emplace_back();
      std::copy_n(from, 3, to.position.c.begin());
      for (std::size_t i = 0; i < 3; ++i) std::copy_n(from + 3 + 3 * i, 3, to.rotation[i].c.begin());
    }
  }
  std::vector<MotionPtr> motions;
  for (std::vector<Pose>& poses : all) {
    const auto still = [](const Pose& p) { return p == Pose{}; };
    motions.push_back(std::all_of(poses.begin(), poses.end(), still) ? at_rest() : recorded(times(), std::move(poses)));
  }
  return motions;
}

std::size_t TrajectoryReader::nearest(double time) const {
  if (frames() == 0) throw Error(impl_->file.file() + ": there is no frame yet");
  std::size_t best = 0;
  for (std::size_t k = 1; k < frames(); ++k)
    if (std::abs(times()[k] - time) < std::abs(times()[best] - time)) best = k;
  return best;
}

std::vector<std::size_t> TrajectoryReader::with_flow() const {
  std::vector<std::size_t> all;
  for (const std::int64_t step : impl_->flow_steps)
    all.push_back(static_cast<std::size_t>(std::lower_bound(steps().begin(), steps().end(), step) - steps().begin()));
  return all;
}

std::size_t TrajectoryReader::nearest_with_flow(double time) const {
  const std::vector<std::size_t> all = with_flow();
  if (all.empty()) throw Error(impl_->file.file() + ": no frame has a flow");
  return *std::min_element(all.begin(), all.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(times()[a] - time) < std::abs(times()[b] - time);
  });
}

Snapshot TrajectoryReader::read(std::size_t k, Flow flow) const {
  if (k >= frames()) throw Error(fmt::format("{}: frame {} of {} asked for", impl_->file.file(), k, frames()));
  const Impl& file = *impl_;
  file.arrays.check(file.numbers[k], k);
  Snapshot frame;
  frame.step = steps()[k];
  frame.time = times()[k];
  frame.h = file.numbers[k].h;
  frame.domain = file.domain;
  frame.groups = file.groups;
  frame.outlines = file.outlines;
  std::vector<std::int64_t> rows;
  try {
    impl_->read_bodies(k, frame.bodies, rows);
    impl_->read_contacts(k, rows, frame.contacts);
    impl_->read_bridges(k, rows, frame.bridges);
    frame.broken = impl_->read_broken(k);
    frame.fluid_force = impl_->read_of_bodies(impl_->arrays.fluid_force, k, rows);
    frame.fluid_torque = impl_->read_of_bodies(impl_->arrays.fluid_torque, k, rows);
    if (flow == Flow::read) frame.flow = impl_->read_flow(frame.step);
  } catch (const Error& error) {
    throw Error(fmt::format("{} (frame {})", error.what(), k));
  }
  return frame;
}

}  // namespace floc
