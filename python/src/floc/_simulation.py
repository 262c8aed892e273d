"""Simulations: a scene that moves."""

from __future__ import annotations

import math
import os
import tempfile
from typing import Any, Callable, Iterator, Mapping, Sequence, Union

import numpy as np
from numpy.typing import NDArray

from . import _floc
from ._error import Error, count, did_you_mean, in_python, number, path as path_of, word
from ._floc import Report
from ._force import Force, ForceLike, forces_of
from ._scene import PathLike, Scene, scene_of
from ._table import Table, flat
from ._view import View, view

Array = NDArray[Any]


class Contacts:
    """The contacts of the last step: a row each, in arrays that are views of the state.

    `first` is the index of a body; `second` that of another one, or −1 − s for surface s of the obstacles. `normal` points from
    second to first, `gap` is their distance, `multiplier` the force λ along the normal, `memory` what the law remembers
    (γ of gluey contacts) and `tangential` the friction, where there are such.
    """

    def __init__(self, session: Any) -> None:
        self._session = session

    def __len__(self) -> int:
        return len(self.first)

    def __getattr__(self, name: str) -> View:
        if name.startswith("_"):
            raise AttributeError(name)
        array = view(self._session.array("contacts", name))
        if array is None:
            raise AttributeError(f"contacts have no \"{name}\" in this scene{did_you_mean(name, dir(self))}; they have "
                                 f"{', '.join(self.columns)}")
        return array

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.columns]

    @property
    def columns(self) -> list[str]:
        """The names of the arrays."""
        return list(self._session.arrays("contacts"))

    def to_pandas(self) -> Any:
        """A DataFrame, a row for each contact; vectors have a column for each component."""
        import pandas

        return pandas.DataFrame(flat({name: getattr(self, name).copy() for name in self.columns}))

    def __repr__(self) -> str:
        return f"<floc.Contacts: {len(self)}>"


class Fluid:
    """The fluid round the bodies, on its staggered grid; fields are views of the state, like those of the bodies.

    `cells` counts the cells in each direction, `low` is the lower corner, `h` the length of a cell. The first index of a field is
    along x.
    """

    def __init__(self, session: Any) -> None:
        self._session = session
        cells, low, h = session.grid
        self.cells: tuple[int, ...] = tuple(cells)
        self.low = np.array(low)
        self.h = float(h)

    def _field(self, name: str, more: int | None = None) -> Any:
        # Numbers −1 … n + 1 in each direction, the first one contiguous; what is outside follows from the boundaries.
        array: Any = view(self._session.array("flow", name))
        array = array.reshape(tuple(n + 3 for n in reversed(self.cells))).transpose()
        return array[tuple(slice(1, n + (2 if k == more else 1)) for k, n in enumerate(self.cells))]

    def _of_bodies(self) -> Any:
        return view(self._session.array("flow_bodies", "force"))

    @property
    def pressure(self) -> View:
        """Over the density, in the middle of the cells."""
        array: View = self._field("pressure")
        return array

    def face_velocity(self, direction: int) -> View:
        """A component of the velocity in the middle of the faces across its direction: one more there than cells."""
        if not 0 <= direction < len(self.cells):
            raise Error(f"direction must be from 0 to {len(self.cells) - 1}, not {direction}")
        array: View = self._field("velocity_" + "xyz"[direction], direction)
        return array

    @property
    def velocity(self) -> Array:
        """In the middle of the cells, cells × d: the mean of two faces; an array of its own."""
        means = []
        for k in range(len(self.cells)):
            faces = np.asarray(self.face_velocity(k).copy())
            means.append(.5 * (faces.take(range(self.cells[k]), axis=k) + faces.take(range(1, self.cells[k] + 1), axis=k)))
        return np.stack(means, axis=-1)

    def places(self, direction: int) -> Array:
        """The coordinate of the middles of the cells."""
        return np.asarray(self.low[direction] + self.h * (np.arange(self.cells[direction]) + .5))

    @property
    def force(self) -> View:
        """Of the fluid on each body in the last step, N × d."""
        array: View = self._of_bodies()[:, :len(self.cells)]
        return array

    @property
    def torque(self) -> View:
        """Of the fluid on each body in the last step, N × 1, or 3 in space."""
        array: View = self._of_bodies()[:, len(self.cells):]
        return array

    def __repr__(self) -> str:
        return f"<floc.Fluid: {' × '.join(map(str, self.cells))} cells>"


class Editor:
    """The arrays of a state on their way to being another: see `Simulation.edit`."""

    def __init__(self, edit: Any) -> None:
        self._edit = edit
        self._shown: dict[str, Array] = {}

    def _array(self, list_name: str, name: str) -> Array:
        key = f"{list_name}.{name}"
        if self._edit is None:
            raise Error("the edit has ended: begin another one")
        if key not in self._shown:
            array = self._edit.array(list_name, name)
            if array is None:
                raise AttributeError(f"{list_name} have no \"{name}\" in this scene")
            self._shown[key] = array
        return self._shown[key]

    def __getattr__(self, name: str) -> Array:
        if name.startswith("_"):
            raise AttributeError(name)
        if name in ("id", "shape", "inertia"):
            raise Error(f"\"{name}\" of a body cannot be changed")
        return self._array("bodies", name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("_"):
            object.__setattr__(self, name, value)
        else:
            array = getattr(self, name)
            if np.iscomplexobj(value):
                raise Error(f"{name} has real numbers, and these are complex")
            try:
                array[...] = value
            except (TypeError, ValueError) as error:
                raise Error(f"{name} has the shape {array.shape}: {error}") from None

    def contact(self, name: str) -> Array:
        """An array of the contacts: multiplier, memory …"""
        try:
            return self._array("contacts", word(name, "an array"))
        except AttributeError as error:
            raise Error(str(error)) from None

    def _end(self) -> None:
        self._edit = None
        for array in self._shown.values():
            array.flags.writeable = False


class _Editing:
    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation

    def _now(self) -> tuple[int, int]:
        return self._simulation.step_count, self._simulation._edits

    def __enter__(self) -> Editor:
        self._begun = self._now()
        self._editor = Editor(self._simulation._session.edit())
        return self._editor

    def __exit__(self, kind: Any, value: Any, traceback: Any) -> None:
        edit = self._editor._edit
        self._editor._end()
        if kind is not None:
            return
        if self._now() != self._begun:
            raise Error("the state has changed since the edit began, by a step or another edit: this one is given up")
        self._simulation._session.commit(edit)
        self._simulation._edits += 1


class Hook:
    """A function that is called on the way: see `Simulation.every`."""

    def __init__(self, period: float, function: Callable[[Simulation], Any], time: float) -> None:
        self.period = period
        self.function = function
        self._count = self._number(time)
        self.active = True

    def _number(self, time: float) -> int:
        return math.floor(time / self.period + 1e-6)

    def _take(self, simulation: Simulation) -> None:
        number = self._number(simulation.time)
        if self.active and number > self._count:
            self._count = number
            self.function(simulation)

    def cancel(self) -> None:
        """It is not called any more."""
        self.active = False

    def __repr__(self) -> str:
        name = getattr(self.function, "__name__", repr(self.function))
        return f"<floc.Hook: {name} every {self.period:g}{'' if self.active else ', cancelled'}>"


class Recording:
    """Files of a run on their way: see `Simulation.record`."""

    def __init__(self, simulation: Simulation, directory: str) -> None:
        self.simulation = simulation
        self.directory = directory
        self._closed = False

    def run(self, until: float | None = None) -> Any:
        """Runs to the end of the scene, or until that time, closes the files and opens them as a Run."""
        from ._run import Run

        if self._closed:
            raise Error(f"the recording in {self.directory} is closed: begin another one with sim.record(…)")
        with self:
            self.simulation.run(until)
        return Run.open(self.directory)

    def close(self, status: str | None = None) -> None:
        """The last frame, a checkpoint and the summary; the simulation goes on without files."""
        session = self.simulation._session
        if self._closed or not session.recording:
            return
        self._closed = True
        if status is None:
            status = "interrupted" if not session.over else "unconverged" if session.unconverged_steps else "finished"
        session.finish_record(status)

    def __repr__(self) -> str:
        return f"<floc.Recording into {self.directory!r}{', closed' if self._closed else ''}>"

    def __enter__(self) -> Recording:
        return self

    def __exit__(self, kind: Any, value: Any, traceback: Any) -> None:
        self.close(None if kind is None else "interrupted")


class Simulation:
    """A scene that moves.

    Arrays of the bodies are attributes: position and velocity (N × d), radius, mass, id, group; orientation, spin and inertia
    where bodies turn, shape where they are no spheres. They are views of the state without a copy, read-only and valid until the
    next step.

    `forces` are functions of Python or C besides those of the scene (`floc.force`); `threads` is the number of threads, all
    processors without it. The results have the same bits for any number.
    """

    def __init__(self, scene: Union[Scene, Mapping[str, Any], PathLike], forces: Sequence[ForceLike] = (),
                 threads: int | None = None) -> None:
        self._begin(scene_of(scene), forces_of(forces), threads, None)

    def _begin(self, scene: Scene, forces: list[Force], threads: int | None, checkpoint: str | None) -> None:
        if threads is None:
            threads = len(os.sched_getaffinity(0))
        elif count(threads, "threads", 1) > 1024:
            raise Error(f"threads must be from 1 to 1024, not {threads}")
        self.scene = scene
        self.forces = forces
        self._hooks: list[Hook] = []
        self._edits = 0
        self._session = _floc.Session(scene._scene, [f._make() for f in forces], int(threads), checkpoint)
        self._names = frozenset(self._session.arrays("bodies"))

    # --- going on ---

    def step(self) -> Report:
        """One time step, and its certificate. Where `moved` is false the step was refused and the state is as before."""
        report: Report = self._session.advance()
        if self._hooks and report.moved:
            for hook in list(self._hooks):
                hook._take(self)
            self._hooks = [hook for hook in self._hooks if hook.active]
        return report

    def steps(self, until: float | None = None, every: int = 1) -> Iterator[Report]:
        """Steps to the end of the scene, or until that time; yields the report of every so manieth, and of the last."""
        if until is not None and not math.isfinite(number(until, "until")):
            raise Error(f"until must be a finite time, not {until}")
        count(every, "every", 1)
        session = self._session
        slack = 1e-9 * session.h
        made = 0
        while not self.over if until is None else session.time < until - slack and not session.stopped_by:
            report = self.step()
            if not report.moved:
                raise Error(f"step {report.step + 1} was refused: {report.message}")
            made += 1
            if made % every == 0:
                yield report
        if made % every:
            yield report

    def run(self, until: float | None = None) -> Report | None:
        """Steps to the end of the scene, or until that time; the last report, None where nothing was left to do.

        A condition of the scene's [stop] ends it too. Ctrl-C gives up the step under way: the state is that before it.
        """
        report = None
        for report in self.steps(until):
            pass
        return report

    def every(self, period: float, function: Callable[[Simulation], Any]) -> Hook:
        """Calls function(simulation) after the first step at or after each multiple of the period. `cancel()` ends it.

        What it raises arrives where `step` or `run` was called; the state is the one that it saw.
        """
        if not 0 < number(period, "the period") < math.inf:
            raise Error(f"the period must be a positive time, not {period}")
        if not callable(function):
            raise Error(f"{function!r} is no function")
        hook = Hook(float(period), function, self.time)
        self._hooks.append(hook)
        return hook

    def record(self, directory: PathLike, every: float | None = None, overwrite: bool = False) -> Recording:
        """Writes the files of a run from now on, frames every so often (as the scene says without it).

        The files are those of `floc run`. `.run()` goes on to the end and opens them; used in a `with`, they are closed at its end.
        """
        if every is not None and not 0 < number(every, "every") < math.inf:
            raise Error(f"every must be a positive time, not {every}")
        folder = path_of(directory)
        try:
            self._session.record(folder, every, overwrite)
        except Error as error:
            raise in_python(error) from None
        return Recording(self, folder)

    # --- the state ---

    def __getattr__(self, name: str) -> View:
        if name.startswith("_"):
            raise AttributeError(name)
        array = view(self._session.array("bodies", name))
        if array is None:
            raise AttributeError(f"bodies have no \"{name}\" in this scene{did_you_mean(name, dir(self))}; they have "
                                 f"{', '.join(self._session.arrays('bodies'))}")
        return array

    def __setattr__(self, name: str, value: Any) -> None:
        # Assigned to, a name would hide the array that it stands for.
        if not name.startswith("_") and (hasattr(type(self), name) or name in self.__dict__.get("_names", ())):
            raise Error(f"\"{name}\" of a simulation cannot be assigned to; arrays of the bodies are changed by "
                        f"`with sim.edit() as state: state.velocity[:] = …`")
        object.__setattr__(self, name, value)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._session.arrays("bodies")]

    def array(self, list_name: str, name: str) -> View:
        """Any array of the state: of bodies, contacts, feeds, exits, walls, joints, joint_rows, flow or flow_bodies."""
        array = view(self._session.array(word(list_name, "a list of the state"), word(name, "an array")))
        if array is None:
            raise Error(f"{list_name} have no \"{name}\" in this scene; they have "
                        f"{', '.join(self._session.arrays(list_name)) or 'nothing'}")
        return array

    def __len__(self) -> int:
        return int(self._session.bodies)

    @property
    def time(self) -> float:
        """Of the state; 0 at the start."""
        return float(self._session.time)

    @property
    def step_count(self) -> int:
        """Steps made."""
        return int(self._session.step)

    @property
    def h(self) -> float:
        """The time step, or the longest one."""
        return float(self._session.h)

    @property
    def dimension(self) -> int:
        """2 or 3; 1 on a line."""
        return int(self._session.dimension)

    @property
    def threads(self) -> int:
        """How many it steps with. The bits are the same for any number."""
        return int(self._session.threads)

    @property
    def stage(self) -> str:
        """The name of the present stage; empty where the scene has none."""
        return str(self._session.stage)

    @property
    def over(self) -> bool:
        """The scene says that it is enough: its time is over, or a condition of [stop] holds (`stopped_by`)."""
        return bool(self._session.over)

    @property
    def stopped_by(self) -> str:
        """Why the run ends before its time; empty: it does not."""
        return str(self._session.stopped_by)

    @property
    def hash(self) -> str:
        """The fingerprint of the state, as in summary.json."""
        return f"{self._session.hash:016x}"

    @property
    def contacts(self) -> Contacts:
        """The contacts of the state, as arrays."""
        return Contacts(self._session)

    @property
    def fluid(self) -> Fluid | None:
        """The fluid round the bodies: pressure and velocity as arrays; None without one."""
        return None if self._session.grid is None else Fluid(self._session)

    def contact_graph(self) -> Any:
        """Who presses on whom: a symmetric scipy.sparse matrix (N × N) of the multipliers λ between bodies."""
        from scipy import sparse

        c = self.contacts
        first, second, force = c.first.copy(), c.second.copy(), c.multiplier.copy()
        pairs = second >= 0
        i, j, value = first[pairs], second[pairs], force[pairs]
        n = len(self)
        return sparse.coo_matrix(
            (np.concatenate([value, value]), (np.concatenate([i, j]), np.concatenate([j, i]))), shape=(n, n)).tocsr()

    def measure(self, name: str) -> Table:
        """A measurement of the present instant: stress, coordination … (docs/howto/measure.md)."""
        columns, lines = self._session.measure(word(name, "a measurement"))
        values = np.array(lines, dtype=float).reshape(len(lines), len(columns))
        return Table({column: values[:, k] for k, column in enumerate(columns)})

    def edit(self) -> _Editing:
        """The one way to change the state: `with sim.edit() as s: s.velocity[:] *= .5`.

        The new state is checked at the end; what cannot be a state is refused with an Error and nothing has changed, nor has it
        where the block raises.
        """
        return _Editing(self)

    # --- to a file and back ---

    def save(self, path: PathLike) -> None:
        """All that it takes to go on with the same bits, as a checkpoint of the program."""
        file = path_of(path)
        if os.path.isdir(file):
            raise Error(f"{file} is a folder, and a state is saved into a file")
        self._session.save(file)

    @classmethod
    def load(cls, path: PathLike, forces: Sequence[ForceLike] = (), threads: int | None = None) -> Simulation:
        """A simulation that was saved, or the checkpoint of a run by its folder. Forces of Python are given again."""
        file = path_of(path)
        if os.path.isdir(file):
            file = os.path.join(file, "checkpoint.h5")
        text = _floc.scene_text_of_checkpoint(file)
        scene = Scene.from_toml(text, name=f"{file} (scene)", folder=os.path.dirname(file) or ".")
        simulation = cls.__new__(cls)
        simulation._begin(scene, forces_of(forces), threads, file)
        return simulation

    def __reduce__(self) -> Any:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "state.h5")
            self.save(path)
            with open(path, "rb") as file:
                content = file.read()
        return _loads, (content, self.forces, self.threads)

    def __copy__(self) -> Simulation:
        function, arguments = self.__reduce__()
        return function(*arguments)  # type: ignore[no-any-return]

    def __deepcopy__(self, memo: Any) -> Simulation:
        return self.__copy__()

    def __repr__(self) -> str:
        return f"<floc.Simulation: {len(self)} bodies, step {self.step_count}, t = {self.time:g}>"


def _loads(content: bytes, forces: list[Force], threads: int) -> Simulation:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "state.h5")
        with open(path, "wb") as file:
            file.write(content)
        return Simulation.load(path, forces, threads)
