// The keys of a scene: what core/parameters.hpp is for forces, laws and obstacles, for the tables that are a scene's own.
#pragma once

#include <string>
#include <vector>

#include "core/parameters.hpp"
#include "scene/tables.hpp"

namespace floc {
struct Scene;
}

namespace floc::scene {

// The whole scene; the tables below it are declared beside it, in declare.cpp, or in a file of their own.
void declare(Table& t, Scene& s);
void declare(Table& t, Chain& s);
void declare(Table& t, Assembly& s);
void declare(Table& t, Bonding& s);
void declare(Table& t, Jointing& s);
void declare(Table& t, Floor& s);
void declare(Table& t, Measure& s);
void declare(Table& t, Stage& s);
void declare(Table& t, FluidSide& s);
void declare(Table& t, Fluid& s);
void declare(Table& t, ShapeTable& s);
void declare(Table& t, Obstacle& s, const Registry& registry);

bool is_colour(const std::string& s);  // "#c9a227"

}  // namespace floc::scene
