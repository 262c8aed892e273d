"""Every scene of the gallery through Python: the same scene, and the same bits as the program's."""

import concurrent.futures
import json
import os
import tomllib

import floc
from conftest import run_program, source

# A dense packing of a hundred thousand takes its time in either door.
SMALLER = {"hopper": {"particles.0.count": 300, "particles.1.count": 300}}


def through_both(path, out):
    name = path.parent.name
    tables = tomllib.loads(path.read_text())
    time = tables["time"]
    changes = {"time.end": time.get("start", 0) + 3 * time["step"], **SMALLER.get(name, {})}
    if "stages" in tables:
        changes["stages"] = []
    read = floc.Scene.read(path, set=changes)
    assert floc.Scene(tables, folder=path.parent, set=changes) == read, name
    sim = floc.Simulation(read, threads=1)
    sim.run()
    arguments = [word for key, value in changes.items() for word in ("--set", f"{key}={json.dumps(value)}")]
    run_program("run", path, "-o", out / name, "-q", "--threads", 1, *arguments)
    assert json.loads((out / name / "summary.json").read_text())["hash"] == sim.hash, name


def test_every_scene_of_the_gallery_has_the_hash_of_the_program(tmp_path):
    scenes = sorted(source.glob("scenes/*/scene.toml"))
    assert len(scenes) > 40
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for done in [pool.submit(through_both, path, tmp_path) for path in scenes]:
            done.result()
