// The machine a benchmark ran on, and its memory bandwidth.
#pragma once

#include <malloc.h>
#include <time.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "core/timer.hpp"
#include "parallel/executor.hpp"

namespace floc::bench {

inline std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  return "unknown";
}

inline int core_count() { return static_cast<int>(std::max(1u, std::thread::hardware_concurrency())); }

// How many programs wanted a core in the last minute: with more than the cores, times by the clock on the wall
// say little.
inline double load() {
  double average = 0;
  std::ifstream("/proc/loadavg") >> average;
  return average;
}

// Seconds that this process has computed, on all its threads: on a shared machine the honest clock of
// work on one thread.
inline double cpu_seconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// Bytes a second of the STREAM triad a = b + s c, 480 MB, the best of forty; on one thread by the processor's clock.
inline double triad(int threads) {
  const std::size_t n = 20'000'000;
  std::vector<double> a(n, 1.0), b(n, 2.0), c(n, 3.0);
  Executor executor(threads);
  double best = 1e300;
  for (int k = 0; k < 40; ++k) {
    const Stopwatch watch;
    const double before = cpu_seconds();
    executor.for_blocks(n, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) a[i] = b[i] + 1.5 * c[i];
    }, 1 << 16);
    best = std::min(best, threads == 1 ? cpu_seconds() - before : watch.seconds());
  }
  return a[n / 2] > 0 ? 24.0 * static_cast<double>(n) / best : 0;
}

// Bytes of this process: allocated and not freed; resident now, with what was freed given back first; the most
// that was resident since `forget_peak`.
inline double heap_bytes() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd);
}
inline double resident_bytes() {
  malloc_trim(0);
  std::ifstream statm("/proc/self/statm");
  double size = 0, resident = 0;
  statm >> size >> resident;
  return resident * 4096;
}
inline void forget_peak() { std::ofstream("/proc/self/clear_refs") << 5; }
inline double peak_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("VmHWM:", 0) == 0) return 1024 * std::stod(line.substr(6));
  return 0;
}

}  // namespace floc::bench
