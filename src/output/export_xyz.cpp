#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "output/export.hpp"
#include "output/files.hpp"
#include "output/window.hpp"

namespace floc {
namespace {

// The group as one word. The column is called `type`, which OVITO knows and ASE keeps: `species` would be chemical
// elements there, and the file refused.
std::string type_of(const Snapshot& frame, std::size_t group) {
  std::string name = frame.groups[group].name;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == '"'; }, '_');
  return name.empty() ? fmt::format("group{}", group) : name;
}

// The cell holds all bodies; where a dimension is missing it is as thick as the largest of them.
std::string comment(const Snapshot& frame) {
  const Bounds box = window_of(frame, {}, 0);
  const double thick = std::max(2 * largest_radius(frame.bodies), 1e-300);
  Vec3 side, origin = box.low;
  std::string periodic;
  for (int k = 0; k < 3; ++k) {
    side[k] = box.high[k] - box.low[k];
    if (!(side[k] > 0)) {
      side[k] = thick;
      origin[k] -= 0.5 * thick;
    }
    periodic += std::string(k == 0 ? "" : " ") + (frame.domain.periodic(k) ? "T" : "F");
  }
  return fmt::format(
      "Lattice=\"{} 0 0 0 {} 0 0 0 {}\" Origin=\"{} {} {}\" pbc=\"{}\" "
      "Properties=type:S:1:pos:R:3:velo:R:3:radius:R:1:pressure:R:1:id:I:1{} Time={} Step={}\n",
      side[0], side[1], side[2], origin[0], origin[1], origin[2], periodic,
      std::string(frame.bodies.turning ? ":orientation:R:4:angular_velocity:R:3" : "") +
          (frame.bodies.shaped ? ":aspherical_shape:R:3" : ""),
      frame.time, frame.step);
}

// Half the extents along its own axes; in the plane it is as thick as it is narrow.
Vec3 half_extents(const Snapshot& frame, std::size_t i) {
  const double r = frame.bodies.radius[i];
  const Mesh* const outline = outline_of(frame, i);
  if (!outline) return {{r, r, r}};
  Vec3 most;
  for (const Vec3& p : outline->points)
    for (int k = 0; k < 3; ++k) most[k] = std::max(most[k], std::abs(p[k]));
  if (frame.bodies.dimension == 2) most[2] = std::min(most[0], most[1]);
  return r * most;
}

class XyzExporter : public Exporter {
 public:
  explicit XyzExporter(const std::string& directory)
      : file_((make_directory(directory), directory + "/particles.xyz"), OutputFile::Mode::create) {}

  void add(const Snapshot& frame, std::span<const Obstacle>) override {
    const Bodies& b = frame.bodies;
    file_.write(fmt::format("{}\n{}", b.size(), comment(frame)));
    const std::vector<double> pressure = particle_quantity(Quantity::pressure, frame);
    fmt::memory_buffer text;
    for (std::size_t i = 0; i < b.size(); ++i) {
      const Vec3 x = wrapped_position(frame, i), v = embed(b.v(i), b.dimension);
      text.clear();
      fmt::format_to(std::back_inserter(text), "{} {} {} {} {} {} {} {} {} {}",
                     type_of(frame, static_cast<std::size_t>(b.group[i])), x[0], x[1], x[2], v[0], v[1], v[2],
                     b.radius[i], pressure[i], b.id[i]);
      if (b.turning) {  // quaternions with the scalar last, as OVITO has them
        const Quaternion q = orientation_of(b, i);
        const Vec3 w = spin_of(b, i);
        fmt::format_to(std::back_inserter(text), " {} {} {} {} {} {} {}", q.v[0], q.v[1], q.v[2], q.w, w[0], w[1],
                       w[2]);
      }
      if (b.shaped) {
        const Vec3 half = half_extents(frame, i);
        fmt::format_to(std::back_inserter(text), " {} {} {}", half[0], half[1], half[2]);
      }
      text.push_back('\n');
      file_.write({text.data(), text.size()});
    }
  }

  std::vector<std::string> finish() override {
    file_.close();
    return {file_.path()};
  }

 private:
  OutputFile file_;
};

}  // namespace

std::unique_ptr<Exporter> make_xyz_exporter(const std::string& directory) {
  return std::make_unique<XyzExporter>(directory);
}

}  // namespace floc
