"""The package in forty lines: a scene, a force, a simulation, its state, a run, a study, a projection."""

import floc
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@floc.force(energy=lambda t, x: .5 * (x**2).sum())
def trap(t: float, x: Array, v: Array, out: Array) -> None:
    out -= x


scene = floc.Scene(scene=dict(dimension=2), time=dict(step=2e-3, end=.2),  # the scene file's own names
                   contact=dict(law="gluey"), forces=dict(gravity=[0, -9.81]),
                   obstacles=[dict(kind="half-space", point=[0, 0], normal=[0, 1])],
                   particles=[dict(kind="random", count=100, low=[0, 0], high=[.4, .2], radius=.01, mass=1)])
with open("tour.toml", "w") as file:
    file.write(scene.to_toml())
assert floc.Scene.read("tour.toml", set={"time.end": .2}) == scene

sim = floc.Simulation(scene, forces=[trap], threads=2)
report = sim.step()
print(report, report.duality_gap)
sim.run(until=.1)
for report in sim.steps(until=.12, every=5):
    print(report.time, report.potential_energy)
x = sim.position  # a view, valid until the next step
print(x.mean(axis=0), sim.measure("stress")["pressure"])
with sim.edit() as state:
    state.velocity[:] *= .5
print(sim.contacts.to_pandas().describe(), sim.contact_graph().nnz)
heights: list[float] = []
hook = sim.every(.01, lambda s: heights.append(float(s.position[:, 1].mean())))
run = sim.record("out/tour", every=.01, overwrite=True).run()
hook.cancel()
sim.save("tour.h5")
assert floc.Simulation.load("tour.h5", forces=[trap]).hash == sim.hash and len(heights) == 8

run = floc.Run.open("out/tour")
print(run, run.position[2:5].shape, run.steps.to_pandas().tail(1), run.to_xarray().sizes)
run.plot("energy")
run.picture(time=.15, colour="pressure", path="tour.png")

table = floc.sweep(scene, {"contact.gamma_min": [0, -1, -10]}, folder="out/tour-sweep", workers=2, overwrite=True)
print(table.to_pandas()[["contact.gamma_min", "kinetic_energy", "status"]])

problem = floc.Problem(step=.1, mass=[1, 1], velocity=[[0, -1], [0, -1]], first=[0, 1], second=[-1, 0],
                       normal=[[0, 1], [0, 1]], gap=[0, .05])
print(floc.project(problem, solver="auto", tolerance=1e-8).velocity)
