#include "output/export.hpp"

#include "core/error.hpp"

namespace floc {

const std::vector<ExportFormat>& export_formats() {
  static const std::vector<ExportFormat> formats{
      {"vtp", "ParaView: particles.pvd, shapes.pvd, obstacles.pvd and contacts.pvd, with one .vtp file per frame",
       make_vtp_exporter},
      {"vti", "ParaView: the flow of a fluid, flow.pvd with one .vti file per frame, and the files of vtp", make_vti_exporter},
      {"gsd", "OVITO, HOOMD-blue: particles.gsd, with shapes and links", make_gsd_exporter},
      {"xyz", "OVITO, ASE: particles.xyz (extended XYZ)", make_xyz_exporter},
      {"lammps", "OVITO, VMD, MDAnalysis: particles.lammpstrj, as a dump of LAMMPS", make_lammps_exporter},
      {"csv", "tables: particles.csv, a line per body and frame, and contacts.csv, a line per contact and frame",
       make_csv_exporter},
  };
  return formats;
}

bool is_exported(const std::string& file) {
  const std::size_t dot = file.rfind('.');
  if (dot == std::string::npos) return false;
  const std::string stem = file.substr(0, file.find_last_not_of("0123456789", dot - 1) + 1), ending = file.substr(dot);
  for (const std::string name : {"particles", "shapes", "obstacles", "contacts", "bridges"}) {
    if (stem == name + "_" && ending == ".vtp") return true;
    if (file == name + ".pvd") return true;
  }
  if ((stem == "flow_" && ending == ".vti") || file == "flow.pvd") return true;
  for (const char* name : {"particles.gsd", "particles.xyz", "particles.lammpstrj", "particles.csv", "contacts.csv"})
    if (file == name) return true;
  return false;
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
