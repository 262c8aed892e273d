"""Scenes: made in Python, read from files, and told what is wrong with them."""

import json
import pathlib
import pickle

import numpy as np
import pytest

import floc
from conftest import grains, run_program, source

FIRST = """
[scene]
dimension = 2
[time]
step = 2e-3
end = 0.05
[forces]
gravity = [0.0, -9.81]
[[obstacles]]
kind = "box"
side = "inside"
low = [0.0, 0.0]
high = [1.0, 2.0]
[[particles]]
kind = "random"
count = 60
low = [0.0, 0.0]
high = [1.0, 0.4]
radius = { uniform = [0.01, 0.02] }
density = 2500.0
"""


def test_a_scene_in_python_and_the_same_in_toml_end_with_the_hash_of_the_program(tmp_path):
    (tmp_path / "first.toml").write_text(FIRST)
    made = floc.Scene(
        scene=dict(dimension=2), time=dict(step=2e-3, end=.05), forces=dict(gravity=[0, -9.81]),
        obstacles=[dict(kind="box", side="inside", low=[0, 0], high=[1, 2])],
        particles=[dict(kind="random", count=60, low=[0, 0], high=[1, .4], radius=dict(uniform=[.01, .02]), density=2500)])
    read = floc.Scene.read(tmp_path / "first.toml")
    assert made.to_toml() == read.to_toml()
    assert floc.Scene.from_toml(made.to_toml()) == made
    assert pickle.loads(pickle.dumps(made)) == made
    hashes = set()
    for scene in (made, read):
        sim = floc.Simulation(scene, threads=2)
        sim.run()
        hashes.add(sim.hash)
    run_program("run", tmp_path / "first.toml", "-o", tmp_path / "out", "-q")
    hashes.add(json.loads((tmp_path / "out/summary.json").read_text())["hash"])
    assert len(hashes) == 1


def test_set_changes_keys_by_their_paths(tmp_path):
    (tmp_path / "first.toml").write_text(FIRST)
    scene = floc.Scene.read(tmp_path / "first.toml", set={"time.end": 2.0, "particles.0.count": np.int64(7)})
    assert scene.end == 2
    assert "count = 7" in scene.to_toml()
    assert floc.Scene(grains(), set={"time.end": 3}).end == 3
    assert scene.changed({"time.end": 4}).end == 4 and scene.end == 2


def test_mistakes_are_told_all_at_once_with_their_places_in_the_script():
    with pytest.raises(floc.Error) as caught:
        floc.Scene(
            scene=dict(dimension=2), time=dict(step=2e-3, end=1),
            forces={"graivty": [0, -9.81]},
            particles=[dict(kind="random", low=[0, 0], high=[1, 1], radius=.1,
                            count=-3)])
    first, second = str(caught.value).splitlines()
    line = caught.traceback[0].frame.code.firstlineno + 1 + 4
    assert first.endswith(f'test_scene.py:{line}:21: unknown key "graivty" in [forces]; did you mean "gravity"?')
    assert f"test_scene.py:{line + 2}:29: \"count\"" in second
    assert [d.line for d in caught.value.diagnostics] == [line, line + 2]


def test_the_place_of_a_key_is_found_where_its_dictionary_was_written():
    forces = {
        "graivty": [0, -9.81],
    }
    with pytest.raises(floc.Error) as caught:
        floc.Scene(scene=dict(dimension=2), time=dict(step=2e-3, end=1), forces=forces)
    assert f"test_scene.py:{caught.traceback[0].frame.code.firstlineno + 1 + 2}:9: unknown key" in str(caught.value)


def test_mistakes_that_only_building_finds_have_their_places_too():
    scene = floc.Scene(
        grains(
            particles=[dict(kind="file", path="nowhere.csv", radius=1)]))
    with pytest.raises(floc.Error, match=r"test_scene.py:\d+.*nowhere.csv"):
        floc.Simulation(scene)


def test_a_wrong_change_is_told_with_the_place_of_the_call():
    with pytest.raises(floc.Error, match=r'test_scene.py:\d+: set time.endd=1: .*did you mean "end"'):
        floc.Scene(grains(), set={"time.endd": 1})


def test_integers_and_arrays_that_are_not_contiguous_do_for_numbers():
    box = np.array([[0, 1], [0, 2]])
    made = floc.Scene(grains(obstacles=[dict(kind="box", side="inside", low=box[:, 0], high=box[:, 1])],
                             time=dict(step=np.float32(.001953125), end=np.int8(1))))
    assert made == floc.Scene(grains(time=dict(step=.001953125, end=1)))
    assert floc.Scene(grains(title=None)) == floc.Scene(grains())


@pytest.mark.parametrize("wrong", [{"step": float("nan"), "end": 1}, {"step": object(), "end": 1}, {3: 1}, {"step": 2**70, "end": 1}])
def test_what_no_scene_can_have_is_refused(wrong):
    with pytest.raises(floc.Error, match=r"test_scene.py:\d+"):
        floc.Scene(grains(time=wrong))


def test_a_file_that_is_not_there_or_not_toml_is_refused(tmp_path):
    with pytest.raises(floc.Error, match="there is no such file"):
        floc.Scene.read(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_text("[scene\n")
    with pytest.raises(floc.Error, match=r"bad.toml:1:"):
        floc.Scene.read(pathlib.Path(tmp_path / "bad.toml"))


def test_explain_tells_about_keys():
    assert "tolerance" in floc.explain("solver.tolerance")
    with pytest.raises(floc.Error, match="did you mean"):
        floc.explain("solver.tolerence")


def test_the_version_is_that_of_the_program():
    assert floc.__version__ in run_program("--version")
    assert f"VERSION {floc.__version__}" in (source / "CMakeLists.txt").read_text()
