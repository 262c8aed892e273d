"""Parameter studies."""

from __future__ import annotations

import concurrent.futures
import itertools
import os
import pickle
import signal
import subprocess
import sys
from typing import Any, Iterable, Mapping, Sequence, Union

import numpy as np

from . import _toml
from ._error import Error, count, path as path_of
from ._force import Force, ForceLike, forces_of
from ._scene import PathLike, Scene, scene_of
from ._simulation import Simulation
from ._table import Table


def _run(toml: str, changes: dict[str, Any], folder: str, forces: list[Force], threads: int, overwrite: bool) -> dict[str, Any]:
    scene = Scene.from_toml(toml, set=changes)
    return Simulation(scene, forces, threads).record(folder, overwrite=overwrite).run().summary  # type: ignore[no-any-return]


class _Elsewhere:
    """The same in processes of their own, which share nothing with this one, nor run its script again."""

    def __init__(self) -> None:
        self._running: set[subprocess.Popen[bytes]] = set()
        self._interrupted = False

    def __call__(self, *task: Any) -> dict[str, Any]:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
        # In a session of its own: Ctrl-C in a terminal comes to this process, which passes it on.
        process = subprocess.Popen([sys.executable, "-c", "from floc._sweep import _work; _work()"], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, env=environment, start_new_session=True)
        self._running.add(process)
        if self._interrupted:
            process.send_signal(signal.SIGINT)
        output = process.communicate(pickle.dumps(task))[0]
        self._running.discard(process)
        if process.returncode != 0 or not output:
            raise Error(f"the run in {task[2]} ended with status {process.returncode}")
        answer = pickle.loads(output)
        if isinstance(answer, BaseException):
            raise answer
        return dict(answer)

    def interrupt(self) -> None:
        """Those that run end within a step, and leave whole folders."""
        self._interrupted = True
        for process in list(self._running):
            process.send_signal(signal.SIGINT)


def _work() -> None:
    try:
        answer: Any = _run(*pickle.load(sys.stdin.buffer))
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        answer = error if isinstance(error, Error) else Error(f"{type(error).__name__}: {error}")
    sys.stdout.buffer.write(pickle.dumps(answer))


def sweep(scene: Union[Scene, Mapping[str, Any], PathLike], over: Mapping[str, Iterable[Any]], folder: PathLike, *, workers: int = 1,
          forces: Sequence[ForceLike] = (), threads: int = 1, overwrite: bool = False) -> Table:
    """Runs a scene with all combinations of some values, each in a folder of its own, several at a time.

    >>> sweep(scene, {"contact.gamma_min": [0, -1, -10]}, folder="out/s", workers=2)

    Keys are paths as in `set`. Returns one table: the values, the folder, and the numbers of each summary. All values are
    checked before anything is run.
    """
    if not isinstance(over, Mapping) or not over:
        raise Error("sweep needs a key and its values: {\"time.step\": [1e-3, 2e-3]}")
    keys, values = list(over), [_values(key, over[key]) for key in over]
    count(workers, "workers", 1)
    scene = scene_of(scene)
    cases = [dict(zip(keys, chosen)) for chosen in itertools.product(*values)]
    for case in cases:
        scene.changed(case)
    top = path_of(folder)
    try:
        os.makedirs(top, exist_ok=True)
    except OSError as error:
        raise Error(f"{top}: cannot be made a folder: {error.strerror}") from None
    names = [os.path.join(top, f"{k:0{len(str(len(cases) - 1))}d}") for k in range(len(cases))]
    ours = forces_of(forces)
    if workers > 1 and any(force.__module__ == "__main__" for force in ours):
        raise Error("forces of a script are not known to other processes: put them into a module, or take workers=1")
    tasks = [(scene.to_toml(), case, name, ours, threads, overwrite) for case, name in zip(cases, names)]
    found = [_run(*task) for task in tasks] if workers == 1 else _at_once(tasks, workers)
    columns: dict[str, Any] = {key: _column([case[key] for case in cases]) for key in keys}
    columns["folder"] = np.array(names)
    for name, value in found[0].items():
        if not isinstance(value, (dict, list)):
            columns[name] = _column([summary.get(name) for summary in found])
    return Table(columns)


def _at_once(tasks: list[Any], workers: int) -> list[dict[str, Any]]:
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        elsewhere = _Elsewhere()
        futures = [pool.submit(elsewhere, *task) for task in tasks]
        try:
            return [future.result() for future in futures]
        except BaseException as error:
            for future in futures:
                future.cancel()
            if not isinstance(error, Exception):  # Ctrl-C
                elsewhere.interrupt()
            raise


def _values(key: str, given: Any) -> list[Any]:
    values = [] if isinstance(given, str) or not hasattr(given, "__iter__") else list(given)
    if not values:
        raise Error(f"the values of \"{key}\" are a list with at least one, not {given!r}")
    return values


def _column(values: list[Any]) -> Any:
    if all(isinstance(v, (int, float, str, np.number)) for v in values):
        return np.array(values)
    return np.array([_toml.text(v) if v is not None else "" for v in values])
