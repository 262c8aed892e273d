"""The types of the package and of its examples, and that the examples run."""

import subprocess
import sys

import pytest

from conftest import source

EXAMPLES = sorted(source.glob("python/examples/*.py"))


def test_types_are_strict_in_the_package_and_its_examples(tmp_path):
    api = pytest.importorskip("mypy.api", reason="mypy is not installed")
    shown, wrong, status = api.run(["--strict", "--config-file", str(source / "pyproject.toml"), "--cache-dir", str(tmp_path),
                                    str(source / "python/src/floc"), *map(str, EXAMPLES)])
    assert status == 0, shown + wrong


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_run(example, tmp_path):
    done = subprocess.run([sys.executable, example], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
