#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Joins the identifiers that were found by reading with the texts of the carriers they belong to.

e3c-carriers.json holds only offsets in code points and labels, no text: 60 case reports in four languages, drawn at
random from carriers that training leaves out (four sentences of two of them also occur in carriers that it uses),
annotated by reading them once. Ages, dates, names and initials, institutions, towns, countries and occupations are
marked; words of sex, nationality and generic wards are not.

Usage: make_gold.py CORPORA > gold.jsonl
"""

import gzip
import json
import pathlib
import sys


def main():
    spans = json.loads((pathlib.Path(__file__).parent / "e3c-carriers.json").read_text())
    for path in sorted(pathlib.Path(sys.argv[1]).glob("e3c.carriers.*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for doc in map(json.loads, lines):
                if spans.get(doc["id"], {}).get("lang") != doc["lang"]:  # ids of E3C repeat between languages
                    continue
                marked = [{"start": b, "end": e, "label": k} for b, e, k in spans[doc["id"]]["spans"]]
                gold = {"id": doc["id"], "lang": doc["lang"], "text": doc["text"], "spans": marked}
                print(json.dumps(gold, ensure_ascii=False))


if __name__ == "__main__":
    main()
