// What links the particles of a scene: springs and bonds of chains, and the bonds of [[bonds]].
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "contact/bonds.hpp"
#include "core/domain.hpp"
#include "forces/chain.hpp"
#include "scene/make_particles.hpp"

namespace floc::scene {

struct Links {
  std::vector<floc::Chain> chains;  // with springs or bending
  std::vector<Bond> bonds;
  Pairs drawn;  // ids of the two ends of every link
};

// `begin`: the first body of each batch, and the end of the last. What is wrong goes to `errors`.
Links make_links(const Scene& scene, const std::vector<Batch>& batches, const std::vector<std::size_t>& begin,
                 const Bodies& bodies, const Domain& domain, std::vector<Diagnostic>& errors);

// Pairs of particles of these groups (all where there are none) with centres that may be within `range`, and that are
// wanted; no more are looked for once there are more than `most`.
Pairs near_pairs(const Scene& scene, const Bodies& bodies, const Domain& domain, const std::vector<std::string>& groups,
                 double range, std::size_t most, const std::function<bool(std::size_t, std::size_t)>& wanted);

// Whether the links depend on where the particles are at the start.
bool links_need_places(const Scene& scene);

}  // namespace floc::scene
