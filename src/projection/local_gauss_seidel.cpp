#include "projection/local_gauss_seidel.hpp"

#include <algorithm>
#include <cmath>

namespace floc {
namespace {

template <int D>
struct Method {
  static constexpr bool settles = true;

  const Rows& rows;
  const Demands& demands;
  std::span<double> p, w;
  Rows::Lower lower = rows.lower();
  Rows::Diagonal diagonal = rows.diagonal();
  const std::int32_t* first = rows.incidence().first().data();
  const std::int32_t* second = rows.incidence().second().second;
  const double* inverse_mass = rows.inverse_mass().data();

  Vec<D> normal(std::size_t c) const { return Vec<D>::load(&rows.normal()[c * D]); }
  double* at(std::int32_t i) const { return &w[static_cast<std::size_t>(i) * D]; }

  double look(std::size_t c) const {  // the gap
    const Vec<D> here = Vec<D>::load(at(first[c]));
    return rows.gap()[c] + dot(normal(c), second[c] < 0 ? here : here - Vec<D>::load(at(second[c])));
  }
  bool failed(std::size_t c, double g) const {
    return demands.failed({g, g + rows.compliance() * p[c], p[c], lower[c], diagonal[c]});
  }
  bool relax(std::size_t c, double g) const {
    const double slope = demands.from_target(g + rows.compliance() * p[c], lower[c]);
    const double value = std::max(lower[c], p[c] - slope / diagonal[c]), change = value - p[c];
    if (change == 0 || !std::isfinite(change)) return false;  // bodies that nothing moves
    p[c] = value;
    for (const std::int32_t i : {first[c], second[c]}) {
      if (i < 0) continue;
      const double push = (i == first[c] ? change : -change) * inverse_mass[i];
      (Vec<D>::load(at(i)) + push * normal(c)).store(at(i));
    }
    return true;
  }
};

struct Count {
  std::size_t value = 0;
  Count& operator+=(const Count& o) {
    value += o.value;
    return *this;
  }
};

}  // namespace

bool LocalGaussSeidel::run(const Rows& rows, const Demands& demands, std::span<double> p, std::span<double> w,
                           Executor& executor) {
  return with_dimension(rows.dimension(), [&]<int D>() {
    const Method<D> method{rows, demands, p, w};
    relaxation_.begin(rows.rows());
    const Count failed = rows.sweep<D, Count>(executor, w, [&](std::size_t c, double g, Count& count) {
      count.value += relaxation_.mark(c, method.failed(c, g));
    });
    return relaxation_.run(rows.incidence(), rows.bodies(), failed.value, method, executor) ==
           LocalRelaxation::End::done;
  });
}

}  // namespace floc
