#!/usr/bin/env python3
"""Floc and FreeFem++ on the same slow flows: error against time; one table, one result file. See README.md beside this.

  benchmarks/peers/fluid.py --output peers-fluid.json
  benchmarks/peers/fluid.py --page peers-fluid.json      # its table as the page of the fluid has it, and nothing is run

FreeFem++ is skipped when it is not installed. The file is written again after every run.
"""

import argparse
import csv
import json
import math
import os
import random
import re
import shutil
import statistics
import sys

import programs
import run

HERE = os.path.join(programs.HERE, "fluid")
RUNS = 5  # after one that is not counted; what takes long is run less
LONG = 5.0  # s

# Literature, where it has digits enough, and what the finest meshes of FreeFem++ tend to (array); the limits of both
# programs, a thousandth apart (settling).
REFERENCES = {"array, 0.2": 51.527, "array, 0.5": 532.548, "plane, 1": 2.12554, "plane, 0.5": 3.20539,
              "plane, 0.1": 11.4592, "settling": -6.467e-3}
TITLES = {"array, 0.2": "square array of discs, φ = .2, F/μU", "array, 0.5": "φ = .5", "plane, 1": "sphere to a plane, gap of 1 radius",
          "plane, 0.5": ".5 radii", "plane, 0.1": ".1 radii", "settling": "a hundred discs that settle: a step"}
KINDS = ("edges a side, corners on the circle", "edges a side, polygon of the disc's area")
DISCS, RADIUS = 100, 0.06


def places(folder):
    """A hundred discs, each moved from its place on a lattice, for both programs."""
    draw = random.Random(1)
    rows = [(0.1 + 0.2 * (k % 10) + draw.uniform(-0.025, 0.025), 0.1 + 0.2 * (k // 10) + draw.uniform(-0.025, 0.025), RADIUS)
            for k in range(DISCS)]
    for name, head, between in (("start.csv", "x,y,r", ","), ("places.txt", str(DISCS), " ")):
        with open(os.path.join(folder, name), "w") as file:
            file.write(head + "\n" + "".join(between.join(map(repr, row)) + "\n" for row in rows))


# FreeFem++ ---------------------------------------------------------------------------------------------

def freefem_jobs(folder):
    """(case, what counts, how many, arguments of the script)"""
    for solid in (0.2, 0.5):
        for exact in (0, 1):
            for edges in (8, 16, 32, 64):
                yield f"array, {solid}", KINDS[exact], f"{edges}", ["disc_array.edp", solid, edges, exact]
    for gap in (1, 0.5, 0.1):
        for edges in (4, 8, 16, 32):
            yield f"plane, {gap}", "edges a radius, axisymmetric", f"{edges}", ["sphere_plane.edp", gap, edges]
    for edge in (0.04, 0.03, 0.02, 0.015):
        yield "settling", "edges round a disc", f"{2 * math.pi * RADIUS / edge:.0f}", ["settling.edp", os.path.join(folder, "places.txt"), edge]


def run_freefem(folder, case, what, many, arguments):
    command = ["FreeFem++", "-nw", "-ns", os.path.join(HERE, arguments[0])] + [str(a) for a in arguments[1:]]
    log = os.path.join(folder, "freefem.log")

    def once():
        whole = programs.spend(command, log)
        with open(log) as file:
            said = re.search(r"^value (\S+) unknowns (\d+) mesh (\S+) assembly (\S+) solve (\S+)", file.read(), re.M)
        return {"whole": whole, "value": float(said[1]), "unknowns": int(said[2]),
                "parts": [float(said[k]) for k in (3, 4, 5)]}

    done = repeated(once)
    least = min(done, key=lambda r: sum(r["parts"]))
    mesh, assembly, solve = least["parts"]
    return {"program": "FreeFem++", "case": case, "what": what, "many": many, "unknowns": least["unknowns"], "value": least["value"],
            "seconds": mesh + assembly + solve, "mesh": mesh, "assembly": assembly, "solve": solve,
            "whole": statistics.median(r["whole"] for r in done)}


# Floc --------------------------------------------------------------------------------------------------

def floc_jobs(folder):
    """(case, what counts, how many, unknowns, column of the value, what is made of it, options)"""
    for solid in (0.2, 0.5):
        radius = math.sqrt(solid / math.pi)
        for n in (32, 64, 128, 256, 512):
            yield f"array, {solid}", "cells a side", f"{n}", 3 * n * n, "obstacle0_fluid_force_x", float, \
                ["disc_array.toml", f"fluid.cell={1 / n!r}", f"obstacles.0.radius={radius!r}"]
    for gap in (1, 0.5):
        for n in (8, 16):
            yield f"plane, {gap}", "cells across, in space", f"{n}", 4 * (7 * n) ** 2 * 5 * n, "particle_velocity_z", \
                lambda v: -1 / v, ["sphere_plane.toml", f"fluid.cell={2 / n!r}", f"particles.0.origin=[0, 0, {1.0 + gap!r}]"]
    start = os.path.join(folder, "start.csv")
    for cell in (0.0125, 0.01, 0.00625, 0.005, 0.0025):
        yield "settling", "cells across", f"{2 * RADIUS / cell:.3g}", 3 * round(2 / cell) ** 2, "particle_velocity_y", float, \
            ["settling.toml", f"fluid.cell={cell!r}", f'particles.0.path="{start}"']


def run_floc(folder, case, what, many, unknowns, column, made, options):
    out = os.path.join(folder, "floc")
    log = os.path.join(folder, "floc.log")
    command = [programs.FLOC, "run", os.path.join(HERE, options[0]), "-o", out, "--overwrite", "-q", "--threads", "1"]
    command += [word for option in options[1:] for word in ("--set", option)]

    def once():
        setup, whole = programs.spend(command + ["--dry-run"], log), programs.spend(command, log)
        with open(os.path.join(out, "steps.csv")) as file:
            rows = list(csv.DictReader(file))
        seconds = [sum(float(v) for k, v in row.items() if k.startswith("seconds_")) for row in rows]
        # Steps are timed by the clock, which a busy machine makes longer; what the processor took has the files in it.
        later = [min(statistics.median(seconds[1:]), (whole - setup) / len(rows))] if len(rows) > 1 else []
        return {"whole": whole, "value": made(float(rows[0][column])), "iterations": int(rows[0]["fluid_iterations"]),
                "steps": [min(seconds[0], whole - setup)] + later}

    done = repeated(once)
    steps = [min(r["steps"][k] for r in done) for k in range(len(done[0]["steps"]))]
    row = {"program": "Floc", "case": case, "what": what, "many": many, "unknowns": unknowns, "value": done[0]["value"],
           "seconds": steps[0], "iterations": done[0]["iterations"], "whole": statistics.median(r["whole"] for r in done)}
    if len(steps) > 1:
        row["seconds_of_later_steps"] = steps[1]
    return row


# ---------------------------------------------------------------------------------------------------------

def repeated(once):
    done = [once()]
    if RUNS and done[0]["whole"] < LONG:
        done = [once() for _ in range(RUNS)]
    return done


def chosen(jobs, cases, quick):
    """The jobs of some cases; the coarsest of each."""
    seen = set()
    for job in jobs:
        if job[0].split(",")[0] in cases and not (quick and job[:2] in seen):
            seen.add(job[:2])
            yield job


def table(rows):
    lines = ["| case | program | mesh | unknowns | value | error | s | whole program, s |", "|---|---|---|---|---|---|---|---|"]
    for row in rows:
        lines.append(f"| {row['case']} | {row['program']} | {row['many']} {row['what']} | {row['unknowns']} | {row['value']:.6g} | "
                     f"{row['error']:.1e} | {row['seconds']:.2g} | {row['whole']:.2g} |")
    return "\n".join(lines)


def page(result):
    """One row for all meshes of a program."""
    def all_of(of, text):
        return " / ".join(text(row) for row in of)

    lines = ["| case | program | mesh | error, % | s | whole program, s |", "|---|---|---|---|---|---|"]
    for case, title in TITLES.items():
        head = title
        for program, what in dict.fromkeys((r["program"], r["what"]) for r in result["rows"] if r["case"] == case):
            of = [r for r in result["rows"] if (r["case"], r["program"], r["what"]) == (case, program, what)]
            seconds = all_of(of, lambda r: short(r.get("seconds_of_later_steps", r["seconds"])))
            lines.append(f"| {head} | {program} | {all_of(of, lambda r: r['many'])} {what} | "
                         f"{all_of(of, lambda r: short(100 * r['error']))} | {seconds} | {all_of(of, lambda r: short(r['whole']))} |")
            head = ""
    return "\n".join(lines)


def short(value):
    """Two digits, or what is before the point."""
    text = f"{abs(value):.{max(0, 1 - math.floor(math.log10(abs(value))))}f}"
    return ("−" if value < 0 else "") + text.removeprefix("0")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", default="peers-fluid.json", help="the result file")
    parser.add_argument("--folder", default=os.path.join(programs.ROOT, "out/peers-fluid"), help="for what the programs write")
    parser.add_argument("--floc", default=programs.FLOC, help="the program")
    parser.add_argument("--cases", default="array,plane,settling", help="some of these")
    parser.add_argument("--quick", action="store_true", help="the coarsest mesh of each, once: the figures mean nothing")
    parser.add_argument("--page", help="a result file, whose table is printed")
    options = parser.parse_args()
    if options.page:
        with open(options.page) as file:
            return run.say(page(json.load(file)))
    programs.FLOC = os.path.abspath(options.floc)
    if not os.access(programs.FLOC, os.X_OK):
        parser.error(f"{programs.FLOC} is missing: make build")
    folder = os.path.abspath(options.folder)
    os.makedirs(folder, exist_ok=True)
    places(folder)
    present = shutil.which("FreeFem++") is not None
    if not present:
        run.say("FreeFem++ is skipped: the Debian package freefem++ is not installed")
    versions = run.versions([])
    if present:
        versions["FreeFem++"] = run.line_of(["dpkg-query", "-W", "-f", "${Version}", "freefem++"])
    result = {"benchmark": "peers-fluid", **run.machine(), "versions": versions, "references": REFERENCES,
              "notes": ["one thread; least of five runs after one that is not counted, one run of what takes more than 5 s",
                        "seconds of FreeFem++: mesh, assembly and solution (UMFPACK), of the processor; of Floc: the first step (settling: "
                        "steps after it), by the clock or, where that is less, of the processor with all that is written; "
                        "whole: processor seconds of the whole program, median (settling: ten steps of Floc)",
                        "P2/P1 elements; polygons of the area of the disc, or with corners on the circle",
                        "value: F/muU of a disc of a square array; resistance of a sphere that goes to a plane over that alone; "
                        "mean velocity of a hundred discs"], "rows": []}
    rows = result["rows"]

    def keep(row):
        row["error"] = row["value"] / REFERENCES[row["case"]] - 1
        rows.append(row)
        with open(options.output + ".new", "w") as file:
            json.dump(run.tidy(result), file, indent=1, ensure_ascii=False)
            file.write("\n")
        os.replace(options.output + ".new", options.output)
        run.say(table([row]).splitlines()[-1])

    cases = options.cases.split(",")
    if options.quick:
        global RUNS
        RUNS = 0
    for job in chosen(floc_jobs(folder), cases, options.quick):
        keep(run_floc(folder, *job))
    for job in chosen(freefem_jobs(folder) if present else (), cases, options.quick):
        keep(run_freefem(folder, *job))
    run.say(f"\n{table(rows)}\n\nwritten: {options.output}")


if __name__ == "__main__":
    try:
        main()
    except programs.Failure as failure:
        sys.exit(str(failure))
