#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether memory grows with the number of documents, in each format and in a mix of all with withheld ones.

A model with random weights takes next to no time and memory, so the figures show the rest of the program. Each kind is
run with a number of documents and with ten times as many.

Usage: memory.py REDACT [--documents 10000] [--lines 100000] [--kinds lines,table,...]
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "bench"))
from structured import cda, docx, fhir, hl7, page  # noqa: E402


def note(i: int) -> str:
    return f"Seen on {i % 28 + 1}/03/2024: patient {i}, tel 0117 496 {i % 10000:04d}, stable, no change of treatment."


def in_rows(make):
    """A maker of files from texts, which are one row of one cell (structured.py)."""
    return lambda text: make([[text]])


FILES = {
    "text": ("txt", str),
    "fhir": ("json", in_rows(fhir)),
    "cda": ("xml", in_rows(cda)),
    "hl7": ("hl7", in_rows(hl7)),
    "html": ("html", in_rows(page)),
    "docx": ("docx", in_rows(docx)),
    "utf-16": ("u16.txt", lambda text: text.encode("utf-16")),
    "withheld": ("pdf", lambda text: b"%PDF-1.7\n" + text.encode()),
}
STREAMS = {
    "lines": (lambda i: json.dumps({"text": note(i)}) + "\n", "", ["--text-field", "text"]),
    "withheld lines": (lambda i: "{not json\n" if i else json.dumps({"text": note(i) * 50}) + "\n", "", ["--text-field", "text"]),
    "table": (lambda i: f'{i},"{note(i)}"\n', "id,note\n", ["--text-column", "note"]),
    "bulk fhir": (lambda i: fhir([[note(i)]]) + "\n", "", ["--keep-ids"]),
}


def write_files(folder: pathlib.Path, kinds: list[str], n: int) -> None:
    for i in range(n):
        ending, made = FILES[kinds[i % len(kinds)]]
        content = made(note(i))
        (folder / f"{i:06}.{ending}").write_bytes(content if isinstance(content, bytes) else content.encode())


def peak(command: list[str], stdin=subprocess.DEVNULL) -> tuple[int, float]:
    """The peak memory in KiB, and seconds."""
    with tempfile.NamedTemporaryFile("r") as told:
        done = subprocess.run(
            ["/usr/bin/time", "-o", told.name, "-f", "%M %e", *command], stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        if done.returncode not in (0, 3):
            sys.exit(f"{command}: {done.returncode}\n{done.stderr[-500:]}")
        memory, seconds = told.read().split()[-2:]
    return int(memory), float(seconds)


def run(redact: str, kind: str, n: int, folder: pathlib.Path) -> tuple[int, float]:
    base = [redact, "--quiet", "-t", "1", "-m", str(ROOT / "tests/golden/label-f32.gguf")]
    if kind in STREAMS:
        line, head, options = STREAMS[kind]
        path = folder / ("in.ndjson" if kind == "bulk fhir" else "in.txt")
        with path.open("w") as out:
            out.write(head)
            out.writelines(line(i) for i in range(n))
        if kind == "bulk fhir":
            return peak([*base, *options, "-o", str(folder / "out.ndjson"), str(path)])
        with path.open() as source:
            return peak([*base, *options], source)
    (folder / "in").mkdir()
    write_files(folder / "in", list(FILES) if kind == "mix" else [kind], n)
    return peak([*base, "-o", str(folder / "out"), str(folder / "in")])


def main():
    p = argparse.ArgumentParser()
    p.add_argument("redact")
    p.add_argument("--documents", type=int, default=10_000, help="the smaller number of files, and of bulk FHIR's lines")
    p.add_argument("--lines", type=int, default=100_000, help="the smaller number of lines and rows")
    p.add_argument("--kinds", default=",".join([*STREAMS, *FILES, "mix"]))
    args = p.parse_args()
    print("| kind | documents | KiB | documents | KiB | growth | documents/s |\n| --- | --- | --- | --- | --- | --- | --- |")
    for kind in args.kinds.split(","):
        n = args.lines if kind in STREAMS and kind != "bulk fhir" else args.documents
        measured = []
        for number in (n, 10 * n):
            with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
                measured.append(run(args.redact, kind, number, pathlib.Path(folder)))
        (small, _), (large, seconds) = measured
        print(f"| {kind} | {n:,} | {small:,} | {10 * n:,} | {large:,} | {large / small - 1:+.1%} | {10 * n / seconds:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
