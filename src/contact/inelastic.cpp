#include "contact/inelastic.hpp"

namespace floc {

LawPtr InelasticParameters::make(const LawContext&) const { return inelastic(); }

LawPtr inelastic() { return std::make_shared<ContactLaw>(); }

}  // namespace floc
