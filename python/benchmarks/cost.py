"""What Python costs: a step, a view, a force in numpy. Writes a file of results (15 seconds):

    PYTHONPATH=build/release/python /usr/bin/python3 python/benchmarks/cost.py benchmarks/results/python.json
"""

import json
import os
import subprocess
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


def scene(**changes):
    return floc.Scene({"scene": dict(dimension=2), "time": dict(step=1e-3, end=1e6), **changes})


def lattice(n, radius):
    side = int(round(n**.5))
    return [dict(kind="lattice", origin=[0, 0], counts=[side, side], spacing=3 * radius, radius=radius)]



load = os.getloadavg()[0]

# A step of one body does nothing but the step itself; what the stages say of their time is not Python's.
one = floc.Simulation(scene(particles=lattice(1, .1)), threads=1)
whole = microseconds(one.step, 1000)
inside = min(sum(sum(one.step().seconds.values()) for _ in range(1000)) for _ in range(50))
overhead = whole - 1e6 * inside / 1000

view = microseconds(lambda: one.position, 1000)

# A force in numpy on a hundred thousand bodies that touch nobody, against the same numpy alone.
bodies = lattice(100489, .1)


inside_pull = []


def pull(t, x, v, out):
    out -= 1e-9 * x


def timed_pull(t, x, v, out):
    begin = time.thread_time()
    pull(t, x, v, out)
    inside_pull.append(time.thread_time() - begin)



free = floc.Simulation(scene(particles=bodies), threads=1)
pulled = floc.Simulation(scene(particles=bodies), forces=[timed_pull], threads=1)
x, out = np.array(free.position), np.zeros_like(free.position)
numpy = microseconds(lambda: pull(0, x, x, out), 5)


def clear_and_pull():
    out.fill(0)
    pull(0, x, x, out)


with_zeros = microseconds(clear_and_pull, 5)
force = more(pulled, free)
within = 1e6 * sorted(inside_pull)[len(inside_pull) // 2]
# What any force adds: dividing by masses and adding to the free velocities, as gravity of the scene does.
heavy = floc.Simulation(scene(particles=bodies, forces=dict(gravity=[0, -1e-9])), threads=1)
gravity = more(heavy, free)

commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
with open("/proc/cpuinfo") as file:
    processor = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), "unknown")
results = {
    "what": "the cost of Python, microseconds",
    "machine": processor, "cores": len(os.sched_getaffinity(0)), "load before": round(load, 1), "commit": commit, "python": sys.version.split()[0],
    "step of one body": round(whole, 2), "step of one body, beyond its stages": round(overhead, 2), "bar of a step": 20,
    "view": round(view, 2),
    "force in numpy on 100489 bodies": round(force, 1), "the numpy alone": round(numpy, 1),
    "the numpy with zeros for it": round(with_zeros, 1),
    "the numpy in a step, where its arrays are not in the cache": round(within, 1), "gravity of the scene": round(gravity, 1),
}
print(json.dumps(results, indent=2))
if len(sys.argv) > 1:
    with open(sys.argv[1], "w") as file:
        file.write(json.dumps(results, indent=2) + "\n")
