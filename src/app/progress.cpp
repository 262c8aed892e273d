#include "app/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

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

std::string progress_line(const StepReport& r, const Course& course, const Speed& speed, const std::string& waiting) {
  const auto all = static_cast<double>(course.last);
  const std::string place = course.adaptive ? fmt::format("step {}  {:.0f} %  t {:.4g}  h {:.3g}", r.step,
                                                          std::floor(100 * r.progress / all), r.time, r.h)
                                            : fmt::format("step {}/{}  t {:.4g}", r.step, course.last, r.time);
  return fmt::format("{}{}  grains {}{}  contacts {}  it {}  overlap {:.1e}{}  {:.3g} steps/s  left {}{}",
                     course.stage.empty() ? "" : course.stage + "  ", place, r.bodies,
                     r.departed > 0 ? fmt::format("  gone {}", r.departed) : "", r.contacts, r.iterations, r.overlap,
                     r.fluid ? fmt::format("  courant {:.2f}  div {:.0e}", r.fluid->courant, r.fluid->divergence) : "",
                     speed.steps, clock_time((all - r.progress) / speed.progress), waiting.empty() ? "" : "  " + waiting);
}

PlacingLine::PlacingLine(std::FILE* out) : out_(out), terminal_(out && isatty(fileno(out)) != 0) {}

void PlacingLine::show(double reached, double fraction) {
  if (!out_ || watch_.seconds() < next_) return;
  next_ = watch_.seconds() + (terminal_ ? 0.1 : 5);
  const std::string text = fmt::format("placing particles: they fill {:.4f} of the box, and {:.4f} is wanted", reached, fraction);
  std::fputs((terminal_ ? "\r" + text + "\x1b[K" : text + "\n").c_str(), out_);
  std::fflush(out_);
  live_ = terminal_;
}

void PlacingLine::clear() {
  if (live_) std::fputs("\r\x1b[K", out_);
  live_ = false;
}

Progress::Progress(std::FILE* out, bool terminal, const StepReport& first, const Course& course)
    : out_(out),
      terminal_(terminal),
      first_step_(first.step),
      first_progress_(first.progress),
      course_(course),
      interval_(terminal ? 0.1 : 5) {}

void Progress::print(const StepReport& report, const std::string& waiting) {
  const double seconds = std::max(watch_.seconds(), 1e-9);
  const Speed speed{static_cast<double>(report.step - first_step_) / seconds,
                    (report.progress - first_progress_) / seconds};
  const std::string line = progress_line(report, course_, speed, waiting);
  put(terminal_ ? "\r" + line + "\x1b[K" : line + "\n");
  live_ = terminal_;
}

// A line that cannot be written (the log's disk is full, its reader gone) is no reason to stop a run.
void Progress::put(const std::string& text) {
  std::fputs(text.c_str(), out_);
  std::fflush(out_);
}

void Progress::show(const StepReport& report, const std::string& waiting) {
  const double now = watch_.seconds();
  if (now < next_) return;
  next_ = now + interval_;
  print(report, waiting);
}

void Progress::clear() {
  if (live_) put("\r\x1b[K");
  live_ = false;
}

void Progress::note(const std::string& text) {
  clear();
  put(text + "\n");
}

void Progress::warn(const std::string& text) {
  clear();
  std::fputs((text + "\n").c_str(), stderr);
}

void Progress::finish(const StepReport& report) {
  print(report, {});
  if (live_) put("\n");
  live_ = false;
}

}  // namespace floc::app
