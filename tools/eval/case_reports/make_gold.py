#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Joins the identifiers that were found by reading with the texts of the published case reports that hold them.

dev.json and train.json hold, for each document of the carriers, the SHA-256 of its text, and offsets in code
points with labels; no text. README.md says how they were made.

Usage: make_gold.py CORPORA dev|train > gold.jsonl
"""

import gzip
import hashlib
import json
import pathlib
import sys


def main() -> None:
    corpora, part = pathlib.Path(sys.argv[1]), sys.argv[2]
    spans = json.loads((pathlib.Path(__file__).parent / f"{part}.json").read_text())
    for lang in sorted({name.split("/")[0] for name in spans}):
        with gzip.open(corpora / f"e3c.carriers.{lang}.jsonl.gz", "rt", encoding="utf-8") as lines:
            for doc in map(json.loads, lines):
                found = spans.pop(f"{lang}/{doc['id']}", None)  # ids of E3C repeat between languages
                if found is None:
                    continue
                if hashlib.sha256(doc["text"].encode()).hexdigest() != found["sha256"]:
                    sys.exit(f"{lang}/{doc['id']}: the text is another one than was annotated")
                marked = [{"start": b, "end": e, "label": label} for b, e, label in found["spans"]]
                gold = {"id": f"{lang}/{doc['id']}", "lang": lang, "text": doc["text"], "spans": marked}
                print(json.dumps(gold, ensure_ascii=False))
    if spans:
        sys.exit(f"{len(spans)} documents are not in these corpora")


if __name__ == "__main__":
    main()
