#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many notes are marked `review`, and how many of the others leak: a row for each gold file. A note leaks if a letter
or digit of a gold span is left under the policy `meddocan`, which hides every label. A second table says how many of the
others leak if a tenth, two tenths ... are marked: those whose text came nearest to being hidden.

Usage: review_marks.py BUILD GOLD.jsonl[.gz] [...]    `tools/train/corpus/written.py --held-back` prints the held-back writers' notes
"""

import gzip
import json
import math
import pathlib
import subprocess
import sys
import tempfile

SHARES = [tenths / 10 for tenths in range(1, 7)]


def read(path: pathlib.Path) -> list[dict]:
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return [json.loads(line) for line in data.decode().splitlines()]


def records(program: pathlib.Path, texts: list[str]) -> list[dict]:
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as lines:
        lines.writelines(json.dumps({"id": str(i), "text": text}) + "\n" for i, text in enumerate(texts))
        lines.flush()
        done = subprocess.run([program, "--policy", "meddocan", "--format", "jsonl", "--include-evidence", lines.name], stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def leaks(document: dict, record: dict) -> bool:
    hidden = {at for entity in record["entities"] for at in range(entity["start"], entity["end"])}
    gold = (at for span in document["spans"] for at in range(span["start"], span["end"]))
    return any(document["text"][at].isalnum() and at not in hidden for at in gold)


def nearest(record: dict) -> float:
    """The largest score of text that was left; 0 and more are hidden."""
    return max((each["score"] for each in record.get("review", [])), default=-math.inf)


def curve(notes: list[tuple[float, bool]]) -> list[str]:
    """The share of unmarked notes that leaks, for each of SHARES marked; empty where more are to be marked than have a score."""
    notes, told = sorted(notes, key=lambda note: note[0], reverse=True), sum(near > -math.inf for near, _ in notes)
    rests = [notes[round(share * len(notes)) :] if round(share * len(notes)) <= told else None for share in SHARES]
    return ["" if rest is None else f"{sum(leaking for _, leaking in rest) / len(rest):.0%}" for rest in rests]


def main():
    program = pathlib.Path(sys.argv[1], "bin/redact")
    curves = []
    print("| corpus | notes | notes that leak | marked | unmarked notes that leak |\n| --- | --- | --- | --- | --- |")
    for path in map(pathlib.Path, sys.argv[2:]):
        documents = read(path)
        found = records(program, [d["text"] for d in documents])
        notes = [(record["status"] == "review", leaks(d, record)) for d, record in zip(documents, found)]
        curves.append([path.name.split(".jsonl")[0], *curve([(nearest(record), leaking) for record, (_, leaking) in zip(found, notes)])])
        unmarked = [leaking for marked, leaking in notes if not marked]
        shares = sum(leaking for _, leaking in notes) / len(notes), 1 - len(unmarked) / len(notes), sum(unmarked) / max(len(unmarked), 1)
        print(f"| {path.name.split('.jsonl')[0]} | {len(notes)} | " + " | ".join(f"{share:.0%}" for share in shares) + " |", flush=True)
    print("\n| marked | " + " | ".join(f"{share:.0%}" for share in SHARES) + " |\n|" + " --- |" * (1 + len(SHARES)))
    for row in curves:
        print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    main()
