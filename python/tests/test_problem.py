"""The projection alone."""

import numpy as np
import pytest

import floc

# Three discs in a column above a floor that falls away, pushed down; rows in any order and either direction.
COLUMN = dict(step=.1, mass=1, velocity=[[0, -1], [0, -1], [0, -1]], first=[0, 0, 1], second=[-1, 1, 2],
              normal=[[0, 1], [0, -1], [0, -1]], gap=[0, 0, .05])


def test_the_answer_is_the_nearest_velocity_that_keeps_rows_apart():
    for solver in ("auto", "ipm", "pgs", "apgd"):
        answer = floc.project(floc.Problem(**COLUMN), solver=solver, tolerance=1e-9)
        assert answer.converged and answer.certificate.violation <= 1e-9
        assert np.allclose(answer.velocity, [[0, 0], [0, 0], [0, -.5]], atol=1e-7)
        assert np.allclose(answer.multiplier, [25, 15, 5], atol=1e-5)


def test_arrays_of_any_type_and_order_do():
    other = dict(COLUMN, first=np.array([[0, 9], [0, 9], [1, 9]], dtype=np.int16)[:, 0], gap=np.array([0, 0, .05], dtype=np.float32),
                 normal=np.asfortranarray(COLUMN["normal"]), mass=[1, 1, 1])
    assert np.allclose(floc.project(floc.Problem(**other)).velocity, floc.project(floc.Problem(**COLUMN)).velocity, atol=1e-7)


def test_friction_holds_what_would_slide():
    turning = dict(inverse_inertia=[0.], spin=[0.], lever_first=[[0, -.1]], lever_second=[[0, 0]], friction=[.5])
    answer = floc.project(floc.Problem(step=.1, mass=1, velocity=[[.2, -1]], first=[0], second=[-1], normal=[[0, 1]],
                                       gap=[0], exact=True, **turning))
    assert answer.converged and np.allclose(answer.velocity, 0, atol=1e-7)
    assert np.allclose(answer.tangential, [[-2, 0]], atol=1e-5)


def test_a_problem_is_saved_and_read(tmp_path):
    problem = floc.Problem(**COLUMN)
    problem.save(tmp_path / "p.h5")
    again = floc.Problem.read(tmp_path / "p.h5")
    assert (again.bodies, again.rows, again.dimension) == (3, 3, 2)
    assert np.allclose(floc.project(again).velocity, floc.project(problem).velocity)


@pytest.mark.parametrize("wrong, message", [
    (dict(gap=[0, 0]), '"gap" must have the shape'), (dict(gap=[0, 0, np.nan]), "gap"), (dict(normal=[[0, 2]] * 3), "normal"),
    (dict(first=[0, 0, 7]), ""), (dict(first=[.5, 0, 1]), "integers"), (dict(mass=None), "mass"), (dict(velocity=[1, 2]), "velocity"),
    (dict(second=[-1, 1]), "rows"), (dict(step=0), "step"),
])
def test_what_is_no_problem_is_refused_in_words(wrong, message):
    with pytest.raises(floc.Error, match=message):
        floc.Problem(**{**COLUMN, **wrong})


def test_an_unknown_solver_is_refused():
    with pytest.raises(floc.Error, match="quick"):
        floc.project(floc.Problem(**COLUMN), solver="quick")
