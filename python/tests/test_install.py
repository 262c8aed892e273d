"""pip installs the package, without a network; recipes of other packages."""

import ast
import os
import re
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


def test_the_recipes_of_packages_can_be_read_and_agree_on_what_the_project_stands_on():
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    conda = yaml.safe_load((source / "packaging/conda/recipe.yaml").read_text())
    host = {name.replace("_", "-") for name in conda["requirements"]["host"]}
    spack = ast.parse((source / "packaging/spack/package.py").read_text())
    named = {re.match(r"[a-z0-9-]+", call.args[0].value)[0] for call in ast.walk(spack)
             if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "depends_on"}
    assert {"fmt", "muparser", "cairo", "fftw", "hdf5", "suitesparse"} <= host
    assert host - {"python", "pybind11", "zlib", "suitesparse"} <= named and {"py-pybind11", "zlib-api", "suite-sparse"} <= named
    imported = {alias.name for line in spack.body if isinstance(line, ast.ImportFrom) for alias in line.names}
    bases = {base.id for entry in spack.body if isinstance(entry, ast.ClassDef) for base in entry.bases}
    assert bases | {"generator"} <= imported  # since Spack 1.0 build systems do not come with spack.package
    version = re.search(r"VERSION (\d+\.\d+\.\d+)", (source / "CMakeLists.txt").read_text())[1]
    assert conda["context"]["version"] == version and f'version("{version}")' in ast.unparse(spack).replace("'", '"')
    lines = (source / "packaging/Dockerfile").read_text().replace("\\\n", " ").splitlines()
    assert {line.split()[0] for line in lines if line and line[0] not in "# "} == {"FROM", "RUN", "COPY", "WORKDIR", "ENTRYPOINT", "CMD"}


def test_the_workflow_runs_what_is_there():
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    jobs = yaml.safe_load((source / ".github/workflows/ci.yml").read_text())["jobs"]
    commands = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    targets = set(re.findall(r"^([a-z0-9-]+):", (source / "Makefile").read_text(), re.M))
    made = {target for command in commands for target in re.findall(r"^make ([a-z-]+)$", command, re.M)}
    assert {"deb", "site", "site-test", "web-test"} <= made <= targets
    said = "\n".join(commands)
    assert ".ci/run" in said and "pip install ." in said and "docker build -f packaging/Dockerfile" in said
    for path in re.findall(r"(?<![\w/])((?:packaging|python|\.ci)/[\w./-]+)", said):
        assert (source / path).exists(), path
    assert all(0 < job["timeout-minutes"] <= 120 for job in jobs.values())
