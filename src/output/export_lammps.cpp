#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "output/export.hpp"
#include "output/files.hpp"
#include "output/window.hpp"

namespace floc {
namespace {

class LammpsExporter : public Exporter {
 public:
  explicit LammpsExporter(const std::string& directory)
      : file_((make_directory(directory), directory + "/particles.lammpstrj"), OutputFile::Mode::create) {}

  void add(const Snapshot& frame, std::span<const Obstacle>) override {
    const Bodies& b = frame.bodies;
    const Bounds box = window_of(frame, {}, 0);
    const double thick = std::max(2 * largest_radius(b), 1e-300);
    std::string boundary, bounds;
    for (int k = 0; k < 3; ++k) {
      const bool flat = !(box.high[k] > box.low[k]);
      boundary += frame.domain.periodic(k) ? " pp" : " ff";
      bounds += fmt::format("{} {}\n", box.low[k] - (flat ? 0.5 * thick : 0), box.high[k] + (flat ? 0.5 * thick : 0));
    }
    file_.write(fmt::format(
        "ITEM: TIMESTEP\n{}\nITEM: NUMBER OF ATOMS\n{}\nITEM: BOX BOUNDS{}\n{}"
        "ITEM: ATOMS id type x y z vx vy vz radius mass{}\n",
        frame.step, b.size(), boundary, bounds, b.turning ? " quatw quati quatj quatk omegax omegay omegaz" : ""));
    fmt::memory_buffer text;
    for (std::size_t i = 0; i < b.size(); ++i) {
      const Vec3 x = wrapped_position(frame, i), v = embed(b.v(i), b.dimension);
      text.clear();
      fmt::format_to(std::back_inserter(text), "{} {} {} {} {} {} {} {} {} {}", b.id[i] + 1, b.group[i] + 1, x[0], x[1],
                     x[2], v[0], v[1], v[2], b.radius[i], b.mass[i]);
      if (b.turning) {
        const Quaternion q = orientation_of(b, i);
        const Vec3 w = spin_of(b, i);
        fmt::format_to(std::back_inserter(text), " {} {} {} {} {} {} {}", q.w, q.v[0], q.v[1], q.v[2], w[0], w[1],
                       w[2]);
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

std::unique_ptr<Exporter> make_lammps_exporter(const std::string& directory) {
  return std::make_unique<LammpsExporter>(directory);
}

}  // namespace floc
