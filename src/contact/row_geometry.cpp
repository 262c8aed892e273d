#include "contact/row_geometry.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/separations.hpp"

namespace floc {

// Some rows in a run. Those with a surface are at no distance, and touch at none.
template <int D>
struct RowGeometry::Batch {
  std::size_t begin = 0, count = 0;
  Separations<D> apart;
  std::array<double, Separations<D>::most> touching;
};

// f(batch) for the rows [begin, end), with between(i, j) the vector from body j to body i.
template <int D, class Between, class F>
void RowGeometry::for_batches(const Scenery& s, const Contacts& rows, std::size_t begin, std::size_t end,
                             Between&& between, F&& f) const {
  const std::int32_t *const firsts = rows.first.data(), *const seconds = rows.second.data();
  const double* const radius = s.bodies.radius.data();
  const bool linked = bonds_.any();
  Batch<D> batch;
  for (batch.begin = begin; batch.begin < end; batch.begin += batch.count) {
    batch.count = std::min(Separations<D>::most, end - batch.begin);
    for (std::size_t q = 0; q < batch.count; ++q) {
      const std::int32_t first = firsts[batch.begin + q], second = seconds[batch.begin + q];
      const auto i = static_cast<std::size_t>(first), j = static_cast<std::size_t>(second < 0 ? first : second);
      batch.apart.set(q, between(i, j));
      batch.touching[q] = second < 0 ? Bond::no_row : radius[i] + radius[j];
    }
    if (linked)
      for (std::size_t q = 0; q < batch.count; ++q)
        if (const std::int32_t second = seconds[batch.begin + q]; second >= 0)
          batch.touching[q] = bonds_.distance(s.bodies, static_cast<std::size_t>(firsts[batch.begin + q]),
                                              static_cast<std::size_t>(second));
    batch.apart.finish(s.domain, batch.count);
    f(std::as_const(batch));
  }
}

void RowGeometry::measure(const Scenery& s, Contacts& rows) const {
  rows.resize(rows.size());
  with_dimension(s.bodies.dimension, [&]<int D>() {
    const auto x = [position = s.bodies.position.data()](std::size_t i) { return Vec<D>::load(position + i * D); };
    const auto between = [&](std::size_t i, std::size_t j) { return x(i) - x(j); };
    const auto put_all = [&](const Batch<D>& batch) {
      double *const gap = rows.gap.data() + batch.begin, *const normal = rows.normal.data() + batch.begin * D;
      bool alone = false;
      for (std::size_t q = 0; q < batch.count; ++q) {
        gap[q] = batch.apart.distance[q] - batch.touching[q];
        for (std::size_t k = 0; k < D; ++k) normal[q * D + k] = batch.apart.inverse[q] * batch.apart.d[k][q];
        alone |= !(batch.apart.distance[q] > 0);
      }
      if (rows.two_gaps) std::copy_n(gap, batch.count, rows.begin_gap.data() + batch.begin);
      if (!alone) return;
      // With surfaces, or of centres that coincide.
      for (std::size_t q = 0; q < batch.count; ++q) {
        if (batch.apart.distance[q] > 0) continue;
        const std::size_t c = batch.begin + q;
        const ObstacleRow found = row<D>(s, {rows.first[c], rows.second[c]}).geometry;
        gap[q] = found.gap;
        if (rows.two_gaps) rows.begin_gap[c] = found.begin_gap;
        truncate<D>(found.normal).store(normal + q * D);
      }
    };
    s.executor.for_blocks(rows.size(), [&](std::size_t begin, std::size_t end) {
      for_batches<D>(s, rows, begin, end, between, put_all);
    });
  });
}

double RowGeometry::worst_overlap(const Scenery& s, const Contacts& rows, const Displacements& u) const {
  return with_dimension(s.bodies.dimension, [&]<int D>() {
    const auto x = [position = s.bodies.position.data()](std::size_t i) { return Vec<D>::load(position + i * D); };
    const auto between = [&](std::size_t i, std::size_t j) { return x(i) + u.of<D>(i) - x(j) - u.of<D>(j); };
    return s.executor.reduce(
        rows.size(), 0.0,
        [&](std::size_t begin, std::size_t end) {
          double worst = 0;
          const auto take = [&](double overlap) { worst = overlap > worst ? overlap : worst; };
          for_batches<D>(s, rows, begin, end, between, [&](const Batch<D>& batch) {
            for (std::size_t q = 0; q < batch.count; ++q) take(batch.touching[q] - batch.apart.distance[q]);
          });
          for (std::size_t c = begin; c < end; ++c) {
            if (rows.second[c] >= 0) continue;
            const auto i = static_cast<std::size_t>(rows.first[c]);
            const auto k = static_cast<std::size_t>(Contacts::surface_of(rows.second[c]));
            take(-s.obstacles.gap_at_end(k, moved<D>(s, u, i), s.bodies.radius[i]));
          }
          return worst;
        },
        [](double a, double b) { return std::max(a, b); });
  });
}

}  // namespace floc
