// floc view: a run as a page for the browser, or two beside each other.
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <deque>
#include <mutex>

#include "app/commands.hpp"
#include "app/exit_status.hpp"
#include "app/frame_count.hpp"
#include "app/frames.hpp"
#include "app/serve.hpp"
#include "app/served_run.hpp"
#include "core/error.hpp"
#include "draw/view_page.hpp"

namespace floc::app {
namespace {

// Every k-th frame, and the last one.
std::vector<std::size_t> chosen_frames(std::size_t frames, std::size_t every) {
  std::vector<std::size_t> chosen;
  for (std::size_t k = 0; k < frames; k += every) chosen.push_back(k);
  if (chosen.back() + 1 != frames) chosen.push_back(frames - 1);
  return chosen;
}

struct Shown {
  std::string directory;
  Frames frames;
  ViewPairs pairs;  // of its last frame
};

double page_bytes(const Shown& run, std::size_t every, bool network) {
  const TrajectoryReader& t = run.frames.trajectory;
  return view_page_bytes(t.largest_bodies(), {run.pairs.bridges, network ? run.pairs.contacts : 0},
                         chosen_frames(t.frames(), every).size(), t.dimension(), t.turning());
}

void check_dimensions(int first, int second) {
  if (first != second)
    throw WrongInput(fmt::format("runs beside each other share a camera; these are in {}D and {}D", first, second));
}

// Browsers lose patience with huge pages: says so before anything is written.
void check_size(const std::deque<Shown>& runs, const ViewOptions& o) {
  const auto megabytes = [&](std::size_t every, bool network) {
    double bytes = 0;
    for (const Shown& run : runs) bytes += page_bytes(run, every, network);
    return 1e-6 * bytes;
  };
  const auto now = static_cast<std::size_t>(o.every);
  if (megabytes(now, o.network) <= o.max_size) return;
  const TrajectoryReader& first = runs.front().frames.trajectory;
  std::size_t enough = now;
  while (enough < first.frames() && megabytes(enough, o.network) > o.max_size) ++enough;
  std::string ways;
  if (megabytes(enough, o.network) <= o.max_size) ways += fmt::format("fewer frames: --every {}; ", enough);
  if (o.network && megabytes(now, false) <= o.max_size) ways += "no contacts: --no-network; ";
  throw WrongInput(
      fmt::format("the page of {} particles in {} frames may take {:.0f} MB, and --max-size is {:g}; take {}"
                  "frames as they are played: --serve; or a larger page: --max-size {:.0f}",
                  first.largest_bodies(), chosen_frames(first.frames(), now).size(), megabytes(now, o.network),
                  o.max_size, ways, std::ceil(megabytes(now, o.network))));
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

ViewHeader header_of(const Shown& run, const ViewOptions& o) {
  const TrajectoryReader& t = run.frames.trajectory;
  return {title_of(run.frames, run.directory),
          t.dimension(),
          t.largest_bodies(),
          static_cast<std::size_t>(o.every),
          run.frames.links,
          o.network,
          run.frames.joints};
}

void write_page(const std::string& path, const std::vector<std::string>& directories, const ViewOptions& options) {
  std::deque<Shown> runs;
  for (const std::string& directory : directories) {
    runs.push_back({directory, open_frames(directory), {}});
    const TrajectoryReader& t = runs.back().frames.trajectory;
    runs.back().pairs = view_pairs(t.read(t.frames() - 1));
  }
  check_size(runs, options);
  check_dimensions(runs.front().frames.trajectory.dimension(), runs.back().frames.trajectory.dimension());
  ViewPage page(path, header_of(runs.front(), options), runs.front().frames.obstacles);
  std::size_t written = 0;
  for (std::size_t r = 0; r < runs.size(); ++r) {
    const Frames& frames = runs[r].frames;
    const auto chosen = chosen_frames(frames.trajectory.frames(), static_cast<std::size_t>(options.every));
    if (r > 0)
      page.begin_beside(runs[r - 1].frames.exits, steps_of(runs[r - 1].directory), header_of(runs[r], options),
                        frames.obstacles);
    FrameCount count(false, "reading frame", chosen.size());
    for (std::size_t n = 0; n < chosen.size(); ++n) {
      page.add(frames.trajectory.read(chosen[n]));
      count.show(n + 1);
    }
    written += chosen.size();
  }
  page.finish(runs.back().frames.exits, steps_of(runs.back().directory));
  fmt::print("{}: {} frames; open it in a browser\n", path, written);
}

// The runs as the page asks for them: "/", and of run R "/R/frame/K" and "/R/news/K".
class ViewSite {
 public:
  ViewSite(const std::vector<std::string>& directories, const ViewOptions& o) {
    for (const std::string& d : directories) runs_.emplace_back(d, static_cast<std::size_t>(o.every), o.network);
    check_dimensions(runs_.front().dimension(), runs_.back().dimension());
  }

  std::optional<Answer> operator()(const std::string& path) {
    const std::scoped_lock lock(mutex_);  // HDF5 is for one thread
    if (path == "/") return home();
    std::size_t r = 0, k = 0;
    const char *at = path.data() + 1, *end = path.data() + path.size();
    const auto number = [&](std::size_t& value) {
      const auto [to, failed] = std::from_chars(at, end, value);
      at = to;
      return failed == std::errc();
    };
    const auto word = [&](std::string_view text) {
      const bool there = std::string_view(at, end).starts_with(text);
      if (there) at += text.size();
      return there;
    };
    if (!number(r) || r >= runs_.size()) return {};
    if (word("/frame/") && number(k) && at == end && k < runs_[r].frames())
      return Answer{bytes_type, runs_[r].frame(k)};
    if (word("/news/") && number(k) && at == end) {
      runs_[r].refresh();
      return Answer{json_type, runs_[r].news(k).to_compact_text()};
    }
    return {};
  }

 private:
  Answer home() {
    std::vector<Json> described;
    for (ServedRun& run : runs_) {
      run.refresh();
      described.push_back(run.describe());
    }
    return {html_type, served_page(described)};
  }

  std::mutex mutex_;
  std::deque<ServedRun> runs_;
};

}  // namespace

int view(const ViewOptions& options) {
  const std::string path = options.output.empty() ? options.directory + "/view.html" : options.output;
  if (!path.ends_with(".html") && !path.ends_with(".htm"))
    throw WrongInput(fmt::format("a page is a .html file, not \"{}\"", path));
  std::vector<std::string> directories{options.directory};
  if (!options.beside.empty()) directories.push_back(options.beside);
  if (!options.serve || !options.output.empty()) write_page(path, directories, options);
  if (options.serve) {
    ViewSite site(directories, options);
    serve(std::ref(site), options.port, [](int port) {
      fmt::print("http://127.0.0.1:{}/ (Ctrl-C ends it)\n", port);
      std::fflush(stdout);
    });
  }
  return finished;
}

}  // namespace floc::app
