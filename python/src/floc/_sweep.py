"""Parameter studies."""

from __future__ import annotations

import concurrent.futures
import itertools
import multiprocessing
import os
from typing import Any, Iterable, Mapping, Sequence

import numpy as np

from . import _toml
from ._error import Error
from ._force import Force, ForceLike, forces_of
from ._scene import PathLike, Scene
from ._simulation import Simulation
from ._table import Table


def _run(toml: str, changes: dict[str, Any], folder: str, forces: list[Force], threads: int, overwrite: bool) -> dict[str, Any]:
    scene = Scene.from_toml(toml, set=changes)
    return Simulation(scene, forces, threads).record(folder, overwrite=overwrite).run().summary  # type: ignore[no-any-return]


def sweep(scene: Scene, over: Mapping[str, Iterable[Any]], folder: PathLike, *, workers: int = 1,
          forces: Sequence[ForceLike] = (), threads: int = 1, overwrite: bool = False) -> Table:
    """Runs a scene with all combinations of some values, each in a folder of its own, several at a time.

    >>> sweep(scene, {"contact.gamma_min": [0, -1, -10]}, folder="out/s", workers=2)

    Keys are paths as in `set`. Returns one table: the values, the folder, and the numbers of each summary. All values are
    checked before anything is run.
    """
    keys = list(over)
    if not keys:
        raise Error("sweep needs a key and its values: {\"time.step\": [1e-3, 2e-3]}")
    if workers < 1:
        raise Error(f"workers must be at least 1, not {workers}")
    cases = [dict(zip(keys, values)) for values in itertools.product(*(list(over[k]) for k in keys))]
    for case in cases:
        scene.changed(case)
    os.makedirs(folder, exist_ok=True)
    names = [os.path.join(os.fspath(folder), f"{k:0{len(str(len(cases) - 1))}d}") for k in range(len(cases))]
    tasks = [(scene.to_toml(), case, name, forces_of(forces), threads, overwrite) for case, name in zip(cases, names)]
    if workers == 1:
        found = [_run(*task) for task in tasks]
    else:
        # Processes of their own: nothing of this one is shared, and Ctrl-C reaches them all.
        with concurrent.futures.ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
            futures = [pool.submit(_run, *task) for task in tasks]
            try:
                found = [future.result() for future in futures]
            except BaseException:
                pool.shutdown(wait=True, cancel_futures=True)
                raise
    columns: dict[str, Any] = {key: _column([case[key] for case in cases]) for key in keys}
    columns["folder"] = np.array(names)
    for name, value in found[0].items():
        if not isinstance(value, (dict, list)):
            columns[name] = _column([summary.get(name) for summary in found])
    return Table(columns)


def _column(values: list[Any]) -> Any:
    if all(isinstance(v, (int, float, str, np.number)) for v in values):
        return np.array(values)
    return np.array([_toml.text(v) if v is not None else "" for v in values])
