"""What the pages say can be done is done: commands of the shell, scenes to save, code. And what they only show is right: tables of
scenes are known to the program, and so are the commands and their options."""

import os
import pathlib
import re
import subprocess
import sys
import tomllib

import pytest

import floc
from conftest import program, source
from pages import blocks

RUN = ["docs/tutorial.md", "docs/howto/drum.md", "docs/howto/own_particles.md", "docs/howto/shaken_box.md", "docs/howto/sweep.md",
       "docs/howto/force_by_group.md", "docs/howto/restart.md"]
PAGES = sorted(str(p.relative_to(source)) for p in
               [source / "README.md", *(source / "docs").rglob("*.md"), *(source / "scenes").rglob("*.md")])


@pytest.mark.parametrize("page", RUN)
def test_what_a_page_says_can_be_done(page, tmp_path):
    own = tmp_path / ".bin"  # where python3 is the one that runs the tests
    own.mkdir()
    (own / "python3").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (own / "python3").chmod(0o755)
    path = os.pathsep.join([str(own), str(pathlib.Path(program).parent), os.environ["PATH"]])
    done = subprocess.run([sys.executable, str(source / "python/tests/pages.py"), str(source / page)], cwd=tmp_path,
                          env={**os.environ, "PATH": path, "PYTHONDONTWRITEBYTECODE": "1"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]


def paths_of(table, before=""):
    """Every key of a table by its path, without the numbers of items."""
    for key, value in table.items():
        yield before + key
        if isinstance(value, dict):
            yield from paths_of(value, before + key + ".")
        elif isinstance(value, list) and value and all(isinstance(v, dict) for v in value):
            for item in value:
                yield from paths_of(item, before + key + ".")


def test_keys_of_the_scenes_on_the_pages_exist():
    known = {key.replace(".0", "") for key in floc._floc.settable_keys()}
    tables = {key[:k] for key in known for k in range(len(key)) if key[k] == "."}
    wrong = []
    for page in PAGES:
        if "site/" in page:
            continue
        for _, language, content in blocks((source / page).read_text()):
            if language != "toml" and not language.endswith(".toml"):
                continue
            try:
                content = re.sub(r"^# or: .*$", "", content, flags=re.M)
                table = tomllib.loads(content)
            except tomllib.TOMLDecodeError as error:
                if "Cannot overwrite" in str(error):  # alternatives, one below the other
                    continue
                wrong.append(f"{page}: {error}:\n{content}")
                continue
            for path in paths_of(table):
                free = re.match(r"constants\.|stages\.set\.|forces\.dipole|floor\.exits", path) or "obstacles." in path and ".set." in path
                if not free and path not in known | tables:
                    wrong.append(f"{page}: {path}")
    assert not wrong, "\n".join(wrong)


def test_commands_of_the_pages_exist():
    helps = {}

    def help_of(command):
        if command not in helps:
            done = subprocess.run([program, command, "--help"], capture_output=True, text=True)
            helps[command] = done.stdout if done.returncode == 0 else None
        return helps[command]

    wrong = []
    for page in PAGES:
        text = (source / page).read_text()
        lines = [line for what, language, content in blocks(text) if what == "run" and language in ("", "sh")
                 for line in content.split("\n")]
        for line in lines:
            line = line.split("#")[0]
            for call in re.findall(r"(?:^|[;&|(]\s*)(?:build/release/)?floc ([a-z-]+)([^|;&)]*)", line):
                command, rest = call
                text = help_of(command)
                if text is None:
                    wrong.append(f"{page}: floc {command}")
                    continue
                for option in re.findall(r"(?<!\S)(--[a-z][a-z-]*|-[a-z])\b", re.sub(r"'[^']*'", "", rest)):
                    if not re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", text):
                        wrong.append(f"{page}: floc {command} {option}")
    assert not wrong, "\n".join(wrong)


def test_every_array_and_column_of_a_run_is_on_the_page_of_formats(tmp_path):
    h5py = pytest.importorskip("h5py")
    text = (source / "docs/reference/formats.md").read_text()
    words = set(re.findall(r"`([^`]+)`", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)))
    scene = floc.Scene(
        scene=dict(dimension=2), time=dict(step=2e-3, end=.01), domain=dict(periodic=["x"], low=[0, 0], high=[1, 1]),
        forces=dict(gravity=[0, -9.81]), friction=dict(coefficient=.3), output=dict(every=.004),
        obstacles=[dict(kind="half-space", point=[0, 0], normal=[0, 1])],
        stages=[dict(name="a", duration=.004), dict(name="b")],
        particles=[dict(kind="random", count=8, low=[0, 0], high=[1, .3], radius=.03, shape=dict(kind="ellipsoid", axes=[2, 1])),
                   dict(kind="pour", count=3, rate=500, low=[0, .6], high=[1, .9], radius=.02)])
    folder = tmp_path / "run"
    floc.Simulation(scene).record(folder, overwrite=True).run()
    missing = []
    with h5py.File(folder / "trajectory.h5") as file:
        names = []
        file.visititems(lambda name, item: names.append(name) if isinstance(item, h5py.Dataset) else None)
    for name in names:
        general = re.sub(r"^particles/all/(?:\w+|box/edges)/(step|time)$", r"particles/all/*/\1", name)
        general = general.removesuffix("/value") if general.endswith("id/value") else general
        if general.startswith(("h5md", "floc/outlines")):
            continue
        if general not in words:
            missing.append(name)
    with open(folder / "steps.csv") as file:
        for column in file.readline().strip().split(","):
            if column not in words and not re.match(r"seconds_|.*_[xyz]$", column):
                missing.append(f"steps.csv: {column}")
    missing += [f"summary.json: {key}" for key in floc.Run.open(folder).summary if key not in words]
    assert not missing, missing
