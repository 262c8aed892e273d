// What combines with what: one table, asked by the scene reader and by the step, and printed on the reference page.
//
// A run has features, told by facts about its parts (a law bounces, there are shapes …). Two features
// that exclude each other are a line of the table in combinations.cpp, with the reason. Everything else combines: a new
// law or force that has no such feature needs no line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "step/simulation.hpp"

namespace floc {

enum class Feature {
  bounce,           // a law that keeps another velocity than the one that moves the bodies
  no_projection,    // a law that keeps nothing apart
  equality_rows,    // a law with equality rows of its own
  films,            // a law with viscous films
  named_solver,     // one that was asked for
  bonds,            // with rows
  first_order,      // no inertia
  inertia,
  needs_inertia,    // a force that makes sense with inertia only
  needs_no_inertia, // a force that makes sense without inertia only
  periodic,         // directions
  servos,           // walls that hold a force
  exits,            // of a floor
  friction,
  shapes,           // bodies that are no spheres
  joints,
  rigid_joints,     // that hold always, without a spring
  fluid,
  lubrication,      // in it, below its grid
  changing,         // bodies that come or go
};

std::string_view name_of(Feature feature);
// A contact law has it.
bool is_of_law(Feature feature);

struct Exclusion {
  Feature one, other;
  std::string_view why;
};

// The table.
const std::vector<Exclusion>& exclusions();
// The line for two features, in either order; null where they combine.
const Exclusion* exclusion(Feature one, Feature other);

std::vector<Feature> features_of(const Setup& setup);
// Every line of the table that a run of these features meets.
std::vector<Exclusion> conflicts(const std::vector<Feature>& features);
// "a shape that is no sphere does not combine with a contact law with films: …"
std::string to_string(const Exclusion& exclusion);

// The setup itself, when all of it combines. Throws Error.
Setup combined(Setup setup);

// The table as Markdown, with the laws that each feature stands for.
std::string combinations_markdown();

}  // namespace floc
