#include "forces/field.hpp"

#include <utility>

namespace floc {
namespace {

class Field final : public Force {
 public:
  Field(std::vector<Expression> f, bool per_mass, GroupSet groups)
      : field_("force", std::move(f), true, std::move(groups)), per_mass_(per_mass) {}

  void add(const Surroundings& around, const FreeMotion& free) const override {
    const Bodies& bodies = around.bodies;
    const int d = bodies.dimension;
    field_.for_each(bodies, around.t, around.executor, [&](std::size_t i, const Vec3& f) {
      const double s = per_mass_ ? around.gain : around.gain / bodies.mass[i];
      for (int k = 0; k < d; ++k) free.velocity[i * d + k] += s * f[k];
    });
  }

 private:
  BodyField field_;
  bool per_mass_;
};

}  // namespace

void FieldParameters::declare(Table& t) {
  t.key("force", force,
        {.help = "force on a particle", .example = R"(["-k*x", "-k*y"])", .unit = "N", .variables = field_variables()});
  t.key("acceleration", acceleration,
        {.help = "or force per mass",
         .example = R"(["-x - 0.1*vx", "0"])",
         .unit = "m/s²",
         .variables = field_variables()});
  t.one_of({{"force"}, {"acceleration"}});
  t.groups(groups);
}

ForcePtr FieldParameters::make(const ForceContext&) const {
  return field(force ? *force : acceleration.value(), !force, groups);
}

ForcePtr field(std::vector<Expression> f, bool per_mass, GroupSet groups) {
  return std::make_shared<Field>(std::move(f), per_mass, std::move(groups));
}

}  // namespace floc
