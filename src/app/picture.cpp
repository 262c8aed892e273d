// floc picture and floc movie: frames of a run folder as one sees them.
#include <fmt/format.h>

#include <algorithm>

#include "app/commands.hpp"
#include "app/exit_status.hpp"
#include "app/frame_count.hpp"
#include "app/picture_style.hpp"
#include "app/words.hpp"
#include "core/error.hpp"
#include "draw/movie.hpp"

namespace floc::app {
namespace {

constexpr int size_in_sheet = 600;  // of one picture, when none is asked for

}  // namespace

int picture(const PictureOptions& options) {
  const std::string path = options.output.empty() ? options.directory + "/picture.png" : options.output;
  if (!path.ends_with(".png") && !path.ends_with(".svg"))
    throw WrongInput(fmt::format("a picture is a .png or a .svg file, not \"{}\"", path));
  PictureStyle style = picture_style(options);
  const Frames frames = open_frames(options.directory);
  suit_run(style, options, frames);
  if (options.times.empty()) {
    const std::size_t k = frame_at(frames, time_of(options.time, frames.trajectory, "--time"), style);
    draw_picture(read_frame(frames, k, style), frames.obstacles, style, path);
    fmt::print("{} at t = {:g}\n", path, frames.trajectory.times()[k]);
    return finished;
  }
  std::vector<Snapshot> shown;
  std::string times;
  for (const std::string& word : words_of(options.times)) {
    const std::size_t k = frame_at(frames, time_of(word, frames.trajectory, "--times"), style);
    shown.push_back(read_frame(frames, k, style));
    times += fmt::format("{}{:g}", times.empty() ? "" : ", ", frames.trajectory.times()[k]);
  }
  if (options.size == 0) style.size = size_in_sheet;
  draw_sheet(shown, frames.obstacles, style, path);
  fmt::print("{} at t = {}\n", path, times);
  return finished;
}

int movie(const MovieOptions& options) {
  const std::string path = options.output.empty() ? options.directory + "/movie.mp4" : options.output;
  if (!is_movie(path)) throw WrongInput(fmt::format("a movie is a .mp4, a .webm or a .gif file, not \"{}\"", path));
  PictureStyle style = picture_style(options);
  if (options.size == 0) style.size = 960;
  const Frames frames = open_frames(options.directory);
  suit_run(style, options, frames);
  const double from = time_of(options.from, frames.trajectory, "--from"),
               to = time_of(options.to, frames.trajectory, "--to");
  const std::vector<std::size_t> shown = frames_between(frames, from, to, style);
  if (shown.empty())
    throw WrongInput(fmt::format("there is no frame from {:g} to {:g}; the run has {} from {:g} to {:g}", from, to,
                                 frames.trajectory.frames(), frames.trajectory.times().front(),
                                 frames.trajectory.times().back()));

  // Window, colours and widths are the same in all frames: a first walk finds them.
  PictureSurvey survey(frames.obstacles, style);
  {
    FrameCount count(options.quiet, "looking at frame", shown.size());
    for (std::size_t n = 0; n < shown.size(); ++n) {
      survey.add(read_frame(frames, shown[n], style));
      count.show(n + 1);
    }
  }
  const PictureScales scales = survey.scales();
  const auto image = [&](std::size_t n) {
    return draw_image(read_frame(frames, shown[n], style), frames.obstacles, style, scales);
  };
  const Image first = image(0);
  Movie film(path, first.width, first.height, options.fps);
  film.add(first.rgb);
  {
    FrameCount count(options.quiet, "drawing frame", shown.size());
    for (std::size_t n = 1; n < shown.size(); ++n) {
      film.add(image(n).rgb);
      count.show(n + 1);
    }
  }
  film.finish();
  fmt::print("{}: {} frames of {} × {}, t = {:g} to {:g}, {:.3g} s\n", path, shown.size(), first.width, first.height,
             frames.trajectory.times()[shown.front()], frames.trajectory.times()[shown.back()],
             static_cast<double>(shown.size()) / options.fps);
  return finished;
}

}  // namespace floc::app
