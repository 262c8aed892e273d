// No contact law: nothing keeps bodies apart but forces (repulsion). The rows are still taken, with λ = 0,
// so that every step reports its worst overlap; no overlap is refused.
#pragma once

#include "contact/law.hpp"

namespace floc {

std::shared_ptr<const ContactLaw> no_contact();

}  // namespace floc
