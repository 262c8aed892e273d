"""The one exception of the package."""

from __future__ import annotations

from typing import Any, Sequence


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


def number(value: Any, what: str) -> float:
    """The value as a number, or an Error that says what it is for."""
    try:
        return float(value)
    except (TypeError, ValueError):
        raise Error(f"{what} must be a number, not {value!r}") from None
