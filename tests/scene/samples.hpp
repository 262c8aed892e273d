// Scenes that the tests of this room share.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "scene/scene.hpp"

namespace floc::scene::samples {

// The least a plane scene needs, without particles.
inline std::string head(int dimension = 2) {
  return "[scene]\ndimension = " + std::to_string(dimension) + "\n[time]\nstep = 1e-3\nend = 2\n";
}

inline std::string grain() {
  return "[[particles]]\nkind = \"lattice\"\nspacing = 1\norigin = [0, 0]\ncounts = [1, 1]\nradius = 0.1\n";
}

// One of everything there is in the plane.
inline const char* const plane = R"toml(title = "everything in the plane"
[scene]
dimension = 2
seed = 9
[time]
step = 1e-3
start = 1
end = 3
[time.adaptive]
least = 2e-5
travel = 0.25
iterations = 400
easy_steps = 5
[constants]
U0 = 1.5
k = -2e-7
[domain]
periodic = ["x"]
low = [0, 0]
high = [4, 1]
[[groups]]
name = "sand \"fine\""
colour = "#112233"
[[groups]]
name = "gravel"
[[particles]]
kind = "lattice"
group = "gravel"
spacing = 0.05
low = [0, 0]
high = [1, 1]
arrangement = "hexagonal"
jitter = 0.5
radius = { uniform = [0.01, 0.02] }
mass = "radius-cubed"
velocity = ["U0*y", -1]
[[particles]]
kind = "lattice"
spacing = 0.05
origin = [2, 2]
counts = [3, 4]
radius = { lognormal = { median = 0.01, sigma = 0.2 } }
mass = 0.3
[[particles]]
kind = "random"
count = 30
low = [0, 3]
high = [1, 4]
radius = { list = [0.01, 0.02] }
density = 2500
[[particles]]
kind = "random"
fraction = 0.3
low = [0, 5]
high = [1, 6]
radius = 0.05
[[particles]]
kind = "pour"
count = 10
rate = 5
start = 1.5
low = [0, 7]
high = [1, 8]
radius = { constant = 0.05 }
[[particles]]
kind = "file"
path = "grains.csv"
[[particles]]
kind = "chain"
beads = 5
spacing = 0.03
closed = true
stretching = 10
bending = 0.1
centres = [[0.5, 0.5], [1, 0.5]]
directions = [[0, 1]]
radius = 0.01
[[obstacles]]
kind = "half-space"
name = "floor"
normal = [0, 1]
motion = { kind = "oscillation", amplitude = [0, 0.1], frequency = 3 }
[[obstacles]]
kind = "wall"
colour = "#445566"
from = [0, 1]
to = [1, 1]
motion = { kind = "rotation", angular_velocity = 2, centre = [0.5, 1], stop = 2.5 }
[[obstacles]]
kind = "box"
low = [0, 0]
high = [4, 9]
side = "inside"
[[obstacles]]
kind = "polygon"
points = [[0, 0], [1, 0], [0.5, 1]]
[[obstacles]]
kind = "polyline"
points = [[0, 0], [1, 0]]
motion = { kind = "translation", velocity = [1, 0], start = 1.2, stop = 1.3 }
[[obstacles]]
kind = "sphere"
centre = [3, 3]
radius = 0.5
motion = { kind = "expression", displacement = ["sin(t)", "0"], angle = "U0*t" }
[contact]
law = "restitution"
restitution = 0.25
[forces]
gravity = [0, -9.81]
[[forces.drag]]
tau = 0.1
flow = ["U0*y", 0]
scheme = "explicit"
[[forces.drag]]
viscosity = 1e-3
[[forces.field]]
force = ["k*x", "vy"]
[[forces.field]]
acceleration = ["0", "1"]
[[forces.capillary]]
surface_tension = 0.07
volume = 1e-9
angle = 10
groups = ["gravel"]
[[forces.capillary]]
surface_tension = 0.05
A = 200
B = 0.5
C = 0.06
rupture = 1e-3
[solver]
name = "apgd"
tolerance = 1e-5
max_iterations = 500
cutoff = 0.5
on_unconverged = "halve_step"
[output]
every_steps = 10
precision = "float64"
compression = 0
contacts = false
checkpoint_every = 5
checkpoint_every_steps = 7
[measure]
what = ["aggregates", "flow", "mixing"]
every = 0.25
low = [0, 0]
high = [4, 1]
gap = 0.1
joined_by = "memory"
smallest = 3
bins = 9
range = 0.2
line = [[1, 0], [1, 1]]
cells = [4, 2]
fractal_dimension = 1.7
[stop]
at_rest = { speed = 0.01, for = 0.5 }
when = { expression = "kinetic_energy < U0 && t > 2", for = 0.25 }
deserted = false
[[stop.measured]]
quantity = "aggregates.largest"
above = 10
[[stop.measured]]
quantity = "momentum_y"
below = -3
for = 0.125
[start]
overlaps = "repair"
)toml";

// What is left in space.
inline const char* const space = R"toml(
[scene]
dimension = 3
[time]
step = 0.1
end = 1
[[particles]]
kind = "lattice"
spacing = 0.5
origin = [0, 0, 0]
counts = [1, 2, 3]
radius = 0.1
velocity = ["z", "0", "0"]
[[particles]]
kind = "chain"
beads = 3
spacing = 0.2
stretching = "rigid"
count = 4
low = [1, 1, 1]
high = [2, 2, 2]
radius = 0.1
[[particles]]
kind = "assembly"
shape = "cross"
beads = 3
spacing = 0.15
centres = [[-2, 0, 2]]
directions = [[0, 0, 1]]
radius = 0.1
[[particles]]
kind = "assembly"
offsets = [[0, 0, 0], [0.1, 0, 0.1]]
count = 2
low = [-2, -2, 3]
high = [0, 0, 4]
radius = { list = [0.1, 0.05] }
[[bonds]]
pairs = [[0, 1], [2, 0]]
length = 0.5
[[bonds]]
within = 0.6
groups = ["grains"]
[[obstacles]]
kind = "wall"
corner = [0, 0, -1]
edge1 = [1, 0, 0]
edge2 = [0, 1, 0]
motion = { kind = "rotation", angular_velocity = 2, axis = [0, 3, 0] }
[[obstacles]]
kind = "wall"
centre = [0, 0, -2]
normal = [0, 0, 2]
radius = 3
[[obstacles]]
kind = "cylinder"
from = [0, 0, -5]
to = [0, 0, 5]
radius = 4
side = "inside"
[[obstacles]]
kind = "cylinder"
from = [2, 0, -5]
to = [2, 0, 5]
radius = 0.5
[[obstacles]]
kind = "sphere"
centre = [0, 0, 0]
radius = 20
side = "inside"
motion = { kind = "expression", angle = "t", axis = [1, 0, 0] }
)toml";

// Bonds and assemblies do not go with films.
inline const char* const films = R"toml(
[scene]
dimension = 1
[time]
step = 0.1
end = 1
[[particles]]
kind = "lattice"
spacing = 0.5
origin = [0]
counts = [3]
radius = 0.1
[contact]
law = "lubricated"
viscosity = 0.3
range = 0.7
[solver]
linear_solver = "pcg"
)toml";

inline Scene read(const std::string& text, const std::vector<std::string>& overrides = {}) {
  SceneResult result = read_scene_text(text, "s.toml", "/folder", overrides);
  for (const Diagnostic& e : result.errors) FAIL(e.str());
  return *result.scene;
}

}  // namespace floc::scene::samples
