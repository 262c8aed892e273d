#include "scene/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "contact/shape_rows.hpp"
#include "core/error.hpp"
#include "core/expression.hpp"
#include "forces/chain.hpp"
#include "parallel/executor.hpp"
#include "scene/find_places.hpp"
#include "scene/make_floor.hpp"
#include "scene/make_fluid.hpp"
#include "scene/make_forces.hpp"
#include "scene/make_joints.hpp"
#include "scene/make_links.hpp"
#include "scene/make_obstacles.hpp"
#include "scene/make_particles.hpp"
#include "scene/make_shapes.hpp"
#include "scene/make_time.hpp"
#include "step/combinations.hpp"
#include "step/packing.hpp"
#include "step/shape_overlaps.hpp"

namespace floc {
namespace scene {
namespace {

class Builder {
 public:
  Builder(const Scene& scene, int threads, Placing placing, const PackingWatch& watch, std::vector<Diagnostic>& errors)
      : scene_(scene),
        search_(placing == Placing::search || links_need_places(scene)),
        d_(scene.dimension()),
        watch_(watch),
        executor_(threads),
        errors_(errors) {}

  // The stages, in order; a stage that finds mistakes is the last.
  std::optional<Setup> build() {
    settings();
    domain();
    floor_ = make_floor(scene_, errors_);
    if (floor_) setup_.exits = floor_->exits();
    setup_.removals = scene_.removals;
    setup_.obstacles = make_obstacles(scene_, setup_.domain, errors_, floor_ ? &*floor_ : nullptr);
    fluid();
    friction();
    draw();
    if (!errors_.empty()) return {};
    setup_.obstacles.place(setup_.start, setup_.h);
    if (search_) find_places(scene_, setup_, floor_ ? &*floor_ : nullptr, mean_, batches_, executor_, watch_, errors_);
    if (!errors_.empty() || watch_.stopped()) return {};
    gather();
    if (!errors_.empty()) return {};
    link();
    if (!errors_.empty()) return {};
    masses_and_velocities();
    check_shapes();
    check_in_fluid();
    if (!errors_.empty()) return {};
    setup_.joints = make_joints(scene_, setup_, links_.drawn, errors_);
    if (!errors_.empty()) return {};
    if (search_) overlaps();
    walls();
    forces();
    what_does_not_combine();
    places();
    for (const ForcePtr& force : setup_.forces) fits("the range of a force", 2 * largest_ + force->range());
    if (!errors_.empty()) return {};
    return std::move(setup_);
  }

  Pairs links() { return std::move(links_.drawn); }

 private:
  void error(const Place& place, std::string message) { errors_.push_back(scene_.at(place, std::move(message))); }
  void error(std::string message) { error(scene_.place, std::move(message)); }

  void settings() {
    setup_.seed = static_cast<std::uint64_t>(scene_.scene.seed);
    make_time(scene_.time, setup_);
    static_cast<SolverSettings&>(setup_) = scene_.solver;
    setup_.law = scene_.contact.make({});
    setup_.bodies.dimension = d_;
    setup_.first_order = std::holds_alternative<FirstOrder>(scene_.stepper);
  }

  void domain() {
    for (int k = 0; k < d_; ++k)
      if (scene_.domain.along(k)) {
        setup_.domain.origin[static_cast<std::size_t>(k)] = (*scene_.domain.low)[k];
        setup_.domain.period[static_cast<std::size_t>(k)] = (*scene_.domain.high)[k] - (*scene_.domain.low)[k];
      }
  }

  // Its sides stand behind all other obstacles.
  void fluid() {
    const auto made = make_fluid(scene_, setup_.domain, errors_);
    if (!made) return;
    stand_obstacles(scene_, setup_.obstacles, *made, errors_);
    std::vector<floc::Obstacle> all = setup_.obstacles.list();
    for (floc::Obstacle& side : sides_of(*made)) all.push_back(std::move(side));
    setup_.obstacles = Obstacles(std::move(all), setup_.domain);
    setup_.fluid = fluid_ = made;
  }

  // Wide enough for the grid of the fluid, and inside of it.
  void check_in_fluid() {
    if (!setup_.fluid) return;
    const FluidGrid& grid = setup_.fluid->grid;
    for (std::size_t i = 0; i < setup_.bodies.size(); ++i) {
      const double across = setup_.bodies.shaped
                                ? ImmersedShape::width_of(*setup_.shapes[static_cast<std::size_t>(setup_.bodies.shape[i])])
                                : 2 * setup_.bodies.radius[i];
      if (setup_.fluid->two_way() && across < least_cells_across * grid.h * (1 - 1e-9))
        return error(scene_.fluid->cell_place,
                     fmt::format("particle {} is {:.3g} cells of [fluid] across, and needs {:.0f}: cells of at most {:.4g}", setup_.bodies.id[i],
                                 across / grid.h, least_cells_across, across / least_cells_across));
      for (int k = 0; k < d_; ++k)
        if (const double x = (setup_.bodies.x(i)[k] - grid.origin[k]) / grid.h; !grid.periodic(k) && !(x > 0 && x < grid.n(k)))
          return error(table_of(i).place, fmt::format("particle {} is not in the fluid: it is at {:.6g} along {}", setup_.bodies.id[i],
                                                      setup_.bodies.x(i)[k], "xyz"[k]));
    }
    const auto round = [&](std::int32_t s) {
      return setup_.shapes[static_cast<std::size_t>(s)]->kind() == ShapeKind::sphere;
    };
    if (setup_.fluid->lubrication && setup_.bodies.shaped && std::ranges::none_of(setup_.bodies.shape, round))
      error(scene_.fluid->lubrication_place,
            "\"lubrication\" in [fluid] is of discs and spheres, and no particle is one");
    // They turn as what is in the fluid does.
    if (setup_.fluid->two_way() && !setup_.bodies.turning) setup_.bodies.let_turn();
  }

  void friction() {
    if (!scene_.friction) return;
    std::vector<std::string> groups;
    for (const Group& group : scene_.groups) groups.push_back(group.name);
    const std::size_t before = errors_.size();
    for (const FrictionPair& pair : scene_.friction->pairs)
      if (const std::string why = Friction::fault(pair, groups, setup_.obstacles); !why.empty()) error(pair.place, "friction " + why);
    if (errors_.size() == before) setup_.friction = std::make_shared<Friction>(*scene_.friction, groups, setup_.obstacles);
  }

  // Numbers and radii of all particles, and the lengths that follow from them.
  void draw() {
    std::uint64_t count = 0;
    double sum = 0;
    for (const Particles& table : scene_.particles) {
      batches_.push_back(make_particles(scene_, table, setup_.domain, count, errors_));
      const Bodies& bodies = batches_.back().bodies;
      count += bodies.size();
      sum += mean_radius(bodies) * static_cast<double>(bodies.size());
      largest_ = std::max(largest_, largest_radius(bodies));
      for (const double r : bodies.radius) smallest_ = std::min(smallest_, r);
      if (count > particle_limit)
        return error(table.place,
                     fmt::format("{} particles are more than a scene may have: {}", count, particle_limit));
    }
    if (!errors_.empty()) return;
    if (count == 0 && scene_.fluid && scene_.particles.empty()) return;  // a flow, round obstacles at most
    if (count == 0) return error("the scene has no particles: it needs a [[particles]] table");
    mean_ = sum / static_cast<double>(count);
    fits("the cut-off of the solver", 2 * (largest_ + half_gap(setup_)) + setup_.cutoff * mean_);
  }

  // Every pair is seen through its nearest image only: centres closer than `distance`, because of `what`,
  // must not meet across both faces.
  void fits(const char* what, double distance) {
    for (int k = 0; k < d_; ++k)
      if (const double period = setup_.domain.period[static_cast<std::size_t>(k)]; period > 0 && period < 2 * distance)
        error(scene_.domain.place,
              fmt::format("[domain] is {:.6g} long along {}, and must be at least {:.6g}: twice the largest diameter, "
                          "and twice {}",
                          period, "xyz"[k], 2 * distance, what));
  }

  // One list of bodies, and a feed for every pour.
  void gather() {
    const bool shaped = std::ranges::any_of(batches_, [](const Batch& b) { return b.model != nullptr; });
    const auto let_shape = [&](Bodies& bodies) {
      if (!shaped) return;
      bodies.let_turn();
      bodies.shaped = true;
      bodies.shape.assign(bodies.size(), 0);
    };
    let_shape(setup_.bodies);
    for (Batch& batch : batches_) {
      begin_.push_back(setup_.bodies.size());
      if (const auto* pour = std::get_if<Pour>(&batch.table->source)) {
        Feed feed;
        feed.start = pour->start.value_or(setup_.start);
        feed.rate = pour->rate.value_or(std::numeric_limits<double>::infinity());
        feed.keep = pour->keep.value_or(0);
        feed.low = pour->low;
        feed.high = pour->high;
        feed.pending = std::move(batch.bodies);
        let_shape(feed.pending);
        setup_.feeds.push_back(std::move(feed));
      } else {
        setup_.bodies.reserve(setup_.bodies.size() + batch.bodies.size());
        for (std::size_t i = 0; i < batch.bodies.size(); ++i)
          setup_.bodies.add(batch.bodies.x(i), batch.bodies.v(i), batch.bodies.radius[i], batch.bodies.mass[i],
                            batch.bodies.group[i]);
        batch.bodies = {};
      }
    }
    begin_.push_back(setup_.bodies.size());
    for (std::size_t b = 0; b < batches_.size(); ++b) {
      const std::size_t together = batches_[b].together();
      for (std::size_t i = begin_[b]; i < begin_[b + 1]; i += together) wrap(i, i + together);
    }
    if (!finite(setup_.bodies.position))
      error("a particle is not at a finite place: the numbers of the scene are too large");
  }

  // Into the periodic box, the bodies [begin, end) together.
  void wrap(std::size_t begin, std::size_t end) {
    with_dimension(d_, [&]<int D>() {
      const Vec<D> x = Vec<D>::load(setup_.bodies.x(begin)), inside = setup_.domain.wrap(x), shift = inside - x;
      inside.store(setup_.bodies.x(begin));
      for (std::size_t i = begin + 1; i < end; ++i)
        (Vec<D>::load(setup_.bodies.x(i)) + shift).store(setup_.bodies.x(i));
    });
  }

  void link() {
    links_ = make_links(scene_, batches_, begin_, setup_.bodies, setup_.domain, errors_);
    if (!errors_.empty()) return;
    for (const floc::Chain& chain : links_.chains) fits("the links of a chain", chain.length);
    for (const Bond& bond : links_.bonds) fits("the length of a bond", bond.length);
    setup_.bonds = Bonds(std::move(links_.bonds));
  }

  // Every line of the table of step/combinations.hpp that the run meets, where the scene says one of the two.
  void what_does_not_combine() {
    for (const Exclusion& e : conflicts(features_of(setup_))) {
      std::vector<Place> places = places_of(e.one);
      if (places.empty()) places = places_of(e.other);
      if (places.empty()) places = {{0, 1, 1}};
      for (const Place& place : places)
        error(place, fmt::format("{} does not combine with {}: {}", said(e.one), said(e.other), e.why));
    }
  }

  // A feature in the words of the scene.
  std::string said(Feature feature) const {
    if (is_of_law(feature)) return fmt::format("law = \"{}\"", scene_.contact.name());
    if (feature == Feature::named_solver) return fmt::format("the solver \"{}\"", setup_.solver);
    return std::string(name_of(feature));
  }

  // Where the scene asks for a feature; nowhere for those that have no table of their own.
  std::vector<Place> places_of(Feature feature) const {
    std::vector<Place> all;
    for (const Batch& batch : batches_) {
      const auto* chain = std::get_if<Chain>(&batch.table->source);
      const bool rigid = chain && !chain->stretching.word.empty();
      if (feature == Feature::bonds && rigid) all.push_back(batch.table->place);
      if (feature == Feature::shapes && batch.model) all.push_back(batch.model->place());
    }
    if (feature == Feature::bonds)
      for (const Bonding& s : scene_.bonds) all.push_back(s.place);
    if (feature == Feature::joints)
      for (const Jointing& s : scene_.joints) all.push_back(s.place);
    if (feature == Feature::exits) all.push_back(scene_.floor->place);
    if (feature == Feature::friction) all.push_back(scene_.friction->place);
    if (feature == Feature::fluid) all.push_back(scene_.fluid->place);
    if (feature == Feature::lubrication) all.push_back(scene_.fluid->lubrication_place);
    if (feature == Feature::servos)
      for (const Obstacle& o : scene_.obstacles)
        if (o.servo()) all.push_back(o.place);
    if (const auto places = force_places_.find(feature); places != force_places_.end())
      all.insert(all.end(), places->second.begin(), places->second.end());
    return all;
  }

  static bool finite(const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
  }

  // The table that body i comes from.
  const Particles& table_of(std::size_t i) const {
    const auto next = std::upper_bound(begin_.begin(), begin_.end(), i);
    return *batches_[static_cast<std::size_t>(next - begin_.begin()) - 1].table;
  }

  void overlaps() {
    constexpr std::size_t listed = 5;
    const double tolerance = setup_.tolerance * mean_;
    std::vector<Overlap> all;
    Bonds held = Joints::with_filter(setup_.bonds, setup_.joints);
    held.place(setup_.bodies);
    with_gap(setup_, setup_.bodies, [&](const Obstacles& obstacles) {
      all = find_overlaps(setup_.bodies, setup_.domain, obstacles, tolerance, held);
      if (setup_.bodies.shaped)
        all = overlaps_of_shapes(all, setup_.bodies, setup_.domain, obstacles, setup_.shapes, tolerance, executor_,
                                 half_gap(setup_));
      if (all.empty() || scene_.start.overlaps != "repair") return;
      if (!repair_overlaps(setup_.bodies, setup_.domain, obstacles, tolerance, executor_, held,
                           half_gap(setup_) == 0 ? setup_.shapes : std::vector<ShapePtr>{}))
        error(fmt::format("the {} overlaps at the start cannot be repaired: there is not enough room", all.size()));
      all.clear();
    });
    if (all.empty()) return;
    for (std::size_t i = 0; i < std::min(listed, all.size()); ++i) {
      const Overlap& o = all[i];
      const auto first = static_cast<std::size_t>(o.first);
      const std::string other = o.second >= 0
                                    ? fmt::format("particle {}", setup_.bodies.id[static_cast<std::size_t>(o.second)])
                                    : fmt::format("obstacle \"{}\"", obstacle_name(Contacts::surface_of(o.second)));
      const char* what = o.bond ? "particle {0} is off the length of its bond with {1} by {2:.6g} ({3:.3g} r̄)"
                                : "particle {0} overlaps {1} by {2:.6g} ({3:.3g} r̄)";
      error(table_of(first).place, fmt::format(fmt::runtime(what), setup_.bodies.id[first], other, o.depth, o.depth / mean_));
    }
    error(fmt::format("{} overlap{} at the start; overlaps = \"repair\" in [start] separates them", all.size(),
                      all.size() == 1 ? "" : "s"));
  }

  const std::string& obstacle_name(std::int32_t surface) const {
    return setup_.obstacles.list()[setup_.obstacles.owner(static_cast<std::size_t>(surface))].name;
  }

  void masses_and_velocities() {
    std::size_t feed = 0;
    std::uint64_t drawn = 0;
    ShapeMaker shapes(setup_.seed, d_, setup_.shapes, setup_.outlines);
    for (std::size_t b = 0; b < batches_.size(); ++b) {
      const Batch& batch = batches_[b];
      if (const auto* pour = std::get_if<Pour>(&batch.table->source)) {
        Feed& f = setup_.feeds[feed++];
        const Vec3 middle = 0.5 * (pour->low + pour->high);
        for (std::size_t i = 0; i < f.pending.size(); ++i) std::copy_n(middle.c.begin(), d_, f.pending.x(i));
        endow(batch, f.pending, 0, f.pending.size(),
              [&](std::size_t i) { return f.start + static_cast<double>(i) / f.rate; });
        if (setup_.bodies.shaped) shapes.shape(batch, f.pending, 0, f.pending.size(), drawn);
        drawn += f.pending.size();
      } else {
        endow(batch, setup_.bodies, begin_[b], begin_[b + 1], [&](std::size_t) { return setup_.start; });
        if (setup_.bodies.shaped) shapes.shape(batch, setup_.bodies, begin_[b], begin_[b + 1], drawn);
        drawn += begin_[b + 1] - begin_[b];
      }
    }
  }

  // Obstacles that bodies of these shapes do not meet.
  void check_shapes() {
    if (setup_.shapes.empty()) return;
    try {
      const ShapeRows rows(setup_.shapes, setup_.obstacles);
    } catch (const Error& e) {
      error(places_of(Feature::shapes).front(), e.what());
    }
  }

  // Mass and velocity of the bodies [begin, end), all of one table; body i is there at time(i).
  template <class F>
  void endow(const Batch& batch, Bodies& bodies, std::size_t begin, std::size_t end, F&& time) {
    const Particles& table = *batch.table;
    std::vector<Expression::Evaluator> velocity;
    for (const Expression& e : table.velocity) velocity.emplace_back(e);
    for (std::size_t i = begin; i < end; ++i) {
      if (!batch.has_mass) bodies.mass[i] = mass(table, bodies.radius[i] / batch.widening);
      const Vec3 x = embed(bodies.x(i), d_);
      const double values[4]{x[0], x[1], x[2], time(i)};
      for (int k = 0; k < d_ && !batch.has_velocity; ++k) {
        double& v = bodies.v(i)[k];
        v = velocity[static_cast<std::size_t>(k)](values);
        if (!std::isfinite(v))
          return error(table.velocity_place[static_cast<std::size_t>(k)],
                       fmt::format("the velocity of particle {} is {} along {}, at ({:.6g}, {:.6g}, {:.6g})",
                                   bodies.id[i], v, "xyz"[k], x[0], x[1], x[2]));
      }
      if (!(std::isnormal(bodies.mass[i]) && std::isnormal(1 / bodies.mass[i])))
        return error(table.place, fmt::format("the mass of particle {} would be {:.6g}", bodies.id[i], bodies.mass[i]));
    }
  }

  double mass(const Particles& table, double r) const {
    if (!table.mass) return table.density.value_or(1) * solid_volume(r, d_);
    return table.mass->word.empty() ? table.mass->number : std::pow(r / mean_, 3);
  }

  // Walls that hold a force, with the mass of all particles unless they have their own.
  void walls() {
    double all = std::accumulate(setup_.bodies.mass.begin(), setup_.bodies.mass.end(), 0.0);
    for (const Feed& feed : setup_.feeds) all = std::accumulate(feed.pending.mass.begin(), feed.pending.mass.end(), all);
    std::size_t made = 0;
    for (const std::size_t k : obstacle_order(scene_)) {
      const floc::Obstacle& o = setup_.obstacles.list()[made++];
      const Servo* servo = scene_.obstacles[k].servo();
      if (!servo) continue;
      setup_.servos.push_back(*servo);
      setup_.servos.back().normal = o.surfaces.front()->plane().value().normal;
      if (!servo->mass) setup_.servos.back().mass = all;
    }
  }

  void forces() {
    RouteMaker routes(scene_, floor_ ? &*floor_ : nullptr, smallest_, largest_);
    MadeForces made = make_forces(scene_, routes, fluid_.get(), setup_.bodies.size() > 0, errors_);
    setup_.forces = std::move(made.forces);
    force_places_ = std::move(made.places);
    if (!links_.chains.empty()) setup_.forces.push_back(chains(std::move(links_.chains)));
    if (fluid_ && !scene_.fluid->buoyancy)
      for (const ForcePtr& force : setup_.forces) fluid_->gravity += force->uniform();
  }

  // Everybody is on the floor, and where all forces can have them: in a crowd, with a way out.
  void places() {
    if (!floor_ || !search_ || !errors_.empty()) return;
    constexpr std::size_t listed = 5;
    std::size_t faults = 0;
    const auto check = [&](const Vec2& x, std::int32_t group, const Place& place, const std::string& who) {
      std::string where = floor_->inside(x) ? "" : "not on the floor";
      for (std::size_t k = 0; k < setup_.forces.size() && where.empty(); ++k)
        where = setup_.forces[k]->misplaced(group, {{x[0], x[1], 0}});
      if (where.empty() || ++faults > listed) return;
      error(place, fmt::format("{} at ({:.6g}, {:.6g}) is {}", who, x[0], x[1], where));
    };
    for (std::size_t i = 0; i < setup_.bodies.size(); ++i)
      check(Vec2::load(setup_.bodies.x(i)), setup_.bodies.group[i], table_of(i).place,
            fmt::format("particle {}", setup_.bodies.id[i]));
    for (const Batch& batch : batches_)
      if (const auto* pour = std::get_if<Pour>(&batch.table->source))
        for (const double x : {pour->low[0] + smallest_, pour->high[0] - smallest_})
          for (const double y : {pour->low[1] + smallest_, pour->high[1] - smallest_})
            check({{x, y}}, group_of(*batch.table), batch.table->place, "somebody who enters");
    if (faults > listed) error(fmt::format("{} people are not where they can walk from", faults));
  }

  std::int32_t group_of(const Particles& table) const {
    const auto it = std::find_if(scene_.groups.begin(), scene_.groups.end(),
                                 [&](const Group& g) { return g.name == table.group; });
    return static_cast<std::int32_t>(it - scene_.groups.begin());
  }

  const Scene& scene_;
  bool search_;
  int d_;
  PackingWatch watch_;
  Executor executor_;
  std::vector<Diagnostic>& errors_;
  Setup setup_;
  std::vector<Batch> batches_;
  std::vector<std::size_t> begin_;  // first body of each batch
  Links links_;
  double mean_ = 0, largest_ = 0;   // r̄ and the largest radius, of those to come too
  double smallest_ = std::numeric_limits<double>::infinity();
  std::optional<FloorPlan> floor_;
  std::shared_ptr<FluidSettings> fluid_;
  std::map<Feature, std::vector<Place>> force_places_;  // of forces that have it
};

}  // namespace
}  // namespace scene

BuildResult build(const Scene& scene, int threads, Placing placing, const PackingWatch& watch) {
  BuildResult result;
  try {
    scene::Builder builder(scene, threads, placing, watch, result.errors);
    result.setup = builder.build();
    result.links = builder.links();
    result.stopped = !result.setup && result.errors.empty();
  } catch (const Error& error) {
    result.errors.push_back(scene.at({0, 1, 1}, error.what()));
  } catch (const ExpressionError& error) {
    result.errors.push_back(scene.at({0, 1, 1}, error.message));
  } catch (const std::bad_alloc&) {
    result.errors.push_back(scene.at({0, 1, 1}, "there is not enough memory for this many particles"));
  }
  sort(result.errors);
  return result;
}

SceneLinks build_links(const Scene& scene) {
  const auto chain = [](const scene::Particles& p) { return std::holds_alternative<scene::Chain>(p.source); };
  if (scene.bonds.empty() && scene.joints.empty() && std::none_of(scene.particles.begin(), scene.particles.end(), chain)) return {};
  BuildResult result = build(scene, 1, Placing::skip);
  return {std::move(result.links), result.setup ? std::move(result.setup->joints) : std::vector<Joint>()};
}

}  // namespace floc
