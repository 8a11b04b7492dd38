#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many notes are marked `review`, and how many of the others leak: a row for each gold file. A note leaks if a letter
or digit of a gold span is left under the policy `meddocan`, which hides every label.

Usage: review_marks.py BUILD GOLD.jsonl[.gz] [...]    `tools/train/corpus/written.py --held-back` prints the held-back writers' notes
"""

import gzip
import json
import pathlib
import subprocess
import sys
import tempfile


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


def main():
    program = pathlib.Path(sys.argv[1], "bin/redact")
    print("| corpus | notes | notes that leak | marked | unmarked notes that leak |\n| --- | --- | --- | --- | --- |")
    for path in map(pathlib.Path, sys.argv[2:]):
        documents = read(path)
        notes = [(record["status"] == "review", leaks(d, record)) for d, record in zip(documents, records(program, [d["text"] for d in documents]))]
        unmarked = [leaking for marked, leaking in notes if not marked]
        shares = sum(leaking for _, leaking in notes) / len(notes), 1 - len(unmarked) / len(notes), sum(unmarked) / max(len(unmarked), 1)
        print(f"| {path.name.split('.jsonl')[0]} | {len(notes)} | " + " | ".join(f"{share:.0%}" for share in shares) + " |", flush=True)


if __name__ == "__main__":
    main()
