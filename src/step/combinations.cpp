#include "step/combinations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/error.hpp"
#include "step/medium.hpp"

namespace floc {
namespace {

std::vector<Feature> features_of(const ContactLaw& law) {
  std::vector<Feature> all;
  if (law.bounces()) all.push_back(Feature::bounce);
  if (!law.keeps_apart()) all.push_back(Feature::no_projection);
  if (law.has_equalities()) all.push_back(Feature::equality_rows);
  if (law.has_films()) all.push_back(Feature::films);
  return all;
}

// Springs, limits and motors that give way are left to the projection.
bool always_holds(const Joint& joint) {
  const JointDrive& drive = joint.drive;
  return joint.kind != JointKind::distance || drive.prescribed ||
         (drive.speed && drive.strongest == JointDrive::infinity);
}

bool has(const std::vector<Feature>& features, Feature feature) {
  return std::find(features.begin(), features.end(), feature) != features.end();
}

// How a scene says it.
std::string written(Feature feature) {
  std::vector<std::string> words;
  for (const LawKind& kind : law_kinds())
    if (has(features_of(*kind.make(kind.blank(), {})), feature)) words.push_back(fmt::format("`law = \"{}\"`", kind.name));
  const std::string name(name_of(feature));
  return words.empty() ? name : fmt::format("{} ({})", name, fmt::join(words, ", "));
}

}  // namespace

const std::vector<Exclusion>& exclusions() {
  using enum Feature;
  static const std::vector<Exclusion> table{
      {bonds, bounce, "a bond that pushed would bounce like a contact, and one that pulled would be let go"},
      {bonds, no_projection, "nothing would hold them"},
      {films, named_solver, "films have a solver of their own, with linear_solver of [solver]"},
      {films, first_order, "films are solved with the masses"},
      {bounce, first_order, "a bounce needs inertia"},
      {needs_inertia, first_order, "it is a change of a velocity that is kept"},
      {needs_no_inertia, inertia, "it is the velocity itself: kind = \"first-order\" in [stepper]"},
      {servos, bounce, "a bounce off a wall that yields is another law"},
      {servos, no_projection, "nothing would push back"},
      {servos, films, "films against a wall that yields are not solved for"},
      {servos, first_order, "a wall that holds a force has a mass"},
      {friction, no_projection, "nothing would press"},
      {friction, equality_rows, "what is held does not slide"},
      {friction, films, "surfaces with a film between them do not rub"},
      {friction, named_solver, "friction has a solver of its own"},
      {friction, first_order, "friction needs masses"},
      {shapes, equality_rows, "what is held does not turn"},
      {shapes, films, "films act on spheres"},
      {shapes, named_solver, "bodies that turn have a solver of their own"},
      {shapes, first_order, "bodies that turn have masses"},
      {shapes, servos, "a wall that yields would turn, too"},
      {shapes, exits, "a crowd is made of discs"},
      {joints, bounce, "a joint that pushed would bounce like a contact"},
      {joints, no_projection, "nothing would hold them"},
      {joints, equality_rows, "what is held does not turn"},
      {joints, films, "films act on spheres that do not turn"},
      {joints, named_solver, "bodies that turn have a solver of their own"},
      {joints, first_order, "bodies that turn have masses"},
      {joints, servos, "a wall that yields would turn, too"},
      {joints, exits, "a crowd is made of discs"},
      {fluid, equality_rows, "what is held does not turn"},
      {fluid, films, "the fluid is the film"},
      {fluid, named_solver, "bodies that turn have a solver of their own"},
      {fluid, first_order, "bodies that turn have masses"},
      {fluid, servos, "a wall that yields would turn, too"},
      {lubrication, rigid_joints, "the masses of what is joined would have to know of the films"},
      {lubrication, bonds, "the masses of what is bonded would have to know of the films"},
      {fluid, changing, "it would have to open and to close where they do"},
      {exits, periodic, "there would be no outside to leave to"},
  };
  return table;
}

std::string_view name_of(Feature feature) {
  switch (feature) {
    case Feature::bounce: return "a contact law that bounces";
    case Feature::no_projection: return "a contact law without projection";
    case Feature::equality_rows: return "a contact law of equality rows";
    case Feature::films: return "a contact law with films";
    case Feature::named_solver: return "a solver by name";
    case Feature::bonds: return "a bond or a rigid link";
    case Feature::first_order: return "a run without inertia";
    case Feature::inertia: return "a run with inertia";
    case Feature::needs_inertia: return "explicit drag";
    case Feature::needs_no_inertia: return "a crowd";
    case Feature::periodic: return "periodic directions";
    case Feature::servos: return "a wall that holds a force";
    case Feature::exits: return "a floor";
    case Feature::friction: return "friction";
    case Feature::shapes: return "a shape that is no sphere";
    case Feature::joints: return "a joint";
    case Feature::rigid_joints: return "a joint that always holds";
    case Feature::fluid: return "a fluid";
    case Feature::lubrication: return "lubrication in a fluid";
    case Feature::changing: return "bodies that come or go";
  }
  return "";
}

bool is_of_law(Feature feature) {
  using enum Feature;
  return feature == bounce || feature == no_projection || feature == equality_rows || feature == films;
}

const Exclusion* exclusion(Feature one, Feature other) {
  for (const Exclusion& e : exclusions())
    if ((e.one == one && e.other == other) || (e.one == other && e.other == one)) return &e;
  return nullptr;
}

std::vector<Feature> features_of(const Setup& setup) {
  using enum Feature;
  std::vector<Feature> all;
  if (setup.law) all = features_of(*setup.law);
  const auto add = [&](bool holds, Feature feature) {
    if (holds && !has(all, feature)) all.push_back(feature);
  };
  add(setup.solver != "auto", named_solver);
  add(std::any_of(setup.bonds.list().begin(), setup.bonds.list().end(),
                  [](const Bond& b) { return b.length != Bond::no_row; }),
      bonds);
  add(true, setup.first_order ? first_order : inertia);
  for (const ForcePtr& force : setup.forces) {
    add(force->inertia() == Force::Inertia::needed, needs_inertia);
    add(force->inertia() == Force::Inertia::none, needs_no_inertia);
  }
  for (const double period : setup.domain.period) add(period > 0, periodic);
  add(!setup.exits.empty(), exits);
  add(!setup.servos.empty(), servos);
  add(setup.friction != nullptr, friction);
  add(!setup.shapes.empty(), shapes);
  add(!setup.joints.empty(), joints);
  add(std::ranges::any_of(setup.joints, always_holds), rigid_joints);
  add(setup.fluid != nullptr, fluid);
  add(setup.fluid && setup.fluid->lubrication, lubrication);
  add(!setup.feeds.empty() || !setup.removals.empty() || !setup.exits.empty(), changing);
  return all;
}

std::vector<Exclusion> conflicts(const std::vector<Feature>& features) {
  std::vector<Exclusion> met;
  for (const Exclusion& e : exclusions())
    if (has(features, e.one) && has(features, e.other)) met.push_back(e);
  return met;
}

std::string to_string(const Exclusion& e) {
  return fmt::format("{} does not combine with {}: {}", name_of(e.one), name_of(e.other), e.why);
}

Setup combined(Setup setup) {
  if (const std::vector<Exclusion> met = conflicts(features_of(setup)); !met.empty()) throw Error(to_string(met[0]));
  return setup;
}

std::string combinations_markdown() {
  std::string text = "| this | does not combine with | because |\n|---|---|---|\n";
  for (const Exclusion& e : exclusions())
    text += fmt::format("| {} | {} | {} |\n", written(e.one), written(e.other), e.why);
  return text;
}

}  // namespace floc
