// Particles listed in a file.
//
// CSV: a header names the columns, in any order, of x y z r vx vy vz m group (long names radius, mass); those that
// `floc export --to csv` writes beside them are left alone, and any other is an error. Names and words may stand in
// quotes, a byte-order mark may stand in front; lines that begin with # and empty lines are skipped.
// XYZ: a count, a comment, then a line a particle: an element and x y z, or what the extended
// comment says (Properties=species:S:1:pos:R:3:radius:R:1:velo:R:3:mass:R:1:group:S:1). The first
// frame counts.
#pragma once

#include <string>
#include <vector>

#include "scene/diagnostic.hpp"

namespace floc::scene {

struct ParticleFile {
  std::size_t count = 0;
  std::vector<double> position;  // N × d
  std::vector<double> velocity;  // N × d; empty, as those below, where the file does not say
  std::vector<double> radius, mass;
  std::vector<std::string> group;
  std::vector<int> line;  // where each particle stands in the file
};

// `text` is the content of the file `name`; what is wrong with it goes to `errors`, with its lines.
ParticleFile parse_particles(const std::string& text, const std::string& name, int dimension,
                             std::vector<Diagnostic>& errors);

}  // namespace floc::scene
