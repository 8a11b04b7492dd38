#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A night of a million notes, as files of a folder and as JSON lines: memory, throughput from its first to its last
tenth, the size of the journal, and how long --resume takes to reach the first note that is left after nine tenths.

A model with random weights takes next to no time, so the figures show the rest of the program.

Usage: million.py REDACT [--notes 1000000] [--kinds files,lines] [--folder FOLDER]"""

import argparse
import contextlib
import json
import os
import pathlib
import sqlite3
import tempfile

from memory import ROOT, note, peak

PER_FOLDER = 1000


def write(kind: str, path: pathlib.Path, n: int) -> None:
    if kind == "lines":
        with path.open("w") as out:
            out.writelines(json.dumps({"id": str(i), "text": note(i)}) + "\n" for i in range(n))
        return
    for i in range(n):
        folder = path / f"{i // PER_FOLDER:04}"
        if i % PER_FOLDER == 0:
            folder.mkdir(parents=True)
        (folder / f"{i:07}.txt").write_text(note(i))


def rates(journal: pathlib.Path, n: int) -> tuple[float, float]:
    """Documents a second in the first and the last tenth of the first run."""
    with contextlib.closing(sqlite3.connect(journal)) as database:
        times = [t for (t,) in database.execute("SELECT finished FROM document WHERE run = 1 ORDER BY finished")]
    tenth = len(times) // 10
    return tenth / (times[tenth] - times[0]), tenth / (times[-1] - times[-1 - tenth])


def measure(redact: str, kind: str, n: int, folder: pathlib.Path) -> list[str]:
    source, out, journal = folder / ("in.jsonl" if kind == "lines" else "in"), folder / "out", folder / "journal"
    write(kind, source, n)
    command = [redact, "--quiet", "-t", "2", "-m", str(ROOT / "tests/golden/label-f32.gguf"), str(source), "-o", str(out), "--journal", str(journal)]
    memory, seconds = peak([*command, "--limit", str(n * 9 // 10)])
    first, last = rates(journal, n)
    again, _ = peak([*command, "--resume"])
    with contextlib.closing(sqlite3.connect(journal)) as database:
        (done,) = database.execute("SELECT count(*) FROM document WHERE state = 'done'").fetchone()
        began, ended = database.execute("SELECT started, ended FROM run WHERE id = 2").fetchone()
        (reached,) = database.execute("SELECT min(finished) FROM document WHERE run = 2").fetchone()
    if done != n:
        raise SystemExit(f"{kind}: {done:,} of {n:,} documents are done")
    return [kind, f"{n:,}", f"{memory:,}", f"{n * 9 // 10 / seconds:,.0f}", f"{first:,.0f}", f"{last:,.0f}", f"{last / first - 1:+.1%}",
            f"{journal.stat().st_size / n:,.0f}", f"{reached - began:.1f}", f"{again:,}"]  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("redact"), parser.add_argument("--notes", type=int, default=1_000_000)
    parser.add_argument("--kinds", default="lines,files"), parser.add_argument("--folder")
    args = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}\n")
    print("| kind | notes | KiB | notes/s | in the first tenth | in the last | difference | journal, bytes a note | resumed after s | KiB then |")
    print("| --- " * 10 + "|", flush=True)
    for kind in args.kinds.split(","):
        for n in (args.notes // 10, args.notes):
            with tempfile.TemporaryDirectory(dir=args.folder) as folder:
                print("| " + " | ".join(measure(args.redact, kind, n, pathlib.Path(folder))) + " |", flush=True)


if __name__ == "__main__":
    main()
