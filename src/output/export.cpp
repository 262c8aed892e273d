#include "output/export.hpp"

#include "core/error.hpp"

namespace floc {

const std::vector<ExportFormat>& export_formats() {
  static const std::vector<ExportFormat> formats{
      {"vtp", "ParaView: particles.pvd and obstacles.pvd, with one .vtp file a frame", make_vtp_exporter},
      {"xyz", "OVITO: particles.xyz (extended XYZ)", make_xyz_exporter},
      {"csv", "particles.csv: one line a body and frame", make_csv_exporter},
  };
  return formats;
}

std::unique_ptr<Exporter> make_exporter(std::string_view format, const std::string& directory) {
  std::string names;
  for (const ExportFormat& f : export_formats()) {
    if (f.name == format) return f.make(directory);
    names += (names.empty() ? "" : ", ") + f.name;
  }
  throw Error("unknown export format \"" + std::string(format) + "\"; there are " + names);
}

}  // namespace floc
