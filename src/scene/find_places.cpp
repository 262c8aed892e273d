#include "scene/find_places.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scene/shapes.hpp"
#include "step/copies.hpp"

namespace floc::scene {
namespace {

const Copies* copies_of(const Source& source) {
  if (const auto* chain = std::get_if<Chain>(&source)) return &chain->copies;
  if (const auto* assembly = std::get_if<Assembly>(&source)) return &assembly->copies;
  return nullptr;
}

class Finder {
 public:
  Finder(const Scene& scene, const Setup& setup, const FloorPlan* floor, std::vector<Diagnostic>& errors)
      : scene_(scene), setup_(setup), floor_(floor), errors_(errors), d_(scene.dimension()) {}

  void pack(Batch& batch, const Random& random, std::uint64_t seed, double tolerance, Executor& executor,
            const PackingWatch& watch) {
    if (too_dense(batch, random)) return;
    PackingReport report;
    with_gap(setup_, batch.bodies, [&](const Obstacles& obstacles) {
      report = floc::pack(batch.bodies, random.low, random.high, setup_.domain, bounds_of_places(obstacles), seed,
                          tolerance, executor, watch);
    });
    if (watch.stopped() || report.done) return;
    error(batch.table->place,
          fmt::format("{} particles without overlap cannot be had here: they fill {:.3g} of the box, and {:.3g} was "
                      "reached",
                      batch.bodies.size(), report.fraction, report.reached));
  }

  void scatter(Batch& batch, const Copies& copies, std::uint64_t seed) {
    if (!copies.count) return;
    Bodies beads;  // of copies that are one body
    beads.dimension = d_;
    const Vec3 zero;
    for (std::size_t k = 0; k < count_of(copies) * batch.beads.size(); ++k)
      beads.add(zero.c.data(), zero.c.data(), batch.beads[k % batch.beads.size()], 1, 0);
    Bodies& parts = batch.beads.empty() ? batch.bodies : beads;
    std::vector<Pose> poses;
    with_gap(setup_, parts, [&](const Obstacles& obstacles) {
      poses = scatter_copies(parts, batch.shape, *copies.low, *copies.high, setup_.domain, obstacles, seed);
    });
    if (poses.size() < count_of(copies))
      return error(batch.table->place, fmt::format("{} copies without overlap cannot be had here: {} found a place",
                                                   count_of(copies), poses.size()));
    if (!batch.beads.empty()) batch.stand(std::move(poses));
  }

 private:
  void error(const Place& place, std::string message) { errors_.push_back(scene_.at(place, std::move(message))); }

  // Beyond the densest packing that is promised nobody waits for a try.
  bool too_dense(const Batch& batch, const Random& random) {
    double solid = 0, largest = 0, volume = 1;
    for (const double r : batch.bodies.radius) {
      solid += solid_volume(r, d_);
      largest = std::max(largest, solid_volume(r, d_));
    }
    for (int k = 0; k < d_; ++k) volume *= random.high[k] - random.low[k];
    // A fraction is met to half a particle.
    if (solid - largest <= densest_packing(d_) * volume) return false;
    error(batch.table->place,
          fmt::format(
              "{} particles would fill {:.3g} of the box, and at most {:.2f} can be packed at random in dimension "
              "{}: take fewer, or a lattice",
              batch.bodies.size(), solid / volume, densest_packing(d_), d_));
    return true;
  }

  // The obstacles, and the boundary of a floor.
  Obstacles bounds_of_places(const Obstacles& others) const {
    if (!floor_) return others;
    std::vector<floc::Obstacle> all = others.list();
    all.push_back({"floor", "", nullptr, {floor_->boundary()}});
    Obstacles obstacles(std::move(all), setup_.domain);
    obstacles.place(setup_.start, setup_.h);
    return obstacles;
  }

  const Scene& scene_;
  const Setup& setup_;
  const FloorPlan* floor_;
  std::vector<Diagnostic>& errors_;
  int d_;
};

}  // namespace

void find_places(const Scene& scene, const Setup& setup, const FloorPlan* floor, double mean,
                 std::vector<Batch>& batches, Executor& executor, const PackingWatch& watch,
                 std::vector<Diagnostic>& errors) {
  Finder finder(scene, setup, floor, errors);
  for (std::size_t b = 0; b < batches.size() && !watch.stopped(); ++b) {
    const std::uint64_t seed = setup.seed + 0x9e3779b97f4a7c15u * b;  // tables do not repeat each other
    const Source& source = batches[b].table->source;
    if (const Copies* copies = copies_of(source)) finder.scatter(batches[b], *copies, seed);
    if (const auto* random = std::get_if<Random>(&source))
      finder.pack(batches[b], *random, seed, 0.5 * setup.tolerance * mean, executor, watch);
  }
}

}  // namespace floc::scene
