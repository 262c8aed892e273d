"""Another HDF5 in the process: other builds, loaded for all to see or not, before floc or after it."""

import ctypes
import re
import shutil
import subprocess
import sys

import pytest

import floc
from conftest import grains

OTHER = "libhdf5_openmpi.so.103"
BOTH = """
import ctypes, sys
import numpy as np

name, mode, when, folder = sys.argv[1:]
load = lambda: ctypes.CDLL(name, mode=getattr(ctypes, mode))
if when == "before":
    other = load()
import floc
if when == "after":
    other = load()

ident, text = ctypes.c_int64, ctypes.c_char_p
for function, result, *arguments in [("H5open", ctypes.c_int), ("H5Fopen", ident, text, ctypes.c_uint, ident),
                                     ("H5Dopen2", ident, ident, text, ident), ("H5Dread", ctypes.c_int, *[ident] * 5, ctypes.c_void_p),
                                     ("H5Dclose", ctypes.c_int, ident), ("H5Fclose", ctypes.c_int, ident)]:
    getattr(other, function).restype, getattr(other, function).argtypes = result, arguments
assert other.H5open() == 0

scene = floc.Scene(scene=dict(dimension=2), time=dict(step=2e-3, end=.02), forces=dict(gravity=[0, -9.81]), output=dict(every=.004),
                   particles=[dict(kind="random", count=50, low=[0, 0], high=[1, 1], radius=dict(uniform=[.01, .02]))])
run = floc.Simulation(scene, threads=1).record(folder).run()
double = ident.in_dll(other, "H5T_NATIVE_DOUBLE_g").value
for k in range(len(run)):  # in turn, with the file open in both
    file = other.H5Fopen(f"{folder}/trajectory.h5".encode(), 0, 0)
    assert file > 0
    data = other.H5Dopen2(file, b"particles/all/radius", 0)
    radius = np.zeros(50)
    assert other.H5Dread(data, double, 0, 0, 0, radius.ctypes.data) == 0
    assert np.array_equal(radius, run.radius) and np.isfinite(run.position[k]).all()
    other.H5Dclose(data)
    other.H5Fclose(file)
print("read by both", [line.split()[-1] for line in open("/proc/self/maps") if "libhdf5" in line and " r-xp " in line])
"""


def python(script, *arguments):
    done = subprocess.run([sys.executable, "-c", script, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, f"{done.returncode}: {done.stdout}{done.stderr}"
    return done.stdout


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("mode", ["RTLD_GLOBAL", "RTLD_LOCAL"])
def test_another_build_of_hdf5_and_ours_read_one_file_in_one_process(mode, when, tmp_path):
    try:
        ctypes.CDLL(OTHER)
    except OSError:
        pytest.skip(f"{OTHER} is not installed")
    shown = python(BOTH, OTHER, mode, when, tmp_path / "run")
    assert re.search(r"libhdf5_openmpi\.so.*libhdf5_serial\.so|libhdf5_serial\.so.*libhdf5_openmpi\.so", shown), shown


TRAPS = """
import ctypes, sys
ctypes.CDLL(sys.argv[1], mode=ctypes.RTLD_GLOBAL)
import floc
run = floc.Simulation(floc.Scene.read(sys.argv[2]), threads=1).record(sys.argv[3]).run()
assert run.position[:].shape[1] == 20
print("written and read")
"""


def test_an_hdf5_without_versions_of_its_names_does_not_take_the_place_of_ours(tmp_path):
    """A library that has every name of ours, without a version as those of other makers are, and ends the process when it is called."""
    compiler = shutil.which("g++")
    ours = [line.split()[-1] for line in open("/proc/self/maps") if re.search(r"libhdf5\w*\.so", line)]
    if not compiler or not ours:
        pytest.skip("no compiler to make a library with, or no HDF5 to take the names from, is installed")
    listed = subprocess.run(["nm", "-D", "--defined-only", ours[0]], check=True, capture_output=True, text=True).stdout
    names = re.findall(r"^\w+ (\w) (H5\w+)", listed, re.M)
    assert len(names) > 1000
    code = ["#include <stdlib.h>"] + [f"void {name}(void) {{ abort(); }}" if kind in "TW" else f"long {name} = -1;" for kind, name in names]
    (tmp_path / "traps.c").write_text("\n".join(code))
    subprocess.run([compiler, "-x", "c", "-w", "-shared", "-fPIC", "-O0", "-o", tmp_path / "traps.so", tmp_path / "traps.c"], check=True)
    scene = floc.Scene(grains(particles=[dict(kind="random", count=20, low=[0, 0], high=[1, .3], radius=.02)]))
    (tmp_path / "scene.toml").write_text(scene.to_toml())
    assert "written and read" in python(TRAPS, tmp_path / "traps.so", tmp_path / "scene.toml", tmp_path / "run")
