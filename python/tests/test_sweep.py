"""Parameter studies."""

import os
import subprocess
import sys

import numpy as np
import pytest

import floc
from conftest import grains

CHANGES = {"time.end": [.01, .02], "forces.gravity": [[0, -1], [0, -2]]}


def test_a_sweep_runs_all_combinations_and_makes_one_table(scene, tmp_path):
    table = floc.sweep(scene, CHANGES, tmp_path / "s", workers=2)
    assert table.rows == 4 and list(table["step"]) == [5, 5, 10, 10] and len(set(table["hash"])) == 4
    assert list(table["forces.gravity"]) == ["[0, -1]", "[0, -2]"] * 2
    frame = table.to_pandas()
    assert (frame.status == "finished").all()
    assert floc.Run.open(frame.folder.iloc[3]).scene.end == .02
    again = floc.sweep(scene, CHANGES, tmp_path / "s1", workers=1)
    assert np.array_equal(again["hash"], table["hash"])


def test_wrong_values_are_found_before_anything_is_run(scene, tmp_path):
    with pytest.raises(floc.Error, match=r"test_sweep.py:\d+: set time.end=-1"):
        floc.sweep(scene, {"time.end": [.01, -1]}, tmp_path / "s")
    assert not (tmp_path / "s").exists()
    for wrong in (dict(over={}), dict(over=CHANGES, workers=0)):
        with pytest.raises(floc.Error):
            floc.sweep(scene, folder=tmp_path / "s", **wrong)


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_ends_a_sweep_and_what_it_has_begun_is_whole(tmp_path, workers):
    script = f"""
import floc, os, pathlib, signal, threading, time
from conftest import grains
top = pathlib.Path({str(tmp_path / "s")!r})
def end():
    while not all((top / str(k) / "steps.csv").exists() and (top / str(k) / "steps.csv").read_text().count("\\n") > 2 for k in range({workers})):
        time.sleep(.01)
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=end).start()
try:
    floc.sweep(floc.Scene(grains(time=dict(step=2e-3, end=1e6))), {{"forces.gravity": [[0, -1], [0, -2], [0, -3]]}}, top, workers={workers})
except KeyboardInterrupt:
    print("interrupted", threading.active_count())
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=os.path.dirname(__file__), capture_output=True, text=True)
    assert done.stdout == "interrupted 1\n" and "Traceback" not in done.stderr, done.stderr
    begun = sorted((tmp_path / "s").iterdir())
    assert [folder.name for folder in begun] == [str(k) for k in range(workers)]
    for folder in begun:
        run = floc.Run.open(folder)
        assert run.summary["status"] == "interrupted" and run.summary["step"] == run.steps["step"][-1] > 1


def test_an_error_of_a_run_arrives(tmp_path):
    scene = floc.Scene(grains(solver=dict(max_iterations=1, name="pgs", on_unconverged="stop", tolerance=1e-12)))
    with pytest.raises(floc.Error, match="was refused"):
        floc.sweep(scene, {"time.end": [.02, .03]}, tmp_path / "s", workers=2)
