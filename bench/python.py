#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Python package beside the program: the same notes in turns, with the same threads, and the start of both.

A machine is seldom idle, so the least time of several turns counts; processor time is given beside it. Both read JSON
lines and write JSON lines, the program with all fields of a record. The results must be equal byte for byte.

Usage: python.py BUILD CORPORA [--notes N] [--rounds N] [--starts N]    (BUILD: the build folder)
"""

import argparse
import gzip
import json
import os
import pathlib
import platform
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
WORK = """import json, redact, sys
notes = (json.loads(line)["text"] for line in open(sys.argv[1], encoding="utf-8"))
with open(sys.argv[2], "w", encoding="utf-8") as out:
    for result in redact.Redactor().redact(notes):
        spans = [(span.label, span.start, span.end) for span in result.spans]
        out.write(json.dumps({"text": result.text, "status": result.status, "spans": spans}) + "\\n")
"""
STARTS = {
    "python, nothing": "pass",
    "python, import": "import redact",
    "python, a redactor": "import redact; redact.Redactor()",
    "python, a note": "import redact; redact.Redactor().redact_one('Mrs Ellison has no fever.')",
}


def notes(corpora, n):
    for name in ("meddocan", "presidio"):
        with gzip.open(corpora / f"{name}.dev.jsonl.gz", "rt", encoding="utf-8") as lines:
            for line in lines:
                if n > 0:
                    yield json.loads(line)["text"]
                n -= 1


def timed(command, environment, stdout=None):
    """Seconds, and processor seconds."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(list(map(str, command)), check=True, env=environment, stdout=stdout, stderr=subprocess.DEVNULL)
    after, seconds = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - began
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def throughput(args, environment, folder):
    texts = list(notes(args.corpora, args.notes))
    source, program, python = (pathlib.Path(folder) / name for name in ("notes.jsonl", "program", "python"))
    source.write_text("".join(json.dumps({"id": str(i), "text": text}) + "\n" for i, text in enumerate(texts)))
    times = {"program": [], "python": []}
    for _ in range(args.rounds):
        with open(program, "wb") as out:
            times["program"].append(timed([args.build / "bin/redact", source], environment, out))
        times["python"].append(timed([sys.executable, "-c", WORK, source, python], environment))
    results = [[json.loads(line)["text"].encode() for line in open(path)] for path in (program, python)]
    equal = sum(a == b for a, b in zip(*results))
    least = {name: [min(each[i] for each in rows) for i in (0, 1)] for name, rows in times.items()}
    print(f"\n{len(texts)} notes, {sum(map(len, texts)):,} characters, {args.rounds} turns; equal results: {equal}\n")
    print("| | seconds | processor seconds |\n| --- | --- | --- |")
    for name, (seconds, processor) in least.items():
        print(f"| {name} | {seconds:.2f} | {processor:.2f} |")
    ratio = [a / b for a, b in zip(least["program"], least["python"])]
    print(f"| throughput of Python, in shares of the program's | {ratio[0]:.3f} | {ratio[1]:.3f} |")


def starts(args, environment):
    commands = {name: [sys.executable, "-c", code] for name, code in STARTS.items()}
    commands["program, a note"] = [args.build / "bin/redact", ROOT / "tools/samples/en.txt"]
    times = {name: [] for name in commands}
    for _ in range(args.starts):
        for name, command in commands.items():
            times[name].append(timed(command, environment, subprocess.DEVNULL))
    print("\n| from start to exit | milliseconds, least | median | processor milliseconds, least |\n| --- | --- | --- | --- |")
    for name, rows in times.items():
        wall = sorted(1000 * seconds for seconds, _ in rows)
        print(f"| {name} | {wall[0]:.0f} | {wall[len(wall) // 2]:.0f} | {1000 * min(p for _, p in rows):.0f} |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("corpora", type=pathlib.Path)
    for name, default in (("notes", 1000), ("rounds", 3), ("starts", 20)):
        parser.add_argument(f"--{name}", type=int, default=default)
    args = parser.parse_args()
    library = args.build / "redactor/c_api/libredact.so"
    environment = {**os.environ, "REDACT_LIBRARY": str(library), "PYTHONPATH": str(ROOT / "python")}
    print(f"Python {platform.python_version()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    starts(args, environment)
    with tempfile.TemporaryDirectory() as folder:
        throughput(args, environment, folder)


if __name__ == "__main__":
    main()
