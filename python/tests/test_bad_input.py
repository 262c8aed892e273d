"""Whatever is wrong, one exception says what, and nothing is lost."""

import os

import numpy as np
import pytest

import floc
from conftest import grains

PROBLEM = dict(step=.1, mass=[1, 1], velocity=[[0, -1], [0, -1]], first=[0, 1], second=[-1, 0], normal=[[0, 1], [0, 1]], gap=[0, .05])


def solve(**changes):
    return floc.project(floc.Problem(**{**PROBLEM, **changes}))


def itself():
    tables = {}
    tables["scene"] = tables
    return tables


def pushed(returned, energy=None):
    """A run with a force that returns something."""
    force = floc.force(lambda t, x, v, out: returned, energy=energy, name="mine")
    return floc.Simulation(grains(time=dict(step=2e-3, end=.02)), forces=[force], threads=1).run()


def in_an_edit(sim, what):
    with sim.edit() as state:
        what(state)
        state.velocity = 7


def assigned(sim, name):
    setattr(sim, name, np.zeros((100, 2)))


def written(sim, index, value):
    sim.position[index] = value


def added(sim):
    x = sim.position
    x += 1


def edited(sim, **arrays):
    with sim.edit() as state:
        for name, value in arrays.items():
            setattr(state, name, value)


SCENES = {
    "a file that is not there": (lambda: floc.Scene.read("missing.toml"), "missing.toml"),
    "a file that is no TOML": (lambda: floc.Scene.read("no.toml"), r"no.toml:1:\d+"),
    "a folder": (lambda: floc.Scene.read("."), "folder"),
    "NaN": (lambda: floc.Scene(grains(time=dict(step=float("nan"), end=1))), "step"),
    "infinity": (lambda: floc.Scene(grains(time=dict(step=1e-3, end=float("inf")))), "end"),
    "an object": (lambda: floc.Scene(grains(title=object())), "title"),
    "a text for tables": (lambda: floc.Scene("first.toml"), "Scene.read"),
    "no key of a scene": (lambda: floc.explain("nonsense"), "nonsense"),
    "a number for a key": (lambda: floc.explain(3), "a key must be a string, not 3"),
    "nothing for a file": (lambda: floc.Scene.read(None), "a scene file must be a path, not None"),
    "a number for a text": (lambda: floc.Scene.from_toml(3), "the text of a scene must be a string, not 3"),
    "a list of changes": (lambda: floc.Scene.read("no.toml", set=["time.end=1"]), "changes are a dictionary"),
    "a change by a number": (lambda: floc.Scene.read("no.toml", set={3: 1}), "path of a key must be a string, not 3"),
    "a set for a change": (lambda: floc.Scene.read("no.toml", set={"forces.gravity": {1, 2}}), "set forces.gravity: set is no value"),
    "no particles": (lambda: floc.Simulation(floc.Scene(grains(particles=None))), r"test_bad_input.py:\d+: the scene has no particles"),
    "a change to half a character": (lambda: floc.Scene.read("no.toml", set={"title": "\ud800"}), "half of a character"),
    "half a character": (lambda: floc.Scene(grains(title="\ud800")), "half of a character"),
    "tables that hold themselves": (lambda: floc.Scene(itself()), "hold itself"),
    "a number for a folder": (lambda: floc.Scene(grains(), folder=3), "folder must be a path, not 3"),
}
FILES = {
    "no checkpoint": (lambda: floc.Simulation.load("missing.h5"), "missing.h5"),
    "a text for a checkpoint": (lambda: floc.Simulation.load("no.h5"), "no.h5"),
    "no run": (lambda: floc.Run.open("missing"), "missing"),
    "a file for a run": (lambda: floc.Run.open("no.toml"), "no.toml"),
    "nothing for a run": (lambda: floc.Run.open(None), "the folder of a run must be a path"),
    "nothing for a checkpoint": (lambda: floc.Simulation.load(None), "must be a path"),
    "a folder without a checkpoint": (lambda: floc.Simulation.load("."), "checkpoint.h5"),
    "a number for a scene": (lambda: floc.Simulation(3), "must be a path, not 3"),
    "half a thread": (lambda: floc.Simulation(grains(), threads=1.5), "threads must be an integer, not 1.5"),
    "forces of complex numbers": (lambda: pushed(np.zeros((100, 2), complex)), 'force "mine": it returns ndarray of complex'),
    "forces in words": (lambda: pushed("down"), 'force "mine": it returns str'),
    "an energy of NaN": (lambda: pushed(None, lambda t, x: np.nan), 'the energy of force "mine": nan at t = 0'),
    "an energy of an array": (lambda: pushed(None, lambda t, x: x), "returns (View|ndarray), and a number was expected"),
    "a number for an energy": (lambda: pushed(None, 3), "the energy of a force is a function, not 3"),
}
SIMULATIONS = {
    "a shape": (lambda s: edited(s, velocity=np.zeros((7, 2))), r"velocity has the shape \(100, 2\)"),
    "NaN in a state": (lambda s: edited(s, velocity=np.full((100, 2), np.nan)), "velocity holds a number that is not finite"),
    "words in a state": (lambda s: edited(s, velocity="fast"), "velocity has the shape"),
    "a negative radius": (lambda s: edited(s, radius=-1), "radius"),
    "no mass": (lambda s: edited(s, mass=0), "mass"),
    "a group that is not there": (lambda s: edited(s, group=7), "no group 7: the scene has 1"),
    "an array of the contacts": (lambda s: in_an_edit(s, lambda state: state.contact("nonsense")), "nonsense"),
    "an edit in an edit": (lambda s: in_an_edit(s, lambda state: edited(s, velocity=s.velocity.copy())), "given up"),
    "an array by its name": (lambda s: assigned(s, "velocity"), 'velocity" of a simulation cannot be assigned to'),
    "the time": (lambda s: assigned(s, "time"), 'time" of a simulation cannot be assigned to'),
    "steps every NaN": (lambda s: next(s.steps(every=float("nan"))), "every must be an integer, not nan"),
    "a period in words": (lambda s: s.every("often", print), "the period must be a number"),
    "a number for a measurement": (lambda s: s.measure(3), "a measurement must be a string, not 3"),
    "numbers for an array": (lambda s: s.array(3, 4), "must be a string, not 3"),
    "a folder to save in": (lambda s: s.save("."), "is a folder"),
    "nothing to save in": (lambda s: s.save(None), "must be a path, not None"),
    "nothing to record in": (lambda s: s.record(None), "must be a path, not None"),
    "frames every so often": (lambda s: s.record("r", every="so often"), "every must be a number"),
    "an id": (lambda s: edited(s, id=7), "cannot be changed"),
    "a view that is written": (lambda s: written(s, 0, 0), "read-only"),
    "a view that is added to": (added, "read-only"),
    "until NaN": (lambda s: s.run(until=float("nan")), "until"),
    "until a word": (lambda s: s.run(until="noon"), "until must be a number"),
    "every 0": (lambda s: s.every(0, print), "period"),
    "what is no function": (lambda s: s.every(1, 3), "no function"),
    "a measurement": (lambda s: s.measure("coordinaton"), "coordination"),
    "a list of the state": (lambda s: s.array("bones", "x"), "bones"),
    "a folder that is not there": (lambda s: s.save("no/such/folder.h5"), "no/such"),
    "a file for a folder": (lambda s: s.record("no.toml"), "no.toml"),
    "frames every −1": (lambda s: s.record("r", every=-1), "every"),
}
NEW = {
    "a number of threads": (lambda scene: floc.Simulation(scene, threads="two"), "threads must be an integer, not 'two'"),
    "no threads": (lambda scene: floc.Simulation(scene, threads=0), "threads"),
    "a number for forces": (lambda scene: floc.Simulation(scene, forces=3), "forces is a list"),
    "a sweep of nothing": (lambda scene: floc.sweep(scene, {}, folder="s"), "needs a key"),
    "a sweep of an unknown key": (lambda scene: floc.sweep(scene, {"time.stepp": [1]}, folder="s"), "time.step"),
    "a sweep of a list": (lambda scene: floc.sweep(scene, ["time.step"], folder="s"), "needs a key"),
    "a sweep of one value": (lambda scene: floc.sweep(scene, {"time.step": 1e-3}, folder="s"), "values of \"time.step\" are a list"),
    "a sweep of no values": (lambda scene: floc.sweep(scene, {"time.step": []}, folder="s"), "with at least one"),
    "a sweep in a file": (lambda scene: floc.sweep(scene, {"time.step": [1e-3]}, folder="no.toml"), "cannot be made a folder"),
    "a sweep by words": (lambda scene: floc.sweep(scene, {"time.step": [1e-3]}, folder="s", workers="two"), "workers must be an integer"),
    "a sweep without workers": (lambda scene: floc.sweep(scene, {"time.step": [1e-3]}, folder="s", workers=0), "workers"),
}
RUNS = {
    "a time": (lambda run: run.at(float("nan")), "finite"),
    "a word for a frame": (lambda run: run["last"], "frames are chosen by their numbers, run\\[3\\] or run\\[2:5\\], not by 'last'"),
    "nothing for frames": (lambda run: run.position[None], "not by None"),
    "an end of a scale": (lambda run: run.picture(colour="speed", range=[1]), "^range takes two numbers"),
    "a camera in the plane": (lambda run: run.picture(camera=[1, 2]), "^camera is for runs in space"),
    "a flow without a fluid": (lambda run: run.picture(field="speed"), "^field needs the flow of a fluid"),
    "lines of no fluid": (lambda run: run.movie("x.mp4", streamlines=True), "^streamlines needs the flow of a fluid"),
    "a key of a measurement below its bound": (lambda run: run.measure("aggregates", gap=-1), "^measure.gap=-1: "),
    "a colour": (lambda run: run.picture(colour="presure"), "pressure"),
    "a picture at noon": (lambda run: run.picture(time="noon"), "the time must be a number"),
    "a picture at NaN": (lambda run: run.picture(time=float("nan")), "the time must be finite"),
    "a picture in a number": (lambda run: run.picture(colour=3), "colour must be a string, not 3"),
    "a picture of words": (lambda run: run.picture(size="large"), "size, a number of pixels, must be an integer"),
    "a picture beyond 32 bits": (lambda run: run.picture(size=10**12), "too large"),
    "a scale of words": (lambda run: run.picture(range="ab"), "range is a list of numbers"),
    "a picture nowhere": (lambda run: run.picture(path="no/such.png"), "no/such.png: cannot be written"),
    "no pictures per second": (lambda run: run.movie("x.mp4", fps=0), "fps must be a positive number"),
    "a page every so often": (lambda run: run.view(every="so often"), "every must be an integer"),
    "a number for a plot": (lambda run: run.plot(3), "must be a string, not 3"),
    "a number for a format": (lambda run: run.export(3), "a format must be a string"),
    "a number for a quantity": (lambda run: run[0].quantity(3), "a quantity must be a string"),
    "a size": (lambda run: run.picture(size=-1), "size"),
    "a window": (lambda run: run.picture(window=[0, 1]), "window"),
    "a kind of picture": (lambda run: run.picture(path="x.jpg"), "x.jpg"),
    "a kind of movie": (lambda run: run.movie("x.txt"), "x.txt"),
    "a plot": (lambda run: run.plot("enrgy"), "energy"),
    "a measurement": (lambda run: run.measure("nonsense"), "nonsense"),
    "a key of a measurement": (lambda run: run.measure("aggregates", gapp=1), "gap"),
    "a format": (lambda run: run.export("vtpp"), "vtp"),
}
PROBLEMS = {
    "NaN": (lambda: solve(mass=[1, np.nan]), "mass"),
    "a shape": (lambda: solve(velocity=[[0, -1]]), "must have the shape"),
    "a body that is not there": (lambda: solve(first=[0, 7]), "7|first"),
    "words": (lambda: solve(gap=["a", "b"]), "gap"),
    "a negative mass": (lambda: solve(mass=[1, -1]), "mass"),
    "no normal": (lambda: solve(normal=[[0, 0], [0, 1]]), "normal"),
    "no step": (lambda: solve(step=0), "step"),
    "rows for columns": (lambda: solve(velocity=np.zeros((2, 3)), normal=np.ones((3, 2))), "normal.* must have the shape"),
    "rows of two lengths": (lambda: solve(velocity=[[0, 1], [0]]), "velocity.* rows of the same length"),
    "a step in words": (lambda: solve(step="short"), "step must be a number"),
    "friction of bodies that do not turn": (lambda: solve(friction=[.5, .5]), "friction turns bodies"),
    "spins without levers": (lambda: solve(spin=[0, 0], inverse_inertia=[1, 1]), "lever_first.* is missing"),
    "what is no problem": (lambda: floc.project(PROBLEM), "floc.Problem"),
    "a solver by number": (lambda: floc.project(floc.Problem(**PROBLEM), solver=3), "solver must be a string"),
    "iterations beyond 32 bits": (lambda: floc.project(floc.Problem(**PROBLEM), max_iterations=10**12), "too large"),
    "no threads": (lambda: floc.project(floc.Problem(**PROBLEM), threads=0), "threads must be at least 1"),
    "no problem file": (lambda: floc.Problem.read("missing.h5"), "missing.h5"),
    "a tolerance": (lambda: floc.project(floc.Problem(**PROBLEM), tolerance=-1), "tolerance"),
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "no.toml").write_text("a = = 3")
    (tmp_path / "no.h5").write_text("text")


@pytest.mark.parametrize("case", [*SCENES.values(), *FILES.values(), *PROBLEMS.values()],
                         ids=[*SCENES, *FILES, *(f"problem: {p}" for p in PROBLEMS)])
def test_what_is_wrong_is_said(case):
    wrong, message = case
    with pytest.raises(floc.Error, match=message):
        wrong()


def test_a_simulation_that_refuses_something_is_as_before():
    sim = floc.Simulation(grains(time=dict(step=2e-3, end=.02)))
    sim.step()
    before = sim.hash
    for name, (wrong, message) in SIMULATIONS.items():
        with pytest.raises(floc.Error, match=message):
            wrong(sim)
            pytest.fail(name)
        assert sim.hash == before, name
    assert sorted(os.listdir()) == ["no.h5", "no.toml"]
    assert sim.run().converged


@pytest.mark.parametrize("case", NEW.values(), ids=NEW)
def test_what_cannot_begin_does_not(case):
    wrong, message = case
    with pytest.raises(floc.Error, match=message):
        wrong(floc.Scene(grains(time=dict(step=2e-3, end=.02))))


def test_a_run_that_refuses_something_can_be_read_on():
    run = floc.Simulation(grains(time=dict(step=2e-3, end=.02))).record("run").run()
    for name, (wrong, message) in RUNS.items():
        with pytest.raises(floc.Error, match=message):
            wrong(run)
            pytest.fail(name)
    assert len(run) == 11 and run.position[-1].shape == (100, 2)
    with pytest.raises(floc.Error, match=r"replace it \(overwrite=True\)"):
        floc.Simulation(grains()).record("run")


def test_a_summary_that_is_damaged_is_told_with_its_place():
    run = floc.Simulation(grains(time=dict(step=2e-3, end=.02))).record("run").run()
    for text, message in {"": "run/summary.json:1:1: ", "{\n 3": "run/summary.json:2:2: ", "[1]": "run/summary.json: "}.items():
        with open("run/summary.json", "w") as file:
            file.write(text)
        with pytest.raises(floc.Error, match=message):
            run.summary


def test_a_closed_recording_is_not_gone_on_with():
    sim = floc.Simulation(grains(time=dict(step=2e-3, end=.04)))
    recording = sim.record("first")
    sim.step()
    recording.close()
    recording.close()
    steps = sim.step_count
    with pytest.raises(floc.Error, match="the recording in first is closed"):
        recording.run()
    assert sim.step_count == steps
    other = sim.record("second")
    recording.close()  # not that of the other one
    assert other.run().summary["status"] == "finished"


def test_an_exception_of_a_function_that_is_called_on_the_way_arrives_and_the_step_is_made():
    sim = floc.Simulation(grains(time=dict(step=2e-3, end=.04)))

    def stop(s):
        raise KeyError("enough")

    sim.every(.01, stop)
    with pytest.raises(KeyError, match="enough"):
        sim.run()
    assert sim.time == pytest.approx(.01) and sim.step().converged


def test_steps_run_without_pythons_lock():
    import threading
    import time

    sim = floc.Simulation(grains(particles=[dict(kind="random", count=3000, low=[0, 0], high=[1, 1.9], radius=.009, density=100)],
                                 time=dict(step=2e-3, end=1)), threads=1)
    beats, over = [], threading.Event()

    def beat():
        while not over.is_set():
            beats.append(time.perf_counter())
            time.sleep(1e-3)

    other = threading.Thread(target=beat)
    other.start()
    begun = time.perf_counter()
    report = sim.step()
    while time.perf_counter() - begun < .1:
        report = sim.step()
    over.set()
    other.join()
    assert report.converged and len(beats) > 3  # none, but at the ends, were the lock held in a step
