#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Python package beside the program: the same notes in turns, with the same threads, and the start of both.

A machine is seldom idle, so the least time of several turns counts; processor time is given beside it. Both read JSON
lines and write JSON lines, the program with all fields of a record. The results must be equal byte for byte.

Usage: python.py BUILD CORPORA [WHEEL...] [--notes N] [--rounds N] [--starts N]
BUILD is the build folder, whose library the package has; each wheel is measured beside it.
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
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
WORK = """import json, redact, sys
notes = (json.loads(line)["text"] for line in open(sys.argv[1], encoding="utf-8"))
with open(sys.argv[2], "w", encoding="utf-8") as out:
    for result in redact.Redactor().redact(notes):
        spans = [(span.label, span.start, span.end) for span in result.spans]
        out.write(json.dumps({"text": result.text, "status": result.status, "spans": spans}) + "\\n")
"""
STARTS = {
    "nothing": "pass",
    "import": "import redact",
    "a redactor": "import redact; redact.Redactor()",
    "a note": "import redact; redact.Redactor().redact_one('Mrs Ellison has no fever.')",
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


def texts_of(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line)["text"] for line in lines]


def throughput(args, packages, folder):
    texts = list(notes(args.corpora, args.notes))
    source, program, python = (folder / name for name in ("notes.jsonl", "program.jsonl", "python.jsonl"))
    source.write_text("".join(json.dumps({"id": str(i), "text": text}) + "\n" for i, text in enumerate(texts)))
    times, equal = {name: [] for name in ("program", *packages)}, {}
    for _ in range(args.rounds):
        with open(program, "wb") as out:
            times["program"].append(timed([args.build / "bin/redact", source], os.environ, out))
        for name, environment in packages.items():
            times[name].append(timed([sys.executable, "-c", WORK, source, python], environment))
            equal[name] = sum(a == b for a, b in zip(texts_of(program), texts_of(python)))
    least = {name: [min(each[i] for each in rows) for i in (0, 1)] for name, rows in times.items()}
    print(f"\n{len(texts)} notes, {sum(map(len, texts)):,} characters, {args.rounds} turns\n")
    print("| | seconds | processor seconds | throughput in shares of the program's | by processor time | equal results |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name, row in least.items():
        shares = [a / b for a, b in zip(least["program"], row)]
        print(f"| {name} | {row[0]:.2f} | {row[1]:.2f} | {shares[0]:.3f} | {shares[1]:.3f} | {equal.get(name, '')} |")


def starts(args, packages):
    commands = {f"{name}, {what}": ([sys.executable, "-c", code], environment)
                for name, environment in packages.items() for what, code in STARTS.items()}
    commands["program, a note"] = [args.build / "bin/redact", ROOT / "tools/samples/en.txt"], os.environ
    times = {name: [] for name in commands}
    for _ in range(args.starts):
        for name, (command, environment) in commands.items():
            times[name].append(timed(command, environment, subprocess.DEVNULL))
    print("\n| from start to exit | milliseconds, least | median | processor milliseconds, least |\n| --- | --- | --- | --- |")
    for name, rows in times.items():
        wall = sorted(1000 * seconds for seconds, _ in rows)
        print(f"| {name} | {wall[0]:.0f} | {wall[len(wall) // 2]:.0f} | {1000 * min(p for _, p in rows):.0f} |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("corpora", type=pathlib.Path)
    parser.add_argument("wheels", type=pathlib.Path, nargs="*")
    for name, default in (("notes", 1000), ("rounds", 3), ("starts", 20)):
        parser.add_argument(f"--{name}", type=int, default=default)
    args = parser.parse_args()
    library = args.build / "c_api/libredact.so"
    packages = {"python": {**os.environ, "REDACT_LIBRARY": str(library), "PYTHONPATH": str(ROOT / "python")}}
    print(f"Python {platform.python_version()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for wheel in args.wheels:
            zipfile.ZipFile(wheel).extractall(folder / wheel.name)
            packages[wheel.name] = {**os.environ, "PYTHONPATH": str(folder / wheel.name)}
        starts(args, packages)
        throughput(args, packages, folder)


if __name__ == "__main__":
    main()
