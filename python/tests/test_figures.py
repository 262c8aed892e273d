"""Figures on the pages are those of the result files of the benchmarks."""

import json
import os
import re
import shutil
import subprocess
import sys

import pytest

from conftest import program, source


def of_peers(part, program, count, what):
    """A figure of the result file: the best of a program's runs of that bed on one thread."""
    rows = [r for r in json.loads((source / "benchmarks/results/bench.json").read_text())["parts"][part]["rows"]
            if r["program"] == program and r["count"] == count and r["threads_allowed"] == 1]
    best = min(rows, key=lambda r: r["seconds_a_simulated_second"])
    return best["seconds_a_simulated_second" if what == "seconds" else "worst_overlap"]


def test_the_peers_of_the_readme_are_those_of_the_result_file():
    rows = re.findall(r"^\| (?:\*\*)?(Floc|LAMMPS|Bullet|Yade)(?:\*\*)? \|(.*)\|$", (source / "README.md").read_text(), re.M)
    assert len(rows) == 4
    for program, cells in rows:
        cells = [float(number[0]) if (number := re.match(r"[\d.e-]+", c.strip(" *").replace(",", ""))) else None
                 for c in cells.split("|")]
        for part, n, (seconds, overlap) in (("peers", 1000, cells[:2]), ("peers", 10000, cells[2:4]), ("peers-friction", 10000, cells[4:])):
            assert seconds == pytest.approx(of_peers(part, program, n, "seconds"), rel=.05), (program, n)
            if overlap is not None:
                assert overlap == pytest.approx(of_peers(part, program, n, "overlap"), rel=.25), (program, n)


def test_the_comparison_with_peers_says_what_the_result_file_does():
    text = (source / "docs/comparison.md").read_text()
    ratio = {(p, n, part): of_peers(part, p, n, "seconds") / of_peers(part, "Floc", n, "seconds")
             for part in ("peers", "peers-friction") for p in ("LAMMPS", "Yade", "Bullet") for n in (1000, 10000)}
    words = {"a ninth": ratio["LAMMPS", 1000, "peers"] / 9, "a twelfth": ratio["LAMMPS", 10000, "peers"] / 12,
             "a sixth with it": ratio["LAMMPS", 10000, "peers-friction"] / 6, "19 times as fast": ratio["Bullet", 10000, "peers"] / 19,
             "8 times with it": ratio["Bullet", 10000, "peers-friction"] / 8, "50 to 120 times": ratio["Yade", 10000, "peers"] / 120,
             "50 to": ratio["Yade", 10000, "peers-friction"] / 50}
    overlap = of_peers("peers", "LAMMPS", 10000, "overlap") / of_peers("peers", "Floc", 10000, "overlap")
    words["at a two-hundredth of its overlap"] = overlap / 200
    for said, part in words.items():
        assert said in text and .93 < part < 1.07, (said, part)


def test_small_figures_and_names_on_pages_are_those_of_their_files():
    def page(path):
        return " ".join((source / path).read_text().split())

    parts = json.loads((source / "benchmarks/results/bench.json").read_text())["parts"]
    picture = {row["spheres"]: row for row in parts["picture"]["spheres"]}[1000000]
    shown = re.search(r"A million spheres at 1200 pixels take ([\d.]+) s of processor time, ([\d.]+) s in perspective", page("docs/howto/pictures.md"))
    for said, how in zip(shown.groups(), ("orthographic", "perspective")):
        assert float(said) == pytest.approx(picture[how]["processor_seconds"], rel=.05)

    ours = [row for row in parts["peers"]["rows"] if row["program"] == "Floc"]
    assert {row["threads_allowed"] for row in parts["peers"]["rows"]} == {1} and {row["step"] for row in ours} == {1e-3, 2e-3, 5e-3}
    told = page("benchmarks/peers/README.md")
    assert "The result file has one thread" in told and "h = 1e-3, 2e-3 and 5e-3 s" in told

    compared = page("docs/comparison.md")
    lammps, floc_itself = re.search(r"On the machine of our result file LAMMPS takes ([\d.]+) s, and Floc ([\d.]+) s at the same step", compared).groups()
    assert float(lammps) == pytest.approx(of_peers("peers", "LAMMPS", 1000, "seconds"), rel=.05)
    same_step = next(row for row in ours if row["count"] == 1000 and row["step"] == 1e-3)
    assert float(floc_itself) == pytest.approx(same_step["seconds_a_simulated_second"], rel=.05)
    for program in ("LAMMPS", "Yade", "SCoPI", "Siconos", "Chrono", "MuJoCo", "Drake", "Bullet"):
        assert f"**{program}" in compared, program

    authors = dict(re.findall(r"family-names: (.*)\n +given-names: (\w)", (source / "CITATION.cff").read_text()))
    for initial, name in re.findall(r"([A-Z])\. ((?:Van )?[A-Z][a-z]+)", page("README.md").split("The model is that of")[1].split("(")[0]):
        assert authors.get(name, authors.get(f"{name}-Lepot")) == initial, name

    beds = [(f"{whole} {kind}", next(bed for bed in parts["gluey"]["beds"] if (bed["dimension"], bed["grains"]) == (d, n)))
            for d, kind in ((2, "discs"), (3, "spheres")) for n, whole in ((1000, "1000"), (10000, "10,000"))]
    for bed, cost in beds:
        cells = re.search(rf"\| {bed} \| 1 \((\d+)\) \| ([\d.]+) \((\d+)\) \| ([\d.]+) \((\d+)\) \|", page("docs/theory/gluey.md"))
        wanted = [cost["inelastic"]["iterations"]] + [cost[law][key] for law in ("smooth", "rough") for key in ("over_inelastic", "iterations")]
        assert [float(c) for c in cells.groups()] == pytest.approx(wanted, rel=.02), bed

    poured = parts["pour-million"]
    assert "with overlaps of up to a thousandth of the radius" in page("README.md") and .5e-3 < poured["worst_overlap"] < 1.1e-3


def test_the_page_of_python_says_what_its_result_file_does():
    text = (source / "docs/howto/python.md").read_text()
    text = " ".join(text[text.index("## What it costs"):].split())
    cost = json.loads((source / "benchmarks/results/python.json").read_text())
    part = json.loads((source / "benchmarks/results/bench.json").read_text())["parts"]["python"]
    assert {key: value for key, value in part.items() if key != "run"} == cost
    for said, key, digits in (("takes {} µs from Python, all included", "step_of_one_body", 1),
                              ("of which {} µs are Python's", "step_beyond_its_stages", 1),
                              ("a view takes {} µs", "view_of_one_body", 1), ("adds {} µs to a step of", "force_in_numpy", 0),
                              ("Its numpy is {} µs", "numpy_in_the_step", 0),
                              ("and {} µs where its arrays are still in the cache", "numpy_alone", 0),
                              ("gravity of the scene adds {} µs", "gravity_of_the_scene", 0)):
        assert said.format(f"{cost[key]:.{digits}f}") in text, (said, cost[key])


def test_the_page_of_the_fluid_has_the_figures_of_its_result_files(tmp_path):
    text = (source / "docs/theory/fluid.md").read_text()
    results = source / "benchmarks/results"
    fluid = source / "benchmarks/peers/fluid.py"
    told = subprocess.run([sys.executable, str(fluid), "--page", str(results / "peers-fluid.json")], capture_output=True, text=True,
                          env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}, check=True)
    assert told.stdout in text
    steps = json.loads((results / "fluid.json").read_text())
    for row in steps["steps"]:
        assert f"| {row['cells']}{'²³'[row['dimension'] - 2]} | {row['bodies']} | {row['ms']:.3g} | {row['poisson_ms']:.2g} | {row['ratio']:.1f} |" in text, row
    for row in steps["mobility"]:
        walls = "walls" if row["walls"] else "periodic"
        assert f"| {row['cells']}³, {walls} | {row['iterations']} | {row['seconds']:.2g} | {row['ratio']:.0f} |" in text, row


def test_floc_and_freefem_solve_the_same_flows(tmp_path):
    """The coarsest meshes of the comparison; of Floc alone where FreeFem++ is not installed."""
    subprocess.run([sys.executable, str(source / "benchmarks/peers/fluid.py"), "--quick", "--floc", program, "--folder", str(tmp_path),
                    "--output", str(tmp_path / "fluid.json")], env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}, check=True)
    rows = json.loads((tmp_path / "fluid.json").read_text())["rows"]
    assert len([r for r in rows if r["program"] == "Floc"]) == 5
    assert len([r for r in rows if r["program"] == "FreeFem++"]) == (8 if shutil.which("FreeFem++") else 0)
    for row in rows:
        assert abs(row["error"]) < .07, row
