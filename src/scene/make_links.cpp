#include "scene/make_links.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "neighbours/cell_grid.hpp"

namespace floc::scene {
namespace {

// Neighbours of the second kind too have fewer; what bonds all with all is a mistake, and fills the memory.
constexpr std::size_t most_bonds_each = 50;

class LinkMaker {
 public:
  LinkMaker(const Scene& scene, const Bodies& bodies, const Domain& domain, std::vector<Diagnostic>& errors)
      : scene_(scene), bodies_(bodies), domain_(domain), errors_(errors) {}

  // One chain, of the bodies from `begin` on.
  void add(const Chain& s, std::size_t begin) {
    const bool rigid = !s.stretching.word.empty();
    floc::Chain chain{{}, s.closed, s.spacing, s.stretching.number, s.bending};
    for (std::int64_t k = 0; k < s.beads; ++k) chain.beads.push_back(bodies_.id[begin + static_cast<std::size_t>(k)]);
    const auto n = static_cast<std::size_t>(s.beads);
    for (std::size_t k = s.closed ? 0 : 1; k < n; ++k) {
      const std::size_t before = (k + n - 1) % n;
      link(chain.beads[k], chain.beads[before]);
      if (rigid)
        links_.bonds.push_back({chain.beads[k], chain.beads[before], s.spacing});
      else if (s.spacing < bodies_.radius[begin + k] + bodies_.radius[begin + before])
        links_.bonds.push_back({chain.beads[k], chain.beads[before], Bond::no_row});
    }
    if (chain.stretching > 0 || chain.bending > 0) links_.chains.push_back(std::move(chain));
  }

  void add(const Bonding& s) {
    if (s.pairs)
      for (const auto& pair : *s.pairs) bond(s, pair);
    else
      bond_near(s);
  }

  Links take() { return std::move(links_); }

 private:
  void error(const Place& place, std::string message) { errors_.push_back(scene_.at(place, std::move(message))); }

  void link(std::int64_t a, std::int64_t b) { links_.drawn.push_back({a, b}); }

  double distance(std::size_t i, std::size_t j) const {
    return with_dimension(bodies_.dimension, [&]<int D>() {
      return norm(domain_.nearest_image(Vec<D>::load(bodies_.x(i)) - Vec<D>::load(bodies_.x(j))));
    });
  }

  void bond(const Bonding& s, const std::array<std::int64_t, 2>& pair) {
    for (const std::int64_t name : pair)
      if (!bodies_.find(name))
        return error(s.place, fmt::format("a bond names particle {}, and the scene has {} at the start", name,
                                          bodies_.size()));
    if (pair[0] == pair[1]) return error(s.place, fmt::format("particle {} is bonded to itself", pair[0]));
    links_.bonds.push_back({pair[0], pair[1], s.length.value_or(distance(*bodies_.find(pair[0]), *bodies_.find(pair[1])))});
    link(pair[0], pair[1]);
  }

  void bond_near(const Bonding& s) {
    const std::size_t most = most_bonds_each * bodies_.size();
    const Pairs pairs = near_pairs(scene_, bodies_, domain_, s.groups, *s.within, most,
                                   [&](std::size_t i, std::size_t j) { return distance(i, j) <= *s.within; });
    if (pairs.size() > most)
      return error(s.place, fmt::format("within = {:g} bonds {} particles by more than {} pairs, {} for each of them: take "
                                        "a smaller distance, or a rigid body of kind \"assembly\"",
                                        *s.within, bodies_.size(), most, most_bonds_each));
    for (const auto& pair : pairs) bond(s, pair);
  }

  const Scene& scene_;
  const Bodies& bodies_;
  const Domain& domain_;
  std::vector<Diagnostic>& errors_;
  Links links_;
};

}  // namespace

Links make_links(const Scene& scene, const std::vector<Batch>& batches, const std::vector<std::size_t>& begin,
                 const Bodies& bodies, const Domain& domain, std::vector<Diagnostic>& errors) {
  LinkMaker maker(scene, bodies, domain, errors);
  for (std::size_t b = 0; b < batches.size(); ++b) {
    const auto* chain = std::get_if<Chain>(&batches[b].table->source);
    for (std::size_t i = begin[b]; chain && i < begin[b + 1]; i += batches[b].together()) maker.add(*chain, i);
  }
  for (const Bonding& s : scene.bonds) maker.add(s);
  return maker.take();
}

Pairs near_pairs(const Scene& scene, const Bodies& bodies, const Domain& domain, const std::vector<std::string>& groups,
                 double range, std::size_t most, const std::function<bool(std::size_t, std::size_t)>& wanted) {
  Bodies near;  // only those of the groups, so that no time goes into the others
  near.dimension = bodies.dimension;
  std::vector<std::size_t> index;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const std::string& name = scene.groups[static_cast<std::size_t>(bodies.group[i])].name;
    if (!groups.empty() && std::ranges::find(groups, name) == groups.end()) continue;
    near.add(bodies.x(i), bodies.v(i), bodies.radius[i], bodies.mass[i], bodies.group[i]);
    index.push_back(i);
  }
  CellGrid grid;
  grid.build(near, domain, range);
  Pairs pairs;
  with_dimension(bodies.dimension, [&]<int D>() {
    for (std::size_t a = 0; a < near.size() && pairs.size() <= most; ++a)
      grid.for_near(Vec<D>::load(near.x(a)), range, [&](std::size_t b) {
        if (b < a && pairs.size() <= most && wanted(index[a], index[b]))
          pairs.push_back({bodies.id[index[a]], bodies.id[index[b]]});
      });
  });
  return pairs;
}

bool links_need_places(const Scene& scene) {
  return !scene.joints.empty() ||
         std::any_of(scene.bonds.begin(), scene.bonds.end(),
                     [](const Bonding& s) { return s.within || !s.length; });
}

}  // namespace floc::scene
