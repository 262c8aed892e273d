"""The projection alone: the convex problem of one step, from arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _floc
from ._error import Error, count, number, path as path_of, word
from ._scene import PathLike


def _array(name: str, value: ArrayLike, kind: Any = None) -> NDArray[Any]:
    try:
        array = np.asarray(value)
        return array if kind is None else array.astype(kind, casting="same_kind" if array.size else "unsafe")
    except (TypeError, ValueError):
        raise Error(f"\"{name}\" must be an array of numbers, with rows of the same length") from None


def _numbers(name: str, value: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.float64]:
    array = _array(name, value, np.float64)
    column = shape if len(shape) > 1 else (*shape, 1)  # N × 1 is as good as N
    if array.ndim == 0:
        return np.full(shape, array)
    if array.shape != shape and (column[1] != 1 or array.shape not in (column, column[:1])):
        raise Error(f"\"{name}\" must have the shape {shape}, not {array.shape}")
    return np.ascontiguousarray(array.reshape(shape))


def _indices(name: str, value: ArrayLike) -> NDArray[np.int32]:
    array = _array(name, value)
    if array.ndim != 1 or not (np.issubdtype(array.dtype, np.integer) or array.size == 0):
        raise Error(f"\"{name}\" must be a list of integers")
    if array.size and (array.min() < -2**31 or array.max() >= 2**31):
        raise Error(f"\"{name}\" holds an index beyond 32 bits")
    return array.astype(np.int32)


class Problem:
    """V⁺ = argmin ½|V − V*|²_M over the velocities V with D + hGV ≥ 0 (docs/theory.md).

    step is h; mass, or inverse_mass, has a number for each body (one for all does), velocity is V* (N × d). A row c keeps body first[c]
    and body second[c] apart (second < 0: a wall): normal[c] is the unit vector from second to first, gap[c] their distance. lower is
    λ_min: 0 without it, negative for what holds together, −∞ for an equality. friction is μ; bodies turn where inverse_inertia, spin,
    lever_first and lever_second are given. length is what tolerances are measured in, compliance δ ≥ 0. Rows may come in any order.
    """

    def __init__(self, *, step: float, velocity: ArrayLike, first: ArrayLike, second: ArrayLike, normal: ArrayLike,
                 gap: ArrayLike, mass: ArrayLike | None = None, inverse_mass: ArrayLike | None = None,
                 lower: ArrayLike | None = None, guess: ArrayLike | None = None, friction: ArrayLike | None = None,
                 inverse_inertia: ArrayLike | None = None, spin: ArrayLike | None = None,
                 lever_first: ArrayLike | None = None, lever_second: ArrayLike | None = None, exact: bool = False,
                 length: float = 1, compliance: float = 0) -> None:
        free = _array("velocity", velocity, np.float64)
        if free.ndim != 2 or not 1 <= free.shape[1] <= 3:
            raise Error(f"\"velocity\" must have the shape (N, d) with d = 1, 2 or 3, not {free.shape}")
        n, d = free.shape
        if (mass is None) == (inverse_mass is None):
            raise Error("give one of mass and inverse_mass")
        if mass is not None:
            with np.errstate(divide="ignore"):
                inverse_mass = 1 / _numbers("mass", mass, (n,))
        i, j = _indices("first", first), _indices("second", second)
        rows = len(i)
        if len(j) != rows:
            raise Error(f"\"first\" has {rows} rows, and \"second\" {len(j)}")
        arrays: dict[str, Any] = {
            "inverse_mass": _numbers("inverse_mass", inverse_mass, (n,)),  # type: ignore[arg-type]
            "free_velocity": _numbers("velocity", velocity, (n, d)), "normal": _numbers("normal", normal, (rows, d)),
            "gap": _numbers("gap", gap, (rows,))}
        turning, inertia = (3, 6) if d == 3 else (1, 1)
        for name, value, shape in (("lower", lower, (rows,)), ("guess", guess, (rows,)), ("friction", friction, (rows,)),
                                   ("inverse_inertia", inverse_inertia, (n, inertia)), ("spin", spin, (n, turning)),
                                   ("lever_first", lever_first, (rows, d)), ("lever_second", lever_second, (rows, d))):
            if value is not None:
                arrays["free_spin" if name == "spin" else name] = _numbers(name, value, shape)
        turns = ("inverse_inertia", "free_spin", "lever_first", "lever_second")
        missing = [name for name in turns if name not in arrays]
        if len(missing) < len(turns) and missing:
            raise Error(f"bodies that turn have inverse_inertia, spin, lever_first and lever_second; \"{missing[0].removeprefix('free_')}\" is missing")
        if "friction" in arrays:
            if missing:
                raise Error("friction turns bodies: it goes with inverse_inertia, spin, lever_first and lever_second")
            if not (arrays["friction"] >= 0).all():
                raise Error("\"friction\" has a coefficient that is not a number ≥ 0")
        # The solvers want the larger index first, and rows in order.
        swap = j > i
        i, j = np.where(swap, j, i).astype(np.int32), np.where(swap, i, j).astype(np.int32)
        arrays["normal"] = np.where(swap[:, None], -arrays["normal"], arrays["normal"])
        if "lever_first" in arrays and "lever_second" in arrays:
            one, other = arrays["lever_first"], arrays["lever_second"]
            arrays["lever_first"], arrays["lever_second"] = (np.where(swap[:, None], b, a) for a, b in
                                                             ((one, other), (other, one)))
        self._swap = swap
        self._order = np.lexsort((j, i))
        of_rows = {"normal", "gap", "lower", "guess", "friction", "lever_first", "lever_second"}
        arrays = {k: v[self._order] if k in of_rows else v for k, v in arrays.items()}
        self._problem = _floc.Problem(d, number(step, "step"), number(length, "length"), number(compliance, "compliance"),
                                      bool(exact), i[self._order], j[self._order], arrays)

    @classmethod
    def read(cls, path: PathLike) -> Problem:
        """A problem that `floc dump-problem` or `save` has written."""
        problem = cls.__new__(cls)
        problem._problem = _floc.read_problem(path_of(path))
        problem._order = np.arange(problem._problem.rows)
        problem._swap = np.zeros(problem._problem.rows, dtype=bool)
        return problem

    def save(self, path: PathLike) -> None:
        """As a file for `floc solve`, its rows in order."""
        _floc.save_problem(path_of(path), self._problem)

    @property
    def bodies(self) -> int:
        """How many bodies there are."""
        return int(self._problem.bodies)

    @property
    def rows(self) -> int:
        """How many rows there are: contacts."""
        return int(self._problem.rows)

    @property
    def dimension(self) -> int:
        """d: how many numbers a velocity has."""
        return int(self._problem.dimension)

    def __repr__(self) -> str:
        return f"<floc.Problem: {self.bodies} bodies, {self.rows} rows, dimension {self.dimension}>"


class Projection:
    """What `project` found: velocity V⁺ (N × d), multiplier λ of each row, spin and tangential where bodies turn.

    `certificate` has what was recomputed from them: violation, complementarity, residual (lengths), duality_gap (an energy),
    active rows, iterations. `converged` and `message` say how it ended.
    """

    def __init__(self, result: Any, problem: Problem) -> None:
        d = problem.dimension
        order, back = problem._order, np.empty_like(problem._order)
        back[order] = np.arange(len(order))
        self.status = str(result.status)
        self.converged = bool(result.converged)
        self.message = str(result.message)
        self.certificate = result.certificate
        self.velocity: NDArray[np.float64] = np.array(result.array("velocity", d)).reshape(-1, d)
        self.multiplier: NDArray[np.float64] = np.array(result.array("multiplier", 1))[back]
        self.spin: NDArray[np.float64] = np.array(result.array("spin", 1)).reshape(-1, 3 if d == 3 else 1)
        tangential = np.array(result.array("tangential", 1)).reshape(-1, d)
        if len(tangential):
            tangential = tangential[back]
            tangential[problem._swap] *= -1
        self.tangential: NDArray[np.float64] = tangential

    def __repr__(self) -> str:
        c = self.certificate
        return f"<floc.Projection: {self.status}, {c.iterations} iterations, violation {c.violation:.1e}>"


def project(problem: Problem, solver: str = "auto", tolerance: float = 1e-8, max_iterations: int = 100000,
            threads: int = 1) -> Projection:
    """Solves a problem; the tolerance is measured in the problem's length."""
    if not isinstance(problem, Problem):
        raise Error(f"project solves a floc.Problem, not {problem!r}")
    if not 0 < number(tolerance, "the tolerance") < 1:
        raise Error(f"the tolerance must be between 0 and 1, not {tolerance}")
    return Projection(_floc.solve(problem._problem, word(solver, "solver"), float(tolerance), count(max_iterations, "max_iterations"),
                                  count(threads, "threads", 1)), problem)
