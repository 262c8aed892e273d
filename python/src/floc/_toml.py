"""Values of Python as TOML."""

from __future__ import annotations

import json
import os
from typing import Any, Mapping

from ._error import Error, word


def text(value: Any) -> str:
    """One value, on one line."""
    if hasattr(value, "tolist"):  # numpy
        value = value.tolist()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if isinstance(value, str):
        if not value.isprintable() and any("\ud800" <= c <= "\udfff" for c in value):
            raise Error(f"{value!r} is no text: it has a half of a character")
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(text(v) for v in value) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(str(k))} = {text(v)}" for k, v in value.items()) + "}"
    raise Error(f"{type(value).__name__} is no value of a scene: numbers, strings, lists, dictionaries and arrays are")


def overrides(changes: Mapping[str, Any] | None) -> list[str]:
    """`{"time.end": 2}` as the program's `--set` has it."""
    if changes is None:
        return []
    if not isinstance(changes, Mapping):
        raise Error(f"changes are a dictionary, {{\"time.end\": 2}}, not {changes!r}")
    settings = []
    for key, value in changes.items():
        try:
            settings.append(f"{word(key, 'the path of a key')}={text(value)}")
        except Error as error:
            raise Error(f"set {key}: {error}") if isinstance(key, str) else error from None
    return settings
