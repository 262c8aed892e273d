"""The bed that every program settles, and the one measure that all of them are judged by.

N spheres of radius 1 cm ± 10 % start at rest on a loose, jittered lattice (solid fraction 0.3) in an
open box as wide as the settled bed is deep, and fall. A state is a file of frames in the XYZ format:
a count, a comment, then a line a sphere whose columns 2 to 4 are its place.
"""

import csv
import math
import random

RADIUS = 0.01      # m
SPREAD = 0.1       # radii are uniform in RADIUS (1 ± SPREAD)
DENSITY = 2500.0   # kg/m³
GRAVITY = 9.81     # m/s²
SPACING = 0.024    # of the lattice, m
DURATION = 1.0     # s
FRAMES = 50        # equally spaced in time; the start is none of them

# Centres may leave their lattice point by so much along each axis without a chance of overlap.
JITTER = 0.5 * (SPACING - 2 * RADIUS * (1 + SPREAD))


def columns(count):
    """Spheres along a side of the base, such that the settled bed is nearly a cube."""
    volume = count * 4 / 3 * math.pi * RADIUS**3 / 0.63
    return max(1, round(volume ** (1 / 3) / SPACING))


def side(count):
    return columns(count) * SPACING


def write_start(path, count, seed=1):
    n = columns(count)
    draw = random.Random(seed)
    with open(path, "w") as file:
        file.write("x,y,z,r\n")
        for i in range(count):
            lattice = (i % n, i // n % n, i // (n * n))
            place = [(c + 0.5) * SPACING + draw.uniform(-JITTER, JITTER) for c in lattice]
            radius = RADIUS * draw.uniform(1 - SPREAD, 1 + SPREAD)
            file.write(",".join(map(repr, place + [radius])) + "\n")


def read_start(path):
    """The places and the radii of a file of write_start."""
    with open(path, newline="") as file:
        rows = [[float(row[k]) for k in "xyzr"] for row in csv.DictReader(file)]
    return [row[:3] for row in rows], [row[3] for row in rows]


def frames(path):
    """The frames of an XYZ file, each a list of rows of numbers: x, y, z, and what follows."""
    with open(path) as file:
        while line := file.readline():
            count = int(line)
            file.readline()
            yield [[float(word) for word in file.readline().split()[1:]] for _ in range(count)]


def worst_overlap(places, radii, width):
    """The largest overlap of two spheres, and of a sphere with a wall or the floor, in metres."""
    walls = max(r - min(x, width - x, y, width - y, z) for (x, y, z), r in zip(places, radii))
    cell = 2 * max(radii)
    grid = {}
    for i, place in enumerate(places):
        grid.setdefault(tuple(math.floor(c / cell) for c in place), []).append(i)
    half = [(a, b, c) for a in (-1, 0, 1) for b in (-1, 0, 1) for c in (-1, 0, 1) if (a, b, c) > (0, 0, 0)]
    pairs = 0.0
    for (a, b, c), here in grid.items():
        there = [j for da, db, dc in half for j in grid.get((a + da, b + db, c + dc), ())]
        for k, i in enumerate(here):
            for j in here[k + 1:] + there:
                pairs = max(pairs, radii[i] + radii[j] - math.dist(places[i], places[j]))
    return max(pairs, 0.0), max(walls, 0.0)


def judge(path, radii, width):
    """Worst and final overlap over the mean radius, and how high the spheres' centres lie in the end."""
    mean = sum(radii) / len(radii)
    worst_pair = worst_wall = final = height = 0.0
    count = 0
    for frame in frames(path):
        places = [row[:3] for row in frame]
        if len(places) != len(radii) or not all(math.isfinite(c) for place in places for c in place):
            raise ValueError(f"{path}: frame {count} lost spheres")
        pair, wall = worst_overlap(places, radii, width)
        worst_pair, worst_wall, final = max(worst_pair, pair), max(worst_wall, wall), max(pair, wall)
        height = sum(z for _, _, z in places) / len(places)
        count += 1
    return {"frames": count, "worst_overlap": max(worst_pair, worst_wall) / mean,
            "worst_overlap_pairs": worst_pair / mean, "worst_overlap_walls": worst_wall / mean,
            "final_overlap": final / mean, "mean_height_at_the_end": height / mean}
