# SPDX-License-Identifier: Apache-2.0
"""The collection of written notes: hospital notes of every speciality and kind, with slots for identifiers. They teach
that most words name nobody, even in the places, layouts and abbreviations where names occur. The files are
`collection/LANGUAGE-*.txt`, with notes separated by lines of %%."""

import pathlib
import random
import re
import zlib


def notes(lang: str) -> list[str]:
    texts = [p.read_text(encoding="utf-8") for p in sorted(pathlib.Path(__file__).with_suffix("").glob(f"{lang}-*.txt"))]
    return [note.strip("\n") for text in texts for note in re.split(r"(?m)^%%$", text) if note.strip()]


def is_held_back(note: str) -> bool:
    return zlib.crc32(note.encode()) % 10 == 3


def piece(written: list[str], rng: random.Random) -> str:
    """A note, some lines of one, or lines of two, so that a model does not learn by heart which lines go together."""
    note, r = rng.choice(written), rng.random()
    if r < 0.6:
        return note
    parts = [_some_lines(note, rng)] + ([_some_lines(rng.choice(written), rng)] if r > 0.8 else [])
    return rng.choice(["\n", "\n", " "]).join(parts)


def _some_lines(note: str, rng: random.Random) -> str:
    """At least half of the lines of a note, or of its sentences if it has at most two lines."""
    lines = note.split("\n")
    by = "\n" if len(lines) > 2 else " "
    lines = lines if len(lines) > 2 else re.split(r"(?<=[.;!?]) ", note)
    n = rng.randint((len(lines) + 1) // 2, len(lines))
    first = rng.randint(0, len(lines) - n)
    return by.join(lines[first : first + n])
