#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Redacts notes with `redact --format jsonl`, prints each result, and proves it from the record.

The proof uses only the source file and the record. The bytes outside the spans are cut from the source by its offsets
and from the output by the output's offsets; they must be the same.

Usage: show_samples.py REDACT NOTE...
"""

import json
import pathlib
import subprocess
import sys


def outside(data: bytes, spans: list[tuple[int, int]]) -> list[bytes]:
    """The pieces of `data` between sorted, disjoint spans."""
    edges = [0] + [edge for span in spans for edge in span] + [len(data)]
    return [data[begin:end] for begin, end in zip(edges[::2], edges[1::2])]


def show(redact: str, note: pathlib.Path) -> bool:
    source = note.read_bytes()
    done = subprocess.run([redact, "--format", "jsonl", "--include-evidence", str(note)], stdout=subprocess.PIPE, check=True)
    record = json.loads(done.stdout)
    output = record["text"]
    kept = outside(source, [(e["byte_start"], e["byte_end"]) for e in record["entities"]])
    kept_out = outside(output.encode(), [byte_range(output, e) for e in record["entities"]])
    same = kept == kept_out

    print(f"\n=== {note.name} {'=' * (90 - len(note.name))}\n")
    print(output)
    print(
        f"--- {len(source)} bytes in, {len(record['entities'])} spans, "
        f"{sum(map(len, kept))} bytes outside them, identical: {'yes' if same else 'NO'}"
    )
    return same


def byte_range(output: str, entity: dict) -> tuple[int, int]:
    """An entity's place in the output, from code points to bytes."""
    begin = len(output[: entity["out_start"]].encode())
    return begin, begin + len(output[entity["out_start"] : entity["out_end"]].encode())


def main() -> int:
    redact, notes = sys.argv[1], [pathlib.Path(name) for name in sys.argv[2:]]
    results = [show(redact, note) for note in notes]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
