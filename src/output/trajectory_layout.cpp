#include "output/trajectory_layout.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "output/outline_arrays.hpp"
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
  return {.chunk = chunk, .grows = true, .gzip = gzip, .checksum = true, .fill = fill};
}

h5::Storage number_storage(double fill) { return {.chunk = {numbers_a_chunk}, .grows = true, .fill = fill}; }

// Each frame's contacts and bridges begin at a new chunk, for the same reason. Compressed, the padding costs next
// to nothing, and most frames take one chunk a column; else it is at most a quarter of a row a body.
Size ragged_chunk(Size bodies, int gzip) {
  return std::clamp<Size>(std::bit_ceil(gzip > 0 ? 3 * bodies : bodies / 4 + 1), 64, 32768);
}

void create_box(h5::Group& all, const TrajectoryHeader& header) {
  h5::Group box = all.create_group("box");
  const auto d = static_cast<std::size_t>(header.dimension);
  std::vector<std::string> boundary;
  for (int k = 0; k < header.dimension; ++k) boundary.push_back(header.domain.periodic(k) ? "periodic" : "none");
  box.set_integer("dimension", header.dimension);
  box.set_texts("boundary", boundary);
  box.put<double>("period", {d}, std::span(header.domain.period).first(d));
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
  if (header.domain.periodic()) {
    h5::Group edges = all.group("box").create_group("edges");
    edges.create("value", Type::float64, {0, d, d},
                 {.chunk = {edges_a_chunk, d, d}, .grows = true, .gzip = 1, .checksum = true});
    edges.link(step, "step");
    edges.link(time, "time");
  }
  const auto element = [&](const char* name, Type type, Size each, const h5::Shape& shape, double fill) {
    h5::Group g = all.create_group(name);
    g.create("value", type, shape, frame_storage(shape, each, header.gzip, fill));
    g.link(step, "step");
    g.link(time, "time");
  };
  element("velocity", real, bytes, {0, n, d}, absent);
  if (header.turning) {
    element("orientation", real, bytes, {0, n, header.dimension == 3 ? 4u : 1u}, absent);
    element("spin", real, bytes, {0, n, header.dimension == 3 ? 3u : 1u}, absent);
    all.create("inertia", Type::float64, {n, header.dimension == 3 ? 3u : 1u}, {.fill = absent});
  }
  if (header.fluid_force) {
    element("fluid_force", real, bytes, {0, n, d}, absent);
    element("fluid_torque", real, bytes, {0, n, header.dimension == 3 ? 3u : 1u}, absent);
  }
  if (header.shaped) all.create("shape", Type::int32, {n}, {.fill = -1.0});
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
  h5::Group obstacles = styles(floc.create_group("obstacles"), header.obstacles);
  obstacles.put<std::int32_t>("owner", {owner.size()}, owner);
  if (header.poses) {
    const Size count = header.obstacles.size();
    obstacles.create("pose", Type::float64, {0, count, pose_numbers},
                     {.chunk = {1, count, pose_numbers}, .grows = true, .checksum = true});
  }

  if (header.breaking > 0) {
    const Size count = header.breaking;
    floc.create_group("joints").create("broken", Type::int32, {0, count},
                                       {.chunk = {1, count}, .grows = true, .gzip = header.gzip, .checksum = true});
  }

  if (header.flow) {
    const Type field_real = header.double_precision ? Type::float64 : Type::float32;
    const Size bytes = header.double_precision ? 8 : 4, cells = header.flow->size();
    h5::Group flow = floc.create_group("flow");
    flow.put<double>("grid", {flow_grid_numbers}, flow_grid(*header.flow));
    flow.create("step", Type::int64, {0}, number_storage(-1));
    flow.create("time", Type::float64, {0}, number_storage(std::nan("")));
    const auto field = [&](const char* name, const h5::Shape& shape) {
      flow.create(name, field_real, shape, frame_storage(shape, bytes, header.gzip, std::nan("")));
    };
    field("velocity", {0, cells, static_cast<Size>(header.dimension)});
    field("pressure", {0, cells});
    field("vorticity", {0, cells, header.flow->vorticity_width()});
  }
  if (!header.outlines.empty()) put_outlines(floc.create_group("outlines"), header.outlines);
  h5::Group frames = floc.create_group("frames");
  frames.create("bodies", Type::int64, {0}, number_storage(0));
  frames.create("h", Type::float64, {0}, number_storage(0));
  frames.create("checksum", Type::int64, {0}, number_storage(0));
  floc.create("body_checksum", Type::int64, {static_cast<Size>(header.bodies)}, {.fill = 0.0});

  h5::Group contacts = floc.create_group("contacts");
  const Type real = header.double_precision ? Type::float64 : Type::float32;
  const Size chunk = ragged_chunk(header.bodies, header.gzip), d = static_cast<Size>(header.dimension);
  const h5::Storage rows{.chunk = {chunk}, .grows = true, .gzip = header.gzip, .checksum = true};
  const h5::Storage vectors{.chunk = {chunk, d}, .grows = true, .gzip = header.gzip, .checksum = true};
  contacts.create("offset", Type::int64, {0}, number_storage(0));
  contacts.create("count", Type::int64, {0}, number_storage(0));
  contacts.create("first", Type::int32, {0}, rows);
  contacts.create("second", Type::int32, {0}, rows);
  contacts.create("normal", real, {0, d}, vectors);
  if (header.turning) contacts.create("tangential", real, {0, d}, vectors);
  if (header.shaped) {
    contacts.create("feature", Type::int32, {0}, rows);
    for (const char* name : {"lever_first", "lever_second"}) contacts.create(name, real, {0, d}, vectors);
  }
  for (const char* name : {"gap", "impulse", "memory"}) contacts.create(name, real, {0}, rows);

  h5::Group bridges = floc.create_group("bridges");
  for (const char* name : {"offset", "count"}) bridges.create(name, Type::int64, {0}, number_storage(0));
  for (const char* name : {"first", "second"}) bridges.create(name, Type::int32, {0}, rows);
}

void create_connectivity(h5::Group root, const TrajectoryHeader& header) {
  if (header.bonds.empty() && header.joints.empty()) return;
  h5::Group connectivity = root.create_group("connectivity");
  const auto put = [&](const char* name, const std::vector<std::array<std::int64_t, 2>>& links) {
    if (links.empty()) return;
    std::vector<std::int64_t> ids;
    for (const auto& link : links) ids.insert(ids.end(), link.begin(), link.end());
    connectivity.put<std::int64_t>(name, {links.size(), 2}, ids);
    connectivity.dataset(name).set_reference("particles_group", root.group("particles").group("all"));
  };
  put("bonds", header.bonds);
  put("joints", header.joints);
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

void create_trajectory(h5::File& file, const TrajectoryHeader& header) {
  create_h5md(file.root(), header);
  create_particles(file.root(), header);
  create_connectivity(file.root(), header);
  create_extras(file.root(), header);
  file.flush();  // a full disk is told as such, and not as a file that is too short to read back
  file.root().group("floc").set_integer("checksum", static_cast<std::int64_t>(header_checksum(file)));
}

}  // namespace floc
