#include <fmt/format.h>

#include <cstdint>

#include "output/export.hpp"
#include "output/files.hpp"
#include "output/pair_lines.hpp"
#include "output/vtk_file.hpp"
#include "output/window.hpp"

namespace floc {
namespace {

// An XML PolyData file.
class PolyData : public VtkFile {
 public:
  PolyData(std::size_t points, std::size_t verts, std::size_t lines, std::size_t polys)
      : VtkFile("PolyData", "",
                fmt::format("NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" NumberOfLines=\"{}\" NumberOfStrips=\"0\" "
                            "NumberOfPolys=\"{}\"",
                            points, verts, lines, polys)) {}

  void cells(const std::string& tag, const std::vector<std::int64_t>& connectivity,
             const std::vector<std::int64_t>& offsets) {
    open(tag);
    array("Int64", "connectivity", 1, connectivity);
    array("Int64", "offsets", 1, offsets);
    close(tag);
  }
};

// N × d numbers as N × 3.
std::vector<double> in_space(const std::vector<double>& values, int dimension) {
  const auto d = static_cast<std::size_t>(dimension);
  std::vector<double> out(values.size() / d * 3, 0.0);
  for (std::size_t i = 0; i < values.size(); ++i) out[i / d * 3 + i % d] = values[i];
  return out;
}

void save_particles(const Snapshot& frame, const std::string& path) {
  const Bodies& b = frame.bodies;
  std::vector<double> points;
  std::vector<std::int64_t> connectivity, offsets;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const Vec3 x = wrapped_position(frame, i);
    points.insert(points.end(), x.c.begin(), x.c.end());
    connectivity.push_back(static_cast<std::int64_t>(i));
    offsets.push_back(static_cast<std::int64_t>(i) + 1);
  }
  PolyData file(b.size(), b.size(), 0, 0);
  file.open("PointData Scalars=\"radius\" Vectors=\"velocity\"");
  file.array("Float64", "radius", 1, b.radius);
  file.array("Float64", "velocity", 3, in_space(b.velocity, b.dimension));
  file.array("Float64", "force", 3, in_space(contact_force(frame), b.dimension));
  file.array("Float64", "pressure", 1, particle_quantity(Quantity::pressure, frame));
  file.array("Float64", "mass", 1, b.mass);
  file.array("Int32", "group", 1, b.group);
  file.array("Int64", "id", 1, b.id);
  if (b.turning) {
    std::vector<double> orientation(4 * b.size()), spin(3 * b.size());
    for (std::size_t i = 0; i < b.size(); ++i) {
      orientation_of(b, i).store(&orientation[4 * i]);
      spin_of(b, i).store(&spin[3 * i]);
    }
    file.array("Float64", "orientation", 4, orientation);
    file.array("Float64", "angular_velocity", 3, spin);
  }
  if (!frame.fluid_force.empty()) {
    std::vector<double> torque(3 * b.size());
    const std::size_t width = b.spin_width();
    for (std::size_t i = 0; i < b.size(); ++i)
      std::copy_n(&frame.fluid_torque[i * width], width, &torque[3 * i + 3 - width]);
    file.array("Float64", "fluid_force", 3, in_space(frame.fluid_force, b.dimension));
    file.array("Float64", "fluid_torque", 3, torque);
  }
  file.close("PointData");
  file.open("Points");
  file.array("Float64", "Points", 3, points);
  file.close("Points");
  file.cells("Verts", connectivity, offsets);
  file.save(path);
}

struct Cells {
  std::vector<std::int64_t> connectivity, offsets, owner;

  void add(const std::vector<int>& cell, std::size_t first_point, std::size_t of) {
    for (const int p : cell) connectivity.push_back(static_cast<std::int64_t>(first_point) + p);
    offsets.push_back(static_cast<std::int64_t>(connectivity.size()));
    owner.push_back(static_cast<std::int64_t>(of));
  }
};

// Surfaces of many, each cell with the number of the one that it belongs to.
struct Surfaces {
  std::vector<double> points;
  Cells verts, lines, polys;

  void add(const Mesh& mesh, std::size_t of, auto&& place) {
    const std::size_t first_point = points.size() / 3;
    for (const Vec3& p : mesh.points) {
      const Vec3 x = place(p);
      points.insert(points.end(), x.c.begin(), x.c.end());
    }
    for (const auto& l : mesh.lines) (l.size() == 1 ? verts : lines).add(l, first_point, of);
    for (const auto& f : mesh.faces) polys.add(f, first_point, of);
  }
  std::vector<std::int64_t> owners() const {
    std::vector<std::int64_t> all = verts.owner;
    all.insert(all.end(), lines.owner.begin(), lines.owner.end());
    all.insert(all.end(), polys.owner.begin(), polys.owner.end());
    return all;
  }
  // `data` adds what the cells have.
  void save(const std::string& path, const char* scalars, auto&& data) const {
    PolyData file(points.size() / 3, verts.offsets.size(), lines.offsets.size(), polys.offsets.size());
    file.open(fmt::format("CellData Scalars=\"{}\"", scalars));
    data(file);
    file.close("CellData");
    file.open("Points");
    file.array("Float64", "Points", 3, points);
    file.close("Points");
    file.cells("Verts", verts.connectivity, verts.offsets);
    file.cells("Lines", lines.connectivity, lines.offsets);
    file.cells("Polys", polys.connectivity, polys.offsets);
    file.save(path);
  }
};

// Bodies that are no spheres, as they lie.
void save_shapes(const Snapshot& frame, const std::string& path) {
  const Bodies& b = frame.bodies;
  Surfaces all;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const Mesh* const outline = outline_of(frame, i);
    if (!outline) continue;
    const Vec3 at = wrapped_position(frame, i);
    const Quaternion q = orientation_of(b, i);
    all.add(*outline, i, [&](const Vec3& p) { return at + b.radius[i] * to_world(q, p); });
  }
  const std::vector<std::int64_t> owner = all.owners();
  const std::vector<double> pressure = particle_quantity(Quantity::pressure, frame);
  all.save(path, "id", [&](PolyData& file) {
    std::vector<std::int64_t> id;
    std::vector<std::int32_t> group;
    std::vector<double> pressed, speed;
    for (const std::int64_t k : owner) {
      const auto i = static_cast<std::size_t>(k);
      id.push_back(b.id[i]);
      group.push_back(b.group[i]);
      pressed.push_back(pressure[i]);
      speed.push_back(norm(embed(b.v(i), b.dimension)));
    }
    file.array("Int64", "id", 1, id);
    file.array("Int32", "group", 1, group);
    file.array("Float64", "pressure", 1, pressed);
    file.array("Float64", "speed", 1, speed);
  });
}

void save_obstacles(const Snapshot& frame, std::span<const Obstacle> obstacles, const std::string& path) {
  Surfaces all;
  for (const PlacedMesh& m :
       place_meshes(obstacles, frame.time, frame.bodies.dimension, window_of(frame, obstacles, 0.05)))
    all.add(m.mesh, m.obstacle, [](const Vec3& p) { return p; });
  const std::vector<std::int64_t> owner = all.owners();
  all.save(path, "obstacle", [&](PolyData& file) {
    file.array("Int32", "obstacle", 1, std::vector<std::int32_t>(owner.begin(), owner.end()));
  });
}

// A line a pair, from centre to centre or to the obstacle.
struct Lines {
  std::vector<double> points;
  std::vector<std::int64_t> connectivity, offsets;

  explicit Lines(std::span<const PairLine> pairs) {
    for (const PairLine& p : pairs) {
      points.insert(points.end(), p.from.c.begin(), p.from.c.end());
      points.insert(points.end(), p.to.c.begin(), p.to.c.end());
      for (int end = 0; end < 2; ++end) connectivity.push_back(static_cast<std::int64_t>(connectivity.size()));
      offsets.push_back(static_cast<std::int64_t>(connectivity.size()));
    }
  }
};

struct CellArray {
  const char* name;
  std::vector<double> values;
  int components = 1;
};

void save_lines(std::span<const PairLine> pairs, const std::vector<CellArray>& arrays, const std::string& path) {
  const Lines lines(pairs);
  PolyData file(2 * pairs.size(), 0, pairs.size(), 0);
  file.open(fmt::format("CellData Scalars=\"{}\"", arrays.front().name));
  for (const CellArray& a : arrays) file.array("Float64", a.name, a.components, a.values);
  file.close("CellData");
  file.open("Points");
  file.array("Float64", "Points", 3, lines.points);
  file.close("Points");
  file.cells("Lines", lines.connectivity, lines.offsets);
  file.save(path);
}

void save_bridges(const Snapshot& frame, std::span<const Obstacle> obstacles, const std::string& path) {
  const std::vector<PairLine> bridges = bridge_lines(frame, obstacles);
  CellArray gap{"gap", {}};
  for (const PairLine& b : bridges) gap.values.push_back(b.gap());
  save_lines(bridges, {gap}, path);
}

void save_contacts(const Snapshot& frame, std::span<const Obstacle> obstacles, const std::string& path) {
  const SnapshotContacts& all = frame.contacts;
  const std::vector<PairLine> contacts = contact_lines(frame, obstacles);
  CellArray force{"force", {}}, gap{"gap", {}}, memory{"memory", {}};
  for (const PairLine& c : contacts) {
    force.values.push_back(frame.h > 0 ? all.impulse[c.pair] / frame.h : 0);
    gap.values.push_back(all.gap[c.pair]);
    memory.values.push_back(all.memory[c.pair]);
  }
  std::vector<CellArray> arrays{force, gap, memory};
  if (!all.tangential.empty()) {
    CellArray friction{"friction", {}, 3};
    const int d = frame.bodies.dimension;
    for (const PairLine& c : contacts) {
      const Vec3 t =
          (frame.h > 0 ? 1 / frame.h : 0.0) * embed(&all.tangential[c.pair * static_cast<std::size_t>(d)], d);
      friction.values.insert(friction.values.end(), t.c.begin(), t.c.end());
    }
    arrays.push_back(friction);
  }
  save_lines(contacts, arrays, path);
}

class VtpExporter : public Exporter {
 public:
  explicit VtpExporter(const std::string& directory) : directory_(directory) { make_directory(directory); }

  void add(const Snapshot& frame, std::span<const Obstacle> obstacles) override {
    save(particles_, frame.time, [&](const std::string& path) { save_particles(frame, path); });
    if (frame.bodies.shaped && frame.outlines)
      save(shapes_, frame.time, [&](const std::string& path) { save_shapes(frame, path); });
    if (!obstacles.empty())
      save(obstacles_, frame.time, [&](const std::string& path) { save_obstacles(frame, obstacles, path); });
    // Once there are contacts or bridges every frame tells how many, so that none of an earlier one stays in view.
    if (frame.contacts.size() > 0 || !contacts_.empty())
      save(contacts_, frame.time, [&](const std::string& path) { save_contacts(frame, obstacles, path); });
    if (frame.bridges.size() > 0 || !bridges_.empty())
      save(bridges_, frame.time, [&](const std::string& path) { save_bridges(frame, obstacles, path); });
    ++frames_;
  }

  std::vector<std::string> finish() override {
    std::vector<std::string> files;
    for (const VtkCollection* collection : {&particles_, &shapes_, &obstacles_, &contacts_, &bridges_}) {
      if (collection->empty() && collection != &particles_) continue;
      files.push_back(fmt::format("{}/{}.pvd", directory_, collection->name()));
      collection->save(files.back());
    }
    return files;
  }

 private:
  template <class F>
  void save(VtkCollection& collection, double time, F&& write) {
    const std::string file = fmt::format("{}_{:06}.vtp", collection.name(), frames_);
    write(directory_ + "/" + file);
    collection.add(time, file);
  }

  std::string directory_;
  std::size_t frames_ = 0;
  VtkCollection particles_{"particles"}, shapes_{"shapes"}, obstacles_{"obstacles"}, contacts_{"contacts"},
      bridges_{"bridges"};
};

}  // namespace

std::unique_ptr<Exporter> make_vtp_exporter(const std::string& directory) {
  return std::make_unique<VtpExporter>(directory);
}

}  // namespace floc
