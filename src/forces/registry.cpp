// Every force that a scene can have, a line each.
#include "forces/attraction.hpp"
#include "forces/capillary.hpp"
#include "forces/crowd.hpp"
#include "forces/drag.hpp"
#include "forces/field.hpp"
#include "forces/gravity.hpp"
#include "forces/noise.hpp"
#include "forces/repulsion.hpp"

namespace floc {

std::vector<ForceKind> force_kinds() {
  return {
      ForceKind::of<GravityParameters>(),     //
      ForceKind::of<DragParameters>(),        //
      ForceKind::of<FieldParameters>(),       //
      ForceKind::of<AttractionParameters>(),  //
      ForceKind::of<RepulsionParameters>(),   //
      ForceKind::of<NoiseParameters>(),       //
      ForceKind::of<CapillaryParameters>(),   //
      ForceKind::of<CrowdParameters>(),       //
  };
}

}  // namespace floc
