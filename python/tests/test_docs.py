"""The code of the pages about Python runs, from top to bottom."""

import re
import subprocess
import sys

import pytest

from conftest import source

PAGES = ["docs/howto/python.md", "docs/howto/python_forces.md"]


@pytest.mark.parametrize("page", PAGES)
def test_the_code_of_a_page_runs(page, tmp_path):
    text = (source / page).read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    assert len(blocks) > 2
    if "numba" in text:
        pytest.importorskip("numba", reason="numba is not installed")
    (tmp_path / "script.py").write_text("\n".join(blocks))
    done = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for line in re.findall(r"# script.py:\d+:\d+: (unknown key.*)", text):
        assert line in done.stdout
