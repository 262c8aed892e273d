// Every contact law that a scene can have, a line each; the first is the default.
#include "contact/gluey.hpp"
#include "contact/gluey_reference.hpp"
#include "contact/inelastic.hpp"
#include "contact/lubricated.hpp"
#include "contact/no_contact.hpp"
#include "contact/restitution.hpp"
#include "contact/stick.hpp"

namespace floc {

std::vector<LawKind> law_kinds() {
  return {
      LawKind::of<InelasticParameters>(),       //
      LawKind::of<RestitutionParameters>(),     //
      LawKind::of<GlueyParameters>(),           //
      LawKind::of<GlueyReferenceParameters>(),  //
      LawKind::of<StickParameters>(),           //
      LawKind::of<LubricatedParameters>(),      //
      LawKind::of<NoContactParameters>(),       //
  };
}

}  // namespace floc
