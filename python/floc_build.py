"""Builds the package with CMake: `pip install .` needs no network, and nothing that Debian 12 lacks (PEP 517).

The build is kept in build/python-<version>, so that a second installation is quick. `--config-settings build-dir=build/release`
takes what was built there (`make python`) instead.
"""

import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

root = pathlib.Path(__file__).resolve().parent.parent
version = re.search(r"project\(floc VERSION ([0-9.]+)", (root / "CMakeLists.txt").read_text()).group(1)


def metadata():
    return f"Metadata-Version: 2.1\nName: floc\nVersion: {version}\nRequires-Python: >=3.11\nRequires-Dist: numpy\n"


def compile_module(build):
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    subprocess.run(["cmake", "-S", root, "-B", build, *generator, "-DCMAKE_BUILD_TYPE=Release", "-DFLOC_PYTHON_PACKAGE=ON",
                    "-DFLOC_TESTS=OFF", f"-DPython3_EXECUTABLE={sys.executable}"], check=True)
    subprocess.run(["cmake", "--build", build, "-j", str(os.cpu_count()), "--target", "_floc"], check=True)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    tag = f"{python}-{python}-{re.sub('[-.]', '_', sysconfig.get_platform())}"
    build = (config_settings or {}).get("build-dir")
    if build is None:
        build = root / "build" / f"python-{python}"
        compile_module(build)
    with tempfile.TemporaryDirectory() as staged:
        subprocess.run(["cmake", "--install", build, "--prefix", staged, "--component", "python", "--strip"], check=True)
        files = {str(p.relative_to(staged)): p.read_bytes() for p in sorted(pathlib.Path(staged).rglob("*")) if p.is_file()}
    info = f"floc-{version}.dist-info"
    files[f"{info}/METADATA"] = metadata().encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: floc\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    record = ""
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(content)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    wheel = f"floc-{version}-{tag}.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return wheel
