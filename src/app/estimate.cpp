#include "app/estimate.hpp"

#include <fmt/format.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "fluid/flow_field.hpp"
#include "fluid/flow_solver.hpp"
#include "output/files.hpp"
#include "step/fluid_settings.hpp"

namespace floc::app {
namespace {

// Rows of contacts per body in a settled bed, those within reach that do not push included; by dimension.
constexpr double rows_a_body[] = {0, 1.2, 2.5, 3.5};

// benchmarks/README.md has the account of what a settled bed takes.
constexpr double program_bytes = 12e6, body_bytes = 230, row_bytes = 145;
// More where bodies turn, the cone solver's sweeps with it, and where they have shapes: points of contact and levers.
constexpr double turning_body_bytes = 245, turning_row_bytes = 160, shaped_body_bytes = 64, shaped_row_bytes = 120;

constexpr double compressed = 0.83;    // of the bytes of frames: mantissas hardly shrink
constexpr double most_waiting = 64e6;  // of frames that wait to be written (output/background_writer.cpp)

double frame_count(const Scene& scene, double steps) {
  const scene::Output& o = scene.output;
  const double between = o.every_steps ? static_cast<double>(*o.every_steps)
                                       : std::max(1.0, o.every.value_or(scene.time.step) / scene.time.step);
  return std::floor(steps / between + 1e-6) + 1 + (std::fmod(steps, between) > 1e-6 * between ? 1 : 0);
}

double free_bytes(std::string directory) {
  while (!file_exists(directory) && directory != parent_directory(directory)) directory = parent_directory(directory);
  struct statvfs disk {};
  if (::statvfs(directory.c_str(), &disk) != 0) return std::numeric_limits<double>::infinity();
  return static_cast<double>(disk.f_bavail) * static_cast<double>(disk.f_frsize);
}

struct FluidBytes {
  double memory = 0, checkpoint = 0, frame = 0;
};

// Of a fluid: what the solver and the state hold, what a checkpoint and a frame with the flow have.
FluidBytes fluid_bytes(const Simulation& simulation, double real) {
  const FlowSolver* const flow = simulation.flow();
  if (!flow) return {};
  const double d = flow->grid().dimension, layout = static_cast<double>(flow->layout().size),
               cells = static_cast<double>(FlowCells(flow->grid()).size());
  FluidBytes bytes;
  bytes.checkpoint = 8 * layout * (2 * d + 1);                                        // velocity, slope, pressure
  const bool saved = simulation.setup().on_unconverged == OnUnconverged::halve_step;  // a copy of the state
  bytes.memory = bytes.checkpoint * (saved ? 2 : 1) + simulation.fluid_bytes();
  bytes.frame = real * cells * (d + 1 + (d == 3 ? 3 : 1));
  return bytes;
}

}  // namespace

std::string bytes_text(double bytes) {
  for (const auto& [unit, name] : {std::pair{1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}})
    if (bytes >= 0.995 * unit) return fmt::format("{:.{}f} {}", bytes / unit, bytes < 9.95 * unit ? 1 : 0, name);
  return fmt::format("{:.0f} kB", std::max(1.0, bytes / 1e3));
}

std::string RunEstimate::text() const {
  return fmt::format("about {} of memory and {} of files, with {} frames", bytes_text(memory), bytes_text(disk),
                     frames);
}

RunEstimate estimate_run(const Scene& scene, const Simulation& simulation, std::int64_t steps) {
  double bodies = static_cast<double>(simulation.bodies().size());
  for (const Feed& feed : simulation.setup().feeds) bodies += static_cast<double>(feed.pending.size());
  const bool changes = !simulation.setup().feeds.empty() || !simulation.ways_out().empty();
  const double d = scene.dimension(), rows = bodies * rows_a_body[scene.dimension()];
  const double real = scene.output.precision == "float64" ? 8 : 4;

  const Bodies& b = simulation.bodies();
  const double angles = b.turning ? static_cast<double>(b.orientation_width()) : 0;
  const double spins = b.turning ? static_cast<double>(b.spin_width()) : 0, friction = b.turning ? d : 0;
  const double levers = b.shaped ? 2 * d : 0, features = b.shaped ? 4 : 0;

  const bool pushed = simulation.setup().fluid && simulation.setup().fluid->suspends(b.size());
  double frame = bodies * ((2 * d + angles + spins + (pushed ? d + spins : 0)) * real + (changes ? 8 : 0) +
                           (simulation.setup().domain.periodic() ? 4 * d : 0));
  if (scene.output.contacts) frame += rows * (8 + features + (d + 2 + friction + levers) * real);
  const double checkpoint =
      bodies * (16 * d + 28 + 8 * (angles + 2 * spins)) + rows * (8 * (d + friction + levers) + features + 40);
  const FluidBytes fluid = fluid_bytes(simulation, real);
  const double frames = frame_count(scene, static_cast<double>(steps));
  const double lines = static_cast<double>(steps) / static_cast<double>(scene.output.statistics_every);

  RunEstimate e;
  e.frames = static_cast<std::int64_t>(frames);
  const double body = body_bytes + (b.turning ? turning_body_bytes : 0) + (b.shaped ? shaped_body_bytes : 0);
  const double row = row_bytes + (b.turning ? turning_row_bytes : 0) + (b.shaped ? shaped_row_bytes : 0);
  const double flow_every = static_cast<double>(scene.output.flow_every);
  const double flows = flow_every > 0 && fluid.frame > 0 ? std::floor((frames - 1) / flow_every) + 2 : 0;
  const double flow = flows > 0 ? fluid.frame : 0, shrunk = scene.output.compression > 0 ? compressed : 1;
  e.memory = program_bytes + bodies * body + rows * row + checkpoint + fluid.memory + fluid.checkpoint +
             std::min((frame + flow) * frames, frame + flow + most_waiting) + flow * 8 / real;
  e.disk = frames * (frame * shrunk + 200) + std::min(flows, frames) * flow * shrunk +
           2 * (checkpoint + fluid.checkpoint) + lines * (270 + 50 * d) + bodies * 36 + 1e5;
  return e;
}

std::vector<std::string> shortages(const RunEstimate& estimate, const std::string& directory, double free_disk,
                                   double memory) {
  std::vector<std::string> all;
  if (estimate.disk > free_disk)
    all.push_back(
        fmt::format("warning: the files of this run may take {}, and {} has room for {}; fewer frames "
                    "(output.every, output.flow_every), no contacts (output.contacts), or lines of steps.csv "
                    "(output.statistics_every) take less",
                    bytes_text(estimate.disk), directory, bytes_text(free_disk)));
  if (estimate.memory > memory)
    all.push_back(fmt::format("warning: this run may take {} of memory, and the machine has {}",
                              bytes_text(estimate.memory), bytes_text(memory)));
  return all;
}

std::vector<std::string> shortages(const RunEstimate& estimate, const std::string& directory) {
  const double memory = static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  return shortages(estimate, directory,
                   directory.empty() ? std::numeric_limits<double>::infinity() : free_bytes(directory), memory);
}

}  // namespace floc::app
