#include "contact/inelastic.hpp"

namespace floc {

std::shared_ptr<const ContactLaw> inelastic() { return std::make_shared<ContactLaw>(); }

}  // namespace floc
