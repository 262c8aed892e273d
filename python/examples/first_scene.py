"""Discs that fall into a box: a scene, its steps, its arrays, and a run in a folder."""

import sys

import numpy as np

import floc

scene = floc.Scene(
    scene=dict(dimension=2),
    time=dict(step=2e-3, end=.2),
    forces=dict(gravity=[0, -9.81]),
    obstacles=[dict(kind="box", side="inside", low=[0, 0], high=[1, 2])],
    particles=[dict(kind="random", count=300, low=[0, 0], high=[1, .5], radius=dict(uniform=[.01, .02]), density=2500)],
)
sim = floc.Simulation(scene)
for report in sim.steps(until=.1, every=10):
    print(f"t = {report.time:.2f}: {report.active} contacts press, worst overlap {report.overlap:.1e} of the mean radius")

speed = np.linalg.norm(sim.velocity, axis=1)
print(f"mean speed {speed.mean():.3f}, centre at {sim.position.mean(axis=0)}")
print(sim.contacts.to_pandas().sort_values("multiplier").tail(3))

run = sim.record(sys.argv[1] if len(sys.argv) > 1 else "out/first_scene", every=.01, overwrite=True).run()
print(run, run.summary["status"])
