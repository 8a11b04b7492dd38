#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Converts the notes written for the evaluation to gold. They are dense and full of abbreviations, as clinicians write,
with invented names and places; the notes and the templates of tools/train were written independently of each other.

Each file holds one language: '%% ID' begins a note, [[LABEL:text]] marks an identifier.

Usage: make_gold.py > gold.jsonl
"""

import json
import pathlib
import re
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "train/corpus"))
from written import unmarked  # noqa: E402


def main():
    for path in sorted(pathlib.Path(__file__).parent.glob("*.txt")):
        for note in re.split(r"(?m)^%% ", path.read_text(encoding="utf-8"))[1:]:
            name, marked = note.split("\n", 1)
            text, spans = unmarked(marked)
            gold = {"id": name, "lang": path.stem, "text": text, "spans": spans}
            print(json.dumps(gold, ensure_ascii=False))


if __name__ == "__main__":
    main()
