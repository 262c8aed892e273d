#include "app/served_run.hpp"

#include <sys/stat.h>

#include <algorithm>

#include "core/error.hpp"
#include "draw/view_curves.hpp"
#include "draw/view_frame.hpp"
#include "draw/view_scenery.hpp"
#include "scene/scene.hpp"

namespace floc::app {
namespace {

// So many bodies are looked at for ranges and window.
constexpr std::size_t most_noted = 2'000'000, most_frames = 12;

// A table whose last line is being written is none; the next one is soon there.
CsvTable steps_now(const std::string& directory) {
  try {
    return read_csv(directory + "/steps.csv");
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

std::string title_of(const Frames& frames, const std::string& directory) {
  const SceneResult scene = read_scene_text(frames.trajectory.scene(), directory, directory);
  return scene.scene ? scene.scene->title : "";
}

ServedRun::ServedRun(std::string directory, std::size_t every, bool network)
    : directory_(std::move(directory)), every_(every), network_(network) {
  open();  // says what is wrong with a folder that holds no run
  refresh();
}

void ServedRun::open() {
  frames_.reset();  // HDF5 would give the same stale file again
  frames_.emplace(open_frames(directory_));
  times_.clear();
  const std::vector<double>& all = frames_->trajectory.times();
  for (std::size_t k = 0; k < all.size(); k += every_) times_.push_back(all[k]);
}

const Frames& ServedRun::opened() const {
  if (!frames_) throw Error(directory_ + ": its frames cannot be read now");
  return *frames_;
}

void ServedRun::refresh() {
  struct stat now {};
  if (::stat((directory_ + "/trajectory.h5").c_str(), &now) != 0) return;
  const auto changed = static_cast<std::int64_t>(now.st_mtim.tv_sec) * 1'000'000'000 + now.st_mtim.tv_nsec;
  if (frames_ && view_ && now.st_ino == file_ && static_cast<std::uint64_t>(now.st_size) == size_ &&
      changed == changed_)
    return;
  const std::vector<double> before = times_;
  open();
  const bool same = view_ && scene_ == frames_->trajectory.scene() && now.st_ino == file_ &&
                    before.size() <= times_.size() && std::equal(before.begin(), before.end(), times_.begin());
  scene_ = frames_->trajectory.scene();
  file_ = now.st_ino;
  size_ = static_cast<std::uint64_t>(now.st_size);
  changed_ = changed;
  if (!same) {
    ++run_;
    const TrajectoryReader& t = frames_->trajectory;
    view_.emplace(ViewHeader{title_of(*frames_, directory_), t.dimension(), t.largest_bodies(), every_, frames_->links,
                             network_, frames_->joints},
                  frames_->obstacles);
    noted_ = 0;
    note_some();
    view_->tell();
  } else if (times_.size() >= 2 * noted_) {
    note_some();
  }
}

// The first, the last and some between.
void ServedRun::note_some() {
  const std::size_t bodies = std::max<std::size_t>(1, frames_->trajectory.largest_bodies());
  const std::size_t wanted = std::min(times_.size(), std::clamp<std::size_t>(most_noted / bodies, 2, most_frames));
  for (std::size_t k = 0; k < wanted; ++k) {
    const Snapshot frame = frames_->trajectory.read(every_ * (wanted > 1 ? k * (times_.size() - 1) / (wanted - 1) : 0));
    view_->note(frame, view_values(frame));
  }
  noted_ = times_.size();
}

Json ServedRun::describe() const {
  Json run = view_->describe(times_, opened().exits, steps_now(directory_));
  run.set("served", run_);
  return run;
}

std::string ServedRun::frame(std::size_t k) const {
  const Snapshot frame = opened().trajectory.read(k * every_);
  const std::vector<std::byte> bytes = view_->pack(frame, view_values(frame));
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Json ServedRun::news(std::size_t from) const {
  const std::span<const double> fresh = std::span(times_).subspan(std::min(from, times_.size()));
  Json news = Json::object({{"run", run_}, {"times", Json::numbers(fresh)}});
  if (fresh.empty()) return news;
  Json poses = Json::list();
  for (const Obstacle& o : opened().obstacles) poses.add(view_poses(o, times_.front(), fresh));
  ViewCurves curves = view_curves(steps_now(directory_));
  news.set("poses", std::move(poses));
  news.set("quantities", view_->ranges());
  news.set("network", view_->network());
  news.set("curves", std::move(curves.curves));
  news.set("graphs", std::move(curves.graphs));
  return news;
}

}  // namespace floc::app
