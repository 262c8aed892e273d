#include "contact/restitution.hpp"

#include "core/buffers.hpp"

namespace floc {
namespace {

class Restitution final : public ContactLaw {
 public:
  explicit Restitution(double e) : e_(e) {}

  bool finish(Contacts& contacts, const Cones& cones, const ContactStep& step, std::span<const double> free_velocity,
              std::span<const double> moved, std::span<double> kept, VelocityProjection& project) const override {
    // An obstacle's own speed along the normal is what its motion takes from the gap in the step.
    resize_buffer(project.bound, contacts.size());
    resize_buffer(project.active, contacts.size());
    bool any = false;
    for (std::size_t c = 0; c < contacts.size(); ++c) {
      project.bound[c] = (contacts.gap_at_begin(c) - contacts.gap[c]) / step.h;
      project.active[c] = contacts.multiplier[c] > 0 && !is_open(contacts, cones, c, step, moved);
      any = any || project.active[c];
    }
    if (!any) return true;
    return project.bounce(free_velocity, e_, kept);
  }

  bool bounces() const override { return true; }

 private:
  double e_;
};

}  // namespace

void RestitutionParameters::declare(Table& t) {
  t.key("restitution", restitution,
        {.help = "coefficient e: 0 no bounce, 1 elastic", .example = "0.5", .at_least = 0, .at_most = 1});
}

LawPtr RestitutionParameters::make(const LawContext&) const { return floc::restitution(restitution); }

LawPtr restitution(double e) { return std::make_shared<Restitution>(e); }

}  // namespace floc
