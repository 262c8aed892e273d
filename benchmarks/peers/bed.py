"""The bed that every program settles, and the one measure that all of them are judged by.

N spheres of radius 1 cm ± 10 % start at rest on a loose, jittered lattice (solid fraction 0.3) in an
open box as wide as the settled bed is deep, and fall; or cubes of the volumes of these spheres, turned at
random, on a lattice so wide that the balls round them fit. A state is a file of frames in the extended XYZ
format: a count, a comment, then a line per body whose columns 2 to 4 are its place; where the comment's
`Properties` name an orientation, that is a quaternion (x, y, z, w).
"""

import csv
import itertools
import math
import random

RADIUS = 0.01      # m
SPREAD = 0.1       # radii are uniform in RADIUS (1 ± SPREAD)
DENSITY = 2500.0   # kg/m³
GRAVITY = 9.81     # m/s²
SPACING = 0.024    # of the lattice, m
DURATION = 1.0     # s
FRAMES = 50        # equally spaced in time; the start is none of them
HALF_SIDE = 0.5 * (4 * math.pi / 3) ** (1 / 3)  # of a cube with the volume of the unit ball
SHAPES = {"sphere": 1.0, "box": math.sqrt(3) * HALF_SIDE}  # the ball round a body over that of its volume

# Centres may leave their lattice point by so much along each axis without a chance of overlap.
JITTER = 0.5 * (SPACING - 2 * RADIUS * (1 + SPREAD))


def columns(count):
    """Bodies along a side of the base, such that the settled bed of spheres is nearly a cube."""
    volume = count * 4 / 3 * math.pi * RADIUS**3 / 0.63
    return max(1, round(volume ** (1 / 3) / SPACING))


def side(count, shape="sphere"):
    return columns(count) * SPACING * SHAPES[shape]


def write_start(path, count, shape="sphere", seed=1):
    n = columns(count)
    draw = random.Random(seed)
    with open(path, "w") as file:
        file.write("x,y,z,r\n")
        for i in range(count):
            lattice = (i % n, i // n % n, i // (n * n))
            place = [SHAPES[shape] * ((c + 0.5) * SPACING + draw.uniform(-JITTER, JITTER)) for c in lattice]
            radius = RADIUS * draw.uniform(1 - SPREAD, 1 + SPREAD)
            file.write(",".join(map(repr, place + [radius])) + "\n")


def read_start(path):
    """The places and the radii of a file of write_start."""
    with open(path, newline="") as file:
        rows = [[float(row[k]) for k in "xyzr"] for row in csv.DictReader(file)]
    return [row[:3] for row in rows], [row[3] for row in rows]


def frames(path):
    """The frames of an XYZ file, each a list of rows of numbers: x, y, z, and what follows."""
    for _, rows in told_frames(path):
        yield rows


def told_frames(path):
    """The frames with the column that their orientations begin at, or None."""
    with open(path) as file:
        while line := file.readline():
            count = int(line)
            turned = orientation_column(file.readline())
            yield turned, [[float(word) for word in file.readline().split()[1:]] for _ in range(count)]


def orientation_column(comment):
    """Where a quaternion stands in a row, the species not counted."""
    words = next((word for word in comment.split() if word.startswith("Properties=")), "").split("=")[-1].split(":")
    at = -1
    for name, width in zip(words[::3], words[2::3]):
        if name == "orientation":
            return at
        at += int(width)
    return None


def close_pairs(places, reach):
    """All pairs of centres within `reach` along every axis, or a little beyond."""
    grid = {}
    for i, place in enumerate(places):
        grid.setdefault(tuple(math.floor(c / reach) for c in place), []).append(i)
    half = [(a, b, c) for a in (-1, 0, 1) for b in (-1, 0, 1) for c in (-1, 0, 1) if (a, b, c) > (0, 0, 0)]
    for (a, b, c), here in grid.items():
        there = [j for da, db, dc in half for j in grid.get((a + da, b + db, c + dc), ())]
        for k, i in enumerate(here):
            for j in here[k + 1:] + there:
                yield i, j


def worst_overlap(places, radii, width):
    """The largest overlap of two spheres, and of a sphere with a wall or the floor, in metres."""
    walls = max(r - min(x, width - x, y, width - y, z) for (x, y, z), r in zip(places, radii))
    pairs = max((radii[i] + radii[j] - math.dist(places[i], places[j]) for i, j in close_pairs(places, 2 * max(radii))),
                default=0.0)
    return max(pairs, 0.0), max(walls, 0.0)


def axes_of(quaternion):
    """The axes of a body in space: the columns of its rotation."""
    x, y, z, w = quaternion
    return ((1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)),
            (2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)),
            (2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def reach_along(axis, axes, half):
    """How far a cube reaches from its centre along a unit vector."""
    return half * sum(abs(dot(axis, a)) for a in axes)


def depth_of_cubes(apart, first, second, enough):
    """How deep two cubes, (axes, half side) each, overlap, by their fifteen separating axes; some number below
    `enough` where it is not above it."""
    depth = math.inf
    crossed = (cross(a, b) for a in first[0] for b in second[0])
    for axis in itertools.chain(first[0], second[0], crossed):
        length = math.sqrt(dot(axis, axis))
        if length < 1e-6:  # parallel edges: the faces tell
            continue
        axis = tuple(c / length for c in axis)
        depth = min(depth, reach_along(axis, *first) + reach_along(axis, *second) - abs(dot(axis, apart)))
        if depth <= enough:
            return depth
    return depth


def worst_overlap_of_cubes(places, turns, radii, width):
    """The same of cubes with the volumes of balls of these radii."""
    cubes = [(axes_of(q), HALF_SIDE * r) for q, r in zip(turns, radii)]
    walls = max(reach_along(axis, *cube) - room
                for place, cube in zip(places, cubes)
                for k, axis in enumerate(((1, 0, 0), (0, 1, 0), (0, 0, 1)))
                for room in ((place[k], width - place[k]) if k < 2 else (place[k],)))
    pairs, ball = 0.0, SHAPES["box"]
    for i, j in close_pairs(places, 2 * ball * max(radii)):
        if math.dist(places[i], places[j]) < ball * (radii[i] + radii[j]):
            apart = [a - b for a, b in zip(places[i], places[j])]
            pairs = max(pairs, depth_of_cubes(apart, cubes[i], cubes[j], pairs))
    return pairs, max(walls, 0.0)


def judge(path, radii, width, shape="sphere"):
    """Worst and final overlap over the mean radius, and how high the bodies' centres lie in the end."""
    mean = sum(radii) / len(radii)
    worst_pair = worst_wall = final = height = 0.0
    count = 0
    for turned, frame in told_frames(path):
        places = [row[:3] for row in frame]
        if len(places) != len(radii) or not all(math.isfinite(c) for place in places for c in place):
            raise ValueError(f"{path}: frame {count} lost bodies")
        if shape == "box":
            pair, wall = worst_overlap_of_cubes(places, [row[turned:turned + 4] for row in frame], radii, width)
        else:
            pair, wall = worst_overlap(places, radii, width)
        worst_pair, worst_wall, final = max(worst_pair, pair), max(worst_wall, wall), max(pair, wall)
        height = sum(z for _, _, z in places) / len(places)
        count += 1
    return {"frames": count, "worst_overlap": max(worst_pair, worst_wall) / mean,
            "worst_overlap_pairs": worst_pair / mean, "worst_overlap_walls": worst_wall / mean,
            "final_overlap": final / mean, "mean_height_at_the_end": height / mean}
