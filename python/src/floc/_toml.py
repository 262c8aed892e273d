"""Values of Python as TOML."""

from __future__ import annotations

import json
import os
from typing import Any, Mapping

from ._error import Error


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
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(text(v) for v in value) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(str(k))} = {text(v)}" for k, v in value.items()) + "}"
    raise Error(f"{type(value)} is no value of a scene: numbers, strings, lists, dictionaries and arrays are")


def overrides(changes: Mapping[str, Any] | None) -> list[str]:
    """`{"time.end": 2}` as the program's `--set` has it."""
    return [f"{key}={text(value)}" for key, value in (changes or {}).items()]
