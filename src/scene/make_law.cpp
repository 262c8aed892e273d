#include "scene/make_law.hpp"

#include <algorithm>

#include "contact/gluey_reference.hpp"
#include "contact/inelastic.hpp"
#include "contact/no_contact.hpp"
#include "contact/restitution.hpp"
#include "contact/stick.hpp"

namespace floc::scene {
namespace {

using LawPtr = std::shared_ptr<const ContactLaw>;

GlueyParameters parameters(const Gluey& s, const std::vector<Group>& groups) {
  GlueyParameters p{.radius_scaling = s.radius_scaling};
  if (s.gamma_min) p.gamma_min = *s.gamma_min;
  if (!s.roughness) return p;
  p.viscosity = *s.viscosity;
  p.roughness.assign(groups.size(), *s.roughness);
  p.obstacle_roughness = s.obstacle_roughness.value_or(*s.roughness);
  for (const RoughGroups& rough : s.rough)
    for (std::size_t g = 0; g < groups.size(); ++g)
      if (rough.groups.empty() || std::ranges::find(rough.groups, groups[g].name) != rough.groups.end())
        p.roughness[g] = rough.size;
  return p;
}

LawPtr make(const Inelastic&, const Scene&) { return inelastic(); }
LawPtr make(const Restitution& s, const Scene&) { return restitution(s.restitution); }
LawPtr make(const Gluey& s, const Scene& scene) { return gluey(parameters(s, scene.groups)); }
LawPtr make(const GlueyReference& s, const Scene& scene) { return gluey_reference(parameters(s, scene.groups)); }
LawPtr make(const Stick&, const Scene&) { return stick(); }
LawPtr make(const NoContact&, const Scene&) { return no_contact(); }

}  // namespace

LawPtr make_law(const Scene& scene) {
  return std::visit([&](const auto& law) { return make(law, scene); }, scene.contact);
}

}  // namespace floc::scene
