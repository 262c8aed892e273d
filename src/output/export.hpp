// Frames for other programs. One file of source a format, one line of registration each.
//
//   vtp   ParaView: particles.pvd and obstacles.pvd over one .vtp file a frame (XML PolyData).
//         Points with radius, velocity, force and pressure (of the contacts), group and id, ready for sphere glyphs
//         scaled by radius, where bodies turn also with orientation (a quaternion, scalar first) and
//         angular_velocity, in a fluid with fluid_force and fluid_torque; obstacles as surfaces. shapes.pvd has the
//         surfaces of bodies that are no spheres, as they lie, with id, group, pressure and speed. contacts.pvd has
//         the contacts of the step before the frame as lines, ready for tubes: from centre to centre or to the
//         nearest point of the obstacle, with force (λ), gap (at the beginning of the step), memory and the vector of
//         friction; bridges.pvd bridges of liquid in the same way, with the gap of the frame. Neither is there where
//         a run has none.
//   vti   ParaView: flow.pvd over one .vti file (XML ImageData) for each frame that has the flow of a fluid: velocity,
//         pressure and vorticity in its cells; and the files of vtp beside it.
//   gsd   OVITO, HOOMD-blue: particles.gsd, schema hoomd, all frames in one file; a type for each group and shape,
//         with the shape itself (type_shapes), quaternions with the scalar first, chains and bonds as `bonds`. The box
//         is centred at 0 there: x = position + log/origin.
//   xyz   OVITO, ASE: particles.xyz, extended XYZ, all frames in one file; `type` is the group; quaternions have
//         the scalar last there. Where bodies have shapes, aspherical_shape is half their extents along their own axes:
//         the semi-axes of ellipsoids.
//   lammps  OVITO, VMD, MDAnalysis: particles.lammpstrj, a dump in text; ids and types (groups) begin at 1 there.
//   csv   particles.csv: one line a body and frame; qw, qx, qy, qz and wx, wy, wz of spheres that turn, angle and spin
//         of discs. contacts.csv: one line a contact and frame, bodies by id; −1 is no body, or no obstacle. A column
//         has numbers of one type, and none is missing.
//
// csv has positions as the simulation does, continuous in time; the others have them wrapped into the periodic box.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/obstacle.hpp"
#include "output/snapshot.hpp"

namespace floc {

class Exporter {
 public:
  virtual ~Exporter() = default;
  // Ids of the ends of every link of a chain and bond; before the first frame.
  virtual void set_links(std::vector<std::array<std::int64_t, 2>> /*links*/) {}
  virtual void add(const Snapshot& frame, std::span<const Obstacle> obstacles) = 0;
  // Completes the files and names those to open.
  virtual std::vector<std::string> finish() = 0;
};

struct ExportFormat {
  std::string name;
  std::string help;
  std::unique_ptr<Exporter> (*make)(const std::string& directory);  // made when it is not there
};

const std::vector<ExportFormat>& export_formats();
// True for the names that exporters give to their files.
bool is_exported(const std::string& file);
// Throws Error for an unknown name.
std::unique_ptr<Exporter> make_exporter(std::string_view format, const std::string& directory);

// One of each format, registered in export.cpp.
std::unique_ptr<Exporter> make_vtp_exporter(const std::string& directory);
std::unique_ptr<Exporter> make_gsd_exporter(const std::string& directory);
std::unique_ptr<Exporter> make_vti_exporter(const std::string& directory);
std::unique_ptr<Exporter> make_xyz_exporter(const std::string& directory);
std::unique_ptr<Exporter> make_lammps_exporter(const std::string& directory);
std::unique_ptr<Exporter> make_csv_exporter(const std::string& directory);

}  // namespace floc
