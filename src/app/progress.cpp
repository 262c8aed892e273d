#include "app/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace floc::app {

std::string clock_time(double seconds) {
  if (!std::isfinite(seconds)) return "?";
  const auto s = static_cast<std::int64_t>(std::ceil(std::clamp(seconds, 0.0, 1e15)));
  const std::int64_t days = s / 86400, hours = s / 3600 % 24, minutes = s / 60 % 60;
  if (days > 0) return fmt::format("{} d {}:{:02}:{:02}", days, hours, minutes, s % 60);
  if (hours > 0) return fmt::format("{}:{:02}:{:02}", hours, minutes, s % 60);
  return fmt::format("{}:{:02}", minutes, s % 60);
}

std::string progress_line(const StepReport& r, std::int64_t last_step, double steps_per_second) {
  const double left = static_cast<double>(last_step - r.step) / steps_per_second;
  return fmt::format("step {}/{}  t {:.4g}  grains {}{}  contacts {}  it {}  overlap {:.1e}  {:.3g} steps/s  left {}",
                     r.step, last_step, r.time, r.bodies,
                     r.departed > 0 ? fmt::format("  gone {}", r.departed) : "", r.contacts, r.iterations, r.overlap,
                     steps_per_second, clock_time(left));
}

Progress::Progress(std::FILE* out, bool terminal, std::int64_t first_step, std::int64_t last_step)
    : out_(out), terminal_(terminal), first_step_(first_step), last_step_(last_step), interval_(terminal ? 0.1 : 5) {}

void Progress::print(const StepReport& report) {
  const double rate = static_cast<double>(report.step - first_step_) / std::max(watch_.seconds(), 1e-9);
  const std::string line = progress_line(report, last_step_, rate);
  put(terminal_ ? "\r" + line + "\x1b[K" : line + "\n");
  live_ = terminal_;
}

// A line that cannot be written (the log's disk is full, its reader gone) is no reason to stop a run.
void Progress::put(const std::string& text) {
  std::fputs(text.c_str(), out_);
  std::fflush(out_);
}

void Progress::show(const StepReport& report) {
  const double now = watch_.seconds();
  if (now < next_) return;
  next_ = now + interval_;
  print(report);
}

void Progress::note(const std::string& text) {
  put((live_ ? "\r\x1b[K" : "") + text + "\n");
  live_ = false;
}

void Progress::finish(const StepReport& report) {
  print(report);
  if (live_) put("\n");
  live_ = false;
}

}  // namespace floc::app
