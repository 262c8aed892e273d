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
      : file_((make_directory(directory), directory + "/particles.csv"), OutputFile::Mode::create),
        contacts_(directory + "/contacts.csv", OutputFile::Mode::create) {}

  void add(const Snapshot& frame, std::span<const Obstacle> obstacles) override {
    add_contacts(frame, obstacles);
    const Bodies& b = frame.bodies;
    const auto d = static_cast<std::size_t>(b.dimension);
    if (frames_ == 0) file_.write(header(b));
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
    const Bodies& b = frame.bodies;
    const SnapshotContacts& c = frame.contacts;
    const auto d = static_cast<std::size_t>(b.dimension);
    if (frames_ == 0) contacts_.write(contact_header(b));
    std::vector<std::size_t> owner;  // of each surface
    for (std::size_t o = 0; o < obstacles.size(); ++o) owner.insert(owner.end(), obstacles[o].surfaces.size(), o);
    const double rate = frame.h > 0 ? 1 / frame.h : 0;
    fmt::memory_buffer text;
    const auto out = std::back_inserter(text);
    for (std::size_t k = 0; k < c.size(); ++k) {
      std::int64_t second = -1, obstacle = -1;
      if (c.second[k] >= 0) {
        second = b.id[static_cast<std::size_t>(c.second[k])];
      } else {
        const auto surface = static_cast<std::size_t>(PairList::surface_of(c.second[k]));
        if (surface < owner.size()) obstacle = static_cast<std::int64_t>(owner[surface]);
      }
      text.clear();
      fmt::format_to(out, "{},{},{},{},{},{},{},{},{}", frames_, frame.step, frame.time,
                     b.id[static_cast<std::size_t>(c.first[k])], second, obstacle, c.gap[k], rate * c.impulse[k],
                     c.memory[k]);
      for (std::size_t i = 0; i < d; ++i) fmt::format_to(out, ",{}", c.normal[k * d + i]);
      if (b.turning)
        for (std::size_t i = 0; i < d; ++i)
          fmt::format_to(out, ",{}", c.tangential.empty() ? 0.0 : rate * c.tangential[k * d + i]);
      text.push_back('\n');
      contacts_.write({text.data(), text.size()});
    }
  }

  static std::string contact_header(const Bodies& b) {
    std::string line = "frame,step,time,first,second,obstacle,gap,force,memory";
    for (int k = 0; k < b.dimension; ++k) line += std::string(",n") + "xyz"[k];
    if (b.turning)
      for (int k = 0; k < b.dimension; ++k) line += std::string(",t") + "xyz"[k];
    return line + "\n";
  }

  static std::string header(const Bodies& b) {
    std::string line = "frame,step,time,id,group";
    for (const char* prefix : {"", "v", "f"})
      for (int k = 0; k < b.dimension; ++k) line += std::string(",") + prefix + "xyz"[k];
    line += ",pressure,radius,mass";
    if (b.turning) line += b.dimension == 3 ? ",qw,qx,qy,qz,wx,wy,wz" : ",angle,spin";
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
