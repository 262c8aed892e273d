#!/usr/bin/env python3
"""Floc and its peers settle the same bodies; one table, one result file. See README.md beside this.

  benchmarks/peers/run.py --output peers.json
  benchmarks/peers/run.py --friction 0.5 --threads 1 --output peers-friction.json
  benchmarks/peers/run.py --friction 0.5 --threads 1 --shape box --counts 1000 --peers Bullet --output peers-boxes.json

A peer that is not installed is skipped. The file is written again after every run, so that a long
benchmark that is stopped leaves what it has.
"""

import argparse
import json
import os
import subprocess
import sys

import bed
import programs

PACKAGES = {"LAMMPS": "lammps", "Yade": "yade", "Bullet": "libbullet-dev"}
SMALL = 3000  # beds up to this many spheres are also settled with springs that are very stiff
YADE_STRETCHES = (12, 37, 62, 87)  # frames of Floc's run that they start from: the middles of its quarters
YADE_STRETCH = 0.01  # s


def say(text):
    print(text, flush=True)


def line_of(command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def machine():
    with open("/proc/cpuinfo") as info:
        names = [line.split(":", 1)[1].strip() for line in info if line.startswith("model name")]
    return {"processor": names[0] if names else "unknown", "cores": os.cpu_count(),
            "load": round(os.getloadavg()[0], 1)}


def versions(present):
    commit = line_of(["git", "-C", programs.ROOT, "rev-parse", "--short", "HEAD"])
    known = {"Floc": line_of([programs.FLOC, "--version"]).removeprefix("floc ") + ", commit " + commit}
    for peer in present:
        known[peer] = line_of(["dpkg-query", "-W", "-f", "${Version}", PACKAGES[peer]])
    return known


def timed(job, run):
    log = job.path(run.program.lower().split(",")[0] + ".log")
    setup, whole = (programs.spend(command, log, clock=job.threads > 1) for command in (run.idle, run.command))
    return {"program": run.program, "count": job.count, "threads": run.threads, "threads_allowed": job.threads, "box_width": job.width, "step": run.step,
            "seconds_a_simulated_second": (whole - setup) / run.seconds, "setup_seconds": setup,
            "parameters": run.parameters}


def settle(job, run, radii):
    row = timed(job, run)
    return row | bed.judge(run.frames, radii, job.width, job.shape)


def settle_floc(job, step, tolerance, radii):
    run = programs.floc(job, step, tolerance)
    row = timed(job, run)
    row |= bed.judge(programs.floc_frames(run), radii, job.width, job.shape)
    with open(os.path.join(run.frames, "summary.json")) as file:
        summary = json.load(file)
    row["worst_overlap_of_all_steps"] = summary["worst_overlap"]
    row |= {key: summary[key] for key in ("steps", "projections", "iterations", "unconverged_steps", "contacts")}
    row["share_of_wall_time"] = {stage: round(s / max(sum(summary["seconds"].values()), 1e-9), 4)
                                 for stage, s in summary["seconds"].items()}
    return row


def yade_in_stretches(job, floc_run):
    """The cost of a second from a short stretch in each of its quarters, which starts from Floc's state."""
    states = list(bed.frames(programs.floc_frames(floc_run)))
    rows = [timed(job, programs.yade(job, f"yade-{k}", states[k], YADE_STRETCH)) for k in YADE_STRETCHES]
    row = rows[0]
    row["seconds_of_stretches"] = [r["seconds_a_simulated_second"] for r in rows]
    row["seconds_a_simulated_second"] = sum(row["seconds_of_stretches"]) / len(rows)
    row["extrapolated"] = f"from {len(rows)} stretches of {YADE_STRETCH:g} s"
    return row


def same_bed(a, b):
    return (a["count"], a["threads_allowed"]) == (b["count"], b["threads_allowed"])


def compare(rows):
    """Adds to every peer its time over Floc's on as many threads, for each of Floc's runs."""
    ours = [row for row in rows if row["program"] == "Floc"]
    for row in rows:
        if row["program"] != "Floc":
            row["over_floc"] = {f"{own['step']:g}, {own['parameters']['tolerance']:g}": row["seconds_a_simulated_second"] / own["seconds_a_simulated_second"]
                                for own in ours if same_bed(own, row)}


def tidy(value):
    """Six digits of every number: a file to read."""
    if isinstance(value, dict):
        return {key: tidy(v) for key, v in value.items()}
    if isinstance(value, list):
        return [tidy(v) for v in value]
    return float(f"{value:.6g}") if isinstance(value, float) else value


def scientific(value):
    return "–" if value is None else f"{value:.1e}"


def table(rows):
    lines = ["| program | N | threads | time step, s | s per simulated s | worst overlap / r̄ | at the end | height / r̄ "
             "| over Floc |", "|---|---|---|---|---|---|---|---|---|"]
    for row in rows:
        over = ", ".join(f"{ratio:.3g} ({how})" for how, ratio in row.get("over_floc", {}).items()) or "–"
        seconds = f"{row['seconds_a_simulated_second']:.3g}" + (" (extrapolated)" if "extrapolated" in row else "")
        height = row.get("mean_height_at_the_end")
        lines.append(f"| {row['program']} | {row['count']} | {row['threads']} | {row['step']:.2g} | {seconds} "
                     f"| {scientific(row.get('worst_overlap'))} | {scientific(row.get('final_overlap'))} "
                     f"| {'–' if height is None else f'{height:.2f}'} | {over} |")
    return "\n".join(lines)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", default="peers.json", help="the result file")
    parser.add_argument("--folder", default=os.path.join(programs.ROOT, "out/peers"), help="for what the programs write")
    parser.add_argument("--floc", default=programs.FLOC, help="the program")
    parser.add_argument("--counts", default="1000,10000", help="numbers of spheres")
    parser.add_argument("--steps", default="1e-3,2e-3,5e-3", help="Floc's time steps; its frames are 0.01 s apart")
    parser.add_argument("--tolerances", default="1e-4", help="Floc's, over the mean radius of the balls round the bodies")
    parser.add_argument("--friction", default=0.0, type=float, help="coefficient of friction of all contacts")
    parser.add_argument("--shape", default="sphere", choices=list(bed.SHAPES), help="of the bodies; boxes are for Bullet alone")
    parser.add_argument("--whole", default=SMALL, type=int, help="beds of so many spheres Yade settles whole, larger ones in stretches")
    parser.add_argument("--threads", default="1,2", help="numbers of threads: processor seconds on one, the clock's on more")
    parser.add_argument("--peers", default=",".join(PACKAGES), help="the peers to run")
    options = parser.parse_args()
    for peer in options.peers.split(","):
        if peer not in PACKAGES:
            parser.error(f'unknown peer "{peer}"; expected some of {",".join(PACKAGES)}')
        if options.shape != "sphere" and peer != "Bullet":
            parser.error(f"{peer} has spheres alone here: --peers Bullet")
    programs.FLOC = os.path.abspath(options.floc)
    if not os.access(programs.FLOC, os.X_OK):
        parser.error(f"{programs.FLOC} is missing: make build")
    return options


def run_all(job, options, present, keep):
    """Every program on one bed."""
    _, radii = bed.read_start(job.start)
    steps = [float(step) for step in options.steps.split(",")]
    for tolerance in map(float, options.tolerances.split(",")):
        for step in steps:
            keep(settle_floc(job, step, tolerance, radii))
    floc_run = programs.floc(job, steps[0])
    if "LAMMPS" in present:
        keep(settle(job, programs.lammps(job), radii))
        if job.count <= SMALL:
            stiff = programs.lammps(job, programs.STIFF)
            stiff.program += f", k = {programs.STIFF.k:.0e}"
            keep(settle(job, stiff, radii))
    if "Bullet" in present:
        keep(settle(job, programs.bullet(job, programs.build_bullet(job.folder), floc_run), radii))
    if "Yade" in present:
        whole = job.count <= options.whole
        keep(settle(job, programs.yade(job), radii) if whole else yade_in_stretches(job, floc_run))


def main():
    options = arguments()
    folder = os.path.abspath(options.folder)
    os.makedirs(folder, exist_ok=True)
    installed = {"LAMMPS": programs.has_lammps, "Yade": programs.has_yade, "Bullet": programs.has_bullet}
    present = []
    for peer in options.peers.split(","):
        if installed[peer]():
            present.append(peer)
        else:
            say(f"{peer} is skipped: the Debian package {PACKAGES[peer]} is not installed")
    result = {"benchmark": "peers", **machine(), "versions": versions(present),
              "skipped": [peer for peer in options.peers.split(",") if peer not in present],
              "bed": {"shape": options.shape, "friction": options.friction, "radius": bed.RADIUS, "spread": bed.SPREAD, "density": bed.DENSITY, "gravity": bed.GRAVITY,
                      "lattice": bed.SPACING, "frames": bed.FRAMES},
              "notes": ["seconds are of the processor on one thread, of the clock on several, less those of the same command with no "
                        "step; Bullet has no threads",
                        "every program writes as it does when nothing is said: Floc a hundred frames with their contacts, in "
                        "HDF5, compressed, and what it keeps of every step; the peers 50 frames of places as text",
                        "overlaps are over the mean radius, the worst of all frames, pairs and walls; Floc's is also known "
                        "of every step",
                        "no stiffness limits Floc's time step; a peer made of springs has the step that resolves a contact",
                        "peers as Debian packages them; Floc as one build for every machine of its family"], "rows": []}
    rows = result["rows"]

    def keep(row):
        rows.append(row)
        compare(rows)
        with open(options.output + ".new", "w") as file:
            json.dump(tidy(result), file, indent=1, ensure_ascii=False)
            file.write("\n")
        os.replace(options.output + ".new", options.output)
        say(table(rows[-1:]).splitlines()[-1])

    for threads in map(int, options.threads.split(",")):
        for count in map(int, options.counts.split(",")):
            place = os.path.join(folder, f"{options.shape}-{options.friction:g}-{count}-{threads}")
            os.makedirs(place, exist_ok=True)
            job = programs.Job(count, os.path.join(place, "start.csv"), place, threads, options.friction, options.shape)
            bed.write_start(job.start, count, options.shape)
            run_all(job, options, present, keep)

    say("\n" + table(rows) + "\n")
    say(f"written: {options.output}")


if __name__ == "__main__":
    try:
        main()
    except programs.Failure as failure:
        sys.exit(str(failure))
