// What bodies and a fluid do to each other.
#pragma once

namespace floc {

enum class Coupling {
  two_way,  // markers hold the fluid to the bodies
  one_way,  // the fluid does not know of the bodies; drag in it is a force (forces/drag.hpp)
  passive,  // they go where the fluid goes
};

}  // namespace floc
