#include "core/separations.hpp"

#include "core/rounding.hpp"

#define FLOC_SIMD_KERNELS "core/separations_kernels.hpp"
#include "core/for_simd_targets.hpp"

namespace floc {

template <int D>
void Separations<D>::finish(const Domain& domain, std::size_t count) {
  FLOC_SIMD_CALL(finish_separations(*this, domain, count));
}

template struct Separations<1>;
template struct Separations<2>;
template struct Separations<3>;

}  // namespace floc
