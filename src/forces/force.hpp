// A force adds to the free velocity: V* = V + h M⁻¹ f(x, V, t). One file a force.
//
// Explicit forces change V* by h f/m. An implicit one (drag) may rescale V*: forces are applied in
// the order of the scene, implicit ones last.
#pragma once

#include <memory>
#include <span>

#include "core/bodies.hpp"
#include "parallel/executor.hpp"

namespace floc {

class Force {
 public:
  virtual ~Force() = default;
  virtual void add(const Bodies& bodies, double t, double h, Executor& executor,
                   std::span<double> free_velocity) const = 0;
  virtual bool implicit() const { return false; }
};

using ForcePtr = std::shared_ptr<const Force>;

}  // namespace floc
