#include "contact/no_contact.hpp"

namespace floc {
namespace {

class NoContact final : public ContactLaw {
 public:
  bool keeps_apart() const override { return false; }
};

}  // namespace

LawPtr NoContactParameters::make(const LawContext&) const { return no_contact(); }

LawPtr no_contact() { return std::make_shared<NoContact>(); }

}  // namespace floc
