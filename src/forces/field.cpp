#include "forces/field.hpp"

#include <utility>

#include "forces/body_field.hpp"

namespace floc {
namespace {

class Field final : public Force {
 public:
  Field(std::vector<Expression> f, bool per_mass) : field_("force", std::move(f), true), per_mass_(per_mass) {}

  void add(const Bodies& bodies, double t, double h, Executor& executor,
           std::span<double> free_velocity) const override {
    const int d = bodies.dimension;
    field_.for_each(bodies, t, executor, [&](std::size_t i, const Vec3& f) {
      const double s = per_mass_ ? h : h / bodies.mass[i];
      for (int k = 0; k < d; ++k) free_velocity[i * d + k] += s * f[k];
    });
  }

 private:
  BodyField field_;
  bool per_mass_;
};

}  // namespace

ForcePtr field(std::vector<Expression> f, bool per_mass) { return std::make_shared<Field>(std::move(f), per_mass); }

}  // namespace floc
