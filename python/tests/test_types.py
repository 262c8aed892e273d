"""The types of the package and of its examples, and that the examples run."""

import ast
import os
import re
import subprocess
import sys

import numpy as np
import pytest

import floc

from conftest import source
from floc import _floc

EXAMPLES = sorted(source.glob("python/examples/*.py"))


def test_types_are_strict_in_the_package_and_its_examples(tmp_path):
    api = pytest.importorskip("mypy.api", reason="mypy is not installed")
    shown, wrong, status = api.run(["--strict", "--config-file", str(source / "pyproject.toml"), "--cache-dir", str(tmp_path),
                                    str(source / "python/src/floc"), *map(str, EXAMPLES)])
    assert status == 0, shown + wrong


def stub():
    return ast.parse((source / "python/src/floc/_floc.pyi").read_text())


def test_the_stub_of_the_compiled_module_has_what_the_module_has(tmp_path):
    pytest.importorskip("mypy.stubtest", reason="mypy is not installed")
    package = os.path.dirname(os.path.dirname(_floc.__file__))
    # pybind11's classes have a metaclass of its own, and refuse to be made where the stub has no way to make them.
    (tmp_path / "allowed").write_text("\n".join(rf"floc\._floc\.{item.name}(\.__init__)?" for item in stub().body
                                                if isinstance(item, ast.ClassDef)))
    done = subprocess.run([sys.executable, "-m", "mypy.stubtest", "floc._floc", "--concise", "--ignore-unused-allowlist",
                           "--allowlist", str(tmp_path / "allowed"), "--mypy-config-file", str(source / "pyproject.toml")],
                          cwd=tmp_path, env={**os.environ, "MYPYPATH": package}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def simple(kind):
    """A type in the words of pybind11 or of the stub, as far as both have it: List[float[3]] and list[float] are list."""
    word = re.match(r"(?:floc\._floc\.)?(\w+)", kind)[1]
    return {"List": "list", "Tuple": "tuple", "Dict": "dict", "Any": "object", "Sequence": "list", "numpy": "NDArray"}.get(word, word)


def agree(said, stub):
    return simple(stub) in (simple(said), "object", "Optional") or simple(said) == "object" or simple(stub) == "tuple" and said == "tuple"


def test_the_stub_has_the_types_that_the_module_says():
    """mypy's own test knows no signatures of pybind11, which are in its docstrings."""
    seen, wrong = 0, []

    def compare(name, documented, function, bound):
        nonlocal seen
        # Arguments are separated by ", name: ", results follow the last arrow.
        said = re.match(r"\w*\((.*)\) -> (.*)", documented.strip().split("\n")[0])
        arguments = [kind for _, kind in re.findall(r"(\w+): (.*?)(?=, \w+: |$)", said[1])][bound:]
        ours = [ast.unparse(a.annotation) for a in function.args.args[bound:]]
        seen += 1
        if len(arguments) != len(ours) or not all(map(agree, arguments, ours)) or not agree(said[2], ast.unparse(function.returns)):
            wrong.append(f"{name}: {documented.strip()}, and in the stub ({', '.join(ours)}) -> {ast.unparse(function.returns)}")

    for item in stub().body:
        if isinstance(item, ast.FunctionDef):
            compare(item.name, getattr(_floc, item.name).__doc__, item, 0)
        elif isinstance(item, ast.ClassDef):
            kind = getattr(_floc, item.name)
            for member in item.body:
                if isinstance(member, ast.AnnAssign):
                    getter = vars(kind)[member.target.id].fget
                    assert getter.__doc__.strip().endswith(f"-> {ast.unparse(member.annotation)}"), (item.name, member.target.id)
                elif isinstance(member, ast.FunctionDef):
                    there = vars(kind)[member.name]
                    compare(f"{item.name}.{member.name}", (there.fget if isinstance(there, property) else there).__doc__, member, 1)
    assert seen > 100
    assert not wrong, "\n".join(wrong)


def test_every_public_name_is_on_the_page_of_the_interface_and_has_its_words():
    page = (source / "docs/site/api/python.md").read_text()
    shown = re.findall(r"^\.\. auto(?:class|function|exception):: floc\.(\w+)$", page, re.M)
    assert sorted(shown) == sorted(floc.__all__)
    for name in floc.__all__:
        thing = getattr(floc, name)
        assert thing.__doc__, name
        if isinstance(thing, type) and not issubclass(thing, np.ndarray):
            # A getter of pybind11 begins with its signature.
            bare = [member for member, there in vars(thing).items() if (isinstance(there, property) or callable(there))
                    and not member.startswith("_") and not re.sub(r"^\w*\(.*\) -> .*", "", (there.__doc__ or "").strip())]
            assert not bare, f"{name}: {bare}"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_run(example, tmp_path):
    done = subprocess.run([sys.executable, example], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
