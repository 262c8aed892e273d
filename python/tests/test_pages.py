"""What the pages say can be done is done: commands of the shell, scenes to save, code. And what they only show is right: tables of
scenes are known to the program, and so are the commands and their options."""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tomllib

import pytest

import floc
from conftest import few_steps, grains, program, source
from pages import blocks

RUN = ["docs/tutorial.md", "docs/howto/drum.md", "docs/howto/own_particles.md", "docs/howto/shaken_box.md", "docs/howto/sweep.md",
       "docs/howto/force_by_group.md", "docs/howto/restart.md", "docs/howto/stop.md", "docs/howto/servo.md", "docs/howto/regions.md"]
PAGES = sorted(str(p.relative_to(source)) for p in
               [*source.glob("*.md"), *(p for folder in ("docs", "scenes", "packaging", "benchmarks", "src") for p in (source / folder).rglob("*.md"))])


@pytest.mark.parametrize("page", RUN)
def test_what_a_page_says_can_be_done(page, tmp_path):
    own = tmp_path / ".bin"  # where python3 is the one that runs the tests
    own.mkdir()
    (own / "python3").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (own / "python3").chmod(0o755)
    path = os.pathsep.join([str(own), str(pathlib.Path(program).parent), os.environ["PATH"]])
    do(page, tmp_path, {**os.environ, "PATH": path, "PYTHONDONTWRITEBYTECODE": "1"})


# Pages that show commands with runs of other scenes: these commands are run as they stand, and the runs end soon.
SHOWN = ["README.md", "docs/howto/command.md", "docs/howto/export.md", "docs/howto/measure.md", "docs/howto/pictures.md",
         "docs/howto/run.md", "docs/howto/view.md", "docs/reference/formats.md", "docs/site/index.md"]
FLOC = """#!/bin/sh
case "$*" in
  *--serve*) exit ;;  # waits for a browser: tests/app/serve_test.cpp
  "run scenes/"*) while read -r setting; do set -- "$@" --set "$setting"; done < "$2.settings"; exec {program} "$@" --overwrite ;;
  run*) exec {program} "$@" --overwrite ;;
  *) exec {program} "$@" ;;
esac
"""
STUB = """#!/bin/sh
for file; do test "$file" = -l -o "$file" = - -o -e "$file" || exit 1; done
"""


MAKE = f"""#!/bin/sh
for target; do grep -q "^$target:" {source}/Makefile || exit 1; done
"""


def copy_scene(name, top, settings_of):
    """The folder of a scene of the gallery, whose scenes `floc run` shortens there."""
    (top / "scenes" / name).mkdir(parents=True)
    for file in (source / "scenes" / name).iterdir():
        (top / "scenes" / name / file.name).symlink_to(file)
        if file.suffix == ".toml" and file.name != "expected.toml":
            (top / "scenes" / name / f"{file.name}.settings").write_text("".join(f"{s}\n" for s in floc._toml.overrides(settings_of(file))))


def programs(top):
    """What the pages call, and the environment that finds it."""
    (top / "bin").mkdir()
    for name, text in {"floc": FLOC.format(program=program), "make": MAKE, "paraview": STUB, "xdg-open": STUB, "man": STUB}.items():
        (top / "bin" / name).write_text(text)
        (top / "bin" / name).chmod(0o755)
    return {**os.environ, "PATH": os.pathsep.join([str(top / "bin"), os.environ["PATH"]]), "PYTHONDONTWRITEBYTECODE": "1"}


def do(page, folder, environment):
    done = subprocess.run([sys.executable, str(source / "python/tests/pages.py"), str(source / page)], cwd=folder, env=environment,
                          capture_output=True, text=True)
    assert done.returncode == 0, f"{page}: " + done.stdout[-2000:] + done.stderr[-4000:]


def test_the_commands_of_every_page_of_the_gallery_can_be_run(tmp_path):
    """As they stand, of a few steps; pictures at times that are not reached show the last one."""
    environment = programs(tmp_path)
    pages = sorted((source / "scenes").glob("*/README.md"))
    for page in pages:
        told = "".join(content for what, language, content in blocks(page.read_text()) if what == "run" and language == "sh")
        assert f"floc run scenes/{page.parent.name}/" in told and told.count("\nfloc ") + 1 == len(re.findall(r"^floc ", page.read_text(), re.M)), page
        copy_scene(page.parent.name, tmp_path, few_steps)
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for done in [pool.submit(do, page, tmp_path, {**environment, "OMP_NUM_THREADS": "1"}) for page in pages]:
            done.result()
    drawn = {page.parent.name for page in pages if "floc picture" in page.read_text()}
    assert len(pages) > 50 and len([*tmp_path.glob("*.png"), *tmp_path.glob("out/*/*.png")]) > len(drawn) > 45


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """A folder with the scenes and the runs that pages speak of, small, and the programs that they call."""
    top = tmp_path_factory.mktemp("shown")
    programs(top)
    (top / "build/release").mkdir(parents=True)
    (top / "build/release/floc").symlink_to(top / "bin/floc")
    for name, end in {"funnel": .25, "falling-disc": .005, "drum": .01, "aggregation": .1}.items():
        copy_scene(name, top, lambda _: {"time.end": end})
    discs = dict(time=dict(step=2e-3, end=.02), particles=[dict(kind="random", count=20, low=[0, 0], high=[1, .3], radius=.02)])
    first = floc.Scene(grains(**discs))
    longer = first.changed({"time.end": 1.6, "output.every": .1})
    for name, scene in {"scene": first, "first": first, "wheel": longer}.items():
        (top / f"{name}.toml").write_text(scene.to_toml())
    crowd = floc.Scene.read(source / "scenes/crowd/scene.toml", set={"time.end": 1})
    bed = floc.Scene(scene=dict(dimension=3), time=dict(step=2e-3, end=.01),
                     particles=[dict(kind="lattice", counts=[3, 3, 3], origin=[0, 0, 0], spacing=.1, radius=.04)])
    falling = floc.Scene.read(source / "scenes/falling-disc/scene.toml", set={"time.end": .005})
    runs = {"first": first, "settled": longer, "smooth": first, "rough": first, "bed": bed, "crowd": crowd, "falling-disc": falling,
            "funnel": floc.Scene.read(source / "scenes/funnel/scene.toml", set={"time.end": .25}),
            "aggregation": floc.Scene.read(source / "scenes/aggregation/scene.toml", set={"time.end": .1, "output.every": .02})}
    for name, scene in runs.items():
        run = floc.Simulation(scene).record(top / "out" / name).run()
        if name in ("funnel", "aggregation"):
            run.export("csv")
        run.close()
    return top


@pytest.mark.parametrize("page", SHOWN)
def test_the_commands_that_a_page_shows_can_be_run(page, shown, tmp_path):
    shutil.copytree(shown, tmp_path, symlinks=True, dirs_exist_ok=True)
    for recorded in re.findall(r'\.record\("([^"]+)"', (source / page).read_text()):
        shutil.rmtree(tmp_path / recorded, ignore_errors=True)
    path = os.pathsep.join([str(shown / "bin"), os.environ["PATH"]])
    do(page, tmp_path, {**os.environ, "PATH": path, "PYTHONDONTWRITEBYTECODE": "1"})


# What is run elsewhere: test_docs.py, and the building of the project itself.
ELSEWHERE = ["benchmarks/README.md", "docs/howto/python.md", "docs/howto/python_forces.md", "docs/howto/build.md", "docs/site/api/python.md"]


def test_no_page_with_commands_or_code_of_python_is_left_out():
    with_some = {page for page in PAGES for what, language, content in blocks((source / page).read_text())
                 if what == "run" and (language in ("sh", "python") or language == "" and re.search("^floc ", content, re.M))}
    assert {page for page in with_some if not page.startswith("scenes/")} == {*RUN, *SHOWN, *ELSEWHERE}


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


# "Bytes per contact", and not "bytes a contact": one unit, or what is counted, over another.
COUNTED = ("mass|force|work|momentum|bytes?|[kM]?B|ns|µs|ms|s|(?:nano|micro|milli)?seconds|steps|pictures|frames|iterations|projections|sweeps|"
           "rows|contacts|numbers?|values?|lines?|one|people|particles|bodies|grains|minimum|points|passes|moment|picture time|[0-9]+")
OVER = ("volume|area|second|minute|step|frame|picture|body|particle|sphere|disc|grain|contact|row|pair|iteration|projection|pass|node|processor|"
        "direction|joint|cell|core|thread|column|period|neighbour")
PER = re.compile(rf"\b(?:{COUNTED}) an? (?:{OVER})\b(?! (?:may|has|takes?|is|was|can|costs?|grows|follows|feels|needs|that)\b)")


def test_pages_help_and_notebooks_say_per_and_separated_by():
    assert PER.search("80 bytes a contact and step") and PER.search("mass a volume") and PER.search("4.4 a second")
    assert not PER.search("80 bytes per contact") and not PER.search("iterations a projection may take") and not PER.search("once a step")
    texts = {page: (source / page).read_text() for page in PAGES}
    texts |= {str(p.relative_to(source)): p.read_text() for p in (source / "python/notebooks").glob("*.ipynb")}
    commands = re.findall(r"^  ([a-z-]+) ", subprocess.run([program, "--help"], capture_output=True, text=True).stdout, re.M)
    assert {"run", "picture", "view"} <= set(commands)
    texts |= {f"floc {c} --help": subprocess.run([program, c, "--help"], capture_output=True, text=True).stdout for c in commands}
    wrong = [f"{name}: {found[0]}" for name, text in texts.items() for found in re.finditer(rf"{PER.pattern}|\bparted by\b", " ".join(text.split()))]
    assert not wrong, "\n".join(wrong)


def test_what_is_made_and_called_by_the_pages_exists():
    """Targets of make, scripts of ours with their options, files that are named."""
    targets, wrong = re.findall(r"^([a-z0-9-]+):", (source / "Makefile").read_text(), re.M), []
    for page in PAGES:
        text = (source / page).read_text()
        fences = "\n".join(content for what, language, content in blocks(text) if what == "run" and language in ("", "sh"))
        inline = "\n".join(re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)))
        told = fences + "\n" + inline
        wrong += [f"{page}: make {t}" for t in re.findall(r"^make ([a-z0-9-]+)", told, re.M) if t not in targets]
        for script, rest in re.findall(r"^((?:benchmarks|tools|packaging|\.ci)/[\w./-]+)([^#\n]*)", told, re.M):
            if not (source / script).exists():
                wrong.append(f"{page}: {script}")
            elif (source / script).is_file() and "python" in (source / script).read_text(errors="replace").split("\n")[0]:
                shown = subprocess.run([sys.executable, source / script, "--help"], capture_output=True, text=True).stdout
                wrong += [f"{page}: {script} {option}" for option in re.findall(r"(?<!\S)--[a-z-]+", rest) if option not in shown]
    assert not wrong, "\n".join(wrong)


def test_files_that_the_pages_name_exist():
    """Paths from the top, and rooms of src/ without it."""
    rooms = "|".join(p.name for p in (source / "src").iterdir() if p.is_dir())
    folders = "src|tests|docs|examples|benchmarks|tools|python|scenes|cmake|packaging|web"
    wrong = []
    for page in PAGES:
        text = re.sub(r"^```.*?^```", "", (source / page).read_text(), flags=re.M | re.S)
        wrong += [f"{page}: {path}" for path in re.findall(rf"`((?:{folders})/[\w./-]*)`", text) if not (source / path).exists()]
        wrong += [f"{page}: {path}" for path in re.findall(rf"`((?:{rooms})/[\w./-]+\.[ch]pp)`", text)
                  if not (source / "src" / path).exists()]
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
        lines += re.findall(r"`(floc [a-z-]+ [^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S))
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


def test_the_code_of_cpp_on_the_page_of_extending_is_that_of_the_sources(tmp_path):
    """The parameters and keys stand in tests/extend as they are, the line of a registry stands there for others, the program compiles."""
    parameters, keys, line, own_program = (content for _, language, content in blocks((source / "docs/howto/extend.md").read_text()) if language == "cpp")
    assert parameters in (source / "tests/extend/dipole.hpp").read_text() and keys in (source / "tests/extend/dipole.cpp").read_text()
    assert line.split("//")[0].strip().replace("Dipole", "Gravity") in (source / "src/forces/registry.cpp").read_text()
    compiler = shutil.which("c++")
    if not compiler:
        pytest.skip("there is no compiler of C++")
    (tmp_path / "own.cpp").write_text(f'#include "extend/dipole.hpp"\n#include "floc.hpp"\nusing namespace floc;\nvoid own(int threads) {{\n{own_program}}}\n')
    paths = [f"-I{folder}" for folder in (source / "src", source / "tests", pathlib.Path(program).parent / "include")]
    subprocess.run([compiler, "-std=c++20", "-fsyntax-only", *paths, tmp_path / "own.cpp"], check=True)


FLOOR = dict(obstacles=[dict(kind="half-space", point=[0, 0], normal=[0, 1])], forces=dict(gravity=[0, -9.81]))
WRITTEN = {
    "discs, some with shapes, in stages": dict(
        scene=dict(dimension=2), time=dict(step=2e-3, end=.01), domain=dict(periodic=["x"], low=[0, 0], high=[1, 1]), **FLOOR,
        friction=dict(coefficient=.3), output=dict(every=.004), stages=[dict(name="a", duration=.004), dict(name="b")],
        particles=[dict(kind="random", count=8, low=[0, 0], high=[1, .3], radius=.03, shape=dict(kind="ellipsoid", axes=[2, 1])),
                   dict(kind="pour", count=3, rate=500, low=[0, .6], high=[1, .9], radius=.02)]),
    "shapes and joints in space": dict(
        scene=dict(dimension=3), time=dict(step=2e-3, end=.01), forces=dict(gravity=[0, 0, -9.81]), friction=dict(coefficient=.3),
        obstacles=[dict(kind="half-space", point=[0, 0, 0], normal=[0, 0, 1])], output=dict(every=.004),
        particles=[dict(kind="lattice", origin=[0, 0, .1], counts=[2, 1, 1], spacing=.2, radius=.05, shape=dict(kind="box", sides=[3, 2, 1])),
                   dict(kind="lattice", origin=[0, 1, .05], counts=[2, 1, 1], spacing=.1, radius=.05)],
        joints=[dict(kind="ball", pairs=[[2, 3]], break_force=1e6)]),
    "gluey contacts, and bonds": dict(
        scene=dict(dimension=2), time=dict(step=2e-3, end=.01), **FLOOR, contact=dict(law="gluey", gamma_min=-10), output=dict(every=.004),
        particles=[dict(kind="lattice", origin=[0, .05], counts=[3, 2], spacing=.1, radius=.05)], bonds=[dict(pairs=[[0, 1]])]),
    "shapes that rub in the plane": dict(
        scene=dict(dimension=2), time=dict(step=2e-3, end=.01), **FLOOR, friction=dict(coefficient=.3, rolling=.1, twisting=.1),
        output=dict(every=.004), particles=[dict(kind="lattice", origin=[0, .05], counts=[3, 2], spacing=.1, radius=.05)]),
    "bridges of liquid": dict(
        scene=dict(dimension=2), time=dict(step=2e-3, end=.01), output=dict(every=.004),
        particles=[dict(kind="lattice", origin=[0, .05], counts=[3, 1], spacing=.1, radius=.05, density=1000)],
        forces=dict(capillary=[dict(surface_tension=.07, angle=0, volume=1e-4)])),
    "a fluid": dict(
        scene=dict(dimension=2), time=dict(step=2e-3, end=.01), forces=dict(gravity=[0, -9.81]), output=dict(every=.004, flow_every=1),
        fluid=dict(low=[0, 0], high=[1, 1], viscosity=1., density=1000., cell=1 / 40),
        obstacles=[dict(name="box", kind="box", side="inside", low=[0, 0], high=[1, 1]),
                   dict(name="post", kind="sphere", centre=[.2, .2], radius=.1)],
        particles=[dict(kind="lattice", origin=[.5, .5], counts=[2, 1], spacing=.3, radius=.1, density=2000)]),
    "a piston, and who leaves": dict(
        scene=dict(dimension=2), time=dict(step=2e-3, end=.05), output=dict(every=.01),
        obstacles=[dict(kind="half-space", point=[0, 2], normal=[0, -1], motion=dict(kind="servo", force=500)),
                   dict(kind="half-space", point=[0, -1], normal=[0, 1], motion=dict(kind="servo", force=500))],
        removals=[dict(name="out", kind="half-space", point=[.5, 0], normal=[1, 0])],
        particles=[dict(kind="lattice", origin=[0, 1], counts=[3, 1], spacing=.2, radius=.05, velocity=[5, 0])]),
}


def names_of_formats(section=""):
    """What the page of formats names, or one section of it."""
    text = (source / "docs/reference/formats.md").read_text()
    if section:
        text = re.split(rf"^## {re.escape(section)}$", text, flags=re.M)[1].split("\n## ")[0]
    return set(re.findall(r"`([^`]+)`", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)))


def datasets(file):
    h5py = pytest.importorskip("h5py")
    names = []
    with h5py.File(file) as opened:
        opened.visititems(lambda name, item: names.append(name) if isinstance(item, h5py.Dataset) else None)
    return names


def attributes(file):
    h5py = pytest.importorskip("h5py")
    with h5py.File(file) as opened:
        names = set(opened.attrs)
        opened.visititems(lambda name, item: names.update(item.attrs))
    return names


def general(column):
    """A column of steps.csv as the page has it: the first of its kind."""
    for one, other in ((r"^seconds_\w+", "seconds_feed"), (r"^wall\d+_", "wall1_"), (r"^(body|obstacle)\d+_", r"\g<1>0_"),
                       (r"^(lower|upper)_[xyz]_fluid", "lower_x_fluid"), (r"_[xyz]{2}$", "_xx"), (r"_[xyz]$", "_x"),
                       (r"_torque_x$", "_torque")):
        column = re.sub(one, other, column)
    return column


@pytest.mark.parametrize("what", WRITTEN)
def test_every_array_and_column_of_a_run_is_on_the_page_of_formats(what, tmp_path):
    words, folder = names_of_formats(), tmp_path / "run"
    run = floc.Simulation(floc.Scene(WRITTEN[what]), threads=1).record(folder, overwrite=True).run()
    csv = [pathlib.Path(file) for file in run.export("csv", tmp_path / "csv")]
    run.close()
    missing = []
    names = datasets(folder / "trajectory.h5")
    for name in names:
        known = re.sub(r"^particles/all/(?:\w+|box/edges)/(step|time)$", r"particles/all/*/\1", name)
        known = known.removesuffix("/value") if known.endswith("id/value") else known
        if known not in words and not known.startswith("h5md"):
            missing.append(name)
    tables = {name: (folder / name).read_text().split("\n")[0].split(",") for name in ("steps.csv", "exits.csv") if (folder / name).exists()}
    missing += [f"{name}: {column}" for name, columns in tables.items() for column in columns if general(column) not in words]
    missing += [f"summary.json: {key}" for key in floc.Run.open(folder).summary if key not in words]
    known = names_of_formats("checkpoint.h5") | names_of_formats("summary.json")
    missing += [f"checkpoint.h5: {name}" for name in datasets(folder / "checkpoint.h5")
                if re.sub(r"_[xyz]$", "_x", re.sub(r"memory/\d+/", "memory/0/", name)) not in known]
    missing += [f"checkpoint.h5: {name}" for name in attributes(folder / "checkpoint.h5") if name not in known]
    known = names_of_formats("Exported tables")
    missing += [f"{file.name}: {column}" for file in csv for column in file.read_text().split("\n")[0].split(",") if column not in known]
    missing += [f"a file: {file.name}" for file in folder.iterdir() if file.is_file() and file.name not in words]
    assert not missing, missing
    has = {"shapes and joints in space": "floc/joints/broken", "gluey contacts, and bonds": "connectivity/bonds",
           "shapes that rub in the plane": "floc/contacts/tangential", "bridges of liquid": "floc/bridges/first", "a fluid": "floc/flow/vorticity",
           "discs, some with shapes, in stages": "particles/all/box/edges/value", "a piston, and who leaves": "floc/obstacles/pose"}
    assert has[what] in names  # so that this run shows what it is here for


def test_every_array_of_a_projection_is_on_the_page_of_formats(tmp_path):
    known = names_of_formats("Problem files")
    for what in ("discs, some with shapes, in stages", "gluey contacts, and bonds", "shapes that rub in the plane"):
        folder = tmp_path / what.replace(" ", "-")
        floc.Simulation(floc.Scene({**FLOOR, **WRITTEN[what]}), threads=1).record(folder).run().close()
        subprocess.run([program, "dump-problem", folder, "--step", "4", "-o", folder / "own.h5"], check=True)
        assert not set(datasets(folder / "own.h5")) - known and not attributes(folder / "own.h5") - known
        if what.startswith("discs"):
            subprocess.run([program, "dump-problem", folder, "--step", "4", "--fclib", "-o", folder / "fclib.h5"], check=True)
            assert set(datasets(folder / "fclib.h5")) == {name for name in known if name.startswith("fclib_global/")}
    arrays = {name for name in known if "/" not in name} & set(datasets(tmp_path / "shapes-that-rub-in-the-plane/own.h5"))
    assert {"friction", "rolling", "tangential_guess", "inverse_inertia", "guess"} <= arrays


def test_what_was_changed_on_the_way_is_in_the_checkpoint_and_on_the_page(tmp_path):
    with floc.Simulation(floc.Scene(grains()), threads=1).record(tmp_path / "run") as recording:
        recording.simulation.run(until=.01)
    subprocess.run([program, "resume", tmp_path / "run", "--set", "time.end=0.02", "-q"], check=True)
    changes = {name for name in datasets(tmp_path / "run/checkpoint.h5") if name.startswith("changes/")}
    assert changes and changes == {name for name in names_of_formats("checkpoint.h5") if name.startswith("changes/")}


def rows_of_formats(section):
    """The tables of a section whose first cell names a file or a measurement: its columns."""
    text = (source / "docs/reference/formats.md").read_text()
    text = re.split(rf"^## {re.escape(section)}$", text, flags=re.M)[1].split("\n## ")[0]
    columns = {}
    for row in re.findall(r"^\| `[^`]+` \| `.*$", text, re.M):
        cells = row.split("|")
        columns.setdefault(cells[1].strip(" `"), set()).update(re.findall(r"`([^`]+)`", cells[2]))
    return columns


@pytest.mark.parametrize("what", ["discs, some with shapes, in stages", "shapes and joints in space", "a fluid"])
def test_every_column_of_a_measurement_is_on_the_page_of_formats_and_no_other(what, tmp_path):
    scene = {**WRITTEN[what], "groups": [dict(name="a"), dict(name="b")]}
    run = floc.Simulation(floc.Scene(scene), threads=1).record(tmp_path / "run").run()
    told, d = rows_of_formats("measure"), run.dimension
    listed = re.findall(r"^  (\w+) .*\[", subprocess.run([program, "measure", "--help"], capture_output=True, text=True).stdout.split("Measurements:")[1].split("Examples:")[0], re.M)
    assert {name for name in told if "." not in name} == set(listed) - {"coagulation"}
    for name in set(listed) - {"coagulation"}:
        settings = {"flow": dict(point=[0] * d, normal=[1] + [0] * (d - 1)), "probes": dict(probes=[[.5] * d])}.get(name, {})
        columns = run.measure(name, **settings).columns
        assert columns[:2] == ["step", "time"]
        if name == "profile" or name == "flow_profile":
            assert columns[2] in "xyz"
            columns[2] = "x"
        columns = {column if name == "stress" or column in ("x", "y", "z") else re.sub(r"(_|_v|spin)[xyz]$", r"\1x", column) for column in columns[2:]}
        only_in = {2: r"[xyz]?z|\w+(_|spin)x", 3: "vorticity|mean_spin"}[d]  # in the other dimension
        assert columns <= told[name] and all(re.fullmatch(only_in, c) for c in told[name] - columns), (name, columns ^ told[name])


def test_every_column_of_coagulation_is_on_the_page_of_formats(shown, tmp_path):
    subprocess.run([program, "measure", shown / "out/aggregation", "--what", "coagulation", "-o", tmp_path], check=True, capture_output=True)
    kernels = {"constant", "sum", "product", "shear", "diffusion"}
    told = rows_of_formats("measure")
    for file in tmp_path.glob("*.csv"):
        assert set(file.read_text().split("\n")[0].split(",")) - kernels == told[file.name], file.name
    assert len(list(tmp_path.glob("*.csv"))) == 3


def test_what_the_page_of_formats_lists_has_a_unit():
    """Of every array, column and key; – for numbers without one."""
    text, rows = (source / "docs/reference/formats.md").read_text(), 0
    for table in re.findall(r"^\|.*\| unit \|.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.M):
        for row in table.splitlines():
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]]
            unit = cells[-2]
            rows += 1
            assert re.fullmatch(r"(–|length[²³]?|time|mass|energy|force|pressure|velocity|rad|none|s|r̄|radius of the shape|of the law|largest speed|cell|[/·;, ²13])+",
                                unit), row
    assert rows > 180
