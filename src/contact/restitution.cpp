#include "contact/restitution.hpp"

#include <vector>

namespace floc {
namespace {

class Restitution final : public ContactLaw {
 public:
  explicit Restitution(double e) : e_(e) {}

  bool finish(Contacts& contacts, double h, std::span<const double> free, std::span<const double> moved,
              std::span<double> kept, VelocityProjection& project) const override {
    // An obstacle's own speed along the normal is what its motion takes from the gap in the step.
    std::vector<double> speed(contacts.size());
    std::vector<char> closed(contacts.size());
    bool any = false;
    for (std::size_t c = 0; c < contacts.size(); ++c) {
      speed[c] = (contacts.begin_gap[c] - contacts.gap[c]) / h;
      closed[c] = contacts.multiplier[c] > 0;
      any = any || closed[c];
    }
    std::copy(moved.begin(), moved.end(), kept.begin());
    if (!any) return true;
    const bool converged = project(free, speed, closed, kept);
    for (std::size_t k = 0; k < kept.size(); ++k) kept[k] += e_ * (kept[k] - free[k]);
    return converged;
  }

 private:
  double e_;
};

}  // namespace

std::shared_ptr<const ContactLaw> restitution(double e) { return std::make_shared<Restitution>(e); }

}  // namespace floc
