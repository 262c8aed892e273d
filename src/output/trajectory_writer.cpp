#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

#include "core/error.hpp"
#include "output/files.hpp"
#include "output/h5.hpp"
#include "output/trajectory.hpp"
#include "output/trajectory_arrays.hpp"

namespace floc {
namespace {

using h5::Size;
using h5::Type;

constexpr Size chunk_bytes = 1 << 20;
constexpr Size numbers_a_chunk = 512;  // of the arrays with one number a frame

// One row a frame: a chunk holds one frame or a MiB of it, so that no chunk is written twice.
h5::Storage frame_storage(const h5::Shape& shape, Size bytes, int gzip, double fill) {
  const Size width = shape.size() > 2 ? shape[2] : 1;
  h5::Shape chunk = shape;
  chunk[0] = 1;
  chunk[1] = std::clamp<Size>(chunk_bytes / (width * bytes), 1, shape[1]);
  return {.chunk = chunk, .grows = true, .gzip = gzip, .fill = fill};
}

h5::Storage number_storage(double fill) { return {.chunk = {numbers_a_chunk}, .grows = true, .fill = fill}; }

// Each frame's contacts and bridges begin at a new chunk, for the same reason. The padding costs next to
// nothing when compressed, and at most a quarter of a row a body when not.
Size ragged_chunk(Size bodies) { return std::clamp<Size>(std::bit_ceil(bodies / 4 + 1), 64, 32768); }

Size round_up(Size n, Size block) { return (n + block - 1) / block * block; }

void create_box(h5::Group& all, const TrajectoryHeader& header) {
  h5::Group box = all.create_group("box");
  const auto d = static_cast<std::size_t>(header.dimension);
  std::vector<std::string> boundary;
  for (int k = 0; k < header.dimension; ++k) boundary.push_back(header.domain.periodic(k) ? "periodic" : "none");
  box.set_integer("dimension", header.dimension);
  box.set_texts("boundary", boundary);
  box.put<double>("edges", {d}, std::span(header.domain.period).first(d));
  box.put<double>("origin", {d}, std::span(header.domain.origin).first(d));
}

void create_particles(h5::Group root, const TrajectoryHeader& header) {
  const Size n = header.bodies, d = static_cast<Size>(header.dimension);
  const Type real = header.double_precision ? Type::float64 : Type::float32;
  const Size bytes = header.double_precision ? 8 : 4;
  const double absent = std::nan("");
  h5::Group all = root.create_group("particles").create_group("all");
  create_box(all, header);

  h5::Group position = all.create_group("position");
  position.create("value", real, {0, n, d}, frame_storage({0, n, d}, bytes, header.gzip, absent));
  const h5::Dataset step = position.create("step", Type::int64, {0}, number_storage(-1));
  const h5::Dataset time = position.create("time", Type::float64, {0}, number_storage(absent));
  const auto element = [&](const char* name, Type type, Size each, const h5::Shape& shape, double fill) {
    h5::Group g = all.create_group(name);
    g.create("value", type, shape, frame_storage(shape, each, header.gzip, fill));
    g.link(step, "step");
    g.link(time, "time");
  };
  element("velocity", real, bytes, {0, n, d}, absent);
  if (header.domain.periodic()) element("image", Type::int32, 4, {0, n, d}, 0);
  if (header.changes)
    element("id", Type::int64, 8, {0, n}, -1);
  else
    all.create("id", Type::int64, {n}, {.fill = -1.0});
  all.create("radius", Type::float64, {n}, {.fill = absent});
  all.create("mass", Type::float64, {n}, {.fill = absent});
  all.create("species", Type::int32, {n}, {.fill = -1.0});
}

void create_extras(h5::Group root, const TrajectoryHeader& header) {
  h5::Group floc = root.create_group("floc");
  floc.set_integer("format", trajectory_format);
  floc.create_text("scene", header.scene);

  const auto styles = [&](h5::Group g, const auto& list) {
    std::vector<std::string> names, colours;
    for (const auto& item : list) {
      names.push_back(item.name);
      colours.push_back(item.colour);
    }
    g.create_texts("name", names);
    g.create_texts("colour", colours);
    return g;
  };
  styles(floc.create_group("groups"), header.groups);
  std::vector<std::int32_t> owner;
  for (std::size_t o = 0; o < header.obstacles.size(); ++o)
    owner.insert(owner.end(), header.obstacles[o].surfaces.size(), static_cast<std::int32_t>(o));
  styles(floc.create_group("obstacles"), header.obstacles).put<std::int32_t>("owner", {owner.size()}, owner);

  h5::Group frames = floc.create_group("frames");
  frames.create("bodies", Type::int64, {0}, number_storage(0));
  frames.create("h", Type::float64, {0}, number_storage(0));

  h5::Group contacts = floc.create_group("contacts");
  const Type real = header.double_precision ? Type::float64 : Type::float32;
  const Size chunk = ragged_chunk(header.bodies), d = static_cast<Size>(header.dimension);
  const h5::Storage rows{.chunk = {chunk}, .grows = true, .gzip = header.gzip};
  const h5::Storage vectors{.chunk = {chunk, d}, .grows = true, .gzip = header.gzip};
  contacts.create("offset", Type::int64, {0}, number_storage(0));
  contacts.create("count", Type::int64, {0}, number_storage(0));
  contacts.create("first", Type::int32, {0}, rows);
  contacts.create("second", Type::int32, {0}, rows);
  contacts.create("normal", real, {0, d}, vectors);
  for (const char* name : {"gap", "impulse", "memory"}) contacts.create(name, real, {0}, rows);

  h5::Group bridges = floc.create_group("bridges");
  for (const char* name : {"offset", "count"}) bridges.create(name, Type::int64, {0}, number_storage(0));
  for (const char* name : {"first", "second"}) bridges.create(name, Type::int32, {0}, rows);
}

void create_h5md(h5::Group root, const TrajectoryHeader& header) {
  h5::Group h5md = root.create_group("h5md");
  h5md.set_integers("version", {1, 1});
  h5md.create_group("author").set_text("name", header.author);
  h5::Group creator = h5md.create_group("creator");
  creator.set_text("name", "floc");
  creator.set_text("version", header.version);
}

}  // namespace

struct TrajectoryWriter::Impl {
  std::string path;
  h5::File file;
  TrajectoryArrays arrays;
  Domain domain;
  Size n, d;
  double contact_cutoff;
  std::size_t frames = 0;
  std::int64_t last_step = -1;
  std::size_t written = 0;  // rows below it have radius, mass, species (and id) in the file, if they ever will
  Size contacts_end = 0, bridges_end = 0;  // where the rows of the next frame begin

  Impl(std::string where, h5::File f, double cutoff)
      : path(std::move(where)), file(std::move(f)), arrays(TrajectoryArrays::open(file)), contact_cutoff(cutoff) {
    const h5::Shape shape = arrays.position.shape();
    if (shape.size() != 3 || shape[1] == 0 || shape[2] < 1 || shape[2] > 3)
      arrays.position.reject("has an unexpected shape");
    n = shape[1];
    d = shape[2];
    const h5::Group box = file.root().group("particles").group("all").group("box");
    box.dataset("edges").read<double>(0, d, std::span(domain.period).first(d));
    box.dataset("origin").read<double>(0, d, std::span(domain.origin).first(d));
  }

  // Contacts worth keeping.
  std::vector<std::size_t> select(const Contacts& c) const {
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < c.size(); ++i)
      if (c.gap[i] <= contact_cutoff || c.multiplier[i] != 0 || c.remembered(i) != 0) kept.push_back(i);
    return kept;
  }

  void write_new_bodies(const Bodies& bodies) {
    const auto at = [&](std::size_t i) { return static_cast<std::size_t>(bodies.id[i]); };
    std::size_t i = static_cast<std::size_t>(
        std::lower_bound(bodies.id.begin(), bodies.id.end(), static_cast<std::int64_t>(written)) - bodies.id.begin());
    while (i < bodies.size()) {  // ids rise: rows side by side are written together
      std::size_t end = i + 1;
      while (end < bodies.size() && at(end) == at(end - 1) + 1) ++end;
      const std::size_t count = end - i;
      arrays.radius.write<double>(at(i), count, std::span(bodies.radius).subspan(i, count));
      arrays.mass.write<double>(at(i), count, std::span(bodies.mass).subspan(i, count));
      arrays.species.write<std::int32_t>(at(i), count, std::span(bodies.group).subspan(i, count));
      if (arrays.id) arrays.id->write<std::int64_t>(at(i), count, std::span(bodies.id).subspan(i, count));
      written = at(end - 1) + 1;
      i = end;
    }
  }

  template <class T>
  void write_frame(h5::Dataset& a, std::span<const T> values) {
    a.resize(frames + 1);
    a.write<T>(frames, 1, values);
  }
  template <class T>
  void write_number(h5::Dataset& a, T value) {
    write_frame<T>(a, std::span(&value, 1));
  }

  void write_bodies(const Bodies& bodies) {
    std::vector<double> values(n * d, std::nan(""));
    const auto place = [&](const std::vector<double>& from) {
      for (std::size_t i = 0; i < bodies.size(); ++i)
        std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(i * d), d,
                    values.begin() + static_cast<std::ptrdiff_t>(static_cast<Size>(bodies.id[i]) * d));
    };
    place(bodies.velocity);
    write_frame<double>(arrays.velocity, values);
    place(bodies.position);
    if (arrays.image) {
      std::vector<std::int32_t> image(n * d, 0);
      for (std::size_t i = 0; i < values.size(); ++i) {
        const double period = domain.period[i % d], origin = domain.origin[i % d];
        if (!(period > 0) || std::isnan(values[i])) continue;
        const double turns = std::floor((values[i] - origin) / period);
        image[i] = static_cast<std::int32_t>(std::clamp(turns, -2147483648.0, 2147483647.0));
        values[i] -= image[i] * period;
      }
      write_frame<std::int32_t>(*arrays.image, image);
    }
    write_frame<double>(arrays.position, values);
    if (arrays.id_in_time) {
      std::vector<std::int64_t> id(n, -1);
      for (const std::int64_t k : bodies.id) id[static_cast<std::size_t>(k)] = k;
      write_frame<std::int64_t>(*arrays.id_in_time, id);
    }
  }

  // Makes room for the rows of this frame, from `end` on; write(from) fills it.
  template <class F>
  void write_rows(const RaggedColumns& ragged, Size rows, Size& end, F&& write) {
    write_number<std::int64_t>(ragged.offset, static_cast<std::int64_t>(end));
    write_number<std::int64_t>(ragged.count, static_cast<std::int64_t>(rows));
    if (rows == 0) return;  // the padding before the next rows comes with them
    for (h5::Dataset* a : ragged.columns) a->resize(end + rows);
    write(end);
    end = round_up(end + rows, ragged_chunk(n));
  }

  // Bodies by their rows; surfaces keep their names.
  static std::vector<std::int32_t> rows_of(const std::vector<std::int32_t>& names, const Bodies& bodies) {
    std::vector<std::int32_t> rows(names);
    for (std::int32_t& r : rows)
      if (r >= 0) r = static_cast<std::int32_t>(bodies.id[static_cast<std::size_t>(r)]);
    return rows;
  }

  void write_contacts(const Contacts& c, const Bodies& bodies, double h_step) {
    const std::vector<std::size_t> kept = select(c);
    write_rows(arrays.contacts(), kept.size(), contacts_end, [&](Size from) {
      const auto put = [&]<class T>(h5::Dataset& a, Size width, const auto& all, T scale) {
        std::vector<T> values;
        values.reserve(kept.size() * width);
        for (const std::size_t i : kept)
          for (Size k = 0; k < width; ++k) values.push_back(scale * all[i * width + k]);
        a.write<T>(from, kept.size(), values);
      };
      put(arrays.first, 1, rows_of(c.first, bodies), std::int32_t{1});
      put(arrays.second, 1, rows_of(c.second, bodies), std::int32_t{1});
      put(arrays.gap, 1, c.gap, 1.0);
      put(arrays.normal, d, c.normal, 1.0);
      put(arrays.impulse, 1, c.multiplier, h_step);
      put(arrays.memory, 1, c.remembering ? c.memory : std::vector<double>(c.size()), 1.0);
    });
  }

  void write_bridges(const PairList& b, const Bodies& bodies) {
    write_rows(arrays.bridges(), b.size(), bridges_end, [&](Size from) {
      arrays.bridge_first.write<std::int32_t>(from, b.size(), rows_of(b.first, bodies));
      arrays.bridge_second.write<std::int32_t>(from, b.size(), rows_of(b.second, bodies));
    });
  }

  // `step` goes first when frames are taken away, as it comes last when they are added.
  void cut(std::int64_t last) {
    std::vector<std::int64_t> steps;
    std::vector<double> times;
    arrays.read_frames(steps, times);
    frames = static_cast<std::size_t>(std::upper_bound(steps.begin(), steps.end(), last) - steps.begin());
    arrays.step.resize(frames);
    arrays.step.flush();
    arrays.for_each_of_frame([&](h5::Dataset& a) { a.resize(frames); });
    if (frames > 0) {
      last_step = steps[frames - 1];
      std::int64_t bodies = 0;
      arrays.bodies.read<std::int64_t>(frames - 1, 1, std::span(&bodies, 1));
      if (bodies < 0 || static_cast<Size>(bodies) > n) file.reject("the last frame is damaged");
    }
    contacts_end = cut_rows(arrays.contacts());
    bridges_end = cut_rows(arrays.bridges());
    file.flush();
  }

  // Where the rows of the frames that are left end.
  Size cut_rows(const RaggedColumns& ragged) {
    Size end = 0;
    if (frames > 0) {
      std::int64_t offset = 0, count = 0;
      ragged.offset.read<std::int64_t>(frames - 1, 1, std::span(&offset, 1));
      ragged.count.read<std::int64_t>(frames - 1, 1, std::span(&count, 1));
      end = static_cast<Size>(offset) + static_cast<Size>(count);
      const Size present = ragged.columns.front()->rows();
      const Size most = count > 0 ? present : round_up(present, ragged_chunk(n));
      if (offset < 0 || count < 0 || end > most) file.reject("the last frame is damaged");
      end = round_up(end, ragged_chunk(n));
    }
    for (h5::Dataset* a : ragged.columns) a->resize(std::min(a->rows(), end));
    return end;
  }
};

TrajectoryWriter::TrajectoryWriter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TrajectoryWriter::~TrajectoryWriter() = default;
TrajectoryWriter::TrajectoryWriter(TrajectoryWriter&&) noexcept = default;
TrajectoryWriter& TrajectoryWriter::operator=(TrajectoryWriter&&) noexcept = default;

TrajectoryWriter TrajectoryWriter::create(const std::string& path, const TrajectoryHeader& header) {
  if (header.bodies == 0) throw Error(path + ": a trajectory needs at least one body");
  if (header.dimension < 1 || header.dimension > 3) throw Error(path + ": the dimension must be 1, 2 or 3");
  if (header.gzip < 0 || header.gzip > 9) throw Error(path + ": gzip must be between 0 and 9");
  h5::File file = h5::File::create(path + ".tmp");
  create_h5md(file.root(), header);
  create_particles(file.root(), header);
  create_extras(file.root(), header);
  file.start_sharing();
  file.rename(path);
  return TrajectoryWriter(std::make_unique<Impl>(path, std::move(file), header.contact_cutoff));
}

TrajectoryWriter TrajectoryWriter::reopen(const std::string& path, std::int64_t last_step, double contact_cutoff) {
  auto impl = std::make_unique<Impl>(path, h5::File::open_again(path), contact_cutoff);
  impl->cut(last_step);
  return TrajectoryWriter(std::move(impl));
}

void TrajectoryWriter::append(std::int64_t step, double time, double h, const Bodies& bodies,
                              const Contacts& contacts, const PairList& bridges) {
  Impl& w = *impl_;
  if (step <= w.last_step)
    throw Error(fmt::format("{}: frames must come in order (step {} after {})", w.path, step, w.last_step));
  const auto& id = bodies.id;
  const bool in_order = std::adjacent_find(id.begin(), id.end(), std::greater_equal<>()) == id.end();
  const bool in_range = id.empty() || (id.front() >= 0 && static_cast<Size>(id.back()) < w.n);
  if (static_cast<Size>(bodies.dimension) != w.d || !in_order || !in_range ||
      (!w.arrays.id_in_time && bodies.size() != w.n))
    throw Error(
        fmt::format("{}: a frame of {} bodies does not fit into a trajectory of {}", w.path, bodies.size(), w.n));
  w.write_new_bodies(bodies);
  w.write_bodies(bodies);
  w.write_contacts(contacts, bodies, h);
  w.write_bridges(bridges, bodies);
  w.write_number<double>(w.arrays.time, time);
  w.write_number<std::int64_t>(w.arrays.bodies, static_cast<std::int64_t>(bodies.size()));
  w.write_number<double>(w.arrays.h, h);
  w.file.flush();
  w.write_number<std::int64_t>(w.arrays.step, step);
  w.arrays.step.flush();
  w.last_step = step;
  ++w.frames;
}

std::size_t TrajectoryWriter::frames() const { return impl_->frames; }
std::int64_t TrajectoryWriter::last_step() const { return impl_->last_step; }

void TrajectoryWriter::sync() {
  impl_->file.flush();
  sync_file(impl_->path);
}

void TrajectoryWriter::close() { impl_->file.close(); }

}  // namespace floc
