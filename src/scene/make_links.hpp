// What links the particles of a scene: springs and bonds of chains, rigid assemblies, and the bonds of
// [[bonds]].
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "contact/bonds.hpp"
#include "core/domain.hpp"
#include "forces/chain.hpp"
#include "scene/make_particles.hpp"
#include "step/assemblies.hpp"

namespace floc::scene {

struct Links {
  std::vector<floc::Chain> chains;  // with springs or bending
  std::vector<Bond> bonds;
  std::vector<floc::Assembly> assemblies;
  Pairs drawn;  // names of the two ends of every link
};

// `begin`: the first body of each batch, and the end of the last. What is wrong goes to `errors`.
Links make_links(const Scene& scene, const std::vector<Batch>& batches, const std::vector<std::size_t>& begin,
                 const Bodies& bodies, const Domain& domain, std::vector<Diagnostic>& errors);

// Whether the links depend on where the particles are at the start.
bool links_need_places(const Scene& scene);

}  // namespace floc::scene
