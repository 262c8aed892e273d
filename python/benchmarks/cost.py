"""What Python costs: a step, a view, a force in numpy. Writes a file of results (15 seconds):

    PYTHONPATH=build/release/python /usr/bin/python3 python/benchmarks/cost.py python.json [SIDE]

SIDE² bodies feel the force (317² without it). `make bench ONLY=python` calls it.
"""

import json
import sys
import time

import numpy as np

import floc


def microseconds(function, repeats):
    """For one call, of the fastest of many short rounds: those in which nobody else wanted the processor."""
    rounds = []
    for _ in range(50):
        begin = time.perf_counter()
        for _ in range(repeats):
            function()
        rounds.append(time.perf_counter() - begin)
    return 1e6 * min(rounds) / repeats


def more(one, other):
    """What a step of the one costs beyond that of the other, by the clock of this thread: the median of many, in turn."""
    rounds = []
    for _ in range(101):
        begin = time.thread_time()
        one.step()
        middle = time.thread_time()
        other.step()
        rounds.append(2 * middle - begin - time.thread_time())
    return 1e6 * sorted(rounds)[len(rounds) // 2]


def simulation(side, forces=(), gravity=(0, 0)):
    """Bodies that touch nobody."""
    scene = dict(scene=dict(dimension=2), time=dict(step=1e-3, end=1e6), forces=dict(gravity=gravity) if any(gravity) else {},
                 particles=[dict(kind="lattice", origin=[0, 0], counts=[side, side], spacing=.3, radius=.1)])
    return floc.Simulation(scene, forces, threads=1)


def pull(t, x, v, out):
    out -= 1e-9 * x


in_the_step = []


def timed_pull(t, x, v, out):
    begin = time.thread_time()
    pull(t, x, v, out)
    in_the_step.append(time.thread_time() - begin)


def main(path, side):
    # A step of one body does nothing but the step itself; what the stages say of their time is not Python's.
    one = simulation(1)
    whole = microseconds(one.step, 1000)
    stages = min(sum(sum(one.step().seconds.values()) for _ in range(1000)) for _ in range(50))

    # A force in numpy against the same numpy alone, and against what any force adds: zeros for it, dividing by masses and
    # adding to the free velocities, as gravity of the scene does.
    free = simulation(side)
    x, out = np.array(free.position), np.zeros_like(free.position)
    numpy = microseconds(lambda: pull(0, x, x, out), 5)
    force = more(simulation(side, [timed_pull]), free)
    gravity = more(simulation(side, gravity=(0, -1e-9)), free)
    results = {
        "what": "the cost of Python, microseconds", "python": sys.version.split()[0], "bodies": side**2,
        "step_of_one_body": round(whole, 2), "step_beyond_its_stages": round(whole - 1e3 * stages, 2),
        "view_of_one_body": round(microseconds(lambda: one.position, 1000), 2),
        "view_of_all": round(microseconds(lambda: free.position, 1000), 2),
        "force_in_numpy": round(force, 1), "numpy_alone": round(numpy, 1),
        "numpy_in_the_step": round(1e6 * sorted(in_the_step)[len(in_the_step) // 2], 1), "gravity_of_the_scene": round(gravity, 1),
    }
    print(json.dumps(results, indent=2))
    with open(path, "w") as file:
        file.write(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 317)
