#include "contact/gluey_reference.hpp"

namespace floc {
namespace {

class GlueyReference final : public GlueyLaw {
  using GlueyLaw::GlueyLaw;
  double bound(double) const override { return -std::numeric_limits<double>::infinity(); }

 public:
  bool combines_with_assemblies() const override { return false; }
};

}  // namespace

std::shared_ptr<const ContactLaw> gluey_reference(const GlueyParameters& parameters) {
  return std::make_shared<GlueyReference>(parameters);
}

}  // namespace floc
