"""How each program is made to settle the bed: its parameters, its commands, the frames it leaves.

Every peer writes the same 50 frames, Floc what it writes when the scene says nothing of it: a hundred, with the
contacts, and a line per step. On one thread its time is the processor time of the child process,
user and system; on several it is the time of the clock. That of the same command with no step is taken
off: reading and setting up do not count.
"""

import math
import os
import shlex
import shutil
import subprocess
import time
from dataclasses import dataclass, field

import bed

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

RESTITUTION = 0.05  # of a pair of springs and dashpots: e = 0 would need infinite damping
STEPS_A_CONTACT = 30  # of the undamped contact time π/ω
BULLET_ITERATIONS = 50
BULLET_STEP = 1e-3
LAMMPS_SKIN = 0.2 * bed.RADIUS


class Failure(Exception):
    pass


@dataclass
class Job:
    """One bed: its file, a folder for what a program writes, the threads a program may use, the coefficient of
    friction of all contacts and the shape of the bodies."""
    count: int
    start: str
    folder: str
    threads: int = 1
    friction: float = 0.0
    shape: str = "sphere"

    @property
    def width(self):
        return bed.side(self.count, self.shape)

    def path(self, name):
        return os.path.join(self.folder, name)


@dataclass
class Run:
    """One program on one bed, ready to be timed."""
    program: str
    step: float
    command: list
    idle: list  # the same without a step
    threads: int = 1  # that it uses
    frames: str = None
    seconds: float = bed.DURATION  # simulated
    parameters: dict = field(default_factory=dict)


@dataclass
class Springs:
    """Stiffness k of a contact, damping for RESTITUTION, and the step that resolves a contact."""
    k: float

    @property
    def mass(self):
        return bed.DENSITY * 4 / 3 * math.pi * bed.RADIUS**3

    @property
    def omega(self):
        return math.sqrt(self.k / (self.mass / 2))

    @property
    def gamma(self):
        """The dashpot's force is gamma times the effective mass times the speed of approach."""
        log = -math.log(RESTITUTION)
        return 2 * self.omega * log / math.hypot(math.pi, log)

    @property
    def steps_a_frame(self):
        return round(bed.DURATION / bed.FRAMES * STEPS_A_CONTACT * self.omega / math.pi)

    @property
    def step(self):
        return bed.DURATION / bed.FRAMES / self.steps_a_frame


def springs(count):
    """Stiffer for a deeper bed, so that the overlap at rest stays at some thousandths of a radius."""
    return Springs(1e5 if count <= 3000 else 2e5)


STIFF = Springs(5e6)  # what an overlap at rest of about Floc's tolerance takes in a bed of a thousand


def spend(command, log, clock=False):
    """Runs a command, and tells the processor seconds it took, or those of the clock. Fails with the end of its
    output."""
    alone = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", OMPI_MCA_mpi_yield_when_idle="1")
    start = time.monotonic()
    with open(log, "w") as out:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, env=alone,
                                 cwd=os.path.dirname(log))
        _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        with open(log) as text:
            end = text.read()[-2000:]
        raise Failure(f"{shlex.join(command)} ended with status {child.returncode}:\n{end}")
    return time.monotonic() - start if clock else usage.ru_utime + usage.ru_stime


# Floc -------------------------------------------------------------------------------------------------

FLOC = os.path.join(ROOT, "build/release/floc")


def floc(job, step, tolerance=1e-4):
    out = job.path(f"floc-{step:g}")
    more = ["--set", f"friction.coefficient={job.friction!r}"] if job.friction > 0 else []
    if job.shape == "box":
        more += ["--set", 'particles.0.shape={ kind = "box", sides = [1, 1, 1] }']
    command = [FLOC, "run", os.path.join(HERE, "settle.toml"), "-o", out, "--overwrite", "-q",
               "--threads", str(job.threads),
               "--set", f"time.step={step!r}", "--set", f"time.end={bed.DURATION!r}",
               "--set", f"solver.tolerance={tolerance!r}", "--set", f'particles.0.path="{job.start}"',
               "--set", f"obstacles.3.point=[{job.width!r}, 0.0, 0.0]",
               "--set", f"obstacles.4.point=[0.0, {job.width!r}, 0.0]"] + more
    return Run("Floc", step, command, command + ["--dry-run"], job.threads, out,
               parameters={"tolerance": tolerance, "law": "inelastic", "solver": "auto", "friction": job.friction})


def floc_frames(run):
    """Exports the frames of a run; the first one is the start."""
    spend([FLOC, "export", run.frames, "--to", "xyz"], run.frames + ".log")
    return os.path.join(run.frames, "xyz", "particles.xyz")


def turns_at_the_start(run):
    """The orientations that Floc, which has made this run, gave the bodies at random."""
    turned, frame = next(bed.told_frames(floc_frames(run)))
    return [row[turned:turned + 4] for row in frame]


# LAMMPS -----------------------------------------------------------------------------------------------

def has_lammps():
    return shutil.which("lmp") is not None


def write_lammps_data(path, start, width):
    places, radii = bed.read_start(start)
    top = max(place[2] for place in places) + 2 * bed.RADIUS
    with open(path, "w") as file:
        file.write(f"A bed\n\n{len(places)} atoms\n1 atom types\n")
        for axis, high in (("x", width), ("y", width), ("z", top)):
            file.write(f"0.0 {high!r} {axis}lo {axis}hi\n")
        file.write("\nAtoms # sphere\n\n")
        for i, (place, radius) in enumerate(zip(places, radii), 1):
            file.write(f"{i} 1 {2 * radius!r} {bed.DENSITY!r} " + " ".join(map(repr, place)) + "\n")


def lammps(job, s=None):
    s = s or springs(job.count)
    data, frames = job.path("lammps.data"), job.path("lammps.xyz")
    write_lammps_data(data, job.start, job.width)
    model, motion = ("hooke/history", "nve/sphere") if job.friction > 0 else ("hooke", "nve")

    def command(steps):
        values = {"data": data, "frames": frames, "width": job.width, "k": s.k, "gamma": s.gamma, "step": s.step,
                  "steps": steps, "every": s.steps_a_frame, "skin": LAMMPS_SKIN, "model": model,
                  "friction": job.friction, "damped": int(job.friction > 0), "motion": motion}
        words = [word for name, value in values.items() for word in ("-var", name, str(value))]
        ranks = ["mpirun", "-np", str(job.threads), "--allow-run-as-root", "--bind-to", "none"] if job.threads > 1 else []
        return ranks + ["lmp", "-log", "none", "-in", os.path.join(HERE, "settle.lammps")] + words

    return Run("LAMMPS", s.step, command(bed.FRAMES * s.steps_a_frame), command(0), job.threads, frames,
               parameters={"pair_style": "gran/" + model, "k": s.k, "gamma": s.gamma, "friction": job.friction,
                           "restitution": RESTITUTION, "steps_a_contact_time": STEPS_A_CONTACT, "skin": LAMMPS_SKIN})


# Yade -------------------------------------------------------------------------------------------------

def has_yade():
    return shutil.which("yade") is not None


def yade(job, name="yade", state=None, seconds=bed.DURATION):
    """Settles the bed, or goes on for some seconds from a state (rows x, y, z, vx, vy, vz)."""
    s = springs(job.count)
    places, radii = bed.read_start(job.start)
    given, out = job.path(name + ".state"), job.path(name + ".xyz")
    with open(given, "w") as file:
        for row, radius in zip(state or [place + [0.0, 0.0, 0.0] for place in places], radii):
            file.write(" ".join(map(repr, row[:6] + [radius])) + "\n")
    damping = s.gamma * s.mass / 2
    steps = round(seconds / s.step)

    def command(steps):
        values = (given, job.width, s.k, damping, job.friction, s.step, steps, s.steps_a_frame, out)
        return ["yade", "-n", "-x", f"-j{job.threads}", os.path.join(HERE, "settle_yade.py")] + [str(v) for v in values]

    return Run("Yade", s.step, command(steps), command(0), job.threads, out, seconds=steps * s.step,
               parameters={"law": "Law2_ScGeom_ViscElPhys_Basic", "k": s.k, "c": damping, "friction": job.friction,
                           "restitution": RESTITUTION, "steps_a_contact_time": STEPS_A_CONTACT})


# Bullet -----------------------------------------------------------------------------------------------

def has_bullet():
    found = subprocess.run(["pkg-config", "--exists", "bullet"], stderr=subprocess.DEVNULL) if shutil.which(
        "pkg-config") else None
    return found is not None and found.returncode == 0


def build_bullet(folder):
    program = os.path.join(folder, "settle_bullet")
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "bullet"], check=True, capture_output=True,
                           text=True).stdout.split()
    spend(["c++", "-std=c++20", "-O2", os.path.join(HERE, "settle_bullet.cpp"), "-o", program] + flags,
          program + ".log")
    return program


def bullet(job, program, floc_run):
    """The bodies of the job's file; boxes turned as Floc's run has them at its start."""
    every = round(bed.DURATION / bed.FRAMES / BULLET_STEP)
    given, frames = job.path("bullet.start"), job.path("bullet.xyz")
    places, radii = bed.read_start(job.start)
    turns = turns_at_the_start(floc_run) if job.shape == "box" else [[0.0, 0.0, 0.0, 1.0]] * len(places)
    with open(given, "w") as file:
        for place, radius, turn in zip(places, radii, turns):
            size = bed.HALF_SIDE * radius if job.shape == "box" else radius
            file.write(" ".join(map(repr, place + [size] + turn)) + "\n")

    def command(steps):
        return [program] + [str(v) for v in (given, job.shape, job.friction, job.width, BULLET_STEP, steps, every,
                                             BULLET_ITERATIONS, frames)]

    return Run("Bullet", BULLET_STEP, command(every * bed.FRAMES), command(0), 1, frames,  # no threads in it
               parameters={"solver": "btSequentialImpulseConstraintSolver", "iterations": BULLET_ITERATIONS,
                           "friction": job.friction, "restitution": 0, "sleeping": False, "unit": "cm"})
