"""The one exception of the package."""

from __future__ import annotations

import operator
import os
import re
from difflib import get_close_matches
from typing import Any, Iterable, Sequence


class Error(RuntimeError):
    """What the package raises when it is handed something it cannot work with: a scene, a file, an array.

    `diagnostics` has every mistake of a scene, each with `file`, `line`, `column` and `message`; it is empty for other errors.
    """

    def __init__(self, message: str, diagnostics: Sequence[Any] = ()) -> None:
        super().__init__(message)
        self.diagnostics = list(diagnostics)

    def __reduce__(self) -> Any:  # diagnostics stay behind: they are in the message
        return type(self), (str(self),)


Error.__module__ = "floc"


# Of the options of the program, what Python calls otherwise.
_arguments = {"colour-range": "range", "orthographic": "perspective=False", "overwrite": "overwrite=True"}


def in_python(error: Error) -> Error:
    """An error of the program, whose options are arguments here."""
    message = re.sub("--set |--([a-z]+(?:-[a-z]+)*)", lambda o: _arguments.get(o[1], o[1].replace("-", "_")) if o[1] else "", str(error))
    return Error(message, error.diagnostics)


def did_you_mean(wrong: str, words: Iterable[str]) -> str:
    """The end of a message: the word that was probably meant, if there is one."""
    near = get_close_matches(wrong, list(words), 1)
    return f"; did you mean \"{near[0]}\"?" if near else ""


def number(value: Any, what: str) -> float:
    """The value as a number, or an Error that says what it is for."""
    try:
        return float(value)
    except (TypeError, ValueError):
        raise Error(f"{what} must be a number, not {value!r}") from None


def count(value: Any, what: str, least: int = 0) -> int:
    """The value as an integer of 32 bits that is not below the least one."""
    try:
        n = operator.index(value)
    except TypeError:
        raise Error(f"{what} must be an integer, not {value!r}") from None
    if not least <= n < 2**31:
        raise Error(f"{what} must be at least {least}, not {n}" if n < least else f"{what} is too large: {n}")
    return n


def word(value: Any, what: str) -> str:
    """The value, which is a string."""
    if not isinstance(value, str):
        raise Error(f"{what} must be a string, not {value!r}")
    return value


def path(value: Any, what: str = "a file or folder") -> str:
    """The value as a path."""
    try:
        return os.fsdecode(value)
    except TypeError:
        raise Error(f"{what} must be a path, not {value!r}") from None
