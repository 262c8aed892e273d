"""The notebooks run from top to bottom, and are kept without outputs."""

import json

import pytest

from conftest import source

NOTEBOOKS = sorted((source / "python/notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_a_notebook_runs(path, tmp_path, monkeypatch):
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    text = path.read_text()
    if "import numba" in text:
        pytest.importorskip("numba", reason="numba is not installed")
    monkeypatch.delenv("MPLBACKEND", raising=False)
    monkeypatch.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    notebook = nbformat.reads(text, as_version=4)
    nbclient.NotebookClient(notebook, timeout=None, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()


def test_there_are_six_without_outputs():
    assert len(NOTEBOOKS) == 6
    for path in NOTEBOOKS:
        for cell in json.loads(path.read_text())["cells"]:
            assert cell["cell_type"] == "markdown" or (cell["outputs"] == [] and cell["execution_count"] is None), path
