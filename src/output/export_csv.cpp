#include <fmt/format.h>

#include <iterator>

#include "output/csv_text.hpp"
#include "output/export.hpp"
#include "output/files.hpp"

namespace floc {
namespace {

class CsvExporter : public Exporter {
 public:
  explicit CsvExporter(const std::string& directory)
      : file_((make_directory(directory), directory + "/particles.csv"), OutputFile::Mode::create) {}

  void add(const Snapshot& frame, std::span<const Obstacle>) override {
    const Bodies& b = frame.bodies;
    const auto d = static_cast<std::size_t>(b.dimension);
    if (frames_ == 0) file_.write(header(b.dimension));
    const std::vector<double> force = contact_force(frame);
    const std::vector<double> pressure = particle_quantity(Quantity::pressure, frame);
    fmt::memory_buffer text;
    const auto out = std::back_inserter(text);
    for (std::size_t i = 0; i < b.size(); ++i) {
      text.clear();
      fmt::format_to(out, "{},{},{},{},{}", frames_, frame.step, frame.time, b.id[i],
                     csv_text(frame.groups[static_cast<std::size_t>(b.group[i])].name));
      for (std::size_t k = 0; k < d; ++k) fmt::format_to(out, ",{}", b.position[i * d + k]);
      for (std::size_t k = 0; k < d; ++k) fmt::format_to(out, ",{}", b.velocity[i * d + k]);
      for (std::size_t k = 0; k < d; ++k) fmt::format_to(out, ",{}", force[i * d + k]);
      fmt::format_to(out, ",{},{},{}\n", pressure[i], b.radius[i], b.mass[i]);
      file_.write({text.data(), text.size()});
    }
    ++frames_;
  }

  std::vector<std::string> finish() override {
    file_.close();
    return {file_.path()};
  }

 private:
  static std::string header(int dimension) {
    std::string line = "frame,step,time,id,group";
    for (const char* prefix : {"", "v", "f"})
      for (int k = 0; k < dimension; ++k) line += std::string(",") + prefix + "xyz"[k];
    return line + ",pressure,radius,mass\n";
  }

  OutputFile file_;
  std::size_t frames_ = 0;
};

}  // namespace

std::unique_ptr<Exporter> make_csv_exporter(const std::string& directory) {
  return std::make_unique<CsvExporter>(directory);
}

}  // namespace floc
