// What scenes can have: the kinds of everything that comes in kinds. Those of the library to begin with; a program adds
// its own (docs/howto/extend.md) and hands the registry to whoever reads, writes or explains scenes.
#pragma once

#include <vector>

#include "contact/law.hpp"
#include "forces/force.hpp"

namespace floc {

struct Registry {
  std::vector<ForceKind> forces = force_kinds();
  std::vector<LawKind> laws = law_kinds();
};

}  // namespace floc
