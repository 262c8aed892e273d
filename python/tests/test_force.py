"""Forces in Python and C."""

import ctypes
import pickle
import threading
import time
import traceback

import numpy as np
import pytest

import floc
from conftest import grains

FREE = grains(forces={}, obstacles=[], time=dict(step=1e-3, end=.1))


@floc.force(energy=lambda t, x: .5 * (x**2).sum())
def trap(t, x, v, out):
    out -= x


def test_a_force_moves_bodies_as_the_same_one_of_the_scene():
    ours = floc.Simulation(floc.Scene(FREE), forces=[trap], threads=1)
    its = floc.Simulation(floc.Scene({**FREE, "forces": {"field": [{"force": ["-x", "-y"]}]}}), threads=1)
    ours.run(), its.run()
    assert np.allclose(ours.position, its.position, rtol=1e-12)


def test_the_energy_is_that_of_the_state_after_the_step():
    sim = floc.Simulation(floc.Scene(FREE), forces=[trap], threads=1)
    report = sim.step()
    assert report.potential_energy == pytest.approx(.5 * (sim.position**2).sum())


def test_a_force_may_return_its_array_and_ask_for_more_by_name():
    def weight(t, x, v, out, mass, group, h):
        assert group.dtype == np.int32 and h == 1e-3 and not x.flags.writeable
        return np.stack([0 * mass, -9.81 * mass], axis=1).astype(np.float32).astype(float)

    ours = floc.Simulation(floc.Scene(FREE), forces=[weight], threads=1)
    its = floc.Simulation(floc.Scene({**FREE, "forces": {"gravity": [0, -9.81]}}), threads=1)
    ours.run(until=.02), its.run(until=.02)
    assert np.allclose(ours.velocity, its.velocity, rtol=1e-6)


def test_what_a_force_raises_arrives_where_run_was_called_and_the_state_is_that_before_the_step(scene):
    class Mine(Exception):
        pass

    def late(t, x, v, out):
        if t > .02:
            raise Mine("here")

    sim, other = floc.Simulation(scene, forces=[late], threads=1), floc.Simulation(scene, forces=[lambda t, x, v, out: None], threads=1)
    with pytest.raises(Mine, match="here") as caught:
        sim.run()
    assert "in late" in "".join(traceback.format_exception(caught.value))
    assert sim.step_count == 11
    other.run(until=.022)
    assert sim.hash == other.hash
    with pytest.raises(Mine):
        sim.step()
    assert sim.hash == other.hash


def test_the_state_before_is_whole_also_in_parts_of_a_step():
    calls = []

    def third(t, x, v, out):
        calls.append(t)
        if len(calls) == 3:
            raise ValueError("third")

    scene = floc.Scene(grains(solver=dict(max_iterations=1, name="pgs", on_unconverged="halve_step", tolerance=1e-12),
                              particles=[dict(kind="lattice", counts=[5, 5], spacing=.04, origin=[.1, .02], radius=.02)]))
    sim = floc.Simulation(scene, forces=[third], threads=1)
    before = sim.hash
    with pytest.raises(ValueError, match="third"):
        sim.run()
    assert sim.step_count == 0 and sim.hash == before and len(calls) == 3


def test_what_an_energy_raises_arrives_too(scene):
    sim = floc.Simulation(scene, forces=[floc.Force(lambda t, x, v, out: None, energy=lambda t, x: 1 / 0)], threads=1)
    with pytest.raises(ZeroDivisionError):
        sim.run()
    assert sim.step_count == 1


def test_an_energy_that_raises_once_leaves_the_step_made_and_the_run_as_it_would_have_been(scene, tmp_path):
    def energy(t, x):
        if .0199 < t < .0201:
            raise KeyError("once")
        return 0.

    sim = floc.Simulation(scene, forces=[floc.Force(lambda t, x, v, out: None, energy=energy)], threads=1)
    other = floc.Simulation(scene, forces=[lambda t, x, v, out: None], threads=1)
    with sim.record(tmp_path / "run"):
        with pytest.raises(KeyError, match="once"):
            sim.run()
        other.run(until=.02)
        assert sim.step_count == 10 and sim.hash == other.hash
        sim.run(), other.run()
    assert sim.hash == other.hash
    assert list(floc.Run.open(tmp_path / "run").steps["step"]) == list(range(1, sim.step_count + 1))


def test_arrays_that_a_force_keeps_stay_what_they_were(scene):
    kept = []

    def keep(t, x, v, out, radius):
        kept.append((x, x.copy(), v, v.copy(), out, radius))

    sim = floc.Simulation(scene, forces=[keep], threads=1)
    sim.run(until=.02)
    plain = floc.Simulation(scene, forces=[lambda t, x, v, out: None], threads=1)
    plain.run(until=.02)
    assert sim.hash == plain.hash
    del sim
    for x, was, v, had, out, radius in kept:
        assert np.array_equal(x, was) and np.array_equal(v, had) and not out.any() and (radius == .02).all()
    assert len({id(out) for *_, out, _ in kept}) == len(kept)


@pytest.mark.parametrize("wrong, message", [
    (lambda t, x, v, out: np.zeros(3), r"ndarray of shape \(3,\)"),
    (lambda t, x, v, out: "no", "returns str"),
    (lambda t, x, v, out: out.fill(np.nan), "not finite on the body with id 0"),
    (lambda t, x, v, out, spin: None, 'have no "spin"'),
])
def test_what_is_no_force_is_refused_in_words(scene, wrong, message):
    sim = floc.Simulation(scene, forces=[wrong], threads=1)
    with pytest.raises(floc.Error, match=message):
        sim.step()
    assert sim.step_count == 0


@pytest.mark.parametrize("wrong", [lambda t: 0, lambda t, x, v, out, speed: 0, 3, "f"])
def test_what_cannot_be_called_as_a_force_is_refused_before(scene, wrong):
    with pytest.raises(floc.Error):
        floc.Simulation(scene, forces=[wrong])


def test_a_function_of_c_is_called_without_pythons_lock(scene):
    library = ctypes.CDLL(None)
    memcpy = library.memcpy  # any function of C shows that addresses go through; the trap below shows numbers
    assert floc.Force(memcpy)._address == ctypes.cast(memcpy, ctypes.c_void_p).value

    doubles = ctypes.POINTER(ctypes.c_double)
    kind = ctypes.CFUNCTYPE(None, ctypes.c_double, ctypes.c_int64, ctypes.c_int64, doubles, doubles, doubles)

    def body(t, n, d, x, v, out):
        np.ctypeslib.as_array(out, (n, d))[:] = -np.ctypeslib.as_array(x, (n, d))

    ours = floc.Simulation(scene, forces=[kind(body)], threads=1)
    numpy = floc.Simulation(scene, forces=[trap], threads=1)
    ours.run(), numpy.run()
    assert ours.hash == numpy.hash


def test_other_threads_of_python_go_on_while_a_function_of_c_takes_its_time():
    """The first integer that a force is given is the number of bodies: sleep(1) for one body is a slow force."""
    sim = floc.Simulation(floc.Scene(scene=dict(dimension=2), time=dict(step=.1, end=1),
                                     particles=[dict(kind="lattice", origin=[0, 0], counts=[1, 1], spacing=1, radius=.1)]),
                          forces=[ctypes.CDLL(None).sleep], threads=1)
    beats, over = [], threading.Event()

    def beat():
        while not over.wait(.01):
            beats.append(time.monotonic())

    thread = threading.Thread(target=beat)
    thread.start()
    try:
        begin = time.monotonic()
        sim.step()
        end = time.monotonic()
    finally:
        over.set()
        thread.join()
    assert end - begin > .9
    assert sum(begin + .1 < b < end - .1 for b in beats) >= 5


def test_a_function_of_numba_does_as_well(scene):
    numba = pytest.importorskip("numba", reason="numba is not installed")

    @numba.cfunc(floc.force_signature())
    def compiled(t, n, d, x, v, out):
        for k in range(n * d):
            out[k] = -x[k]

    ours, numpy = floc.Simulation(scene, forces=[compiled], threads=1), floc.Simulation(scene, forces=[trap], threads=1)
    ours.run(), numpy.run()
    assert ours.hash == numpy.hash


def test_saved_with_forces_it_asks_for_them_again(scene, tmp_path):
    sim = floc.Simulation(scene, forces=[trap], threads=1)
    sim.run(until=.05)
    sim.save(tmp_path / "c.h5")
    with pytest.raises(floc.Error, match="forces=\\[…\\]"):
        floc.Simulation.load(tmp_path / "c.h5")
    others = [floc.Simulation.load(tmp_path / "c.h5", forces=[trap]), pickle.loads(pickle.dumps(sim))]
    sim.run()
    for other in others:
        other.run()
        assert other.hash == sim.hash
