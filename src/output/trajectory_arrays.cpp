#include "output/trajectory_arrays.hpp"

#include <algorithm>
#include <cmath>

namespace floc {

TrajectoryArrays TrajectoryArrays::open(const h5::File& file) {
  const h5::Group root = file.root();
  if (!root.has("h5md") || !root.has("floc")) file.reject("is not a trajectory of floc");
  const h5::Group floc = root.group("floc");
  if (const auto v = floc.integer("format"); v != trajectory_format)
    floc.reject("the layout has version " + std::to_string(v) + ", this program knows " +
                std::to_string(trajectory_format));
  const h5::Group all = root.group("particles").group("all");
  const h5::Group position = all.group("position"), frames = floc.group("frames"), contacts = floc.group("contacts"),
                  bridges = floc.group("bridges");
  const bool poured = all.holds_group("id");
  const auto maybe = [](bool there, const auto& get) {
    return there ? std::optional<h5::Dataset>(get()) : std::optional<h5::Dataset>();
  };
  return {position.dataset("value"),
          all.group("velocity").dataset("value"),
          maybe(all.has("image"), [&] { return all.group("image").dataset("value"); }),
          maybe(poured, [&] { return all.group("id").dataset("value"); }),
          all.dataset("radius"),
          all.dataset("mass"),
          all.dataset("species"),
          maybe(!poured, [&] { return all.dataset("id"); }),
          position.dataset("step"),
          position.dataset("time"),
          frames.dataset("bodies"),
          frames.dataset("h"),
          contacts.dataset("offset"),
          contacts.dataset("count"),
          contacts.dataset("first"),
          contacts.dataset("second"),
          contacts.dataset("gap"),
          contacts.dataset("normal"),
          contacts.dataset("impulse"),
          contacts.dataset("memory"),
          bridges.dataset("offset"),
          bridges.dataset("count"),
          bridges.dataset("first"),
          bridges.dataset("second")};
}

void TrajectoryArrays::read_frames(std::vector<std::int64_t>& steps, std::vector<double>& times) {
  h5::Size frames = step.rows();
  for_each_of_frame([&](h5::Dataset& a) { frames = std::min(frames, a.rows()); });
  // Stored without filters: what the file claims is bounded by what it holds.
  frames = std::min({frames, step.storage_bytes() / sizeof(std::int64_t), time.storage_bytes() / sizeof(double)});
  steps.assign(frames, -1);
  times.assign(frames, std::nan(""));
  step.read<std::int64_t>(0, frames, steps);
  time.read<double>(0, frames, times);
  std::size_t good = 0;
  while (good < frames && steps[good] > (good == 0 ? -1 : steps[good - 1]) && std::isfinite(times[good])) ++good;
  steps.resize(good);
  times.resize(good);
}

}  // namespace floc
