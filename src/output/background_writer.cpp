#include "output/background_writer.hpp"

#include <utility>

#include "output/files.hpp"
#include "output/trajectory_frame.hpp"

namespace floc {
namespace {

constexpr std::size_t most_waiting = 64 << 20;  // bytes

std::size_t size_of(const Checkpoint& c) {
  const std::size_t d = static_cast<std::size_t>(c.state.bodies.dimension);
  return c.state.bodies.size() * (16 * d + 28) + c.state.contacts.size() * (8 * d + 40);
}

}  // namespace

BackgroundWriter::BackgroundWriter(TrajectoryWriter trajectory)
    : trajectory_(std::make_shared<TrajectoryWriter>(std::move(trajectory))),
      frames_(trajectory_->frames()),
      last_step_(trajectory_->last_step()),
      queue_(most_waiting) {}

void BackgroundWriter::frame(std::int64_t step, double time, double h, const Bodies& bodies, const Contacts& contacts,
                             const FrameParts& parts) {
  auto frame = trajectory_->prepare(step, time, h, bodies, contacts, parts);
  const std::size_t bytes = frame->size();
  queue_.post([trajectory = trajectory_, frame = std::move(frame)] { trajectory->append(*frame); }, bytes);
  ++frames_;
  last_step_ = step;
}

void BackgroundWriter::checkpoint(const std::string& directory, Checkpoint checkpoint, std::vector<std::string> files) {
  checkpoint.frames = static_cast<std::int64_t>(frames_);
  checkpoint.last_frame = last_step_;
  auto state = std::make_shared<const Checkpoint>(std::move(checkpoint));
  const std::size_t bytes = size_of(*state);
  queue_.post(
      [trajectory = trajectory_, directory, state = std::move(state), files = std::move(files)] {
        for (const std::string& file : files) sync_file(file);
        trajectory->sync();
        save_checkpoint(directory, *state);
      },
      bytes);
}

void BackgroundWriter::wait() { queue_.wait(); }

void BackgroundWriter::close() {
  queue_.wait();
  trajectory_->close();
}

}  // namespace floc
