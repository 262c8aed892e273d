"""Arrays of a simulation, shown without a copy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._error import Error


class View(np.ndarray):  # type: ignore[type-arg]
    """An array of the state as numpy has it: read-only, and valid until the next step.

    Used after that it raises an Error that says so. Its memory is its own from then on: whatever looks past the check (a
    function of C, say) sees the state that the view was taken from. `copy()` gives an ordinary array.
    """

    _lent: Any

    def __array_finalize__(self, obj: Any) -> None:
        self._lent = getattr(obj, "_lent", None)

    def _check(self) -> None:
        if self._lent is not None and not self._lent.current:
            raise Error(f"this view of \"{self._lent.name}\" was taken at step {self._lent.step}, and the state has changed "
                        "since: take it again, or keep a copy()")

    def _plain(self) -> Any:
        self._check()
        return self.view(np.ndarray)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, out: Any = None, **kwargs: Any) -> Any:
        if out is not None:
            if any(isinstance(o, View) for o in out):
                raise _read_only()
            kwargs["out"] = tuple(_plain(o) for o in out)
        return getattr(ufunc, method)(*(_plain(i) for i in inputs), **kwargs)

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        return func(*(_plain(a) for a in args), **{k: _plain(v) for k, v in kwargs.items()})

    def __getitem__(self, index: Any) -> Any:
        self._check()
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        raise _read_only()

    def __iter__(self) -> Any:
        self._check()
        return super().__iter__()

    def __repr__(self) -> str:
        if self._lent is not None and not self._lent.current:
            return f"<a view of \"{self._lent.name}\" of step {self._lent.step}, no longer valid>"
        return repr(self.view(np.ndarray))

    def __str__(self) -> str:
        return str(self._plain())

    def __float__(self) -> float:
        return float(self._plain())

    def copy(self, order: Any = "C") -> Any:
        return np.array(self._plain(), order=order)

    def astype(self, *args: Any, **kwargs: Any) -> Any:
        return self._plain().astype(*args, **kwargs)

    def tolist(self) -> Any:
        return self._plain().tolist()

    def tobytes(self, *args: Any) -> bytes:
        return bytes(self._plain().tobytes(*args))

    def __reduce__(self) -> Any:
        return self._plain().__reduce__()

    @property
    def flat(self) -> Any:
        return self._plain().flat


def _reads(name: str) -> Any:
    """A method of numpy that looks at the numbers without any of the ways above."""
    def method(self: View, *args: Any, **kwargs: Any) -> Any:
        return getattr(self._plain(), name)(*args, **kwargs)
    return method


def _writes(name: str) -> Any:
    def method(self: View, *args: Any, **kwargs: Any) -> Any:
        raise _read_only()
    return method


for _name in ("all", "any", "argmax", "argmin", "argpartition", "argsort", "choose", "clip", "compress", "cumprod", "cumsum", "diagonal",
              "dot", "dump", "dumps", "flatten", "item", "max", "mean", "min", "nonzero", "prod", "ptp", "repeat", "round",
              "searchsorted", "std", "sum", "take", "tofile", "trace", "var"):
    if hasattr(np.ndarray, _name):  # numpy 2 has fewer
        setattr(View, _name, _reads(_name))
for _name in ("byteswap", "fill", "itemset", "partition", "put", "resize", "setfield", "sort"):
    if hasattr(np.ndarray, _name):
        setattr(View, _name, _writes(_name))


def _read_only() -> Error:
    return Error("arrays of a simulation are read-only: change them in `with sim.edit() as state:`, or keep a copy()")


def _plain(value: Any) -> Any:
    if isinstance(value, View):
        return value._plain()
    if type(value) in (list, tuple):
        return type(value)(_plain(v) for v in value)
    return value


def view(array: Any) -> View | None:
    """The array of the module as a view; None stays None."""
    if array is None:
        return None
    shown = array.view(View)
    shown._lent = array.base
    return shown  # type: ignore[no-any-return]
