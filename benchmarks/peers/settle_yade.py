"""Yade on the bed of benchmarks/peers: linear springs and dashpots.

yade -n -x -j1 settle_yade.py STATE WIDTH K C FRICTION STEP STEPS EVERY FRAMES: STATE has a line per sphere,
"x y z vx vy vz r"; K (N/m) and C (kg/s) are those of a contact along its normal. With friction the spring across is
2/7 of that, the dashpot half, as in LAMMPS; without there is neither.
"""

import math
import sys

state, width, k, c, friction, step, steps, every, frames = sys.argv[-9:]
width, k, c, friction, step = float(width), float(k), float(c), float(friction), float(step)
steps, every = int(steps), int(every)
across = (2 / 7 * k, 0.5 * c) if friction > 0 else (0.0, 0.0)

# Two bodies in contact are springs in series: each has twice the contact's stiffness.
material = O.materials.append(ViscElMat(density=2500.0, frictionAngle=math.atan(friction), kn=2 * k, cn=2 * c,
                                        ks=2 * across[0], cs=2 * across[1]))
for axis, position, sense in ((0, 0.0, 1), (0, width, -1), (1, 0.0, 1), (1, width, -1), (2, 0.0, 1)):
    O.bodies.append(utils.wall(position, axis, sense=sense, material=material))
spheres = []
with open(state) as file:
    for line in file:
        x, y, z, vx, vy, vz, r = map(float, line.split())
        body = utils.sphere((x, y, z), r, material=material)
        body.state.vel = (vx, vy, vz)
        spheres.append(O.bodies.append(body))

O.engines = [
    ForceResetter(),
    InsertionSortCollider([Bo1_Sphere_Aabb(), Bo1_Wall_Aabb()]),
    InteractionLoop([Ig2_Sphere_Sphere_ScGeom(), Ig2_Wall_Sphere_ScGeom()],
                    [Ip2_ViscElMat_ViscElMat_ViscElPhys()], [Law2_ScGeom_ViscElPhys_Basic()]),
    NewtonIntegrator(damping=0.0, gravity=(0, 0, -9.81)),
]
O.dt = step

with open(frames, "w") as file:
    for done in range(0, steps, every):
        O.run(min(every, steps - done), True)
        file.write(f"{len(spheres)}\ntime {O.time}\n")
        for i in spheres:
            file.write("S %.17g %.17g %.17g\n" % tuple(O.bodies[i].state.pos))
