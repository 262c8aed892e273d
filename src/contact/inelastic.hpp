// Inelastic contacts: model.md, section 1, as it stands. V⁺ is the projection; nothing is remembered.
#pragma once

#include "contact/law.hpp"

namespace floc {

struct InelasticParameters {
  static constexpr std::string_view kind = "inelastic", help = "no bounce: the projected velocity is kept";
  void declare(Table& ) {}
  LawPtr make(const LawContext&) const;
};

LawPtr inelastic();

}  // namespace floc
