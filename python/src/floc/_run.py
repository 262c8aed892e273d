"""Runs: what `record` and `floc run` leave in a folder."""

from __future__ import annotations

import html
import json
import math
import operator
import os
import tempfile
from typing import Any, Iterator, Sequence, Union, overload

import numpy as np
from numpy.typing import NDArray

from . import _floc, _toml
from ._error import Error, count, did_you_mean, in_python, number, path as path_of, word
from ._scene import PathLike, Scene
from ._table import Table

Array = NDArray[Any]

# What `plot` draws by one name.
_subjects: dict[str, tuple[list[str], str, bool]] = {
    "energy": (["kinetic_energy", "potential_energy"], "energy", False),
    "contacts": (["contacts", "active"], "contacts", False),
    "overlap": (["overlap"], "worst overlap / mean radius", True),
    "iterations": (["iterations"], "iterations", False),
}


# Bytes of a viewer inside a notebook.
_largest_page = 20e6

# The columns of steps.csv that count.
_counted = ("step", "bodies", "contacts", "active", "iterations", "projections", "bridges", "broken", "departed", "refused", "converged",
            "fluid_iterations", "stage")
_arrays = ("position", "velocity", "radius", "mass", "id", "group", "orientation", "spin", "inertia", "shape",
           "fluid_force", "fluid_torque")


class Frame:
    """One instant of a run; arrays of the bodies are attributes, as those of a Simulation, and keep their memory."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame

    @property
    def step(self) -> int:
        """The number of the step that ended here."""
        return int(self._frame.step)

    @property
    def time(self) -> float:
        """At the end of that step."""
        return float(self._frame.time)

    @property
    def contacts(self) -> Table:
        """The contacts of the step that ended here, with the columns of contacts.csv (docs/howto/export.md).

        `first` and `second` are ids, which are rows in the arrays of the run; `second` is −1 where it is an obstacle, and `obstacle`
        is its number then. `force` is λ, `normal` and the friction `tangential` are vectors.
        """
        return Table(self._frame.contacts)

    def quantity(self, name: str) -> Array:
        """One number for each body: speed, pressure, force … (the colours of pictures)."""
        return np.asarray(self._frame.quantity(word(name, "a quantity")))

    def __getattr__(self, name: str) -> Array:
        if name.startswith("_"):
            raise AttributeError(name)
        array = self._frame.array(name)
        if array is None:
            raise AttributeError(f"the bodies of this frame have no \"{name}\"{did_you_mean(name, dir(self))}")
        return np.asarray(array)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(name for name in _arrays if self._frame.array(name) is not None)]

    def __len__(self) -> int:
        return len(self._frame)

    def __repr__(self) -> str:
        return f"<floc.Frame: t = {self.time:g}, {len(self)} bodies>"


class Frames:
    """An array of a run, F × N × d, of which only what is asked for is read: `run.position[10:20]`.

    The row of a body is its id; where a body is not there yet, or no longer, its numbers are NaN.
    """

    def __init__(self, run: Run, name: str, width: int) -> None:
        self._run = run
        self.name = name
        self.shape = (len(run), run.bodies) if width == 1 else (len(run), run.bodies, width)

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, index: Any) -> Array:
        frames, rest = (index[0], index[1:]) if isinstance(index, tuple) else (index, ())
        if frames is Ellipsis:
            frames = slice(None)
            rest = (Ellipsis, *rest)
        if frames is None:
            raise Error(f"frames of \"{self.name}\" are chosen by numbers, slices and lists, not by None")
        chosen = np.arange(len(self))[frames]
        stacked = self._run._run.stack([int(k) for k in np.atleast_1d(chosen)], self.name)
        array = np.asarray(stacked).reshape(-1, *self.shape[1:])
        if np.ndim(chosen) == 0:
            return np.asarray(array[0][rest] if rest else array[0])
        return np.asarray(array[(slice(None), *rest)] if rest else array)

    def __array__(self, dtype: Any = None) -> Array:
        return self[:].astype(dtype) if dtype else self[:]

    def __repr__(self) -> str:
        return f"<floc.Frames \"{self.name}\" {self.shape}>"


class Picture:
    """A picture: shown by notebooks, and saved with `save(path)`."""

    def __init__(self, content: bytes, kind: str) -> None:
        self.content = content
        self.kind = kind

    def save(self, path: PathLike) -> None:
        """The bytes of the picture, as a file."""
        try:
            with open(path, "wb") as file:
                file.write(self.content)
        except OSError as error:
            raise Error(f"{path_of(path)}: cannot be written: {error.strerror}") from None

    def _repr_png_(self) -> bytes | None:
        return self.content if self.kind == "png" else None

    def _repr_svg_(self) -> str | None:
        return self.content.decode() if self.kind == "svg" else None


def _words(values: Sequence[float] | None, what: str) -> str:
    if values is None:
        return ""
    if isinstance(values, str) or not hasattr(values, "__iter__"):
        raise Error(f"{what} is a list of numbers, not {values!r}")
    return ",".join(repr(number(v, what)) for v in values)


class Run:
    """The folder of a run, finished or still written.

    position, velocity, and orientation and spin where bodies turn, are arrays over all frames that are read when they are
    asked for; `run[k]` is a frame, `steps` the table of all steps, `summary` what the run says at its end. In a notebook a run is
    shown by the viewer.
    """

    def __init__(self, folder: PathLike) -> None:
        self.folder = path_of(folder, "the folder of a run")
        self._opened: Any = _floc.Run(self.folder)

    @classmethod
    def open(cls, folder: PathLike) -> Run:
        return cls(folder)

    @property
    def _run(self) -> Any:
        if self._opened is None:
            self._opened = _floc.Run(self.folder)
        return self._opened

    def refresh(self) -> int:
        """Takes in what was written since; the number of frames."""
        self.close()
        return len(self)

    def close(self) -> None:
        """Lets go of the files until the next question: h5py cannot open them before, as HDF5 is one for a process."""
        self._opened = None

    # --- frames ---

    def __len__(self) -> int:
        return int(self._run.frames)

    @overload
    def __getitem__(self, k: int) -> Frame: ...

    @overload
    def __getitem__(self, k: slice) -> list[Frame]: ...

    def __getitem__(self, k: Union[int, slice]) -> Union[Frame, list[Frame]]:
        if isinstance(k, slice):
            return [self[n] for n in range(len(self))[k]]
        try:
            k = operator.index(k)
        except TypeError:
            raise Error(f"frames are chosen by their numbers, run[3] or run[2:5], not by {k!r}") from None
        if not -len(self) <= k < len(self):
            raise IndexError(f"frame {k} of {len(self)}")
        return Frame(self._run.read(k % len(self)))

    def __iter__(self) -> Iterator[Frame]:
        return (self[k] for k in range(len(self)))

    def at(self, time: float) -> Frame:
        """The frame nearest to a time."""
        if not math.isfinite(number(time, "the time")):
            raise Error(f"the time must be finite, not {time}")
        return Frame(self._run.read(self._run.nearest(time)))

    def _widths(self) -> dict[str, int]:
        """Of a body in the arrays that change with time."""
        turn = (4, 3) if self.dimension == 3 else (1, 1)
        widths = {"position": self.dimension, "velocity": self.dimension, "orientation": turn[0], "spin": turn[1],
                  "fluid_force": self.dimension, "fluid_torque": turn[1]}
        return {name: width for name, width in widths.items() if self._run.stack([], name) is not None}

    def __getattr__(self, name: str) -> Frames:
        if name.startswith("_"):
            raise AttributeError(name)
        widths = self._widths()
        if name not in widths:
            raise AttributeError(f"a run has no \"{name}\"{did_you_mean(name, dir(self))}; arrays over all frames are "
                                 f"{', '.join(widths)}")
        return Frames(self, name, widths[name])

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._widths()]

    @property
    def times(self) -> NDArray[np.float64]:
        """Of the frames."""
        return np.array(self._run.times)

    @property
    def bodies(self) -> int:
        """How many there are when all have come and none has left."""
        return int(self._run.bodies)

    @property
    def dimension(self) -> int:
        """2 or 3; 1 on a line."""
        return int(self._run.dimension)

    @property
    def radius(self) -> NDArray[np.float64]:
        """Of each body, by its id; of one that is no sphere: of the ball round it."""
        return np.asarray(self._run.constant("radius"))

    @property
    def mass(self) -> NDArray[np.float64]:
        """Of each body, by its id."""
        return np.asarray(self._run.constant("mass"))

    @property
    def group(self) -> NDArray[np.float64]:
        """Of each body, by its id: the number of its group in the scene."""
        return np.asarray(self._run.constant("group"))

    # --- tables ---

    @property
    def scene(self) -> Scene:
        """As it was run."""
        return Scene.from_toml(self._run.scene, folder=self.folder, name=f"{self.folder} (scene)")

    @property
    def steps(self) -> Table:
        """steps.csv: a row for each step; what is counted is integers."""
        columns = _floc.read_csv(os.path.join(self.folder, "steps.csv"))
        return Table({name: values.astype(np.int64) if name in _counted else values for name, values in columns.items()})

    @property
    def summary(self) -> dict[str, Any]:
        """summary.json; empty while the run goes on."""
        path = os.path.join(self.folder, "summary.json")
        if not os.path.exists(path):
            return {}
        try:
            with open(path, encoding="utf-8") as file:
                return dict(json.load(file))
        except json.JSONDecodeError as error:
            raise Error(f"{path}:{error.lineno}:{error.colno}: {error.msg}") from None
        except (OSError, UnicodeDecodeError, TypeError, ValueError) as error:
            raise Error(f"{path}: cannot be read: {error}") from None

    def measure(self, name: str, **settings: Any) -> Table:
        """A measurement of every frame (docs/howto/measure.md); settings are keys of [measure]."""
        try:
            columns, lines = self._run.measure(word(name, "a measurement"), _toml.overrides(settings))
        except Error as error:
            raise in_python(error) from None
        values = np.array(lines, dtype=float).reshape(len(lines), len(columns))
        return Table({column: values[:, k] for k, column in enumerate(columns)})

    def coagulation(self, **settings: Any) -> dict[str, Any]:
        """The coagulation kernels fitted to the mergers of the run, with their errors, and sizes of aggregates in time."""
        with tempfile.TemporaryDirectory() as folder:
            path = self._run.coagulation(os.path.join(folder, "coagulation"), _toml.overrides(settings))
            with open(path) as file:
                return dict(json.load(file))

    def to_xarray(self) -> Any:
        """position and velocity (and how bodies turn, and what a fluid does to them) over time, particle and axis, with radius, mass and group."""
        import xarray

        axes = list("xyz"[:self.dimension])
        variables: dict[str, Any] = {
            "position": (("time", "particle", "axis"), self.position[:].reshape(len(self), self.bodies, -1)),
            "velocity": (("time", "particle", "axis"), self.velocity[:].reshape(len(self), self.bodies, -1)),
            "radius": ("particle", self.radius),
            "mass": ("particle", self.mass),
            "group": ("particle", self.group),
        }
        for name, axis in (("orientation", "orientation_axis"), ("spin", "spin_axis"), ("fluid_force", "axis"),
                           ("fluid_torque", "spin_axis")):
            if hasattr(self, name):
                values = getattr(self, name)[:]
                variables[name] = (("time", "particle", axis), values.reshape(len(self), self.bodies, -1))
        coordinates = {"time": self.times, "step": ("time", np.array(self._run.frame_steps)),
                       "particle": np.arange(self.bodies), "axis": axes}
        return xarray.Dataset(variables, coordinates, attrs={"scene": self._run.scene})

    def export(self, to: str, folder: PathLike | None = None) -> list[str]:
        """Frames for other programs; returns the files to open.

        The formats: vtp (ParaView), vti (ParaView, the flow of a fluid), gsd (OVITO), xyz (OVITO, ASE), lammps, csv.
        """
        target = os.path.join(self.folder, word(to, "a format")) if folder is None else path_of(folder)
        return list(self._run.export(to, target))

    # --- to look at ---

    def plot(self, what: str = "energy", ax: Any = None) -> Any:
        """A quantity of the steps against time with matplotlib: energy, contacts, overlap, iterations, or any column."""
        from matplotlib import pyplot

        steps = self.steps
        columns, label, logarithmic = _subjects.get(word(what, "what is plotted"), ([what], what, False))
        for column in columns:
            if column not in steps:
                raise Error(f"there is no \"{what}\" in the steps{did_you_mean(what, [*_subjects, *steps])}")
        if ax is None:
            ax = pyplot.subplots()[1]
        for column in columns:
            ax.plot(steps["time"], steps[column], label=column.replace("_", " "))
        if what == "energy":
            ax.plot(steps["time"], steps["kinetic_energy"] + steps["potential_energy"], label="sum")
        if logarithmic:
            ax.set_yscale("log")
        ax.set(xlabel="time", ylabel=label)
        if len(columns) > 1:
            ax.legend()
        return ax

    def picture(self, time: Union[float, None] = None, colour: str = "", path: PathLike | None = None, *, size: int = 0,
                range: Sequence[float] | None = None, network: str = "", camera: Sequence[float] | None = None,
                window: Sequence[float] | None = None, arrows: bool = False, perspective: bool = True, key: bool = True,
                scale_bar: bool = False, field: str = "", field_range: Sequence[float] | None = None, streamlines: bool = False,
                slice: str = "", marks: bool = True, shadow: bool = True, time_stamp: bool = True, kind: str = "png") -> Picture:
        """A picture at a time, the last one without it. With a path (.png, .svg) it is also written there.

        The arguments are the options of `floc picture`; `field` ("speed", "pressure", "vorticity"), `field_range`, `streamlines` and
        `slice` ("z", "z=0.3") are of the flow of a fluid.
        """
        options = self._options(colour, size, range, network, camera, window, arrows, perspective, key, scale_bar, field, field_range,
                                streamlines, slice, marks, shadow, time_stamp)
        if path is not None:
            kind = os.path.splitext(path_of(path))[1][1:]
        instant = self.times[-1] if time is None else number(time, "the time")
        if not math.isfinite(instant):
            raise Error(f"the time must be finite, not {instant}")
        if kind not in ("png", "svg"):
            raise Error(f"a picture is a .png or a .svg file, not \"{path or kind}\"")
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(folder, f"picture.{kind}")
            try:
                self._run.picture(options, instant, name)
            except Error as error:
                raise in_python(error) from None
            with open(name, "rb") as file:
                picture = Picture(file.read(), kind)
        if path is not None:
            picture.save(path)
        return picture

    def movie(self, path: PathLike, colour: str = "", *, fps: float = 25, size: int = 0, range: Sequence[float] | None = None,
              network: str = "", camera: Sequence[float] | None = None, window: Sequence[float] | None = None, arrows: bool = False,
              perspective: bool = True, key: bool = True, scale_bar: bool = False, field: str = "",
              field_range: Sequence[float] | None = None, streamlines: bool = False, slice: str = "", marks: bool = True,
              shadow: bool = True, time_stamp: bool = True) -> None:
        """All frames as a .mp4, .webm or .gif; the arguments are those of `picture`."""
        options = self._options(colour, size, range, network, camera, window, arrows, perspective, key, scale_bar, field, field_range,
                                streamlines, slice, marks, shadow, time_stamp)
        if not 0 < number(fps, "fps") < math.inf:
            raise Error(f"fps must be a positive number, not {fps}")
        try:
            self._run.movie(options, float(fps), path_of(path))
        except Error as error:
            raise in_python(error) from None

    @staticmethod
    def _options(colour: str, size: int, range: Sequence[float] | None, network: str, camera: Sequence[float] | None,
                 window: Sequence[float] | None, arrows: bool, perspective: bool, key: bool, scale_bar: bool, field: str,
                 field_range: Sequence[float] | None, streamlines: bool, slice: str, marks: bool, shadow: bool, time_stamp: bool) -> Any:
        options = _floc.DrawOptions()
        options.colour, options.network = word(colour, "colour"), word(network, "network")
        options.field, options.slice = word(field, "field"), word(slice, "slice")
        options.size = count(size, "size, a number of pixels,")
        options.range, options.camera, options.window = _words(range, "range"), _words(camera, "camera"), _words(window, "window")
        options.field_range, options.streamlines = _words(field_range, "field_range"), bool(streamlines)
        options.arrows, options.orthographic = bool(arrows), not perspective
        options.key, options.scale_bar = bool(key), bool(scale_bar)
        options.marks, options.shadow, options.time_stamp = bool(marks), bool(shadow), bool(time_stamp)
        return options

    def view(self, path: PathLike | None = None, every: int = 1) -> str:
        """The page of the viewer, one frame of so many; written into the folder without a path. Returns its path."""
        file = os.path.join(self.folder, "view.html") if path is None else path_of(path)
        self._run.page(file, count(every, "every", 1))
        return file

    def _repr_html_(self) -> str:
        every = 1
        while every < len(self) and self._run.page_bytes(every) > _largest_page:
            every *= 2
        with tempfile.TemporaryDirectory() as folder:
            with open(self.view(os.path.join(folder, "view.html"), every), encoding="utf-8") as file:
                page = file.read()
        frame = (f'<iframe srcdoc="{html.escape(page)}" style="width: 100%; height: 560px; border: 0" '
                 'sandbox="allow-scripts allow-downloads"></iframe>')
        if every == 1:
            return frame
        return frame + f"<p>One of every {every} frames is shown, to keep the page below {_largest_page / 1e6:g} MB; <code>view()</code> writes all.</p>"

    def __repr__(self) -> str:
        return f"<floc.Run {self.folder!r}: {len(self)} frames, {self.bodies} bodies, t = {self.times[-1]:g}>"

