// Bodies of several sizes in a periodic box, which move and become more.
#pragma once

#include <random>

#include "support/setups.hpp"

namespace floc::test {

template <int D>
struct Cloud {
  Domain domain;
  Bodies bodies = empty(D);

  explicit Cloud(int count) {
    for (std::size_t k = 0; k < D; ++k) domain.period[k] = side;
    for (int i = 0; i < count; ++i) enter();
  }
  void enter() { add(bodies, side * Vec3{{draw(), draw(), draw()}}, {}, 0.2 + 0.2 * draw()); }
  // Every body by up to 0.05 in each direction; now and then there is one more.
  void stir(int step) {
    for (double& x : bodies.position) x += 0.1 * (draw() - 0.5);
    if (step % 3 == 0) enter();
  }

 private:
  static constexpr double side = 12;
  double draw() { return unit_(random_); }
  std::mt19937 random_{5};
  std::uniform_real_distribution<double> unit_{0, 1};
};

}  // namespace floc::test
