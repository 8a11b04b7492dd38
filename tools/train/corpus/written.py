#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Notes as they are typed and spoken: ward notes, dictation, scans, mail, reports, lists, forms and letters, ambulance
sheets, handovers, chats, telephone calls, boards, expert reports, theatre records and more, written for this by people who did not see each other's notes, with invented people and places. A file `written/LANG-WRITER.txt` is
the work of one writer, so that a writer's notes can be held back whole. `%% ID KIND` begins a note, and
[[LABEL:text]] marks an identifier; a mark may run over a line end.

Usage: written.py [WRITER...] > gold.jsonl     all notes, or those of some writers, as gold
       written.py --held-back > gold.jsonl     the notes that no training sees
"""

import json
import pathlib
import re
import sys
from collections import defaultdict

MARK = re.compile(r"\[\[([A-Z_]+):(.+?)\]\]", re.DOTALL)
FOLDER = pathlib.Path(__file__).with_suffix("")
# Held back whole, so that no style is known: three writers who together write all eight languages, 1,380 notes.
HELD_BACK = ("s", "t", "u")
# Held back too, apart: kinds of notes that v15 did not learn, in all eight languages, and notes in which people are
# mentioned again in other forms beside words that are also names.
NEW_KINDS = ("ne",)
REPEATS = ("ra",)


def unmarked(marked: str) -> tuple[str, list[dict]]:
    """A text without its marks, and the spans that they mark."""
    text, spans, at = "", [], 0
    for mark in MARK.finditer(marked):
        text += marked[at : mark.start()]
        spans.append({"start": len(text), "end": len(text) + len(mark[2]), "label": mark[1]})
        text += mark[2]
        at = mark.end()
    return text + marked[at:], spans


def documents(writers: list[str] | None = None) -> list[dict]:
    """Gold documents {"id", "lang", "writer", "kind", "text", "spans"}, with offsets in code points."""
    out = []
    for path in sorted(FOLDER.glob("*.txt")):
        lang, writer = path.stem.split("-")
        if writers and writer not in writers:
            continue
        for note in re.split(r"(?m)^%% ", path.read_text(encoding="utf-8"))[1:]:
            head, marked = note.rstrip("\n").split("\n", 1)
            name, kind = head.split()
            text, spans = unmarked(marked)
            out.append({"id": name, "lang": lang, "writer": writer, "kind": kind, "text": text, "spans": spans})
    return out


def outside(document: dict) -> str:
    """The text of a document without its identifiers, since notes also write these in lower case."""
    ends = [0, *(s["end"] for s in document["spans"])]
    starts = [*(s["start"] for s in document["spans"]), None]
    return " ".join(document["text"][end:start] for end, start in zip(ends, starts))


def learnt(share: float = 1.0) -> list[dict]:
    """The notes for training; of each language those of one writer after another, without a writer of whose notes more
    than half go beyond the share."""
    notes = defaultdict(lambda: defaultdict(list))
    for document in documents():
        if document["writer"] not in HELD_BACK + NEW_KINDS + REPEATS:
            notes[document["lang"]][document["writer"]].append(document)
    chosen = []
    for writers in notes.values():
        wanted, taken = share * sum(map(len, writers.values())), 0
        for of_one in writers.values():
            if taken + len(of_one) / 2 < wanted:
                chosen += of_one
                taken += len(of_one)
    return chosen


if __name__ == "__main__":
    for document in documents(list(HELD_BACK) if sys.argv[1:] == ["--held-back"] else sys.argv[1:]):
        print(json.dumps(document, ensure_ascii=False))
