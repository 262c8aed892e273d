"""Parameter studies."""

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


def test_an_error_of_a_run_arrives(tmp_path):
    scene = floc.Scene(grains(solver=dict(max_iterations=1, name="pgs", on_unconverged="stop", tolerance=1e-12)))
    with pytest.raises(floc.Error, match="was refused"):
        floc.sweep(scene, {"time.end": [.02, .03]}, tmp_path / "s", workers=2)
