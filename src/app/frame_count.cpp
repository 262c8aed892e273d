#include "app/frame_count.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "app/progress.hpp"

namespace floc::app {

FrameCount::FrameCount(bool quiet, const char* what, std::size_t all)
    : FrameCount(stderr, !quiet && isatty(STDERR_FILENO) != 0, what, all) {}

FrameCount::FrameCount(std::FILE* out, bool terminal, const char* what, std::size_t all)
    : out_(out), shown_(terminal), what_(what), all_(all) {}

FrameCount::~FrameCount() {
  if (shown_) std::fputs("\r\x1b[K", out_);
}

void FrameCount::show(std::size_t done) {
  if (!shown_) return;
  const double now = watch_.seconds();
  if (now < next_ && done < all_) return;
  next_ = now + 0.1;
  const double left = now / static_cast<double>(done) * static_cast<double>(all_ - done);
  std::fputs(fmt::format("\r{} {}/{}  left {}\x1b[K", what_, done, all_, clock_time(left)).c_str(), out_);
  std::fflush(out_);
}

}  // namespace floc::app
