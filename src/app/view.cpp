// floc view: a run as a page for the browser.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "app/commands.hpp"
#include "app/exit_status.hpp"
#include "app/frame_count.hpp"
#include "app/frames.hpp"
#include "app/serve.hpp"
#include "core/error.hpp"
#include "draw/view_page.hpp"
#include "scene/scene.hpp"

namespace floc::app {
namespace {

// Every k-th frame, and the last one.
std::vector<std::size_t> chosen_frames(std::size_t frames, std::size_t every) {
  std::vector<std::size_t> chosen;
  for (std::size_t k = 0; k < frames; k += every) chosen.push_back(k);
  if (chosen.back() + 1 != frames) chosen.push_back(frames - 1);
  return chosen;
}

// Browsers lose patience with huge pages: says so before anything is written.
void check_size(const TrajectoryReader& trajectory, const ViewOptions& o) {
  const std::size_t frames = trajectory.frames(), bridges = trajectory.read(frames - 1).bridges.size();
  const auto megabytes = [&](std::size_t every) {
    return 1e-6 * view_page_bytes(trajectory.largest_bodies(), bridges, chosen_frames(frames, every).size(),
                                  trajectory.dimension(), trajectory.turning());
  };
  const auto now = static_cast<std::size_t>(o.every);
  if (megabytes(now) <= o.max_size) return;
  std::size_t enough = now;
  while (enough < frames && megabytes(enough) > o.max_size) ++enough;
  const std::string fewer = megabytes(enough) <= o.max_size ? fmt::format("fewer frames: --every {}; or ", enough) : "";
  throw WrongInput(
      fmt::format("the page of {} particles in {} frames may take {:.0f} MB, and --max-size is {:g}; take {}"
                  "a larger page: --max-size {:.0f}",
                  trajectory.largest_bodies(), chosen_frames(frames, now).size(), megabytes(now), o.max_size, fewer,
                  std::ceil(megabytes(now))));
}

// No reason to show nothing when only the graphs are lost.
CsvTable steps_of(const std::string& directory) {
  try {
    return read_csv(directory + "/steps.csv");
  } catch (const Error& error) {
    fmt::print(stderr, "floc: the page has no graphs: {}\n", error.what());
    return {};
  }
}

}  // namespace

int view(const ViewOptions& options) {
  const std::string path = options.output.empty() ? options.directory + "/view.html" : options.output;
  if (!path.ends_with(".html") && !path.ends_with(".htm"))
    throw WrongInput(fmt::format("a page is a .html file, not \"{}\"", path));
  const Frames frames = open_frames(options.directory);
  check_size(frames.trajectory, options);
  const SceneResult scene = read_scene_text(frames.trajectory.scene(), options.directory, options.directory);
  const auto every = static_cast<std::size_t>(options.every);
  ViewPage page(path,
                {scene.scene ? scene.scene->title : "", frames.trajectory.dimension(),
                 frames.trajectory.largest_bodies(), every, frames.links},
                frames.obstacles);
  const std::vector<std::size_t> chosen = chosen_frames(frames.trajectory.frames(), every);
  {
    FrameCount count(false, "reading frame", chosen.size());
    for (std::size_t n = 0; n < chosen.size(); ++n) {
      page.add(frames.trajectory.read(chosen[n]));
      count.show(n + 1);
    }
  }
  page.finish(frames.exits, steps_of(options.directory));
  fmt::print("{}: {} frames; open it in a browser\n", path, chosen.size());
  if (options.serve)
    serve_file(path, options.port, [](int port) {
      fmt::print("http://127.0.0.1:{}/ (Ctrl-C ends it)\n", port);
      std::fflush(stdout);
    });
  return finished;
}

}  // namespace floc::app
