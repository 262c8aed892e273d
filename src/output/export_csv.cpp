#include <fmt/format.h>

#include <iterator>

#include "output/contact_table.hpp"
#include "output/csv_text.hpp"
#include "output/export.hpp"
#include "output/files.hpp"

namespace floc {
namespace {

class CsvExporter : public Exporter {
 public:
  explicit CsvExporter(const std::string& directory)
      : file_((make_directory(directory), directory + "/particles.csv"), OutputFile::Mode::create),
        contacts_(directory + "/contacts.csv", OutputFile::Mode::create) {}

  void add(const Snapshot& frame, std::span<const Obstacle> obstacles) override {
    add_contacts(frame, obstacles);
    const Bodies& b = frame.bodies;
    const auto d = static_cast<std::size_t>(b.dimension);
    if (frames_ == 0) file_.write(header(frame));
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
      fmt::format_to(out, ",{},{},{}", pressure[i], b.radius[i], b.mass[i]);
      const std::size_t angles = b.turning ? b.orientation_width() : 0, spins = b.turning ? b.spin_width() : 0;
      for (std::size_t k = 0; k < angles; ++k) fmt::format_to(out, ",{}", b.orientation[i * angles + k]);
      for (std::size_t k = 0; k < spins; ++k) fmt::format_to(out, ",{}", b.spin[i * spins + k]);
      for (const std::vector<double>* a : {&frame.fluid_force, &frame.fluid_torque})
        for (std::size_t width = a->size() / b.size(), k = 0; k < width; ++k)
          fmt::format_to(out, ",{}", (*a)[i * width + k]);
      text.push_back('\n');
      file_.write({text.data(), text.size()});
    }
    ++frames_;
  }

  std::vector<std::string> finish() override {
    file_.close();
    contacts_.close();
    return {file_.path(), contacts_.path()};
  }

 private:
  // As they stand in the frame: those of the step before it.
  void add_contacts(const Snapshot& frame, std::span<const Obstacle> obstacles) {
    const ContactTable table = contact_table(frame, surface_owners(obstacles));
    fmt::memory_buffer text;
    const auto out = std::back_inserter(text);
    if (frames_ == 0) {
      fmt::format_to(out, "frame,step,time");
      table.for_columns([&](const char* name, std::size_t width, const auto&) {
        for (std::size_t i = 0; i < width; ++i)
          width == 1 ? fmt::format_to(out, ",{}", name) : fmt::format_to(out, ",{}_{}", name, "xyz"[i]);
      });
      text.push_back('\n');
    }
    for (std::size_t k = 0; k < table.first.size(); ++k) {
      fmt::format_to(out, "{},{},{}", frames_, frame.step, frame.time);
      table.for_columns([&](const char*, std::size_t width, const auto& values) {
        for (std::size_t i = 0; i < width; ++i) fmt::format_to(out, ",{}", values[k * width + i]);
      });
      text.push_back('\n');
    }
    contacts_.write({text.data(), text.size()});
  }

  static std::string header(const Snapshot& frame) {
    const Bodies& b = frame.bodies;
    std::string line = "frame,step,time,id,group";
    for (const char* prefix : {"", "v", "f"})
      for (int k = 0; k < b.dimension; ++k) line += std::string(",") + prefix + "xyz"[k];
    line += ",pressure,radius,mass";
    if (b.turning) line += b.dimension == 3 ? ",qw,qx,qy,qz,wx,wy,wz" : ",angle,spin";
    if (!frame.fluid_force.empty())
      line += b.dimension == 3 ? ",fluid_fx,fluid_fy,fluid_fz,fluid_tx,fluid_ty,fluid_tz"
                               : ",fluid_fx,fluid_fy,fluid_torque";
    return line + "\n";
  }

  OutputFile file_, contacts_;
  std::size_t frames_ = 0;
};

}  // namespace

std::unique_ptr<Exporter> make_csv_exporter(const std::string& directory) {
  return std::make_unique<CsvExporter>(directory);
}

}  // namespace floc
