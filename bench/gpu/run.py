#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the lines of a bundle (bench/gpu/build) on a GPU, in their order, until the deadline. A line that fails, hangs or
prints nonsense costs no other line its time, if all up to it have time. The results are printed at the end, and OUT
holds two files, which are rewritten after every line, so that an interrupted run leaves them too: results.md, and
logs.tar.gz with all logs and the rows of every bench. Needs Python 3.9 and bash.

Usage: run.py BUNDLE NOTES.jsonl OUT [--deadline 570] [--parts 7b-q8_0,notes] [--without tests,oracle]
Exits with 0 if every line did or was skipped for what the machine lacks, else with 1.
"""

import argparse
import glob
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time

from lines import GPU, LINES, Line
from results import results

MOST_LOG = 4 << 20  # bytes
GRACE = 3  # seconds between asking a line to stop and killing it


def folders_of_cublas() -> list[str]:
    """Those of a CUDA toolkit, and those inside a Python environment, where PyTorch brings cuBLAS along."""
    patterns = ["/usr/local/cuda*/lib64", "/usr/local/cuda*/targets/*/lib", "/usr/lib/*-linux-gnu"]
    patterns += [f"{folder}/nvidia/*/lib" for folder in sys.path if folder]
    return [folder for pattern in patterns for folder in sorted(glob.glob(pattern)) if glob.glob(f"{folder}/libcublas.so.*")]


class Machine:
    """What lines may need, and the environment that they run in."""

    def __init__(self, bundle: pathlib.Path, notes: pathlib.Path, out: pathlib.Path):
        self.bundle, self.cublas = bundle, folders_of_cublas()
        libraries = [str(bundle / "lib"), *self.cublas, os.environ.get("LD_LIBRARY_PATH", "")]
        self.environment = {**os.environ, "notes": str(notes), "out": str(out), "LD_LIBRARY_PATH": ":".join(filter(None, libraries))}
        self.no_gpu, self.name = self.look_for_gpu()

    def look_for_gpu(self) -> tuple[str, str]:
        """The reason that there is no GPU (empty: there is one), and the name of the GPU."""
        try:
            done = subprocess.run([self.bundle / "bin/redact", "--list-devices"], env=self.environment, capture_output=True, text=True, timeout=60)
        except (OSError, subprocess.TimeoutExpired) as error:
            return f"redact does not start: {type(error).__name__}", "no GPU"
        for line in done.stdout.splitlines():
            if line.startswith("cuda:"):
                return "", line
            if line.startswith("cuda "):
                return line.removeprefix("cuda ").strip(), "no GPU"
        return "redact does not start" if done.returncode != 0 else "this machine has no GPU", "no GPU"

    def lacks(self, line: Line, before: bool = False) -> str:
        """Why the line cannot run; empty if it can, or if it could `before` the lines that make files for it."""
        for need in line.needs:
            if need == GPU:
                if self.no_gpu:
                    return self.no_gpu
            elif need == "cublas":
                if not self.cublas:
                    return "there is no cuBLAS here"
            elif need.startswith("$out/"):
                if not before and not os.path.exists(need.replace("$out", self.environment["out"])):
                    return f"{need.removeprefix('$out/')} was not made"
            elif not shutil.which(str(self.bundle / need)) and not shutil.which(need):
                return f"there is no {pathlib.Path(need).name} here"
        return ""


def stop(process: subprocess.Popen) -> None:
    """Ends a line and everything in its process group."""
    for kind, wait in ((signal.SIGTERM, GRACE), (signal.SIGKILL, GRACE)):
        try:
            os.killpg(process.pid, kind)
            process.wait(wait)
        except ProcessLookupError:
            return
        except subprocess.TimeoutExpired:
            continue


def run_line(line: Line, machine: Machine, log: pathlib.Path, limit: float) -> str:
    """What became of the line: "done", or why it did not end well."""
    began = time.monotonic()
    with open(log, "wb") as out:
        process = subprocess.Popen(["bash", "-c", line.command], cwd=machine.bundle, env=machine.environment,
                                   stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, start_new_session=True)  # fmt: skip
    try:
        while (code := process.poll()) is None:
            if time.monotonic() - began > limit:
                return f"stopped after {limit:.0f} s"
            if log.stat().st_size > MOST_LOG:
                return "stopped: it printed more than its log holds"
            time.sleep(0.05)
    finally:
        stop(process)
        if log.stat().st_size > MOST_LOG:
            os.truncate(log, MOST_LOG)
    return "done" if code == 0 else f"exit {code}" if code > 0 else f"killed by signal {-code}"


class Report:
    """The files of OUT."""

    def __init__(self, to: pathlib.Path, work: pathlib.Path, head: str):
        self.to, self.work, self.head, self.rows = to, work, head, []

    def add(self, line: Line, outcome: str, seconds: float, log: pathlib.Path) -> None:
        self.rows.append((line, outcome, seconds, log))
        self.write()

    def write(self) -> str:
        text = results(self.head, self.rows, self.work)
        (self.to / "results.md").write_text(text)
        archive = self.to / "logs.tar.gz"
        with tarfile.open(f"{archive}.new", "w:gz") as tar:
            for path in sorted([*self.work.glob("*.log"), *self.work.glob("*.json")]):
                tar.add(path, f"logs/{path.name}")
            tar.add(self.to / "results.md", "logs/results.md")
        os.replace(f"{archive}.new", archive)
        return text


def kept(lines: list[Line], machine: Machine, seconds: float) -> float:
    """How much of `seconds` is kept for these lines: the shares of the first of them that have time."""
    total = 0.0
    for line in lines:
        if machine.lacks(line, before=True):
            continue
        if total + line.share > seconds:
            break
        total += line.share
    return total


def run(lines: list[Line], machine: Machine, report: Report, work: pathlib.Path, deadline: float) -> None:
    began = time.monotonic()
    for i, line in enumerate(lines):
        log = work / f"{i + 1:02d}-{line.part}-{line.name.replace(' ', '-').replace(',', '')}.log"
        log.touch()
        if why := machine.lacks(line):
            report.add(line, f"skipped: {why}", 0, log)
            continue
        start = time.monotonic()
        rest = began + deadline - start
        limit = rest - kept(lines[i + 1 :], machine, rest - line.share)
        outcome = run_line(line, machine, log, limit) if limit >= 1 else "skipped: the deadline left it no time"
        report.add(line, outcome, time.monotonic() - start, log)


def main() -> int:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("bundle", type=pathlib.Path)
    p.add_argument("notes", type=pathlib.Path)
    p.add_argument("out", type=pathlib.Path)
    p.add_argument("--deadline", type=float, default=570)
    p.add_argument("--parts", default="")
    p.add_argument("--without", default="")
    args = p.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that a line that runs is stopped too
    parts, without = (set(filter(None, names.split(","))) for names in (args.parts, args.without))
    lines = [line for line in LINES if line.part not in without and (not parts or line.part in parts)]
    args.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        machine = Machine(args.bundle.resolve(), args.notes.resolve(), work)
        version = args.bundle / "version"
        head = f"{machine.name}; {os.cpu_count()} host cores; {version.read_text().strip() if version.exists() else 'a bundle without a version'}"
        report = Report(args.out.resolve(), work, head)
        try:
            run(lines, machine, report, work, args.deadline)
        finally:
            print(report.write())
    return int(any(outcome != "done" and not outcome.startswith("skipped") for _, outcome, *_ in report.rows))


if __name__ == "__main__":
    sys.exit(main())
