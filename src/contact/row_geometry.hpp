// What a row is made of: gap and normal of two bodies, or of a body and a surface, by their key. Bonds say which
// pairs keep another distance than the sum of their radii.
#pragma once

#include <cstddef>
#include <span>

#include "contact/bonds.hpp"
#include "contact/contacts.hpp"
#include "geometry/obstacle.hpp"
#include "neighbours/scenery.hpp"

namespace floc {

// u = hv, the displacements of the bodies in the step.
struct Displacements {
  std::span<const double> v;  // N × d
  double h;

  template <int D>
  [[gnu::always_inline]] Vec<D> of(std::size_t i) const {
    return h * Vec<D>::load(v.data() + i * D);
  }
};

template <int D>
Vec3 moved(const Scenery& s, const Displacements& u, std::size_t i) {
  return embed(s.bodies.x(i), D) + embed(u.of<D>(i).c.data(), D);
}

class RowGeometry {
 public:
  struct Row {
    ContactKey pair;
    ObstacleRow geometry;
  };

  // `bonds` (placed) outlive this.
  explicit RowGeometry(const Bonds& bonds) : bonds_(bonds) {}

  // From j to i.
  template <int D>
  [[gnu::always_inline]] static Vec<D> separation(const Scenery& s, std::size_t i, std::size_t j) {
    const double* const x = s.bodies.position.data();
    return s.domain.nearest_image(Vec<D>::load(x + i * D) - Vec<D>::load(x + j * D));
  }
  // Gap and normal (from j to i) of two bodies. Coincident centres part along the first axis.
  template <int D>
  double pair_gap(const Scenery& scenery, std::size_t i, std::size_t j, Vec<D>& normal) const;
  // Of the pair, or of the body and the surface.
  template <int D>
  Row row(const Scenery& scenery, ContactKey pair) const;

  // Gaps and normals of the rows by their keys.
  void measure(const Scenery& scenery, Contacts& rows) const;
  // Worst true overlap of all rows after the displacements u (≥ 0).
  double worst_overlap(const Scenery& scenery, const Contacts& rows, const Displacements& u) const;

 private:
  template <int D>
  struct Batch;
  template <int D, class Between, class F>
  void for_batches(const Scenery& scenery, const Contacts& rows, std::size_t begin, std::size_t end, Between&& between,
                   F&& f) const;

  const Bonds& bonds_;
};

template <int D>
double RowGeometry::pair_gap(const Scenery& s, std::size_t i, std::size_t j, Vec<D>& normal) const {
  normal = separation<D>(s, i, j);
  const double distance = norm(normal);
  if (distance > 0) {
    normal *= 1 / distance;
  } else {
    normal = Vec<D>{};
    normal[0] = 1;
  }
  return distance - bonds_.distance(s.bodies, i, j);
}

template <int D>
RowGeometry::Row RowGeometry::row(const Scenery& s, ContactKey pair) const {
  const auto i = static_cast<std::size_t>(pair.first);
  if (pair.second < 0) {
    const auto k = static_cast<std::size_t>(Contacts::surface_of(pair.second));
    return {pair, s.obstacles.row(k, embed(s.bodies.x(i), D), s.bodies.radius[i])};
  }
  Vec<D> normal;
  const double gap = pair_gap<D>(s, i, static_cast<std::size_t>(pair.second), normal);
  return {pair, {gap, gap, embed(normal.c.data(), D)}};
}

}  // namespace floc
