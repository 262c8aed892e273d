"""A force of one's own, in numpy: a trap that pulls to the origin, and drag by group."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

import floc

Array = NDArray[np.float64]


def stored(t: float, x: Array) -> float:
    return float(.5 * (x**2).sum())


@floc.force(energy=stored)
def trap(t: float, x: Array, v: Array, out: Array) -> None:
    out -= x


@floc.force
def drag(t: float, x: Array, v: Array, out: Array, group: NDArray[Any]) -> None:
    out[group == 1] -= .1 * v[group == 1]


scene = floc.Scene(
    scene=dict(dimension=2),
    time=dict(step=1e-2, end=1),
    groups=[dict(name="free"), dict(name="slow")],
    particles=[
        dict(kind="random", count=50, low=[-1, -1], high=[0, 1], radius=.05, group="free"),
        dict(kind="random", count=50, low=[.1, -1], high=[1, 1], radius=.05, group="slow"),
    ],
)
sim = floc.Simulation(scene, forces=[trap, drag])
first = sim.step()
last = sim.run()
assert last is not None
print(f"energy {first.kinetic_energy + first.potential_energy:.3f} at first, "
      f"{last.kinetic_energy + last.potential_energy:.3f} at last")
with sim.edit() as state:
    state.velocity[sim.group == 0] = 0
print(sim.velocity[sim.group == 0].any())
