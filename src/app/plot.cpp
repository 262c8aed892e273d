// floc plot: the statistics of a run against time.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/commands.hpp"
#include "app/exit_status.hpp"
#include "app/frames.hpp"
#include "app/words.hpp"
#include "core/error.hpp"
#include "draw/steps_plot.hpp"
#include "measure/aggregates.hpp"
#include "output/files.hpp"

namespace floc::app {
namespace {

constexpr double touching = 0.01;  // mean radii

// From the places of the bodies: a run need not store its contacts.
AggregateCurve aggregates_of(const TrajectoryReader& trajectory) {
  AggregateCurve curve;
  for (std::size_t k = 0; k < trajectory.frames(); ++k) {
    const Snapshot frame = trajectory.read(k);
    const Aggregates all = find_aggregates(frame.bodies, frame.domain, touching * mean_radius(frame.bodies));
    curve.time.push_back(frame.time);
    curve.count.push_back(static_cast<double>(all.count()));
    curve.largest.push_back(all.largest());
  }
  return curve;
}

}  // namespace

int plot(const PlotOptions& options) {
  const std::string path = options.output.empty() ? options.directory + "/plot.svg" : options.output;
  if (!path.ends_with(".png") && !path.ends_with(".svg"))
    throw WrongInput(fmt::format("a plot is a .png or a .svg file, not \"{}\"", path));
  const std::vector<std::string> subjects = words_of(options.what);
  try {
    for (const std::string& subject : subjects) check_plot_subject(subject);
  } catch (const Error& error) {
    throw WrongInput(error.what());
  }
  const std::string table = options.directory + "/steps.csv";
  if (!file_exists(table)) throw Error(options.directory + " holds no run: there is no steps.csv in it");
  const CsvTable steps = read_csv(table);
  if (steps.rows() == 0) throw Error(table + ": no step has been made yet");
  const bool of_frames = std::find(subjects.begin(), subjects.end(), "aggregates") != subjects.end();
  const AggregateCurve aggregates =
      of_frames ? aggregates_of(open_frames(options.directory).trajectory) : AggregateCurve{};
  draw_plot(plot_of_steps(steps, subjects, aggregates), path);
  fmt::print("{}: {} of {} steps\n", path, fmt::join(subjects, ", "), steps.rows());
  return finished;
}

}  // namespace floc::app
