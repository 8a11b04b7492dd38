#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the fuzz targets for hours, a minute each in turn, and counts the executions.

usage: long_run.py BUILD HOURS [TARGET...]   build BUILD first, with tests/fuzz/run
       long_run.py BUILD --table             the page's table, from the counts of all runs

BUILD/long_runs.jsonl has a line a turn: target, seed of libFuzzer, longest input, executions, seconds, processor seconds,
edges covered. The next turn is that of the target with the fewest processor seconds. Inputs that cover something new stay in
BUILD/corpus for the next turn; an input that breaks a promise is in BUILD/findings, and the run goes on.
"""

import collections
import json
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import time

RUN_TARGET = pathlib.Path(__file__).with_name("run_target")
TURN_SECONDS = 60
# The longest input of a turn, in bytes, is drawn. At 128, as in half of the turns, most parsers run three to ten times as
# fast as at 16384, and find what a short input reaches sooner; what needs a long one, as limits do, has the other turns.
MAX_LENGTHS = (16384, 512, 128, 128)
# Inputs of a table differ in time by a factor of thousands (bytes that decompress to a megabyte of blank lines). Weighed by
# their time, three times as many run; for other targets weighing takes longer than it saves.
SCHEDULES = {"table": ["-entropic=1", "-entropic_scale_per_exec_time=1"]}
# AddressSanitizer records one frame of each allocation and keeps 8 MiB of freed memory: targets that allocate much run up
# to 1.7 times as fast as with its defaults (30 frames and 256 MiB). Replay a finding without these for its whole stack.
ASAN_OPTIONS = "malloc_context_size=1:quarantine_size_mb=8"


def number(pattern: str, log: str) -> int:
    """The last number that the pattern finds in the log, or 0 if it ended before it printed one."""
    return int((re.findall(pattern, log) or ["0"])[-1])


def take_turn(build: pathlib.Path, target: str) -> dict:
    seed = int.from_bytes(os.urandom(3), "big") + 1  # 0 is no seed for libFuzzer: it draws one
    max_length = random.choice(MAX_LENGTHS)
    findings = build / "findings"
    findings.mkdir(exist_ok=True)
    before = set(findings.iterdir())
    start, used = time.time(), resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(
        [RUN_TARGET, build, target, f"-seed={seed}", f"-max_len={max_length}", f"-max_total_time={TURN_SECONDS}",
         "-timeout=20", "-report_slow_units=600", *SCHEDULES.get(target, [])],
        env={**os.environ, "ASAN_OPTIONS": ASAN_OPTIONS}, capture_output=True, text=True, errors="replace",
    )  # fmt: skip
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    if run.returncode:
        (build / f"{target}.{seed}.log").write_text(run.stderr)
    return {
        "target": target, "seed": seed, "max_length": max_length, "seconds": round(time.time() - start, 1),
        "processor_seconds": round(now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime, 1),
        "executions": number(r"number_of_executed_units:\s*(\d+)", run.stderr) or number(r"(?m)^#(\d+)", run.stderr),
        "edges": number(r"cov: (\d+)", run.stderr), "rc": run.returncode,
        "findings": sorted(path.name for path in set(findings.iterdir()) - before),
    }  # fmt: skip


def turns(build: pathlib.Path) -> list[dict]:
    path = build / "long_runs.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def table(build: pathlib.Path) -> None:
    by_target = collections.defaultdict(list)
    for turn in turns(build):
        by_target[turn["target"]].append(turn)
    print("| target | executions | processor minutes | edges | findings |\n| --- | --- | --- | --- | --- |")
    for target, of_one in sorted(by_target.items()):
        findings = sorted({name for turn in of_one for name in turn["findings"]})
        print(
            f"| `{target}` | {sum(t['executions'] for t in of_one):,} | {sum(t['processor_seconds'] for t in of_one) / 60:.1f} | "
            f"{max(t['edges'] for t in of_one):,} | {', '.join(findings) or 'none'} |"
        )


def main() -> None:
    build = pathlib.Path(sys.argv[1])
    if sys.argv[2] == "--table":
        return table(build)
    end = time.time() + 3600 * float(sys.argv[2])
    targets = sys.argv[3:] or sorted(path.name.removeprefix("fuzz_") for path in (build / "bin").glob("fuzz_*"))
    spent = collections.Counter({target: 0.0 for target in targets})
    for turn in turns(build):
        spent[turn["target"]] += turn["processor_seconds"]
    while time.time() < end:
        turn = take_turn(build, min(targets, key=spent.__getitem__))
        spent[turn["target"]] += turn["processor_seconds"]
        with (build / "long_runs.jsonl").open("a") as out:
            out.write(json.dumps(turn) + "\n")


if __name__ == "__main__":
    main()
