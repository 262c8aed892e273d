"""The projection alone: three discs in a column above a floor."""

import numpy as np

import floc

problem = floc.Problem(
    step=.1,
    mass=[1, 1, 1],
    velocity=[[0, -1], [0, -1], [0, -1]],
    first=[0, 1, 2],
    second=[-1, 0, 1],
    normal=[[0, 1], [0, 1], [0, 1]],
    gap=[0, 0, .05],
)
answer = floc.project(problem, tolerance=1e-9)
print(answer)
print(np.round(answer.velocity, 6), np.round(answer.multiplier, 6))
