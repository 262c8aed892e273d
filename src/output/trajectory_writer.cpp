#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>

#include "core/error.hpp"
#include "output/chunk_codec.hpp"
#include "output/files.hpp"
#include "output/h5.hpp"
#include "output/trajectory.hpp"
#include "output/trajectory_arrays.hpp"
#include "output/trajectory_frame.hpp"
#include "output/trajectory_layout.hpp"

namespace floc {
namespace {

using h5::Size;
using Bytes = TrajectoryFrame::Bytes;

constexpr std::size_t frames_an_opening = 2048;  // of the file, see open_anew

Size round_up(Size n, Size block) { return (n + block - 1) / block * block; }

// Values as bytes of the type that the file has: value(i) for i < n.
template <class T, class F>
Bytes bytes_of(std::size_t n, F&& value) {
  Bytes bytes(n * sizeof(T));
  for (std::size_t i = 0; i < n; ++i) {
    const T v = static_cast<T>(value(i));
    std::memcpy(bytes.data() + i * sizeof(T), &v, sizeof(T));
  }
  return bytes;
}

}  // namespace

struct TrajectoryWriter::Impl {
  std::string path;
  h5::File file;
  TrajectoryArrays arrays;
  Domain domain;
  Size n, d, ragged_chunk;
  bool double_precision;
  double contact_cutoff;
  ChunkCodec codec;
  std::vector<std::pair<const h5::Dataset*, Size>> frame_chunks;
  std::size_t known = 0;  // of prepare: bodies below it are in frames before, if they ever will
  std::size_t frames = 0;
  std::size_t of_this_opening = 0;  // frames that were appended since the file was opened
  std::int64_t last_step = -1;
  ChunkCodec edges_codec{1};
  Size edges_end = 0;                      // frames that have theirs
  Size flows = 0;                          // frames with a flow
  Size contacts_end = 0, bridges_end = 0;  // where the rows of the next frame begin

  Impl(std::string where, h5::File f, double cutoff)
      : path(std::move(where)),
        file(std::move(f)),
        arrays(TrajectoryArrays::open(file)),
        contact_cutoff(cutoff),
        codec(arrays.position.storage().gzip) {
    const h5::Shape shape = arrays.position.shape();
    if (shape.size() != 3 || shape[1] == 0 || shape[2] < 1 || shape[2] > 3)
      arrays.position.reject("has an unexpected shape");
    n = shape[1];
    d = shape[2];
    ragged_chunk = arrays.first.storage().chunk.front();
    double_precision = arrays.position.value_bytes() == sizeof(double);
    domain = read_domain(file, d);
  }

  // A copy of the state ---------------------------------------------------------------------------

  template <class F>
  Bytes reals(std::size_t count, F&& value) const {
    return double_precision ? bytes_of<double>(count, value) : bytes_of<float>(count, value);
  }

  // Contacts worth keeping.
  std::vector<std::size_t> select(const Contacts& c) const {
    std::vector<std::size_t> kept;
    kept.reserve(c.size());
    for (std::size_t i = 0; i < c.size(); ++i)
      if (c.gap[i] <= contact_cutoff || c.multiplier[i] != 0 || c.remembered(i) != 0) kept.push_back(i);
    return kept;
  }

  void copy_new_bodies(const Bodies& bodies, TrajectoryFrame& f) {
    const auto from = std::lower_bound(bodies.id.begin(), bodies.id.end(), static_cast<std::int64_t>(known));
    const auto k = from - bodies.id.begin();
    f.new_row.assign(from, bodies.id.end());
    f.new_radius.assign(bodies.radius.begin() + k, bodies.radius.end());
    f.new_mass.assign(bodies.mass.begin() + k, bodies.mass.end());
    f.new_group.assign(bodies.group.begin() + k, bodies.group.end());
    const auto width = static_cast<std::ptrdiff_t>(bodies.spin_width());
    if (arrays.inertia) f.new_inertia.assign(bodies.inertia.begin() + k * width, bodies.inertia.end());
    if (arrays.shape) f.new_shape.assign(bodies.shape.begin() + k, bodies.shape.end());
    if (!f.new_row.empty()) known = static_cast<std::size_t>(f.new_row.back()) + 1;
  }

  void copy_bodies(const Bodies& bodies, TrajectoryFrame& f) const {
    f.bodies = bodies.size();
    std::vector<double> values;
    const auto place = [&](const std::vector<double>& from, std::size_t width) {
      values.assign(n * width, std::nan(""));
      for (std::size_t i = 0; i < bodies.size(); ++i)
        std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(i * width), width,
                    values.begin() + static_cast<std::ptrdiff_t>(static_cast<Size>(bodies.id[i]) * width));
    };
    const auto value = [&](std::size_t i) { return values[i]; };
    const auto placed = [&](const std::vector<double>& from, std::size_t width) {
      place(from, width);
      return reals(values.size(), value);
    };
    f.velocity = placed(bodies.velocity, d);
    if (arrays.orientation) f.orientation = placed(bodies.orientation, bodies.orientation_width());
    if (arrays.spin) f.spin = placed(bodies.spin, bodies.spin_width());
    place(bodies.position, d);
    if (arrays.image) {
      f.image = bytes_of<std::int32_t>(values.size(), [&](std::size_t i) {
        const double period = domain.period[i % d], origin = domain.origin[i % d];
        if (!(period > 0) || std::isnan(values[i])) return 0;
        const double turns = std::floor((values[i] - origin) / period);
        const auto image = static_cast<std::int32_t>(std::clamp(turns, -2147483648.0, 2147483647.0));
        values[i] -= image * period;
        return image;
      });
    }
    f.position = reals(values.size(), value);
    if (arrays.id_in_time) {
      std::vector<std::int64_t> id(n, -1);
      for (const std::int64_t k : bodies.id) id[static_cast<std::size_t>(k)] = k;
      f.id = bytes_of<std::int64_t>(n, [&](std::size_t i) { return id[i]; });
    }
  }

  // Bodies by their rows; surfaces keep their indices.
  static std::int32_t row_of(std::int32_t index, const Bodies& bodies) {
    return index < 0 ? index : static_cast<std::int32_t>(bodies.id[static_cast<std::size_t>(index)]);
  }

  void copy_contacts(const Contacts& c, const Bodies& bodies, TrajectoryFrame& f) const {
    const std::vector<std::size_t> kept = select(c);
    const std::size_t rows = kept.size();
    f.contacts = rows;
    f.first = bytes_of<std::int32_t>(rows, [&](std::size_t i) { return row_of(c.first[kept[i]], bodies); });
    f.second = bytes_of<std::int32_t>(rows, [&](std::size_t i) { return row_of(c.second[kept[i]], bodies); });
    f.gap = reals(rows, [&](std::size_t i) { return c.gap[kept[i]]; });
    f.normal = reals(rows * d, [&](std::size_t i) { return c.normal[kept[i / d] * d + i % d]; });
    f.impulse = reals(rows, [&](std::size_t i) { return f.h * c.multiplier[kept[i]]; });
    if (c.remembering) f.memory = reals(rows, [&](std::size_t i) { return c.memory[kept[i]]; });
    if (c.frictional && arrays.tangential)
      f.tangential = reals(rows * d, [&](std::size_t i) { return f.h * c.tangential[kept[i / d] * d + i % d]; });
    if (!c.shaped || !arrays.feature) return;
    f.feature = bytes_of<std::int32_t>(rows, [&](std::size_t i) { return c.feature[kept[i]]; });
    f.lever_first = reals(rows * d, [&](std::size_t i) { return c.lever_first[kept[i / d] * d + i % d]; });
    f.lever_second = reals(rows * d, [&](std::size_t i) { return c.lever_second[kept[i / d] * d + i % d]; });
  }

  void copy_bridges(const PairList& b, const Bodies& bodies, TrajectoryFrame& f) const {
    f.bridges = b.size();
    f.bridge_first = bytes_of<std::int32_t>(b.size(), [&](std::size_t i) { return row_of(b.first[i], bodies); });
    f.bridge_second = bytes_of<std::int32_t>(b.size(), [&](std::size_t i) { return row_of(b.second[i], bodies); });
  }

  void copy_poses(std::span<const Pose> poses, TrajectoryFrame& f) const {
    if (!arrays.pose) return;
    if (poses.size() != arrays.pose->shape()[1]) throw Error(path + ": a frame needs the pose of every obstacle");
    for (const Pose& p : poses) {
      f.poses.insert(f.poses.end(), p.position.c.begin(), p.position.c.end());
      for (const Vec3& row : p.rotation) f.poses.insert(f.poses.end(), row.c.begin(), row.c.end());
    }
  }

  void copy_broken(std::span<const std::int32_t> broken, TrajectoryFrame& f) const {
    if (!arrays.broken) return;
    if (broken.size() != arrays.broken->shape()[1])
      throw Error(path + ": a frame needs to know of every joint whether it is broken");
    f.broken.assign(broken.begin(), broken.end());
  }

  void copy_fluid_force(std::span<const double> force, const Bodies& bodies, TrajectoryFrame& f) const {
    if (!arrays.fluid_force || !arrays.fluid_torque) return;
    const std::size_t width = d + bodies.spin_width();
    if (force.size() != bodies.size() * width) throw Error(path + ": a frame needs the fluid's force on every body");
    const auto placed = [&](std::size_t from, std::size_t columns) {
      std::vector<double> values(n * columns, std::nan(""));
      for (std::size_t i = 0; i < bodies.size(); ++i)
        for (std::size_t k = 0; k < columns; ++k)
          values[static_cast<Size>(bodies.id[i]) * columns + k] = force[i * width + from + k];
      return reals(values.size(), [&](std::size_t i) { return values[i]; });
    };
    f.fluid_force = placed(0, d);
    f.fluid_torque = placed(d, bodies.spin_width());
  }

  void copy_flow(const FlowField& flow, TrajectoryFrame& f) const {
    if (!arrays.flow || !(arrays.flow->cells == static_cast<const FlowCells&>(flow)))
      throw Error(path + ": the flow of a frame is of another grid");
    const auto all = [&](const std::vector<double>& from) {
      return reals(from.size(), [&](std::size_t i) { return from[i]; });
    };
    f.flow_velocity = all(flow.velocity);
    f.flow_pressure = all(flow.pressure);
    f.flow_vorticity = all(flow.vorticity);
  }

  struct Column {
    const Bytes& bytes;
    std::size_t width;  // of a value
  };
  std::size_t real_bytes() const { return double_precision ? sizeof(double) : sizeof(float); }

  // The copy into the file ------------------------------------------------------------------------

  void write_new_bodies(const TrajectoryFrame& f) {
    std::vector<std::int64_t> checksum;
    const std::size_t moments = f.new_row.empty() ? 0 : f.new_inertia.size() / f.new_row.size();
    for (std::size_t i = 0; i < f.new_row.size(); ++i) {
      BodyWords words{f.new_radius[i], f.new_mass[i], f.new_group[i], f.new_row[i],
                      f.new_shape.empty() ? 0 : f.new_shape[i]};
      for (std::size_t m = 0; m < moments; ++m) words.inertia[m] = f.new_inertia[i * moments + m];
      checksum.push_back(words.checksum());
    }
    for (std::size_t i = 0; i < f.new_row.size();) {  // rows side by side are written together
      std::size_t end = i + 1;
      while (end < f.new_row.size() && f.new_row[end] == f.new_row[end - 1] + 1) ++end;
      const std::size_t count = end - i;
      const auto row = static_cast<Size>(f.new_row[i]);
      arrays.radius.write<double>(row, count, std::span(f.new_radius).subspan(i, count));
      arrays.mass.write<double>(row, count, std::span(f.new_mass).subspan(i, count));
      arrays.species.write<std::int32_t>(row, count, std::span(f.new_group).subspan(i, count));
      if (arrays.id) arrays.id->write<std::int64_t>(row, count, std::span(f.new_row).subspan(i, count));
      if (arrays.shape) arrays.shape->write<std::int32_t>(row, count, std::span(f.new_shape).subspan(i, count));
      if (arrays.inertia)
        arrays.inertia->write<double>(row, count, std::span(f.new_inertia).subspan(i * moments, count * moments));
      arrays.body_checksum.write<std::int64_t>(row, count, std::span<const std::int64_t>(checksum).subspan(i, count));
      i = end;
    }
  }

  template <class T>
  void write_number(h5::Dataset& a, T value) {
    a.resize(frames + 1);
    a.write<T>(frames, 1, std::span<const T>(&value, 1));
  }

  // One row of N × anything, cut into chunks of bodies.
  void write_frame(h5::Dataset& a, const Bytes& values, std::size_t width) { write_row(a, values, width, frames, n); }

  // The same with any number of rows, `many` things each.
  void write_row(h5::Dataset& a, const Bytes& values, std::size_t width, Size row, Size many) {
    a.resize(row + 1);
    const std::size_t body = values.size() / many;
    const Size chunk = frame_chunk(a);
    for (Size from = 0; from < many; from += chunk) {
      const std::size_t count = static_cast<std::size_t>(std::min(chunk, many - from));
      a.write_chunk(row, from, codec.encode(std::span(values).subspan(from * body, count * body), width, chunk * body));
    }
  }

  // Bodies a chunk. Asked for once: the answer takes longer than a small chunk to write.
  Size frame_chunk(const h5::Dataset& a) {
    for (const auto& [dataset, chunk] : frame_chunks)
      if (dataset == &a) return chunk;
    return frame_chunks.emplace_back(&a, a.storage().chunk[1]).second;
  }

  // The box is the same for all frames: a chunk is written when its first frame is.
  void write_edges() {
    arrays.edges->resize(frames + 1);
    if (frames < edges_end) return;
    std::vector<double> matrices(edges_a_chunk * d * d, 0.0);
    for (Size f = 0; f < edges_a_chunk; ++f)
      for (Size k = 0; k < d; ++k) matrices[(f * d + k) * d + k] = domain.period[k];
    const std::span<const std::byte> bytes = std::as_bytes(std::span<const double>(matrices));
    const Size begin = frames / edges_a_chunk * edges_a_chunk;
    arrays.edges->write_chunk(begin, 0, edges_codec.encode(bytes, sizeof(double), bytes.size()));
    edges_end = begin + edges_a_chunk;
  }

  // The rows of this frame, from `end` on, which is where a chunk begins. A column without values has zeros, as
  // chunks that nobody wrote do.
  void write_rows(const RaggedColumns& ragged, const std::vector<Column>& values, Size rows, Size& end) {
    write_number<std::int64_t>(ragged.offset, static_cast<std::int64_t>(end));
    write_number<std::int64_t>(ragged.count, static_cast<std::int64_t>(rows));
    if (rows == 0) return;  // the padding before the next rows comes with them
    for (std::size_t k = 0; k < values.size(); ++k) {
      h5::Dataset& a = *ragged.columns[k];
      a.resize(end + rows);
      const auto& [bytes, width] = values[k];
      if (bytes.empty()) continue;
      const std::size_t row = bytes.size() / rows;
      for (Size from = 0; from < rows; from += ragged_chunk) {
        const std::size_t count = static_cast<std::size_t>(std::min(ragged_chunk, rows - from));
        a.write_chunk(end + from, 0,
                      codec.encode(std::span(bytes).subspan(from * row, count * row), width, ragged_chunk * row));
      }
    }
    end = round_up(end + rows, ragged_chunk);
  }

  // Before the frame, which tells that it exists.
  void write_flow(const TrajectoryFrame& f) {
    FlowArrays& flow = *arrays.flow;
    const Size cells = flow.cells.size();
    const std::size_t real = real_bytes();
    write_row(flow.velocity, f.flow_velocity, real, flows, cells);
    write_row(flow.pressure, f.flow_pressure, real, flows, cells);
    write_row(flow.vorticity, f.flow_vorticity, real, flows, cells);
    flow.time.resize(flows + 1);
    flow.time.write<double>(flows, 1, std::span<const double>(&f.time, 1));
    flow.step.resize(flows + 1);
    flow.step.write<std::int64_t>(flows, 1, std::span<const std::int64_t>(&f.step, 1));
    ++flows;
  }

  // HDF5 remembers what is left of every page for as long as the file is open, half a kilobyte a frame, though hardly
  // any later chunk finds room there.
  void open_anew() {
    file.close();
    file = h5::File::open_again(path);
    arrays = TrajectoryArrays::open(file);
    of_this_opening = 0;
  }

  void append(const TrajectoryFrame& f) {
    if (f.step <= last_step)
      throw Error(fmt::format("{}: frames must come in order (step {} after {})", path, f.step, last_step));
    if (of_this_opening == frames_an_opening) open_anew();
    const FrameNumbers numbers{f.step,
                               f.time,
                               static_cast<std::int64_t>(f.bodies),
                               f.h,
                               static_cast<std::int64_t>(contacts_end),
                               static_cast<std::int64_t>(f.contacts),
                               static_cast<std::int64_t>(bridges_end),
                               static_cast<std::int64_t>(f.bridges)};
    write_new_bodies(f);
    const std::size_t real = real_bytes();
    write_frame(arrays.velocity, f.velocity, real);
    write_frame(arrays.position, f.position, real);
    if (arrays.orientation) write_frame(*arrays.orientation, f.orientation, real);
    if (arrays.spin) write_frame(*arrays.spin, f.spin, real);
    if (arrays.fluid_force) write_frame(*arrays.fluid_force, f.fluid_force, real);
    if (arrays.fluid_torque) write_frame(*arrays.fluid_torque, f.fluid_torque, real);
    if (arrays.image) write_frame(*arrays.image, f.image, 4);
    if (arrays.id_in_time) write_frame(*arrays.id_in_time, f.id, 8);
    std::vector<Column> columns{{f.first, 4},     {f.second, 4},     {f.gap, real},
                                {f.normal, real}, {f.impulse, real}, {f.memory, real}};
    if (arrays.tangential) columns.push_back({f.tangential, real});
    if (arrays.feature) {
      columns.push_back({f.feature, 4});
      columns.push_back({f.lever_first, real});
      columns.push_back({f.lever_second, real});
    }
    write_rows(arrays.contacts(), columns, f.contacts, contacts_end);
    write_rows(arrays.bridges(), {{f.bridge_first, 4}, {f.bridge_second, 4}}, f.bridges, bridges_end);
    if (arrays.edges) write_edges();
    if (arrays.pose) {
      arrays.pose->resize(frames + 1);
      arrays.pose->write<double>(frames, 1, f.poses);
    }
    if (arrays.broken) {
      arrays.broken->resize(frames + 1);
      arrays.broken->write<std::int32_t>(frames, 1, f.broken);
    }
    if (!f.flow_velocity.empty()) write_flow(f);
    write_number<double>(arrays.time, numbers.time);
    write_number<std::int64_t>(arrays.bodies, numbers.bodies);
    write_number<double>(arrays.h, numbers.h);
    write_number<std::int64_t>(arrays.frame_checksum, numbers.checksum());
    file.flush();
    write_number<std::int64_t>(arrays.step, numbers.step);
    arrays.step.flush();
    last_step = f.step;
    ++frames;
    ++of_this_opening;
  }

  // `step` goes first when frames are taken away, as it comes last when they are added.
  void cut(std::int64_t last) {
    const std::vector<FrameNumbers> all = arrays.read_frames();
    frames =
        static_cast<std::size_t>(std::upper_bound(all.begin(), all.end(), last,
                                                  [](std::int64_t s, const FrameNumbers& f) { return s < f.step; }) -
                                 all.begin());
    arrays.step.resize(frames);
    arrays.step.flush();
    arrays.for_each_of_frame([&](h5::Dataset& a) { a.resize(frames); });
    FrameNumbers end;
    if (frames > 0) {
      end = all[frames - 1];
      arrays.check(end, frames - 1);
      last_step = end.step;
      if (end.bodies < 0 || static_cast<Size>(end.bodies) > n) file.reject("the last frame is damaged");
    }
    if (arrays.flow) {
      const std::vector<FlowNumbers> there = arrays.flow->read_numbers();
      flows =
          static_cast<Size>(std::ranges::count_if(there, [&](const FlowNumbers& f) { return f.step <= last_step; }));
      for (h5::Dataset* a : {&arrays.flow->step, &arrays.flow->time, &arrays.flow->velocity, &arrays.flow->pressure,
                             &arrays.flow->vorticity})
        a->resize(flows);
    }
    contacts_end = cut_rows(arrays.contacts(), end.offset, end.count);
    bridges_end = cut_rows(arrays.bridges(), end.bridge_offset, end.bridge_count);
    file.flush();
  }

  // Where the rows of the frames that are left end: behind those of the last one.
  Size cut_rows(const RaggedColumns& ragged, std::int64_t offset, std::int64_t count) {
    const Size present = ragged.columns.front()->rows();
    const Size most = count > 0 ? present : round_up(present, ragged_chunk);
    if (offset < 0 || count < 0) file.reject("the last frame is damaged");
    const Size last = static_cast<Size>(offset) + static_cast<Size>(count);
    if (last > most) file.reject("the last frame is damaged");
    const Size end = round_up(last, ragged_chunk);
    for (h5::Dataset* a : ragged.columns) a->resize(std::min(a->rows(), end));
    return end;
  }
};

TrajectoryWriter::TrajectoryWriter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TrajectoryWriter::~TrajectoryWriter() = default;
TrajectoryWriter::TrajectoryWriter(TrajectoryWriter&&) noexcept = default;
TrajectoryWriter& TrajectoryWriter::operator=(TrajectoryWriter&&) noexcept = default;

TrajectoryWriter TrajectoryWriter::create(const std::string& path, const TrajectoryHeader& header) {
  if (header.bodies == 0 && !header.flow) throw Error(path + ": a trajectory needs at least one body");
  if (header.bodies == 0) {  // HDF5 has no chunks of nothing: room for a body that does not come
    TrajectoryHeader with_room = header;
    with_room.bodies = 1;
    with_room.changes = true;
    return create(path, with_room);
  }
  if (header.dimension < 1 || header.dimension > 3) throw Error(path + ": the dimension must be 1, 2 or 3");
  if (header.gzip < 0 || header.gzip > 9) throw Error(path + ": gzip must be between 0 and 9");
  h5::File file = h5::File::create(path + ".tmp");
  create_trajectory(file, header);
  file.start_sharing();
  file.rename(path);
  return TrajectoryWriter(std::make_unique<Impl>(path, std::move(file), header.contact_cutoff));
}

TrajectoryWriter TrajectoryWriter::reopen(const std::string& path, std::int64_t last_step, double contact_cutoff) {
  auto impl = std::make_unique<Impl>(path, h5::File::open_again(path), contact_cutoff);
  impl->cut(last_step);
  return TrajectoryWriter(std::move(impl));
}

std::shared_ptr<const TrajectoryFrame> TrajectoryWriter::prepare(std::int64_t step, double time, double h,
                                                                 const Bodies& bodies, const Contacts& contacts,
                                                                 const FrameParts& parts) {
  Impl& w = *impl_;
  const auto& id = bodies.id;
  const bool in_order = std::adjacent_find(id.begin(), id.end(), std::greater_equal<>()) == id.end();
  const bool in_range = id.empty() || (id.front() >= 0 && static_cast<Size>(id.back()) < w.n);
  if (static_cast<Size>(bodies.dimension) != w.d || !in_order || !in_range ||
      (!w.arrays.id_in_time && bodies.size() != w.n))
    throw Error(
        fmt::format("{}: a frame of {} bodies does not fit into a trajectory of {}", w.path, bodies.size(), w.n));
  if (w.arrays.orientation && !bodies.turning) throw Error(w.path + ": a frame needs the orientation of every body");
  if (w.arrays.shape && !bodies.shaped) throw Error(w.path + ": a frame needs the shape of every body");
  auto frame = std::make_shared<TrajectoryFrame>();
  frame->step = step;
  frame->time = time;
  frame->h = h;
  w.copy_new_bodies(bodies, *frame);
  w.copy_bodies(bodies, *frame);
  w.copy_contacts(contacts, bodies, *frame);
  w.copy_bridges(parts.bridges, bodies, *frame);
  w.copy_poses(parts.poses, *frame);
  w.copy_broken(parts.broken, *frame);
  w.copy_fluid_force(parts.fluid_force, bodies, *frame);
  if (parts.flow) w.copy_flow(*parts.flow, *frame);
  return frame;
}

void TrajectoryWriter::append(const TrajectoryFrame& frame) { impl_->append(frame); }

void TrajectoryWriter::append(std::int64_t step, double time, double h, const Bodies& bodies, const Contacts& contacts,
                              const FrameParts& parts) {
  impl_->append(*prepare(step, time, h, bodies, contacts, parts));
}

std::size_t TrajectoryWriter::frames() const { return impl_->frames; }
std::int64_t TrajectoryWriter::last_step() const { return impl_->last_step; }

void TrajectoryWriter::sync() {
  impl_->file.flush();
  sync_file(impl_->path);
}

void TrajectoryWriter::close() { impl_->file.close(); }

}  // namespace floc
