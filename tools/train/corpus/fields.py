#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Values of fields: cells of tables, strings of FHIR, lines of forms, as systems store them, with the name of their field,
written for this by people who did not see each other's. A file `fields/LANG-WRITER.txt` is the work of one writer; a line
is the name of a field, which may be empty, a tab, and a value, in which [[LABEL:text]] marks an identifier.

Usage: fields.py [WRITER...] > gold.jsonl     all values, or those of some writers, as gold
       fields.py --held-back > gold.jsonl     the values that no training sees
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
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


if __name__ == "__main__":
    for value in values(list(HELD_BACK) if sys.argv[1:] == ["--held-back"] else sys.argv[1:]):
        print(json.dumps(value, ensure_ascii=False))
