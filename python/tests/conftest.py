"""What the tests share: small scenes, and the program beside the package."""

import os
import pathlib
import subprocess

import pytest

import floc

source = pathlib.Path(__file__).resolve().parents[2]
program = os.environ.get("FLOC", str(source / "build/release/floc"))


def grains(**changes):
    """Discs that fall in a box."""
    tables = dict(
        scene=dict(dimension=2), time=dict(step=2e-3, end=.1), forces=dict(gravity=[0, -9.81]),
        obstacles=[dict(kind="box", side="inside", low=[0, 0], high=[1, 2])],
        particles=[dict(kind="random", count=100, low=[0, 0], high=[1, .3], radius=.02, density=2500.)])
    return {**tables, **changes}


@pytest.fixture
def scene():
    return floc.Scene(grains())


@pytest.fixture
def sim(scene):
    return floc.Simulation(scene, threads=1)


def run_program(*arguments):
    return subprocess.run([program, *map(str, arguments)], check=True, capture_output=True, text=True).stdout
