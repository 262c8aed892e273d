"""Whether a test may be skipped: never where CI is set."""

import os
import subprocess
import sys

import pytest

from conftest import source

TESTS = {
    "a module that is not there": "def test_it():\n    pytest.importorskip('no_such_module', reason='it is not installed')\n",
    "for a whole file": "pytest.importorskip('no_such_module', reason='it is not installed')\n\n\ndef test_it():\n    pass\n",
    "by a mark": "@pytest.mark.skip(reason='it is not installed')\ndef test_it():\n    pass\n",
}


@pytest.mark.parametrize("ci", ["", "false", "true"])
@pytest.mark.parametrize("how", TESTS)
def test_what_is_skipped_fails_where_ci_is_set(how, ci, tmp_path):
    (tmp_path / "test_it.py").write_text("import pytest\n\n" + TESTS[how])
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "conftest", "test_it.py"], cwd=tmp_path,
                          env={**os.environ, "CI": ci, "PYTHONPATH": os.pathsep.join([os.environ.get("PYTHONPATH", ""),
                                                                                   str(source / "python/tests")])},
                          capture_output=True, text=True)
    if ci == "true":
        assert done.returncode != 0 and "it is not installed, and with CI set nothing may be" in done.stdout, done.stdout
    else:
        assert done.returncode in (0, 5) and "1 skipped" in done.stdout, done.stdout + done.stderr
