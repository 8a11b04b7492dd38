#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Values of fields: cells of tables, strings of FHIR, lines of forms, as systems store them, with the name of their field,
written for this by people who did not see each other's. A file `fields/LANG-WRITER.txt` is the work of one writer; a line
is the name of a field, which may be empty, a tab, and a value, in which [[LABEL:text]] marks an identifier.

A document may show a value behind the name of its field, as the program does with a short value ("Allergies: Shellfish").

Usage: fields.py [WRITER...] > gold.jsonl     all values, or those of some writers, as gold
       fields.py --held-back > gold.jsonl     the values that no training sees
"""

import json
import pathlib
import random
import sys
from collections import defaultdict

sys.path.append(str(pathlib.Path(__file__).parent))  # behind the standard library, which also has numbers
from written import unmarked  # noqa: E402

FOLDER = pathlib.Path(__file__).with_suffix("")
HELD_BACK = ("vb",)


def values(writers: list[str] | None = None) -> list[dict]:
    """Gold values {"id", "lang", "writer", "field", "text", "spans"}, with offsets in code points."""
    out = []
    for path in sorted(FOLDER.glob("*.txt")):
        lang, writer = path.stem.split("-")
        if writers and writer not in writers:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            field, marked = line.split("\t")
            text, spans = unmarked(marked)
            out.append({"id": f"{path.stem}-{number}", "lang": lang, "writer": writer, "field": field, "text": text, "spans": spans})
    return out


def joined(values: list[dict], between: str, named: bool) -> dict:
    """One document of several values, of the first one's language."""
    text, spans = "", []
    for value in values:
        text += between if text else ""
        text += f"{value['field']}: " if named and value["field"] else ""
        spans += [{**s, "start": s["start"] + len(text), "end": s["end"] + len(text)} for s in value["spans"]]
        text += value["text"]
    return {"lang": values[0]["lang"], "text": text, "spans": spans}


def learnt(seed: int = 1) -> list[dict]:
    """Documents for training: each value alone; behind its field's name, twice; and among others, as strings of a record
    or cells of a row."""
    rng, by_lang = random.Random(seed), defaultdict(list)
    for value in values():
        if value["writer"] not in HELD_BACK:
            by_lang[value["lang"]].append(value)
    documents = []
    for of in by_lang.values():
        for value in of:
            documents += [joined([value], "", named) for named in (False, True, True)]
            others = rng.sample(of, rng.randint(1, 7))
            documents.append(joined([value, *others], *rng.choice((("\n\n", True), ("\n\n", True), ("\n", True), ("\n\n", False), ("\t", False)))))
    return documents


if __name__ == "__main__":
    for value in values(list(HELD_BACK) if sys.argv[1:] == ["--held-back"] else sys.argv[1:]):
        print(json.dumps(value, ensure_ascii=False))
