#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Notes of mixed length, for load tests: sequences of notes of gold files, cut at a space.

Usage: mixed_notes.py GOLD.jsonl[.gz]... [--notes 1000] [--bytes 50 50000] [--seed 1] > MIXED.jsonl
Lengths are drawn so that each factor of two between the two is as frequent as any other.
"""

import argparse
import gzip
import itertools
import json
import math
import random


def texts(paths: list[str]) -> list[str]:
    out = []
    for path in paths:
        with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as lines:
            out += [json.loads(line)["text"] for line in lines]
    return out


def cut(text: str, most: int) -> str:
    """The first `most` bytes of a text or fewer, whole words if there are any."""
    kept = text.encode()[:most].decode(errors="ignore")
    return kept[: kept.rfind(" ")] if len(kept) < len(text) and " " in kept.strip() else kept


def mixed(notes: list[str], n: int, least: int, most: int, rng: random.Random):
    for _ in range(n):
        size = round(math.exp(rng.uniform(math.log(least), math.log(most))))
        at, joined = rng.randrange(len(notes)), ""
        for i in itertools.count(at):
            if len(joined.encode()) >= size:
                break
            joined += notes[i % len(notes)] + "\n\n"
        yield cut(joined, size)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("gold", nargs="+")
    p.add_argument("--notes", type=int, default=1000)
    p.add_argument("--bytes", type=int, nargs=2, default=[50, 50000], metavar=("LEAST", "MOST"))
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()
    for i, text in enumerate(mixed(texts(args.gold), args.notes, *args.bytes, random.Random(args.seed))):
        print(json.dumps({"id": str(i), "text": text}, ensure_ascii=False))


if __name__ == "__main__":
    main()
