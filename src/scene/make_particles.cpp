#include "scene/make_particles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/error.hpp"
#include "core/random.hpp"
#include "scene/input_files.hpp"
#include "scene/particle_file.hpp"
#include "scene/shapes.hpp"
#include "step/copies.hpp"

namespace floc::scene {
namespace {

// What a random number is for. The values are far from those that count tries of places.
enum Use : std::uint32_t { use_radius = 0x5ce00000, use_jitter = 0x5ce00010 };

class Maker {
 public:
  Maker(const Scene& scene, const Particles& table, const Domain& domain, std::uint64_t first,
        std::vector<Diagnostic>& errors)
      : scene_(scene), table_(table), domain_(domain), first_(first), errors_(errors), d_(scene.dimension()) {
    batch_.table = &table;
    if (table.shape) take_model(*table.shape);
    batch_.bodies.dimension = d_;
    for (std::size_t g = 0; g < scene.groups.size(); ++g)
      if (scene.groups[g].name == table.group) group_ = static_cast<std::int32_t>(g);
  }

  void make(const Lattice& s);
  void make(const Random& s);
  void make(const Pour& s);
  void make(const File& s);
  void make(const Chain& s) { copy(shape_of(s), s.copies); }
  void make(const Assembly& s);

  Batch take() { return std::move(batch_); }

 private:
  void error(std::string message) { errors_.push_back(scene_.at(table_.place, std::move(message))); }

  void take_model(const ShapeTable& shape) {
    batch_.model = make_model(scene_, shape, errors_);
    if (batch_.model) batch_.widening = batch_.model->widening();
  }

  std::uint64_t random_seed() const { return static_cast<std::uint64_t>(scene_.scene.seed); }

  double draw_radius() const {
    const std::uint64_t k = batch_.bodies.size();
    const Draw draw{random_seed(), first_ + k, 0, use_radius};
    const Radius& r = *table_.radius;
    const auto of_volume = [&] {
      if (r.uniform) return r.uniform->low + (r.uniform->high - r.uniform->low) * uniform(draw);
      if (r.lognormal) return r.lognormal->median * std::exp(r.lognormal->sigma * normal(draw));
      if (r.list) return (*r.list)[k % r.list->size()];
      return *r.constant;
    };
    return batch_.widening * of_volume();
  }

  void add(const Vec3& x, double r) {
    const Vec3 v{};
    batch_.bodies.add(x.c.data(), v.c.data(), r, 1, group_);
  }

  // `count` particles whose places are found later.
  void draw(std::uint64_t count) {
    batch_.bodies.reserve(count);
    while (batch_.bodies.size() < count) add({}, draw_radius());
  }

  // Copies of a shape; those without a centre are placed once the obstacles are known.
  void copy(std::vector<Vec3> shape, const Copies& copies) {
    const double total = static_cast<double>(shape.size()) * static_cast<double>(count_of(copies));
    if (total > static_cast<double>(particle_limit))
      return error(fmt::format("{:.3g} particles are more than a scene may have: {}", total, particle_limit));
    draw(static_cast<std::uint64_t>(total));
    const std::vector<Pose> poses = given_poses(copies);
    for (std::size_t k = 0; k < poses.size(); ++k) place_copy(batch_.bodies, k, shape, poses[k]);
    batch_.shape = std::move(shape);
  }

  const Scene& scene_;
  const Particles& table_;
  const Domain& domain_;
  std::uint64_t first_;
  std::vector<Diagnostic>& errors_;
  int d_;
  std::int32_t group_ = 0;
  Batch batch_;
};

// One body a copy.
void Maker::make(const Assembly& s) {
  batch_.shape = shape_of(s);
  batch_.beads = radii_of(*table_.radius, batch_.shape.size());
  take_model(clump_of(batch_.shape, batch_.beads, table_.place));
  if (!batch_.model) return;
  batch_.bodies.reserve(count_of(s.copies));
  for (std::size_t k = 0; k < count_of(s.copies); ++k) add({}, batch_.widening * batch_.model->own());
  if (s.copies.centres) batch_.stand(given_poses(s.copies));
}

// Points s·(i, j, k), or rows and layers shifted into the gaps of the last ones. A box is cut into
// cells with a particle in the middle of each; one that spans a period is filled across it.
void Maker::make(const Lattice& s) {
  constexpr double slack = 1e-9;  // of a spacing: a box that holds n cells up to rounding holds n
  const bool hexagonal = s.arrangement == "hexagonal";
  const std::array<double, 3> pitch{s.spacing, hexagonal ? s.spacing * std::sqrt(0.75) : s.spacing,
                                    hexagonal ? s.spacing * std::sqrt(2.0 / 3.0) : s.spacing};
  Vec3 origin{}, end{};
  std::array<double, 3> count{1, 1, 1};
  for (int k = 0; k < d_; ++k) {
    const auto u = static_cast<std::size_t>(k);
    end[k] = std::numeric_limits<double>::infinity();
    if (s.counts) {
      count[u] = static_cast<double>((*s.counts)[u]);
      origin[k] = (*s.origin)[k];
      continue;
    }
    const double length = (*s.high)[k] - (*s.low)[k], period = domain_.period[u];
    origin[k] = (*s.low)[k] + s.spacing / 2;
    if (period > 0 && std::abs(length - period) <= slack * period) {
      count[u] = std::floor(length / pitch[u] + slack);
    } else {
      end[k] = (*s.high)[k] - s.spacing / 2 + slack * s.spacing;
      count[u] = std::floor((length - s.spacing) / pitch[u] + slack) + 1;
    }
  }
  const double total = count[0] * count[1] * count[2];
  if (!(total >= 1)) return error("no particle fits between low and high at this spacing");
  if (!(total <= static_cast<double>(particle_limit)))
    return error(fmt::format("a lattice of {:.3g} particles is more than a scene may have: {}", total, particle_limit));

  batch_.bodies.reserve(static_cast<std::size_t>(total));
  for (std::int64_t k = 0; k < static_cast<std::int64_t>(count[2]); ++k)
    for (std::int64_t j = 0; j < static_cast<std::int64_t>(count[1]); ++j)
      for (std::int64_t i = 0; i < static_cast<std::int64_t>(count[0]); ++i) {
        const double right = hexagonal && (j + k) % 2 ? 0.5 : 0, up = hexagonal && k % 2 ? 1.0 / 3 : 0;
        Vec3 x = origin + Vec3{{pitch[0] * (static_cast<double>(i) + right), pitch[1] * (static_cast<double>(j) + up),
                                pitch[2] * static_cast<double>(k)}};
        bool inside = true;
        for (int c = 0; c < d_; ++c) inside = inside && x[c] <= end[c];
        if (!inside) continue;
        const double r = draw_radius();
        const double room = s.jitter * std::max(0.0, s.spacing / 2 - r) / std::sqrt(d_);
        for (int c = 0; c < d_ && room > 0; ++c)
          x[c] += room * (2 * uniform({random_seed(), first_ + batch_.bodies.size(), 0,
                                       use_jitter + static_cast<std::uint32_t>(c)}) -
                          1);
        add(x, r);
      }
}

// Only the radii: the places are found by the packing once the obstacles and r̄ are known.
void Maker::make(const Random& s) {
  if (s.count) return draw(static_cast<std::uint64_t>(*s.count));
  double wanted = *s.fraction;
  for (int k = 0; k < d_; ++k) wanted *= s.high[k] - s.low[k];
  for (double filled = 0; filled < wanted;) {
    if (batch_.bodies.size() == particle_limit)
      return error(
          fmt::format("the fraction {} needs more particles than a scene may have: {}", *s.fraction, particle_limit));
    const double r = draw_radius(), v = solid_volume(r / batch_.widening, d_);
    if (filled + v - wanted > wanted - filled && batch_.bodies.size() > 0) break;  // nearer without it
    add({}, r);
    filled += v;
  }
}

void Maker::make(const Pour& s) {
  draw(static_cast<std::uint64_t>(s.count));
  double largest = largest_radius(batch_.bodies);
  for (int k = 0; k < d_; ++k)
    if (2 * largest > s.high[k] - s.low[k])
      return error(fmt::format(
          "the region between low and high is narrower than the largest particle, of radius {:.6g}", largest));
}

void Maker::make(const File& s) {
  std::string text;
  if (const auto unwritten = scene_.unwritten.find(s.path); unwritten != scene_.unwritten.end()) {
    text = unwritten->second;
  } else {
    try {
      text = input_text(s.path);
    } catch (const Error& e) {
      errors_.push_back(scene_.at(s.place, e.what()));
      return;
    }
  }
  const std::size_t faults = errors_.size();
  const ParticleFile from = parse_particles(text, s.path, d_, errors_);
  if (errors_.size() > faults) return;
  if (from.radius.empty() && !table_.radius)
    return error(fmt::format("\"{}\" gives no radii: give a radius in this table", s.path));

  std::vector<std::string> names;
  for (const Group& g : scene_.groups) names.push_back(g.name);
  const auto d = static_cast<std::size_t>(d_);
  batch_.has_velocity = !from.velocity.empty();
  batch_.has_mass = !from.mass.empty();
  batch_.bodies.reserve(from.count);
  const std::vector<double> still(d, 0.0);
  for (std::size_t i = 0; i < from.count; ++i) {
    std::int32_t group = group_;
    if (!from.group.empty()) {
      const auto it = std::find(names.begin(), names.end(), from.group[i]);
      group = static_cast<std::int32_t>(it - names.begin());
      if (it == names.end())
        errors_.push_back(
            {s.path, from.line[i], 0,
             fmt::format("\"{}\" names no group of the scene{}", from.group[i], did_you_mean(from.group[i], names))});
    }
    batch_.bodies.add(from.position.data() + i * d, batch_.has_velocity ? from.velocity.data() + i * d : still.data(),
                      from.radius.empty() ? draw_radius() : batch_.widening * from.radius[i], batch_.has_mass ? from.mass[i] : 1, group);
  }
}

}  // namespace

void Batch::stand(std::vector<Pose> where) {
  poses = std::move(where);
  const Vec3 centre = model->make(model->own()).pose.position;
  for (std::size_t k = 0; k < poses.size(); ++k)
    std::copy_n(poses[k].to_world(centre).c.begin(), bodies.dimension, bodies.x(k));
}

double solid_volume(double r, int dimension) {
  using std::numbers::pi;
  return dimension == 1 ? 2 * r : dimension == 2 ? pi * r * r : 4.0 / 3.0 * pi * r * r * r;
}

Batch make_particles(const Scene& scene, const Particles& table, const Domain& domain, std::uint64_t first,
                     std::vector<Diagnostic>& errors) {
  Maker maker(scene, table, domain, first, errors);
  std::visit([&](const auto& source) { maker.make(source); }, table.source);
  return maker.take();
}

}  // namespace floc::scene
