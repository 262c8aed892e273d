#include "contact/gluey_reference.hpp"

#include <limits>

namespace floc {
namespace {

class GlueyReference final : public GlueyLaw {
  using GlueyLaw::GlueyLaw;
  double bound(double) const override { return -std::numeric_limits<double>::infinity(); }

 public:
  bool has_equalities() const override { return true; }
};

}  // namespace

LawPtr GlueyReferenceParameters::make(const LawContext&) const { return gluey_reference(*this); }

LawPtr gluey_reference(const GlueyParameters& parameters) {
  return std::make_shared<GlueyReference>(parameters);
}

}  // namespace floc
