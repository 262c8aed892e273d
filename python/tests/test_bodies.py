"""What bodies have beside places: shapes, turns, friction, joints, a fluid."""

import numpy as np
import pytest

import floc
from conftest import grains


def test_bodies_with_shapes_and_friction_show_how_they_lie_and_turn():
    scene = floc.Scene(grains(friction=dict(coefficient=.5), time=dict(step=2e-3, end=.3), particles=[
        dict(kind="random", count=30, low=[0, 0], high=[1, .5], radius=.03, density=100, shape=dict(kind="ellipsoid", axes=[2, 1]))]))
    sim = floc.Simulation(scene)
    sim.run()
    assert sim.orientation.size == sim.spin.size == sim.inertia.size == 30
    assert np.abs(sim.spin.copy()).max() > 0 and set(sim.shape.copy()) == {0}
    c = sim.contacts
    assert {"tangential", "feature", "lever_first", "lever_second"} <= set(c.columns)
    sliding, normal = np.linalg.norm(c.tangential.copy(), axis=1), c.multiplier.copy()
    assert (sliding <= .5 * normal + 1e-6 * normal.max()).all() and sliding.max() > 0
    assert np.abs((c.tangential * c.normal).sum(axis=1)).max() < 1e-6 * normal.max()
    with sim.edit() as s:
        s.spin[:] = 0
    assert not sim.spin.copy().any()
    with pytest.raises(floc.Error, match="not finite"), sim.edit() as s:
        s.orientation[3] = np.inf


def test_orientations_in_space_are_unit_quaternions():
    scene = floc.Scene(scene=dict(dimension=3), time=dict(step=1e-2, end=.1), friction=dict(coefficient=.3),
                       particles=[dict(kind="lattice", origin=[0, 0, 0], counts=[2, 1, 1], spacing=1, radius=.2,
                                       shape=dict(kind="box", sides=[1, 2, 3]))])
    sim = floc.Simulation(scene)
    with sim.edit() as s:
        s.spin[:] = [1, 2, 3]
    sim.run()
    assert sim.orientation.shape == (2, 4) and sim.spin.shape == (2, 3)
    assert np.allclose(np.linalg.norm(sim.orientation.copy(), axis=1), 1)


def test_joints_are_lists_of_the_state():
    scene = floc.Scene(grains(time=dict(step=2e-3, end=.1), joints=[dict(kind="distance", pairs=[[0, 1]])], particles=[
        dict(kind="lattice", origin=[.3, .5], counts=[2, 1], spacing=.1, radius=.03, density=100)]))
    sim = floc.Simulation(scene)
    sim.run()
    distance = np.linalg.norm(np.diff(sim.position, axis=0))
    assert abs(distance - .1) < 1e-5
    with pytest.raises(floc.Error, match="joints have no \"nothing\" in this scene; they have "):
        sim.array("joints", "nothing")


def disc(**changes):
    return floc.Scene(**{**dict(
        scene=dict(dimension=2), time=dict(step=1e-3, end=.02), forces=dict(gravity=[0, -981]),
        fluid=dict(low=[0, 0], high=[1, 1.5], cell=1 / 40, density=1, viscosity=.1),
        particles=[dict(kind="lattice", origin=[.5, 1], counts=[1, 1], spacing=1, radius=.125, density=1.25)]), **changes})


def test_the_fluid_is_arrays_on_its_grid():
    sim = floc.Simulation(disc())
    sim.run()
    fluid = sim.fluid
    assert fluid.cells == (40, 60) and fluid.h == 1 / 40 and list(fluid.low) == [0, 0]
    assert fluid.pressure.shape == (40, 60) and fluid.face_velocity(0).shape == (41, 60) and fluid.face_velocity(1).shape == (40, 61)
    u, v = (np.asarray(fluid.face_velocity(k).copy()) for k in range(2))
    divergence = np.diff(u, axis=0) + np.diff(v, axis=1)
    assert np.abs(divergence).max() < 1e-8 * np.abs(v).max()
    assert not u[0].any() and not u[-1].any() and not v[:, 0].any() and not v[:, -1].any()  # walls
    i = int(np.argmin(abs(fluid.places(0) - sim.position[0, 0])))
    j = int(np.argmin(abs(fluid.places(1) - sim.position[0, 1])))
    assert fluid.velocity.shape == (40, 60, 2)
    assert abs(fluid.velocity[i, j, 1] / sim.velocity[0, 1] - 1) < .3  # it goes along with the disc
    assert fluid.force.shape == (1, 2) and fluid.torque.shape == (1, 1)
    assert floc.Simulation(grains()).fluid is None
    with pytest.raises(floc.Error, match="direction must be"):
        fluid.face_velocity(2)


def test_the_flow_is_drawn(tmp_path):
    run = floc.Simulation(disc()).record(tmp_path / "run").run()
    plain = run.picture(size=100, time=0).content
    assert run.picture(size=100, field="speed", field_range=[0, 1], streamlines=True).content not in (plain, run.picture(size=100).content)
    assert run.picture(size=100, time_stamp=False).content != run.picture(size=100).content
    with pytest.raises(floc.Error, match='there is no .*"vortcity".*did you mean "vorticity"'):
        run.picture(field="vortcity")
    with pytest.raises(floc.Error, match="^slice is for the flow of runs in space"):
        run.picture(field="speed", slice="z")


def test_fields_of_the_fluid_are_views_that_end_with_the_step():
    sim = floc.Simulation(disc())
    sim.step()
    pressure = sim.fluid.pressure
    was = pressure.copy()
    with pytest.raises(floc.Error, match="read-only"):
        pressure[0, 0] = 1
    sim.step()
    with pytest.raises(floc.Error, match="was taken at step 1"):
        pressure.sum()
    assert not np.array_equal(sim.fluid.pressure.copy(), was)


def test_a_fluid_is_saved_and_loaded_with_the_same_bits(tmp_path):
    sim = floc.Simulation(disc())
    sim.run(until=.01)
    sim.save(tmp_path / "c.h5")
    other = floc.Simulation.load(tmp_path / "c.h5")
    sim.run(), other.run()
    assert sim.hash == other.hash


def test_frames_of_a_run_have_the_force_of_the_fluid_on_each_body(tmp_path):
    run = floc.Simulation(disc()).record(tmp_path / "run", every=.005).run()
    steps = run.steps
    at = np.searchsorted(steps["step"], [run[k].step for k in range(1, len(run))])
    told = np.stack([steps[f"body0_fluid_force_{x}"] for x in "xy"], axis=1)[at]
    assert run.fluid_force.shape == (len(run), 1, 2) and run.fluid_torque.shape == (len(run), 1)
    assert np.allclose(run.fluid_force[1:][:, 0], told, rtol=1e-6) and np.all(told[:, 1] > 0)  # it slows the fall
    assert np.array_equal(run[2].fluid_force, run.fluid_force[2])
    assert not hasattr(floc.Simulation(grains()).record(tmp_path / "dry", every=.02).run(), "fluid_force")
    import csv
    (path, *_) = run.export("csv")
    with open(path) as file:
        rows = list(csv.DictReader(file))
    assert [float(row["fluid_fy"]) for row in rows] == [run[k].fluid_force[0, 1] for k in range(len(run))]
    assert "fluid_torque" in rows[0]
