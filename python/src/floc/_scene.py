"""Scenes: what the scene file has, by the same names."""

from __future__ import annotations

import os
from typing import Any, Mapping, Sequence, Union

from . import _floc, _places, _toml
from ._error import Error, path as path_of, word

PathLike = Union[str, "os.PathLike[str]"]


def _message(fault: Any, caller: str) -> str:
    if fault.file.startswith("--set "):  # of the program; here it is an argument
        return f"{caller}: set {fault.file[6:]}: {fault.message}"
    return str(fault)


def _checked(read: tuple[Any, Sequence[Any]]) -> Any:
    scene, faults = read
    if scene is None:
        frame = _places.caller()
        caller = f"{frame.f_code.co_filename}:{frame.f_lineno}"
        raise Error("\n".join(_message(fault, caller) for fault in faults), faults)
    return scene


class Scene:
    """A scene, made of the tables and keys of the scene file.

    >>> scene = Scene(scene=dict(dimension=2), time=dict(step=2e-3, end=1),
    ...               particles=[dict(kind="random", count=300, low=[0, .5], high=[1, 1.8], radius=.01)])

    A list of tables, `[[particles]]` in the file, is a list of dictionaries. Arrays of numpy do for lists, and `None` says
    nothing. `set` changes keys by their paths, as `--set` of the program does. Files that the scene names are looked for in
    `folder`. All mistakes are told at once, with their places in the script, by an Error.
    """

    __slots__ = ("_scene",)

    def __init__(self, tables: Mapping[str, Any] | None = None, *, set: Mapping[str, Any] | None = None,
                 folder: PathLike = ".", **more: Any) -> None:
        if tables is not None and not isinstance(tables, Mapping):
            raise Error(f"a scene is made of tables, not of {tables!r}; Scene.read reads a file, Scene.from_toml a text")
        file, places = _places.of_call(_places.caller())
        all_tables = {**(tables or {}), **more}
        self._scene = _checked(
            _floc.scene_of_dict(all_tables, file, places, path_of(folder, "folder"), _toml.overrides(set)))

    @classmethod
    def _of(cls, scene: Any) -> Scene:
        made = cls.__new__(cls)
        made._scene = scene
        return made

    @classmethod
    def read(cls, path: PathLike, set: Mapping[str, Any] | None = None) -> Scene:
        """A scene file."""
        return cls._of(_checked(_floc.read_scene(path_of(path, "a scene file"), _toml.overrides(set))))

    @classmethod
    def from_toml(cls, text: str, set: Mapping[str, Any] | None = None, *, folder: PathLike = ".",
                  name: str = "scene") -> Scene:
        """The text of a scene file; `name` is what messages call it."""
        read = _floc.read_scene_text(word(text, "the text of a scene"), word(name, "name"), path_of(folder, "folder"), _toml.overrides(set))
        return cls._of(_checked(read))

    def to_toml(self) -> str:
        """The scene file, with every default filled in."""
        return str(self._scene.to_toml())

    def changed(self, set: Mapping[str, Any]) -> Scene:
        """The same scene with other values, by the paths of their keys."""
        read = _floc.read_scene_text(self.to_toml(), "scene", ".", _toml.overrides(set))
        return type(self)._of(_checked(read))

    @property
    def title(self) -> str:
        """What the scene calls itself."""
        return str(self._scene.title)

    @property
    def dimension(self) -> int:
        """2 or 3; 1 on a line."""
        return int(self._scene.dimension)

    @property
    def end(self) -> float:
        """The time at which a run ends."""
        return float(self._scene.end)

    @property
    def groups(self) -> list[str]:
        """The names of the groups; `Simulation.group` counts them."""
        return list(self._scene.groups)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scene) and self.to_toml() == other.to_toml()

    def __hash__(self) -> int:
        return hash(self.to_toml())

    def __repr__(self) -> str:
        return f"<floc.Scene{f' {self.title!r}' if self.title else ''}: dimension {self.dimension}, end {self.end:g}>"

    def __reduce__(self) -> Any:
        return Scene.from_toml, (self.to_toml(),)


def explain(key: str = "") -> str:
    """Help on a table, a kind or a key of scenes, as `floc explain` gives it."""
    return str(_floc.explain(word(key, "a key")))


def scene_of(given: Union[Scene, Mapping[str, Any], PathLike]) -> Scene:
    """A scene, where its tables or its file do as well."""
    if isinstance(given, Scene):
        return given
    return Scene(given) if isinstance(given, Mapping) else Scene.read(given)
