"""What the tests share: small scenes, and the program beside the package."""

import os
import pathlib
import subprocess
import tomllib

import pytest

import floc

# Where CI is set, everything that tools/packages.txt names is there: a test that is skipped hides something.
nothing_is_skipped = os.environ.get("CI", "").lower() not in ("", "0", "false")

source = pathlib.Path(__file__).resolve().parents[2]
program = os.environ.get("FLOC", str(source / "build/release/floc"))


def refused(report):
    """The report of a test that was skipped, as a failure where nothing is."""
    if nothing_is_skipped and report.skipped and not hasattr(report, "wasxfail"):
        why = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome, report.longrepr = "failed", f"{why}, and with CI set nothing may be"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport():
    outcome = yield
    refused(outcome.get_result())


@pytest.hookimpl(hookwrapper=True)
def pytest_make_collect_report():
    outcome = yield
    refused(outcome.get_result())


def grains(**changes):
    """Discs that fall in a box."""
    tables = dict(
        scene=dict(dimension=2), time=dict(step=2e-3, end=.1), forces=dict(gravity=[0, -9.81]),
        obstacles=[dict(kind="box", side="inside", low=[0, 0], high=[1, 2])],
        particles=[dict(kind="random", count=100, low=[0, 0], high=[1, .3], radius=.02, density=2500.)])
    return {**tables, **changes}


# A dense packing of a hundred thousand takes seven seconds, and says nothing more than a small one.
SMALLER = {"hopper": {"particles.0.count": 300, "particles.1.count": 300}}


def few_steps(path):
    """What makes a scene of the gallery end after three steps: its stages begin one after the other."""
    tables = tomllib.loads(path.read_text())
    time = tables["time"]
    changes = {"time.end": time.get("start", 0) + 3 * time["step"], **SMALLER.get(path.parent.name, {})}
    if "stages" in tables:
        begun = [{key: value for key, value in stage.items() if key != "stop"} for stage in tables["stages"]]
        changes["stages"] = [{**stage, "duration": time["step"]} for stage in begun]
        changes["time.end"] = time.get("start", 0) + (len(begun) + 1) * time["step"]
    return changes


@pytest.fixture
def scene():
    return floc.Scene(grains())


@pytest.fixture
def sim(scene):
    return floc.Simulation(scene, threads=1)


def run_program(*arguments):
    return subprocess.run([program, *map(str, arguments)], check=True, capture_output=True, text=True).stdout
