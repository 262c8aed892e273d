// What the files of a run cost: spheres that settle in a box for a second, with the default keys of [output] and with
// the least that can be asked for, by the program itself, one after the other in each round. Seconds of the clock and
// of the processor, on all threads, from the start of the program to its end; the least of all rounds, since whoever
// else is on the machine only adds to them.
//
//   output_bench OUTPUT.json [SPHERES = 1000] [--rounds 9] [--floc PROGRAM]
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "machine.hpp"
#include "output/files.hpp"
#include "result_file.hpp"

extern char** environ;

using namespace floc;
using namespace floc::bench;

namespace {

// As benchmarks/peers has them: a loose lattice in an open box about as wide as the settled bed is deep.
std::string scene(std::size_t spheres, double step) {
  constexpr double spacing = 0.024;
  const double volume = static_cast<double>(spheres) * 4 / 3 * 3.14159265 * 1e-6 / 0.63;
  const double columns = std::max(1.0, std::round(std::cbrt(volume) / spacing)), side = spacing * columns;
  const auto layers = static_cast<std::size_t>(std::ceil(static_cast<double>(spheres) / (columns * columns)));
  std::string walls;
  const auto wall = [&](const std::string& point, const std::string& normal) {
    walls += fmt::format("[[obstacles]]\nkind = \"half-space\"\npoint = [{}]\nnormal = [{}]\n", point, normal);
  };
  wall("0, 0, 0", "0, 0, 1");
  wall("0, 0, 0", "1, 0, 0");
  wall("0, 0, 0", "0, 1, 0");
  wall(fmt::format("{}, 0, 0", side), "-1, 0, 0");
  wall(fmt::format("0, {}, 0", side), "0, -1, 0");
  return fmt::format(R"([scene]
dimension = 3
[time]
step = {}
end = 1
[forces]
gravity = [0, 0, -9.81]
{}[[particles]]
kind = "lattice"
low = [0, 0, 0]
high = [{}, {}, {}]
spacing = {}
jitter = 0.5
radius = {{ uniform = [0.009, 0.011] }}
density = 2500
)",
                     step, walls, side, side, spacing * static_cast<double>(layers), spacing);
}

struct Cost {
  double wall = 1e300, processor = 1e300;
  void take(const Cost& other) {
    wall = std::min(wall, other.wall);
    processor = std::min(processor, other.processor);
  }
};

// A program from its start to its end.
Cost spend(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const Stopwatch watch;
  pid_t child = 0;
  if (posix_spawn(&child, arguments[0], nullptr, nullptr, arguments.data(), environ) != 0)
    throw std::runtime_error("cannot run " + words[0]);
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) throw std::runtime_error(words[0] + " did not finish");
  return {watch.seconds(), seconds(usage.ru_utime) + seconds(usage.ru_stime)};
}

const std::vector<std::string> least{"--set", "output.every=1",
                                     "--set", "output.contacts=false",
                                     "--set", "output.compression=0",
                                     "--set", "output.statistics_every=1000000",
                                     "--set", "output.checkpoint_every=1e6"};

double megabytes(const std::string& folder) {
  double bytes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) bytes += static_cast<double>(entry.file_size());
  return 1e-6 * bytes;
}

}  // namespace

int main(int argc, char** argv) {
  ResultFile json(argc, argv, "output", "SPHERES", {"--rounds", "--floc"});
  const auto spheres = static_cast<std::size_t>(json.size(1000));
  const int rounds = static_cast<int>(json.option("--rounds", 9));
  std::string program = json.text_option("--floc");
  if (program.empty())
    program = (std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / "floc").string();
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("floc-output-bench-{}", getpid());
  std::filesystem::create_directories(folder);
  const auto path = [&](const char* name) { return (folder / name).string(); };
  int result = 0;
  try {
    json.print(", \"spheres\": {}, \"rounds\": {},\n  \"runs\": [", spheres, rounds);
    for (const double step : {5e-3, 1e-3})
      for (int threads = 1; threads <= std::min(2, core_count()); ++threads) {
        write_atomically(path("scene.toml"), scene(spheres, step));
        const auto command = [&](const char* out, const std::vector<std::string>& more) {
          std::vector<std::string> words{program, "run",       path("scene.toml"),     "-o", path(out), "--overwrite",
                                         "-q",    "--threads", std::to_string(threads)};
          words.insert(words.end(), more.begin(), more.end());
          return words;
        };
        Cost all, bare;
        for (int round = 0; round < rounds; ++round) {
          all.take(spend(command("default", {})));
          bare.take(spend(command("least", least)));
        }
        const double wall = 1 - bare.wall / all.wall, processor = 1 - bare.processor / all.processor;
        json.print(
            "{}\n    {{\"step\": {:g}, \"threads\": {}, \"wall_seconds\": {:.4f}, \"wall_seconds_least_output\": "
            "{:.4f}, "
            "\"share_of_wall\": {:.4f}, \"processor_seconds\": {:.4f}, \"processor_seconds_least_output\": {:.4f}, "
            "\"share_of_processor\": {:.4f}, \"megabytes\": {:.2f}}}",
            json.comma(), step, threads, all.wall, bare.wall, wall, all.processor, bare.processor, processor,
            megabytes(path("default")));
        fmt::print(
            "h = {:g}, {} threads: {:.3f} s of the clock, files {:.1f} % of it; {:.3f} s of the processor, files "
            "{:.1f} %\n",
            step, threads, all.wall, 100 * wall, all.processor, 100 * processor);
        std::fflush(stdout);
      }
    json.close();
  } catch (const std::exception& error) {
    fmt::print(stderr, "output_bench: {}\n", error.what());
    result = 1;
  }
  std::filesystem::remove_all(folder);
  return result;
}
