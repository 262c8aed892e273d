"""Every scene of the gallery through Python: the same scene, and the same bits as the program's."""

import concurrent.futures
import json
import os
import tomllib

import floc
from conftest import few_steps, run_program, source

def through_both(path, out):
    name = path.parent.name
    tables = tomllib.loads(path.read_text())
    changes = few_steps(path)
    read = floc.Scene.read(path, set=changes)
    assert floc.Scene(tables, folder=path.parent, set=changes) == read, name
    written = read.to_toml()
    again = floc.Scene.from_toml(written, folder=path.parent)
    assert again == read and again.to_toml() == written, name
    sim = floc.Simulation(read, threads=1)
    sim.run()
    arguments = [word for setting in floc._toml.overrides(changes) for word in ("--set", setting)]
    run_program("run", path, "-o", out / name, "-q", "--threads", 1, *arguments)
    summary = json.loads((out / name / "summary.json").read_text())
    assert summary["hash"] == sim.hash, name
    assert [stage["name"] for stage in summary.get("stages", [])] == [stage["name"] for stage in tables.get("stages", [])]


def test_every_scene_of_the_gallery_has_the_hash_of_the_program(tmp_path):
    scenes = sorted(source.glob("scenes/*/scene.toml"))
    assert len(scenes) > 40
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for done in [pool.submit(through_both, path, tmp_path) for path in scenes]:
            done.result()
