"""pip installs the package, without a network."""

import os
import subprocess
import sys

import pytest

from conftest import program, source


def test_pip_installs_the_package_in_a_virtual_environment_without_network(tmp_path):
    build = os.path.dirname(program)
    if not os.path.exists(os.path.join(build, "CMakeCache.txt")):
        pytest.skip("the program is not in a folder of the build")
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    environment.update(PIP_NO_INDEX="1", PIP_DISABLE_PIP_VERSION_CHECK="1")
    subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", tmp_path / "venv"], check=True)
    python = tmp_path / "venv/bin/python"
    subprocess.run([python, "-m", "pip", "install", "-q", "--config-settings", f"build-dir={build}", source], check=True,
                   env=environment, cwd=tmp_path)
    script = "import floc; print(floc.__file__, floc.__version__)"
    shown = subprocess.run([python, "-c", script], check=True, env=environment, cwd=tmp_path, capture_output=True, text=True).stdout
    assert shown.startswith(str(tmp_path / "venv"))
    subprocess.run([python, "-m", "pip", "uninstall", "-q", "-y", "floc"], check=True, env=environment, cwd=tmp_path)
    assert subprocess.run([python, "-c", "import floc"], env=environment, cwd=tmp_path, capture_output=True).returncode != 0
