"""Runs: recorded, opened, measured and shown."""

import html
import json
import re

import numpy as np
import pytest

import floc
from conftest import grains, program, run_program


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    sim = floc.Simulation(floc.Scene(grains()), threads=1)
    return sim.record(tmp_path_factory.mktemp("runs") / "first", every=.01).run()


def test_a_recorded_run_has_the_files_and_the_hash_of_the_program(run, tmp_path):
    (tmp_path / "scene.toml").write_text(floc.Scene(grains(), set={"output.every": .01}).to_toml())
    run_program("run", tmp_path / "scene.toml", "-o", tmp_path / "out", "-q")
    its = floc.Run.open(tmp_path / "out")
    assert run.summary["hash"] == its.summary["hash"] and run.summary["status"] == "finished"
    assert len(run) == len(its) == 11
    assert np.array_equal(run.position[:], its.position[:])
    assert run.steps.columns == its.steps.columns
    assert "50 steps" in run_program("info", run.folder) or "50" in run_program("info", run.folder)


def test_frames_are_read_when_they_are_asked_for(run):
    x = run.position
    assert x.shape == (11, 100, 2) and len(x) == 11
    assert x[3].shape == (100, 2) and x[2:5].shape == (3, 100, 2) and x[-1, 7].shape == (2,) and x[::5, :, 1].shape == (3, 100)
    assert np.array_equal(x[2:5][1], x[3]) and np.array_equal(np.asarray(x)[4], run[4].position)
    assert np.array_equal(x[[1, 4]][1], x[4])
    assert run.at(.031).time == pytest.approx(.03) and run[-1].step == 50
    with pytest.raises(IndexError):
        run[11]
    with pytest.raises(AttributeError, match="arrays over all frames are position, velocity$"):
        run.spin
    with pytest.raises(AttributeError, match='did you mean "position"'):
        run.positon
    with pytest.raises(AttributeError, match='did you mean "velocity"'):
        run[0].velocty
    assert {"position", "velocity", "steps"} <= set(dir(run)) and "spin" not in dir(run)
    assert {"position", "radius", "group"} <= set(dir(run[0])) and "spin" not in dir(run[0])
    assert [f.step for f in run[2:4]] == [10, 15] and run[20:] == []
    assert [f.step for f in run] == list(range(0, 51, 5))
    assert run[-1].quantity("speed") == pytest.approx(np.linalg.norm(run[-1].velocity, axis=1))
    assert len(run[-1].contacts["first"]) > 0 and (run.radius == .02).all() and run.mass.shape == (100,)


def test_tables_for_pandas_and_xarray(run):
    import pandas

    frame = run.steps.to_pandas()
    read = pandas.read_csv(f"{run.folder}/steps.csv")
    counted = frame.select_dtypes("int64").columns
    assert {"step", "contacts", "iterations", "converged"} <= set(counted) and (read[counted].dtypes == "int64").all()
    pandas.testing.assert_frame_equal(frame, read, check_dtype=False)
    assert len(frame) == 50 and frame.time.iloc[-1] == pytest.approx(.1) and frame.overlap.max() <= 1e-4
    data = run.to_xarray()
    assert dict(data.sizes) == {"time": 11, "particle": 100, "axis": 2}
    assert float(data.position.sel(time=.1, axis="y").mean()) == pytest.approx(run.position[-1][:, 1].mean())
    assert floc.Scene.from_toml(data.attrs["scene"]) == run.scene


@pytest.mark.parametrize("dimension, friction", [(1, False), (2, False), (2, True), (3, False), (3, True)])
def test_the_contacts_of_a_frame_are_rows_of_contacts_csv(tmp_path, dimension, friction):
    """Of two obstacles, where the first body has left and ids are no longer indices."""
    import pandas

    axes = range(dimension)
    right = [1.] + [0.] * (dimension - 1)
    walls = [dict(kind="half-space", point=[1.2 * x for x in right], normal=[-x for x in right])]
    if dimension > 1:
        walls.append(dict(kind="half-space", point=[0.] * dimension, normal=[*right[1:], 1.]))
    out = dict(kind="box", low=[0.] * dimension, high=[.15] * dimension)
    run = floc.Simulation(floc.Scene(
        scene=dict(dimension=dimension), time=dict(step=2e-3, end=.1), output=dict(every=.02), obstacles=walls,
        forces=dict(gravity=[2.] + [0.] * (dimension - 2) + [-9.81] * (dimension > 1)), removals=[out],
        particles=[dict(kind="lattice", counts=[6 if k == 0 else 2 for k in axes], origin=[.1] * dimension, spacing=.2, radius=.1)],
        **(dict(friction=dict(coefficient=.3)) if friction else {}))).record(tmp_path / "out").run()
    table = pandas.read_csv(run.export("csv", tmp_path / "csv")[1])
    for k, frame in enumerate(run):
        rows = table[table.frame == k].drop(columns=["frame", "step", "time"]).reset_index(drop=True)
        ours = frame.contacts.to_pandas()
        pandas.testing.assert_frame_equal(ours, rows, check_dtype=False, rtol=1e-12)
        assert list(ours.dtypes) == [np.int64] * 3 + [np.float64] * (len(ours.columns) - 3)
        assert ours["first"].isin(frame.id).all() and len(ours.columns) == 6 + dimension * (1 + friction)
        assert "normal" in frame.contacts._repr_html_()
    assert frame.contacts["obstacle"].max() == len(walls) - 1 and frame.contacts["force"].max() > 0
    assert frame.contacts["normal"].shape == ((len(ours), dimension) if dimension > 1 else (len(ours),))
    assert not set(frame.id) >= set(range(run.bodies))
    bodies = frame.contacts["second"] >= 0
    a, b = (run.position[-1][frame.contacts[name][bodies]] for name in ("first", "second"))
    assert np.linalg.norm((a - b).reshape(len(a), -1), axis=1) == pytest.approx(.2, abs=.02)


def test_measurements_of_all_frames(run):
    stress = run.measure("stress")
    assert stress.rows == 11 and stress["time"][-1] == pytest.approx(.1)
    with pytest.raises(floc.Error, match="did you mean"):
        run.measure("strss")
    with pytest.raises(floc.Error, match="binss"):
        run.measure("profile", binss=3)


def test_pictures_plots_and_the_viewer(run, tmp_path):
    picture = run.picture(time=.04, colour="speed", path=tmp_path / "p.png", size=200)
    assert picture._repr_png_().startswith(b"\x89PNG") and (tmp_path / "p.png").read_bytes() == picture.content
    assert run.picture(kind="svg", size=200)._repr_svg_().lstrip().startswith("<?xml")
    for wrong in (dict(colour="sped"), dict(path=tmp_path / "p.gif"), dict(colour="speed", range=[2, 1])):
        with pytest.raises(floc.Error):
            run.picture(**wrong)
    axes = run.plot("energy")
    assert len(axes.lines) == 3 and run.plot("bodies").get_ylabel() == "bodies"
    with pytest.raises(floc.Error, match='did you mean "energy"'):
        run.plot("enrgy")
    shown = run._repr_html_()
    assert shown.startswith("<iframe srcdoc=") and shown.endswith('sandbox="allow-scripts allow-downloads"></iframe>')
    page = html.unescape(shown.split('srcdoc="')[1].split('"')[0])  # nothing of it ends the attribute early
    assert page == open(run.view(tmp_path / "n.html")).read() and "floc:run" not in page
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)[1]
    assert policy.startswith("default-src 'none';") and "connect-src" not in policy and "http" not in policy
    assert open(run.view(tmp_path / "v.html")).read().count("<html") == 1
    assert all((tmp_path / "csv").exists() for _ in run.export("csv", tmp_path / "csv"))


def test_a_notebook_says_which_frames_it_leaves_out(run, monkeypatch):
    assert "<p>" not in run._repr_html_()[-200:]
    monkeypatch.setattr(floc._run, "_largest_page", run._run.page_bytes(2))
    assert "<p>One of every 2 frames is shown" in run._repr_html_()


def test_a_run_is_opened_while_it_is_written_and_takes_in_more(tmp_path):
    sim = floc.Simulation(floc.Scene(grains()), threads=1)
    with sim.record(tmp_path / "out", every=.01):
        sim.run(until=.035)
        run = floc.Run.open(tmp_path / "out")
        begun = len(run)
        assert 1 <= begun <= 4 and run.summary == {}
        sim.run()
    assert run.refresh() == 11 > begun
    assert run.summary["hash"] == sim.hash
    assert np.allclose(run[-1].position, sim.position, atol=1e-6)


def test_recording_begins_at_any_time_and_the_program_goes_on_with_it(tmp_path):
    sim = floc.Simulation(floc.Scene(grains()), threads=1)
    sim.run(until=.05)
    with sim.record(tmp_path / "out"):
        sim.run(until=.07)
    assert floc.Run.open(tmp_path / "out").summary["status"] == "interrupted"
    run_program("resume", tmp_path / "out", "-q")
    sim.run()
    assert json.loads((tmp_path / "out/summary.json").read_text())["hash"] == sim.hash
    assert floc.Simulation.load(tmp_path / "out").hash == sim.hash


def test_what_is_there_is_not_written_over_unasked(tmp_path):
    sim = floc.Simulation(floc.Scene(grains()), threads=1)
    with sim.record(tmp_path / "out"):
        with pytest.raises(floc.Error, match="recorded already"):
            sim.record(tmp_path / "other")
        sim.step()
    with pytest.raises(floc.Error, match="run"):
        sim.record(tmp_path / "out")
    sim.record(tmp_path / "out", overwrite=True).close()
    with pytest.raises(floc.Error, match="every"):
        sim.record(tmp_path / "more", every=0)


def test_an_exception_on_the_way_leaves_a_whole_run_that_can_go_on(tmp_path):
    sim = floc.Simulation(floc.Scene(grains()), threads=1)
    sim.every(.04, lambda s: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        sim.record(tmp_path / "out", every=.01).run()
    run = floc.Run.open(tmp_path / "out")
    assert run.summary["status"] == "interrupted" and run.summary["step"] == 20 and len(run) == 5


@pytest.mark.parametrize("there", [False, True])
def test_a_folder_without_a_run_is_refused(tmp_path, there):
    if there:
        (tmp_path / "trajectory.h5").write_bytes(b"no")
    with pytest.raises(floc.Error, match="trajectory.h5"):
        floc.Run.open(tmp_path)


def test_h5py_reads_and_writes_in_the_same_process_and_threads_do_not_disturb(tmp_path):
    h5py = pytest.importorskip("h5py", reason="h5py is not installed")
    import threading

    failures = []

    def work():
        try:
            for k in range(30):
                with h5py.File(tmp_path / "mine.h5", "w") as file:
                    file["x"] = np.arange(1000.) + k
                with h5py.File(tmp_path / "mine.h5") as file:
                    assert file["x"][-1] == 999 + k
        except BaseException as error:
            failures.append(error)

    thread = threading.Thread(target=work)
    sim = floc.Simulation(floc.Scene(grains()), threads=1)
    with sim.record(tmp_path / "out", every=.002):
        thread.start()
        sim.run()
        thread.join()
    assert not failures
    run = floc.Run.open(tmp_path / "out")
    last = run.position[-1].astype(np.float32)
    run.close()
    with h5py.File(tmp_path / "out/trajectory.h5") as file:
        assert np.array_equal(file["particles/all/position/value"][-1], last)
    assert len(run) == 51
