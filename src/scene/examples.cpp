#include "scene/examples.hpp"

#include <algorithm>
#include <iterator>

namespace floc::scene {
namespace {

struct Example {
  std::string_view path, text;
};

constexpr Example examples[] = {
    {"particles", R"toml([[particles]]
kind = "random"
count = 500
low = [0, 0]
high = [1, 1]
radius = { uniform = [0.01, 0.015] }
density = 2500
velocity = ["0", "-1 + 0.1*x"]
)toml"},
    {"particles.lattice", R"toml([[particles]]
kind = "lattice"
spacing = 0.02
arrangement = "hexagonal"
low = [0, 0]
high = [1, 0.5]
radius = 0.008
jitter = 0.5
)toml"},
    {"particles.random", R"toml([[particles]]
kind = "random"
count = 500
# or: fraction = 0.4
low = [0, 0]
high = [1, 1]
radius = 0.01
)toml"},
    {"particles.pour", R"toml([[particles]]
kind = "pour"
count = 1000
rate = 200
keep = 500
start = 0.5
low = [0.4, 0.9]
high = [0.6, 1.0]
radius = 0.01
)toml"},
    {"particles.chain", R"toml([[particles]]
kind = "chain"
beads = 20
spacing = 0.02
stretching = 100.0
bending = 1e-3
centres = [[0, 0], [0, 0.5]]
directions = [[1, 0], [0, 1]]
radius = 0.01
density = 2500
)toml"},
    {"particles.assembly", R"toml([[particles]]
kind = "assembly"
shape = "rod"
beads = 5
spacing = 0.02
count = 20
low = [0, 0]
high = [1, 1]
radius = 0.01
)toml"},
    {"obstacles", R"toml([[obstacles]]
kind = "half-space"
name = "floor"
normal = [0, 1]

[[obstacles]]
kind = "polyline"
name = "funnel"
points = [[0, 1], [0.4, 0.5], [0.4, 0.3]]
colour = "#808080"
)toml"},
    {"obstacles.cylinder", R"toml([[obstacles]]
kind = "cylinder"
from = [0, 0, 0]
to = [0, 1, 0]
radius = 0.3
side = "inside"
ends = "open"
)toml"},
    {"obstacles.mesh", R"toml([[obstacles]]
kind = "mesh"
path = "hopper.stl"
size = 0.5
centre = [1, 0, 0]
angle = 1.57
axis = [0, 1, 0]
)toml"},
    {"floor", R"toml([floor]
kind = "polygons"
boundary = [[0, 0], [8, 0], [8, 6], [0, 6]]

[[floor.exits]]
name = "east"
from = [8, 2]
to = [8, 3]

[[forces.crowd]]
speed = 1.4

[stepper]
kind = "first-order"
)toml"},
    {"floor.polygons", R"toml([floor]
kind = "polygons"
boundary = [[0, 0], [8, 0], [8, 6], [0, 6]]
spacing = 0.05
clearance = 0.15

[[floor.exits]]
name = "east"
from = [8, 2]
to = [8, 3]
)toml"},
    {"floor.image", R"toml([floor]
kind = "image"
path = "plan.png"
pixel = 0.05

[[floor.exits]]
name = "east"
colour = "#ff0000"
)toml"},
    {"removals", R"toml([[removals]]
kind = "half-space"
name = "outlet"
point = [0, -1]
normal = [0, -1]
start = 0.5
)toml"},
    {"removals.half-space", R"toml([[removals]]
kind = "half-space"
point = [0, -1]
normal = [0, -1]
)toml"},
    {"contact", R"toml([contact]
law = "gluey"
gamma_min = -10
)toml"},
    {"contact.gluey", R"toml([contact]
law = "gluey"
roughness = 1e-3
viscosity = 0.1
# or: gamma_min = -10
obstacle_roughness = 1e-4
radius_scaling = true
)toml"},
    {"contact.gluey-reference", R"toml([contact]
law = "gluey-reference"
gamma_min = -10
# or: roughness = 1e-3, viscosity = 0.1
)toml"},
    {"fluid", R"toml([fluid]
low = [0, 0]
high = [2, 4]
cell = 0.02
density = 1000
viscosity = 0.1
buoyancy = [0, -9.81]
lubrication = true
)toml"},
    {"fluid.sides", R"toml([[fluid.sides]]
side = "-x"
kind = "wall"
velocity = ["4*y*(1-y)", "0"]

[[fluid.sides]]
side = "+x"
kind = "open"
)toml"},
    {"forces", R"toml([forces]
gravity = [0, -9.81]

[[forces.field]]
groups = ["sand"]
force = ["-k*x", "0"]

[constants]
k = 2.0
)toml"},
    {"forces.crowd", R"toml([[forces.crowd]]
speed = { uniform = [1, 1.6] }
exits = ["east"]
groups = ["sand"]
)toml"},
    {"floor.exits", R"toml([[floor.exits]]
name = "west"
from = [0, 2]
to = [0, 3]
)toml"},
    {"forces.drag.flow.fluid", R"toml([fluid]
coupling = "one-way"
low = [0, 0]
high = [2, 2]
cell = 0.02
density = 1.0
viscosity = 0.1

[[forces.drag]]
viscosity = 0.1
flow = { kind = "fluid" }
)toml"},
    {"bonds", R"toml([[bonds]]
pairs = [[0, 1], [1, 2]]
length = 0.2
)toml"},
    {"joints", R"toml([[joints]]
kind = "hinge"
pairs = [[0, 1], [1, 2]]
points = [[0.1, 0], [0.3, 0]]
limits = [-0.5, 0.5]
break_force = 10.0
)toml"},
    {"measure", R"toml([measure]
what = ["coordination", "flow"]
every = 0.05
line = [[-0.1, 0.6], [0.1, 0.6]]
)toml"},
    {"stepper", R"toml([stepper]
kind = "first-order"
)toml"},
    {"stages", R"toml([[stages]]
name = "settle"
stop = { at_rest = { speed = 1e-3, for = 0.1 } }

[[stages]]
name = "tilt"
duration = 0.5
set = { forces.gravity = [1, -9.81] }
)toml"},
    {"particles.shape", R"toml([particles.shape]
kind = "ellipsoid"
axes = [2, 1]
orientation = "aligned"
)toml"},
    {"particles.shape.clump", R"toml([particles.shape]
kind = "clump"
mass = "sum"

[[particles.shape.parts]]
kind = "sphere"
centre = [-0.7, 0]

[[particles.shape.parts]]
kind = "capsule"
aspect = 3
size = 0.6
centre = [0.9, 0]
angle = 1.57
)toml"},
    {"obstacles.shape.shape.clump", R"toml([obstacles.shape]
kind = "clump"

[[obstacles.shape.parts]]
kind = "sphere"
centre = [-0.7, 0]

[[obstacles.shape.parts]]
kind = "box"
sides = [2, 0.4]
centre = [0.5, 0]
)toml"},
    {"obstacles.shape.shape", R"toml([obstacles.shape]
kind = "ellipsoid"
axes = [0.2, 0.1]
)toml"},
    {"obstacles.motion", R"toml([obstacles.motion]
kind = "rotation"
angular_velocity = 6.28
)toml"},
};

}  // namespace

std::string_view example_of(std::string_view path) {
  const auto* found =
      std::find_if(std::begin(examples), std::end(examples), [&](const Example& e) { return e.path == path; });
  return found == std::end(examples) ? std::string_view{} : found->text;
}

}  // namespace floc::scene
