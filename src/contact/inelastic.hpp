// Inelastic contacts: model.md, section 1, as it stands. V⁺ is the projection; nothing is remembered.
#pragma once

#include "contact/law.hpp"

namespace floc {

std::shared_ptr<const ContactLaw> inelastic();

}  // namespace floc
