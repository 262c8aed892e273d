// No contact law: nothing keeps bodies apart but forces (repulsion). The rows are still taken, with λ = 0,
// so that every step reports its worst overlap; no overlap is refused.
#pragma once

#include "contact/law.hpp"

namespace floc {

struct NoContactParameters {
  static constexpr std::string_view kind = "none",
                                    help = "no projection: overlaps are reported, forces part bodies";
  void declare(Table& ) {}
  LawPtr make(const LawContext&) const;
};

LawPtr no_contact();

}  // namespace floc
