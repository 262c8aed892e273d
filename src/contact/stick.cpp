#include "contact/stick.hpp"

#include <limits>

#include "contact/stuck_gaps.hpp"
#include "core/buffers.hpp"

namespace floc {
namespace {

constexpr LeftAlone left_alone{0.5, 0.5};
constexpr double deepest = 0.7;  // of the tolerance: how far the closing of other gaps may push an overlap

class Stick final : public ContactLaw {
 public:
  bool remembers() const override { return true; }
  double solver_share() const override { return 0.5 * (1 - left_alone.overlap); }  // some room for the least squares
  bool has_equalities() const override { return true; }

  void cones(const Contacts& contacts, const ContactStep& step, Cones& cones) const override {
    resize_buffer(cones.lower, contacts.size());
    cones.take_gaps(contacts);
    for (std::size_t c = 0; c < contacts.size(); ++c)
      cones.lower[c] = contacts.memory[c] != 0 ? -std::numeric_limits<double>::infinity() : 0;
    reconcile_stuck_gaps(contacts, step, left_alone, deepest, cones.target);
  }

  bool finish(Contacts& contacts, const Cones& cones, const ContactStep& step, std::span<const double>,
              std::span<const double> moved, std::span<double>, VelocityProjection&) const override {
    for (std::size_t c = 0; c < contacts.size(); ++c)
      if (contacts.memory[c] != 0 || gap_after(contacts, cones, c, step, moved) <= left_alone.open * step.tolerance)
        contacts.memory[c] = 1;
    return true;
  }
};

}  // namespace

void StickParameters::declare(Table& t) {
  t.refuse("restitution", "does not combine with contacts that stick for good: what stays together does not bounce");
}

LawPtr StickParameters::make(const LawContext&) const { return stick(); }

LawPtr stick() { return std::make_shared<Stick>(); }

}  // namespace floc
