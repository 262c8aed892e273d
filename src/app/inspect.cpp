// floc info, export and explain: what is in a run folder, and what a scene may say.
#include <fmt/format.h>

#include <cstdio>

#include "app/commands.hpp"
#include "app/exit_status.hpp"
#include "app/frame_count.hpp"
#include "app/frames.hpp"
#include "app/progress.hpp"
#include "core/error.hpp"
#include "output/checkpoint.hpp"
#include "output/export.hpp"
#include "output/files.hpp"
#include "output/summary.hpp"
#include "scene/scene.hpp"

namespace floc::app {
namespace {

void print_totals(const Totals& t) {
  fmt::print("certificate    worst overlap {:.2e} r̄, worst complementarity {:.2e} r̄, worst duality gap {:.3g}\n",
             t.worst_overlap, t.worst_complementarity, t.worst_duality_gap);
  fmt::print("               {} of {} steps not converged, {} projections, {} iterations\n", t.unconverged_steps,
             t.steps, t.projections, t.iterations);
  if (t.refused > 0)
    fmt::print("               {} steps tried and undone, for shorter ones; the shortest {:g}\n", t.refused,
               t.shortest_step);
  fmt::print("wall time      {}", clock_time(t.wall_seconds));
  for (std::size_t k = 0; k < stage_count; ++k)
    if (t.wall_seconds > 0 && t.seconds[k] > 0.005 * t.wall_seconds)
      fmt::print(", {} {:.0f} %", to_string(static_cast<Stage>(k)), 100 * t.seconds[k] / t.wall_seconds);
  fmt::print("\n");
}

void print_stages(const std::vector<StageBegin>& stages) {
  for (const StageBegin& b : stages) fmt::print("stage          {} from t = {:g}, step {}\n", b.name, b.time, b.step);
}

void print_exits(const Summary& s) {
  if (s.exits.empty()) return;
  fmt::print("left           {} of {}", s.departed, s.departed + s.bodies);
  if (s.departed > 0) fmt::print(", the last one after {:.6g}", s.evacuation_time);
  fmt::print("\n");
  for (const ExitSummary& e : s.exits)
    fmt::print("               {} by {}, {:.3g} per unit of time\n", e.left, e.name, e.flow);
}

// A page for each table, and one that lists them.
std::string write_reference(const std::string& folder) {
  std::string text;
  for (const ReferencePage& page : reference_pages()) {
    const std::string path = folder + "/" + page.path;
    make_directory(parent_directory(path));
    write_atomically(path, page.text);
    text += path + "\n";
  }
  return text;
}

}  // namespace

int info(const std::string& directory) {
  const std::string summary_path = directory + "/summary.json";
  const Frames frames = open_frames(directory);
  const auto& times = frames.trajectory.times();
  const SceneResult read = read_scene_text(frames.trajectory.scene(), directory, directory);
  if (read.scene && !read.scene->title.empty()) fmt::print("{}\n", read.scene->title);
  fmt::print("folder         {}\n", directory);
  fmt::print("frames         {}, t = {:g} to {:g}\n", times.size(), times.front(), times.back());
  if (file_exists(summary_path)) {
    const Summary s = read_summary(summary_path);
    fmt::print("status         {}{}\n", s.status, s.stopped_by.empty() ? "" : ", " + s.stopped_by);
    print_stages(s.stages);
    fmt::print("particles      {} in dimension {}\n", s.bodies, s.dimension);
    fmt::print("state          step {}, t = {:g}, {} contacts, {}kinetic energy {:.6g}, hash {:016x}\n", s.step, s.time,
               s.contacts, s.bridges > 0 ? fmt::format("{} bridges, ", s.bridges) : "", s.kinetic_energy, s.hash);
    print_exits(s);
    print_totals(s.totals);
    fmt::print("version        {}, {} threads\n", s.version, s.threads);
  } else {
    const LatestCheckpoint latest = load_latest(directory);
    const State& r = latest.checkpoint.state;
    fmt::print("status         running, or ended without a word; go on with: floc resume {}\n", directory);
    fmt::print("checkpoint     {}: step {}, t = {:g}, {} particles\n", latest.path, r.step, r.time, r.bodies.size());
    if (!latest.checkpoint.stop.reason.empty()) fmt::print("               {}\n", latest.checkpoint.stop.reason);
    print_stages(latest.checkpoint.stages);
    if (!latest.note.empty()) fmt::print("               {}\n", latest.note);
    print_totals(latest.checkpoint.totals);
  }
  return finished;
}

int export_frames(const ExportOptions& options) {
  const Frames frames = open_frames(options.directory);
  const std::string folder = options.output.empty() ? options.directory + "/" + options.format : options.output;
  const bool with_flow = options.format == "vti";
  if (with_flow && frames.trajectory.with_flow().empty())
    throw WrongInput(fmt::format("vti is the flow of a fluid, and no frame of {} has one ([fluid], output.flow_every)",
                                 options.directory));
  const auto exporter = make_exporter(options.format, folder);
  exporter->set_links(frames.links);
  {
    FrameCount count(false, "reading frame", frames.trajectory.frames());
    for (std::size_t k = 0; k < frames.trajectory.frames(); ++k) {
      exporter->add(frames.trajectory.read(k, with_flow ? TrajectoryReader::Flow::read : TrajectoryReader::Flow::skip), frames.obstacles);
      count.show(k + 1);
    }
  }
  fmt::print("{} frames; open\n", frames.trajectory.frames());
  for (const std::string& path : exporter->finish()) fmt::print("  {}\n", path);
  return finished;
}

int explain_key(const ExplainOptions& options) {
  std::string text;
  try {
    text = options.markdown.empty() ? explain(options.key) : write_reference(options.markdown);
  } catch (const Error& error) {
    throw WrongInput(error.what());
  }
  fmt::print("{}", text);
  return finished;
}

}  // namespace floc::app
