"""Simulations: steps, views of the state, changes to it, and the way to a file and back."""

import copy
import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import weakref

import numpy as np
import pytest

import floc
from conftest import grains


def test_a_step_returns_its_certificate(sim):
    report = sim.step()
    assert (report.step, report.converged, report.moved) == (1, True, True)
    assert report.time == pytest.approx(2e-3) and report.bodies == 100
    assert report.overlap <= 1e-4 and "projection" in report.seconds
    assert report.statistics(2)["kinetic_energy"] == report.kinetic_energy


def test_run_ends_at_the_time_asked_for_or_with_the_scene(sim):
    assert sim.run(until=.05).step == 25
    assert [r.step for r in sim.steps(until=.08, every=10)] == [35, 40]
    assert sim.run().step == 50 and sim.over
    assert sim.run() is None
    assert sim.run(until=.11).step == 55  # the scene's end is no wall


def test_the_same_bits_on_any_number_of_threads_and_in_pieces(scene):
    whole, pieces = floc.Simulation(scene, threads=1), floc.Simulation(scene, threads=2)
    whole.run()
    pieces.run(until=.03)
    pieces.step()
    pieces.run()
    assert whole.hash == pieces.hash


def test_views_are_read_only_without_a_copy_and_end_with_the_step(sim):
    x, again = sim.position, sim.position
    assert x.shape == (100, 2) and not x.flags.writeable and not x.flags.owndata
    assert x.__array_interface__["data"] == again.__array_interface__["data"]
    with pytest.raises(floc.Error, match="read-only"):
        x[0] = 1
    part, before = x[10:20], x.copy()
    sim.step()
    for use in (lambda: x[0], lambda: part[0], lambda: x + 1, lambda: np.concatenate([x, before]), lambda: x.copy(),
                lambda: list(x), lambda: np.linalg.norm(x, axis=1), lambda: x.sum()):
        with pytest.raises(floc.Error, match='view of "position" was taken at step 0'):
            use()
    assert "no longer valid" in repr(x)
    # What looks past the check sees the state it was taken from.
    assert np.array_equal(np.asarray(x).view(np.ndarray), before)
    assert not np.array_equal(sim.position, before)


def test_every_method_of_a_view_looks_whether_it_is_valid(sim):
    view = sim.radius
    reads = [lambda: view.argmax(), lambda: view.dot(view), lambda: view.item(0), lambda: view.flat[0], lambda: view.sum(),
             lambda: view.tolist(), lambda: view.take([0]), lambda: view.nonzero(), lambda: view.any(), lambda: view.flatten()]
    assert all(read() is not None for read in reads)
    for change in (lambda: view.fill(1), lambda: view.sort(), lambda: view.put(0, 1)):
        with pytest.raises(floc.Error, match="read-only"):
            change()
    sim.step()
    for read in reads:
        with pytest.raises(floc.Error, match="taken at step 0"):
            read()


def test_what_is_there_is_named_where_a_name_is_wrong(sim):
    for wrong, right in (("positon", "position"), ("contcts", "contacts"), ("stp", "step")):
        with pytest.raises(AttributeError, match=f'did you mean "{right}"'):
            getattr(sim, wrong)
    sim.step()
    with pytest.raises(AttributeError, match='did you mean "multiplier"'):
        sim.contacts.multiplyer


def test_what_is_computed_from_views_is_ordinary(sim):
    x = sim.position
    for array in (x + 1, np.sqrt(x), x.copy(), np.concatenate([x, x]), x.astype(int), x.sum(axis=0), 2 * x.mean(axis=0)):
        assert type(array) is np.ndarray
    doubled = np.empty((100, 2))
    np.multiply(x, 2, out=doubled)
    sim.step()
    assert doubled.shape == (100, 2) and doubled[0, 0] >= 0


def test_views_outlive_arrays_that_grow_and_simulations_that_are_gone():
    scene = floc.Scene(grains(particles=[dict(kind="pour", count=200, low=[0, .5], high=[1, 1.5], radius=.01, rate=20000)]))
    sim = floc.Simulation(scene, threads=1)
    kept = []
    for _ in range(20):
        sim.step()
        kept.append((sim.position, sim.position.copy(), sim.contacts.multiplier, sim.contacts.multiplier.copy()))
    assert len(kept[0][1]) < len(kept[-1][1])
    del sim
    gc.collect()
    junk = [np.full((500, 2), 7.) for _ in range(50)]
    for x, was, force, had in kept:
        assert np.array_equal(np.asarray(x).view(np.ndarray), was)
        assert np.array_equal(np.asarray(force).view(np.ndarray), had)
    assert len(junk) == 50


def test_what_is_written_may_be_of_any_type_and_order_in_memory(sim):
    sim.run(until=.02)
    x, v = sim.position.copy(), sim.velocity.copy()

    def written(position=x, velocity=v):
        with sim.edit() as s:
            s.position, s.velocity = position, velocity
        return sim.position.copy(), sim.velocity.copy()

    backwards, columns, strided = v[::-1], np.asfortranarray(v), np.repeat(v, 3, axis=0)[::3]
    assert not any(array.flags.c_contiguous for array in (backwards, columns, strided, v.T.copy().T))
    for velocity in (backwards, columns, strided, v.T.copy().T, v.astype(np.float32), np.arange(200).reshape(100, 2),
                     np.arange(200, dtype=np.uint8).reshape(2, 100).T, (v > 0), v.tolist(), v.astype(">f8")):
        assert np.array_equal(written(velocity=velocity)[1], np.array(velocity, dtype=float))
    assert np.array_equal(written(position=np.asfortranarray(x))[0], x)
    with sim.edit() as s:
        s.velocity = s.velocity[::-1]  # of itself
    assert np.array_equal(sim.velocity, v[::-1])
    with pytest.raises(floc.Error, match="velocity has real numbers"), sim.edit() as s:
        s.velocity = v + 1j


def test_a_change_is_made_whole_or_not_at_all(sim):
    sim.run(until=.02)
    velocity, begun = sim.velocity.copy(), sim.hash
    with sim.edit() as s:
        s.velocity[:] *= .5
        s.velocity[0] = np.array([1, 2])  # integers
    assert np.array_equal(sim.velocity[1:], .5 * velocity[1:]) and list(sim.velocity[0]) == [1, 2]
    changed = sim.hash
    assert changed != begun
    with pytest.raises(floc.Error, match="velocity holds a number that is not finite"), sim.edit() as s:
        s.velocity[3, 1] = np.nan
    with pytest.raises(ZeroDivisionError), sim.edit() as s:
        s.velocity[:] = 0
        1 / 0
    with pytest.raises(floc.Error, match=r"velocity has the shape \(100, 2\)"), sim.edit() as s:
        s.velocity = np.zeros((7, 2))
    with pytest.raises(floc.Error, match="cannot be changed"), sim.edit() as s:
        s.id[:] = 0
    assert sim.hash == changed
    with pytest.raises(floc.Error, match="has ended"):
        s.velocity
    assert sim.step().converged


def test_an_edit_that_changes_nothing_changes_no_bit(scene):
    one, other = floc.Simulation(scene, threads=1), floc.Simulation(scene, threads=1)
    for sim in (one, other):
        sim.run(until=.05)
    with one.edit():
        pass
    one.run(), other.run()
    assert one.hash == other.hash


def test_contacts_are_arrays_a_table_and_a_graph(sim):
    sim.run()
    c = sim.contacts
    assert len(c) > 50 and c.normal.shape == (len(c), 2)
    frame = c.to_pandas()
    assert list(frame.columns) == ["first", "second", "normal_x", "normal_y", "gap", "multiplier"]
    graph = sim.contact_graph()
    assert graph.shape == (100, 100) and abs(graph - graph.T).sum() == 0
    pairs = frame[frame.second >= 0]
    assert graph.sum() == pytest.approx(2 * pairs.multiplier.sum()) and graph.sum() > 0
    with pytest.raises(AttributeError, match="they have first"):
        c.torque
    with pytest.raises(AttributeError, match="they have position"):
        sim.spin


def test_measurements_of_the_present_instant(sim):
    sim.run()
    stress = sim.measure("stress")
    assert stress.rows == 1 and stress.to_pandas().shape == (1, len(stress))
    with pytest.raises(floc.Error, match='did you mean "stress"'):
        sim.measure("strss")


def test_saved_and_loaded_copied_and_pickled_it_goes_on_with_the_same_bits(sim, tmp_path):
    sim.run(until=.05)
    sim.save(tmp_path / "c.h5")
    others = [floc.Simulation.load(tmp_path / "c.h5", threads=2), pickle.loads(pickle.dumps(sim)), copy.deepcopy(sim)]
    sim.run()
    for other in others:
        assert other.step_count == 25
        other.run()
        assert other.hash == sim.hash
    (tmp_path / "c.h5").write_bytes((tmp_path / "c.h5").read_bytes()[:-100])
    for path in ("c.h5", "none.h5"):
        with pytest.raises(floc.Error, match=path):
            floc.Simulation.load(tmp_path / path)


def test_functions_are_called_every_so_often(sim):
    seen = []
    hook = sim.every(.01, lambda s: seen.append(s.step_count))
    sim.run(until=.05)
    assert seen == [5, 10, 15, 20, 25]
    hook.cancel()
    sim.every(.02, lambda s: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        sim.run()
    assert sim.step_count == 30 and len(seen) == 5
    other = floc.Simulation(sim.scene, threads=1)
    other.run(until=.06)
    assert sim.hash == other.hash  # the state is the one that the function saw, and it is not called for that time again
    sim.run(until=.078), other.run(until=.078)
    assert sim.step_count == 39 and sim.hash == other.hash
    for wrong in (0, -1, float("nan")):
        with pytest.raises(floc.Error, match="period"):
            sim.every(wrong, print)


def test_stages_and_conditions_that_end_a_run_hold_as_in_the_program():
    scene = floc.Scene(grains(
        stages=[dict(name="fall", duration=.02), dict(name="float", set={"forces": {"gravity": [0, 1]}})],
        stop=dict(when=dict(expression="time >= 0.06"))))
    sim = floc.Simulation(scene, threads=1)
    sim.run(until=.01)
    assert sim.stage == "fall"
    sim.run()
    assert sim.stage == "float" and sim.over and .06 <= sim.time < .07 and "time" in sim.stopped_by


def test_a_refused_step_is_an_error_of_run_and_a_report_of_step():
    sim = floc.Simulation(floc.Scene(grains(solver=dict(max_iterations=1, name="pgs", on_unconverged="stop",
                                                        tolerance=1e-12))), threads=1)
    with pytest.raises(floc.Error, match="was refused"):
        sim.run()
    made = sim.step_count
    report = sim.step()
    assert not report.moved and not report.converged and sim.step_count == made


def test_two_simulations_in_two_threads_do_not_disturb_each_other(scene):
    alone = floc.Simulation(scene, threads=1)
    alone.run()
    sims = [floc.Simulation(scene, threads=2) for _ in range(2)]
    threads = [threading.Thread(target=sim.run) for sim in sims]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {sim.hash for sim in sims} == {alone.hash}


def test_a_state_on_its_way_is_nobodys_to_look_at(scene):
    seen = []

    def look(t, x, v, out):
        for use in (lambda: sim.position, lambda: sim.step(), lambda: sim.time):
            with pytest.raises(floc.Error, match="in a step"):
                use()
        sim.looked_at = t  # what is its user's own is no part of the state
        seen.append(t)

    sim = floc.Simulation(scene, forces=[look], threads=1)
    sim.step()
    assert seen == [0]


def rss():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_runs_recorded_opened_and_dropped_leave_nothing(tmp_path):
    """Of three thousand bodies: what is kept of one, .3 MB at the least, would be seen many times over."""
    scene = floc.Scene(scene=dict(dimension=2), time=dict(step=1e-3, end=.004), output=dict(every=.001),
                       particles=[dict(kind="lattice", origin=[0, 0], counts=[60, 50], spacing=.2, radius=.1)])

    def make(n):
        for _ in range(n):
            sim = floc.Simulation(scene, threads=1)
            run = sim.record(tmp_path / "run", overwrite=True).run()
            x, frame = run.position[:], run[2]
            contacts, last = frame.contacts, frame.position
            run.measure("temperature"), run.refresh()
            assert len(x) == 5 and len(last) == 3000 and len(contacts["first"]) > 3000
            with sim.edit() as s:
                s.velocity[:] = 1
            copy.copy(sim)
        return weakref.ref(run), weakref.ref(frame), weakref.ref(sim)

    def files():
        return len(os.listdir("/proc/self/fd"))

    make(10)
    gc.collect()
    threads, opened, before = threading.active_count(), files(), rss()
    gone = make(60)
    assert all(reference() is None for reference in gone)  # without the collector's help
    gc.collect()
    assert rss() - before < 6e6 and threading.active_count() == threads and files() == opened


def test_a_thousand_simulations_made_and_dropped_leave_nothing(scene):
    tiny = floc.Scene(grains(particles=[dict(kind="lattice", counts=[3, 3], spacing=.1, origin=[.1, .1], radius=.04)]))

    def make(n):
        for _ in range(n):
            sim = floc.Simulation(tiny, forces=[lambda t, x, v, out: None], threads=1)
            x = sim.position
            sim.step()
            del x, sim

    make(100)
    gc.collect()
    threads, before = threading.active_count(), rss()
    make(1000)
    gc.collect()
    assert rss() - before < 4e6
    assert threading.active_count() == threads
    gone = weakref.ref(floc.Simulation(tiny, threads=1))
    assert gone() is None  # without the collector's help


def test_ctrl_c_ends_within_a_step_and_the_state_is_whole():
    script = """
import floc, os, signal, threading, time
from conftest import grains
sim = floc.Simulation(floc.Scene(grains(time=dict(step=2e-3, end=1e6))), threads=1)
try:
    threading.Timer(.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    sim.run()
except KeyboardInterrupt:
    made = sim.step_count
    sim.step()
    print("interrupted", made > 0 and sim.step_count == made + 1)
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=os.path.dirname(__file__), capture_output=True, text=True)
    assert done.stdout == "interrupted True\n", done.stderr


def test_ctrl_c_ends_a_solve_that_would_take_for_ever():
    script = """
import floc, os, signal, threading
from conftest import grains
scene = floc.Scene(grains(solver=dict(name="uzawa", tolerance=1e-9, max_iterations=1000000000),
    particles=[dict(kind="lattice", counts=[40, 40], spacing=.02, origin=[.1, .01], radius=.01)]))
sim = floc.Simulation(scene, threads=1)
try:
    threading.Timer(.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    sim.run()
except KeyboardInterrupt:
    print("interrupted", sim.step_count < 2)
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=os.path.dirname(__file__), capture_output=True, text=True)
    assert done.stdout == "interrupted True\n", done.stderr


def test_a_handler_of_ones_own_that_does_not_raise_lets_the_run_go_on(scene):
    seen = []
    before = signal.signal(signal.SIGINT, lambda number, frame: seen.append(number))
    try:
        sim = floc.Simulation(scene, forces=[lambda t, x, v, out: os.kill(os.getpid(), signal.SIGINT) if t == 0 else None],
                              threads=1)
        assert sim.run().step == 50
    finally:
        signal.signal(signal.SIGINT, before)
    assert seen == [signal.SIGINT]


@pytest.mark.parametrize("arguments", [dict(threads=0), dict(forces=print), dict(forces=[3])])
def test_wrong_arguments_are_refused(scene, arguments):
    with pytest.raises(floc.Error):
        floc.Simulation(scene, **arguments)


def test_until_must_be_a_time(sim):
    with pytest.raises(floc.Error, match="finite"):
        sim.run(until=float("nan"))
