"""Where the keys of a scene stand in the script that makes it.

A scene is made by a call, `floc.Scene(time=dict(step=…), …)`. The call is looked up in the source of the script, and every
keyword and every key of a dictionary that is written there gets its line and column. What is made elsewhere, in a loop say, has
the place where the call mentions it.
"""

from __future__ import annotations

import ast
import linecache
import os
import sys
from types import FrameType
from typing import Dict, Iterator, Optional, Tuple, Union

Path = Tuple[Union[str, int], ...]
Places = Dict[Path, Tuple[int, int]]


def caller() -> FrameType:
    """The script: what called into the package."""
    frame = sys._getframe(1)
    while frame.f_back is not None and os.path.dirname(frame.f_code.co_filename) == os.path.dirname(__file__):
        frame = frame.f_back
    return frame


def of_call(frame: FrameType) -> tuple[str, Places]:
    """The file of the script, and the places of what the call under way in the frame was given."""
    places: Places = {(): (frame.f_lineno, 0)}
    file = frame.f_code.co_filename
    lines = linecache.getlines(file, frame.f_globals)
    if lines:
        try:
            tree = ast.parse("".join(lines))
        except (SyntaxError, ValueError):
            return file, places
        call = _call_at(tree, frame)
        if call is not None:
            places[()] = (call.lineno, 0)
            for keyword in call.keywords:
                if keyword.arg is None:
                    _walk(keyword.value, (), places, tree)
                else:
                    _put(keyword, (keyword.arg,), places)
                    _walk(keyword.value, (keyword.arg,), places, tree)
            for argument in call.args[:1]:  # Scene({"time": …})
                _walk(argument, (), places, tree)
    return file, places


def _call_at(tree: ast.AST, frame: FrameType) -> Optional[ast.Call]:
    position = list(frame.f_code.co_positions())[frame.f_lasti // 2]
    line, end_line, column, end_column = position
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset) == (
                line, column, end_line, end_column):
            return node
    return None


def _put(node: Union[ast.expr, ast.keyword], path: Path, places: Places) -> None:
    places.setdefault(path, (node.lineno, node.col_offset + 1))


def _entries(node: ast.expr) -> Iterator[tuple[str, Union[ast.expr, ast.keyword], ast.expr]]:
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value, key, value
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "dict":
        for keyword in node.keywords:
            if keyword.arg is not None:
                yield keyword.arg, keyword, keyword.value


def _walk(node: ast.expr, path: Path, places: Places, tree: ast.AST) -> None:
    if isinstance(node, ast.Name):  # what was last put under that name before
        before = [a for a in ast.walk(tree) if isinstance(a, ast.Assign) and a.lineno < node.lineno
                  and any(isinstance(t, ast.Name) and t.id == node.id for t in a.targets)]
        if before:
            _walk(max(before, key=lambda a: a.lineno).value, path, places, tree)
        return
    for name, key, value in _entries(node):
        _put(key, path + (name,), places)
        _walk(value, path + (name,), places, tree)
    if isinstance(node, (ast.List, ast.Tuple)):
        for k, item in enumerate(node.elts):
            _put(item, path + (k,), places)
            _walk(item, path + (k,), places, tree)
