// A step allocates nothing once its arrays have grown to the size of the scene.
#include <doctest/doctest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "support/setups.hpp"

namespace {

std::atomic<long> allocations{0};

}  // namespace

// Counted for this whole program; nothing else changes.
void* operator new(std::size_t size) {
  ++allocations;
  if (void* p = std::malloc(size)) return p;
  throw std::bad_alloc();
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }

using namespace floc;

TEST_CASE("a warmed-up step allocates nothing, with either law and any number of threads") {
  for (const bool bounce : {false, true})
    for (const int threads : {1, 2}) {
      Setup setup = test::grains_in_a_box(2, 1500, 0.6, 5, 8);
      setup.forces = {gravity({{0, -9.81, 0}})};
      setup.solver = "apgd";
      setup.h = 2e-3;
      if (bounce) setup.law = restitution(0.5);
      Simulation simulation(std::move(setup), threads);
      for (int s = 0; s < 300; ++s) simulation.advance();  // falling together, contacts still grow
      const long before = allocations;
      int quiet = 0;
      for (int s = 0; s < 100; ++s) {
        const long now = allocations;
        REQUIRE(simulation.advance().converged);
        quiet += allocations == now;
      }
      CAPTURE(bounce);
      CAPTURE(allocations - before);
      CHECK(quiet >= 90);  // arrays may grow once more when a new largest number of contacts comes
    }
}
