#include "app/profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/simd_target.hpp"

namespace floc::app {

void Profile::add(const StepReport& report) {
  for (std::size_t k = 0; k < stage_count; ++k) seconds_[k] += report.seconds[k];
  steps_ += 1;
  body_steps_ += static_cast<double>(report.bodies);
  iterations_ += report.iterations;
  row_iterations_ += static_cast<double>(report.contacts) * report.iterations;
  bytes_ += report.bytes;
}

void Profile::print(std::FILE* out, double wall) const {
  if (steps_ == 0) return;
  const double all = std::max(wall, 1e-9), bodies = std::max(1.0, body_steps_);
  const auto line = [&](const char* name, double seconds) {
    fmt::print(out, "{:<14} {:>10.3f} {:>8.1f} {:>18.1f}\n", name, seconds, 100 * seconds / all, 1e9 * seconds / bodies);
  };
  fmt::print(out, "\n{:<14} {:>10} {:>8} {:>18}\n", "stage", "seconds", "percent", "ns per body and step");
  for (std::size_t k = 0; k < stage_count; ++k) line(to_string(static_cast<Stage>(k)), seconds_[k]);
  line("files", std::max(0.0, wall - std::accumulate(seconds_.begin(), seconds_.end(), 0.0)));
  line("all", wall);
  fmt::print(out, "kernels: {} instructions\n", to_string(simd_target()));
  const double solving = seconds_[static_cast<std::size_t>(Stage::projection)];
  if (iterations_ == 0) return;
  fmt::print(out, "projection: {:.1f} iterations per step, {:.2f} ns per row and iteration", iterations_ / steps_,
             1e9 * solving / std::max(1.0, row_iterations_));
  if (bytes_ > 0)
    fmt::print(out, ", at least {:.3g} bytes moved in them: {:.0f} per row, {:.1f} GB/s", bytes_, bytes_ / row_iterations_,
               1e-9 * bytes_ / solving);
  fmt::print(out, "\n");
}

}  // namespace floc::app
