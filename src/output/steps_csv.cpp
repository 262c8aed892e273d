#include "output/steps_csv.hpp"

#include <fmt/format.h>

#include <iterator>

namespace floc {
namespace {

std::string header_line(int dimension) {
  std::string line =
      "step,time,bodies,contacts,active,iterations,projections,overlap,complementarity,duality_gap,kinetic_energy,"
      "potential_energy";
  const auto vector = [&](const char* name) {
    for (int k = 0; k < dimension; ++k) line += std::string(",") + name + "_" + "xyz"[k];
  };
  vector("momentum");
  line += ",force_work,contact_work";
  vector("force_impulse");
  vector("contact_impulse");
  line += ",traffic_energy";
  vector("traffic_momentum");
  line += ",bridges,h,refused,converged";
  for (std::size_t s = 0; s < stage_count; ++s) line += std::string(",seconds_") + to_string(static_cast<Stage>(s));
  return line + "\n";
}

}  // namespace

StepsCsv StepsCsv::create(const std::string& path, int dimension) {
  StepsCsv csv(OutputFile(path, OutputFile::Mode::create), dimension);
  csv.file_.write(header_line(dimension));
  csv.file_.flush();
  return csv;
}

StepsCsv StepsCsv::reopen(const std::string& path, int dimension, std::int64_t last_step) {
  return StepsCsv(reopen_table(path, header_line(dimension), last_step), dimension);
}

void StepsCsv::append(const StepReport& r) {
  fmt::memory_buffer line;
  const auto out = std::back_inserter(line);
  fmt::format_to(out, "{},{},{},{},{},{},{},{},{},{},{},{}", r.step, r.time, r.bodies, r.contacts, r.active, r.iterations,
                 r.projections, r.overlap, r.complementarity, r.gap, r.kinetic_energy, r.potential_energy);
  const auto vector = [&](const std::array<double, 3>& v) {
    for (int k = 0; k < dimension_; ++k) fmt::format_to(out, ",{}", v[static_cast<std::size_t>(k)]);
  };
  vector(r.momentum);
  fmt::format_to(out, ",{},{}", r.force_work, r.contact_work);
  vector(r.force_impulse);
  vector(r.contact_impulse);
  fmt::format_to(out, ",{}", r.traffic_energy);
  vector(r.traffic_momentum);
  fmt::format_to(out, ",{},{},{},{}", r.bridges, r.h, r.refused, r.converged ? 1 : 0);
  for (const double s : r.seconds) fmt::format_to(out, ",{:.9g}", s);
  line.push_back('\n');
  file_.write({line.data(), line.size()});
}

}  // namespace floc
