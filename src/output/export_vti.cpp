// The flow of a fluid as images of VTK, with the bodies beside it as make_vtp_exporter has them.
#include <fmt/format.h>

#include "fluid/flow_field.hpp"
#include "output/export.hpp"
#include "output/files.hpp"
#include "output/vtk_file.hpp"

namespace floc {
namespace {

// Values a cell, as three components each: `from` has `width`.
std::vector<float> vectors(const std::vector<double>& from, std::size_t width) {
  std::vector<float> all(from.size() / width * 3, 0.0f);
  for (std::size_t i = 0; i < from.size(); ++i) all[i / width * 3 + i % width] = static_cast<float>(from[i]);
  return all;
}

void save_flow(const FlowField& flow, const std::string& path) {
  std::string extent;
  for (int k = 0; k < 3; ++k) extent += fmt::format("{}0 {}", k == 0 ? "" : " ", k < flow.dimension ? flow.n(k) : 0);
  VtkFile file("ImageData",
               fmt::format("WholeExtent=\"{}\" Origin=\"{} {} {}\" Spacing=\"{} {} {}\"", extent, flow.origin[0],
                           flow.origin[1], flow.origin[2], flow.h, flow.h, flow.h),
               fmt::format("Extent=\"{}\"", extent));
  const auto d = static_cast<std::size_t>(flow.dimension);
  file.open("CellData Scalars=\"pressure\" Vectors=\"velocity\"");
  file.array("Float32", "velocity", 3, vectors(flow.velocity, d));
  file.array("Float32", "pressure", 1, std::vector<float>(flow.pressure.begin(), flow.pressure.end()));
  if (flow.dimension == 3)
    file.array("Float32", "vorticity", 3, vectors(flow.vorticity, 3));
  else
    file.array("Float32", "vorticity", 1, std::vector<float>(flow.vorticity.begin(), flow.vorticity.end()));
  file.close("CellData");
  file.save(path);
}

class VtiExporter : public Exporter {
 public:
  explicit VtiExporter(const std::string& directory) : directory_(directory), bodies_(make_vtp_exporter(directory)) {}

  void add(const Snapshot& frame, std::span<const Obstacle> obstacles) override {
    bodies_->add(frame, obstacles);
    if (frame.flow) {
      const std::string file = fmt::format("{}_{:06}.vti", flows_.name(), frames_);
      save_flow(*frame.flow, directory_ + "/" + file);
      flows_.add(frame.time, file);
    }
    ++frames_;
  }

  std::vector<std::string> finish() override {
    std::vector<std::string> files = bodies_->finish();
    if (flows_.empty()) return files;
    files.insert(files.begin(), fmt::format("{}/{}.pvd", directory_, flows_.name()));
    flows_.save(files.front());
    return files;
  }

 private:
  std::string directory_;
  std::unique_ptr<Exporter> bodies_;
  std::size_t frames_ = 0;
  VtkCollection flows_{"flow"};
};

}  // namespace

std::unique_ptr<Exporter> make_vti_exporter(const std::string& directory) {
  return std::make_unique<VtiExporter>(directory);
}

}  // namespace floc
