"""Forces of one's own."""

from __future__ import annotations

import ctypes
import inspect
import sys
from typing import Any, Callable, Sequence, Union, overload

from . import _floc
from ._error import Error, word

# What a force may ask for by the name of a parameter, beside the first ones.
_arrays = ("mass", "radius", "group", "id", "orientation", "spin", "inertia", "shape")


def _arguments(function: Callable[..., Any], first: Sequence[str], what: str) -> list[str]:
    """What the function is called with, in order: the first parameters by place, others by name."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return list(first)
    if any(p.kind is p.VAR_POSITIONAL for p in parameters):
        return list(first)
    needed = [p for p in parameters if p.kind is not p.VAR_KEYWORD]
    if any(p.kind is p.KEYWORD_ONLY and p.default is p.empty for p in needed):
        raise Error(f"{what}: its parameters must not be keyword-only")
    needed = [p for p in needed if p.kind is not p.KEYWORD_ONLY]
    required = [p for p in needed if p.default is p.empty]
    if len(required) < len(first) and len(needed) < len(first):
        raise Error(f"{what}: it takes {len(needed)} arguments, and is called with {', '.join(first)}")
    names = list(first)
    known = ("h", *_arrays, *(("v",) if "v" not in first else ()))
    for parameter in needed[len(first):]:
        if parameter.name in known:
            names.append(parameter.name)
        elif parameter.default is parameter.empty:
            raise Error(f"{what}: it has no argument \"{parameter.name}\"; beside {', '.join(first)} there are "
                        f"{', '.join(known)}")
        else:
            break
    return names


class Force:
    """A force that acts on the bodies of a simulation: see `force`."""

    def __init__(self, function: Callable[..., Any], energy: Callable[..., Any] | None = None,
                 name: str | None = None) -> None:
        self.function = function
        self.energy = energy
        if energy is not None and not callable(energy):
            raise Error(f"the energy of a force is a function, not {energy!r}")
        self.name = word(name, "the name of a force") if name is not None else str(getattr(function, "__name__", type(function).__name__))
        self.__module__ = getattr(function, "__module__", None) or __name__  # where pickle looks for it
        what = f"force \"{self.name}\""
        self._address = 0
        if isinstance(function, ctypes._CFuncPtr):  # type: ignore[attr-defined]
            self._address = ctypes.cast(function, ctypes.c_void_p).value or 0
        elif isinstance(getattr(function, "address", None), int):  # numba.cfunc
            self._address = int(function.address)  # type: ignore[attr-defined]
        elif not callable(function):
            raise Error(f"{what}: {function!r} is no function")
        self._parameters = [] if self._address else _arguments(function, ("t", "x", "v", "out"), what)
        self._energy_parameters = _arguments(energy, ("t", "x"), f"the energy of {what}") if energy else []

    def _make(self) -> Any:
        return _floc.Force(self.name, self.function, self._parameters, self._address, self.energy, self._energy_parameters)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.function(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<floc.Force {self.name!r}>"

    def __reduce__(self) -> Any:
        # A function under a decorator is pickled by the name that stands for the force.
        name, module = getattr(self.function, "__qualname__", ""), getattr(self.function, "__module__", "")
        found: Any = sys.modules.get(module)
        for part in name.split("."):
            found = getattr(found, part, None)
        return name if found is self else (Force, (self.function, self.energy, self.name))


@overload
def force(function: Callable[..., Any], *, energy: Callable[..., Any] | None = None, name: str | None = None) -> Force: ...


@overload
def force(function: None = None, *, energy: Callable[..., Any] | None = None,
          name: str | None = None) -> Callable[[Callable[..., Any]], Force]: ...


def force(function: Callable[..., Any] | None = None, *, energy: Callable[..., Any] | None = None,
          name: str | None = None) -> Any:
    """Makes a force of a function `f(t, x, v, out)`, for `Simulation(scene, forces=[f])`.

    >>> @force(energy=lambda t, x: .5 * (x**2).sum())
    ... def trap(t, x, v, out):
    ...     out -= x

    x and v are N × d arrays, not to be written and not to be kept; `out` is full of zeros and receives the forces, or they are
    returned. Parameters behind these have the arrays of their names: mass, radius, group, id, orientation, spin, inertia, shape;
    h is the length of the step. `energy(t, x)` gives the potential energy for the reports.

    A function of C is called without Python's lock: `void f(double t, int64_t n, int64_t d, const double* x, const double* v,
    double* out)`, as a function of ctypes, or by `numba.cfunc(floc.force_signature())`.

    What a force raises arrives where `step` or `run` was called, and the state is that before the step. What its energy raises,
    which is asked for after the step, leaves the step made.
    """
    if function is None:
        return lambda f: Force(f, energy, name)
    return Force(function, energy, name)


def force_signature() -> Any:
    """The signature of a force for `numba.cfunc`."""
    from numba import types

    number = types.CPointer(types.double)
    return types.void(types.double, types.int64, types.int64, number, number, number)


ForceLike = Union[Force, Callable[..., Any]]


def forces_of(forces: Sequence[ForceLike]) -> list[Force]:
    """Forces, where functions alone do as well."""
    if isinstance(forces, (Force, str)) or callable(forces) or not hasattr(forces, "__iter__"):
        raise Error("forces is a list: forces=[…]")
    return [f if isinstance(f, Force) else Force(f) for f in forces]
