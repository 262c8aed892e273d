// The keys of the table [contact].
#include "scene/schema.hpp"

namespace floc::scene {

void declare(Table&, Inelastic&) {}
void declare(Table&, NoContact&) {}

void declare(Table& t, Stick&) {
  t.refuse("restitution", "does not combine with contacts that stick for good: what stays together does not bounce");
}

void declare(Table& t, Restitution& s) {
  t.key("restitution", s.restitution,
        {.help = "coefficient e: 0 no bounce, 1 elastic", .example = "0.5", .at_least = 0, .at_most = 1});
}

void declare(Table& t, RoughGroups& s) {
  t.key("groups", s.groups,
        {.help = "the groups it acts on",
         .example = R"(["sand"])",
         .choices = t.context().groups,
         .otherwise = "every particle"});
  t.key("size", s.size,
        {.help = "size of their roughness",
         .example = "2e-3",
         .unit = "m",
         .required = true,
         .above = 0,
         .at_most = 0.5});
}

void declare(Table& t, Gluey& s) {
  t.key("gamma_min", s.gamma_min,
        {.help = "the most adhesion a contact stores; 0: inelastic",
         .example = "-10",
         .unit = "N s",
         .at_most = 0,
         .otherwise = "no bound: smooth surfaces"});
  t.key("roughness", s.roughness,
        {.help = "or the size s of the roughness of the particles: gamma_min = 6πμ ln(s_i + s_j)",
         .example = "1e-3",
         .unit = "m",
         .above = 0,
         .at_most = 0.5});
  t.key("viscosity", s.viscosity,
        {.help = "viscosity μ of the fluid between rough surfaces", .example = "0.1", .unit = "Pa s", .above = 0});
  t.at_most_one_of({{"gamma_min"}, {"roughness", "viscosity"}});
  t.key("obstacle_roughness", s.obstacle_roughness,
        {.help = "roughness of the obstacles",
         .example = "1e-4",
         .unit = "m",
         .above = 0,
         .at_most = 0.5,
         .otherwise = "that of the particles"});
  t.check(!s.obstacle_roughness || s.roughness, {"roughness", "obstacle_roughness"},
          "is missing: obstacle_roughness needs it");
  t.list("rough", s.rough, {.help = "groups whose roughness is another one; the last table that names a group holds"});
  t.check(s.rough.empty() || s.roughness, {"roughness", "rough"}, "is missing: rough groups need it");
  t.key("radius_scaling", s.radius_scaling,
        {.help = "larger spheres store less: γ̇ = −Rλ with R = 1/r² on an obstacle, (r_i + r_j)²/(r_i r_j)² for a pair",
         .example = "true"});
  t.refuse("restitution", "does not combine with gluey contacts: a contact that stores adhesion holds, and does not "
                          "bounce");
}

void declare(Table& t, Contact& s) { t.kind("law", s, {.help = "what happens at a contact"}); }

}  // namespace floc::scene
