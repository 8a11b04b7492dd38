# SPDX-License-Identifier: Apache-2.0
"""Finds what a model changed in a text that it was asked to copy with placeholders.

Both texts are compared without white space at their ends. A placeholder is one of the given tags, letter by letter; it
may stand for 0 to 160 characters of the source without a blank line among them, which are the bounds of this project's
grammar. The characters it stands for are redacted. Every other difference is an edit. The alignment with the fewest
characters in edits counts, so a writer gets the benefit of every doubt:

  dropped    characters of the source that are neither in the output nor under a placeholder
  invented   characters of the output that are neither of the source nor a placeholder
  changed    characters that stand where others stood: where some are dropped and some invented between the same
             two neighbours, the substitutions of their Levenshtein distance (between two passages whose lengths
             have a product above 4 million: as many as the shorter has)

An output that is the source with placeholders has no edits, wherever its placeholders begin (fit). Other outputs are
aligned by words, numbers and other single characters; individual characters are compared only between
the two passages of an edit.
"""

import dataclasses
import re
from array import array

MOST = 160  # characters that a placeholder may stand for
LARGEST_TABLE = 4_000_000  # cells of a Levenshtein table
BLANK_LINE = re.compile(r"\n(?=([ \t\r]*\n))")


@dataclasses.dataclass
class Edits:
    changed: int = 0
    dropped: int = 0
    invented: int = 0
    placeholders: int = 0
    hidden: list[tuple[int, int]] = dataclasses.field(default_factory=list)  # characters of the source

    @property
    def any(self) -> bool:
        return self.changed + self.dropped + self.invented > 0


def alternatives(tags: list[str]) -> str:
    return "|".join(map(re.escape, tags))  # none is a prefix of another (redactor/finder/tag_model.cc)


def split(text: str, tags: list[str]) -> list[str]:
    """A text as tags, words, numbers and single characters."""
    return re.findall("|".join([alternatives(tags)] * bool(tags) + [r"[^\W\d_]+", r"\d+", "."]), text, re.DOTALL)


def fit(source: str, output: str, tags: list[str]) -> list[tuple[int, int]] | None:
    """For an output that is the source with placeholders, the ranges that the placeholders stand for; None for any
    other output. If several places fit, the nearest is taken."""
    blank = [(m.start(), m.end(1)) for m in BLANK_LINE.finditer(source)]

    def reach(begin: int) -> int:
        return min([len(source), begin + MOST] + [last - 1 for first, last in blank if first >= begin])

    copies = re.split(alternatives(tags), output)
    ends = [[len(copies[0])] if source.startswith(copies[0]) else []]  # the places where each copy may end
    for copy in copies[1:]:
        begins = {at for end in ends[-1] for at in range(end, reach(end) + 1)}
        ends.append(sorted(at + len(copy) for at in begins if source.startswith(copy, at)))
    if len(source) not in ends[-1]:
        return None
    hidden, end = [], len(source)
    for i in range(len(copies) - 1, 0, -1):
        begin = end - len(copies[i])
        end = max(e for e in ends[i - 1] if e <= begin <= reach(e))
        hidden.append((end, begin))
    return hidden[::-1]


def levenshtein(a: str, b: str) -> tuple[int, int, int]:
    """The fewest substitutions, deletions and insertions that turn a into b."""
    if len(a) * len(b) > LARGEST_TABLE:
        return min(len(a), len(b)), max(len(a) - len(b), 0), max(len(b) - len(a), 0)
    row = [(j, 0, 0, j) for j in range(len(b) + 1)]  # distance, substitutions, deletions, insertions
    for x in a:
        before, row = row, [(row[0][0] + 1, 0, row[0][2] + 1, 0)]
        for j, y in enumerate(b):
            if x == y:
                row.append(before[j])
                continue
            d, s, e, i = min(before[j], before[j + 1], row[j])
            if d == before[j][0]:
                d, s, e, i = before[j]
                row.append((d + 1, s + 1, e, i))
            elif d == before[j + 1][0]:
                d, s, e, i = before[j + 1]
                row.append((d + 1, s, e + 1, i))
            else:
                d, s, e, i = row[j]
                row.append((d + 1, s, e, i + 1))
    return row[-1][1:]


class Alignment:
    """The cheapest alignment of the units of a source with those of an output; costs are in characters."""

    def __init__(self, source: str, output: str, tags: list[str]):
        self.source, self.tags = split(source, []), set(tags)
        self.output = split(output, tags)
        self.at = [0]  # the character at which each unit of the source begins
        for unit in self.source:
            self.at.append(self.at[-1] + len(unit))
        self.least_begin = self._least_begins(source)
        self.costs = self._fill()

    def _least_begins(self, source: str) -> list[int]:
        """The first unit that a placeholder which ends before unit i may cover."""
        blank = [(m.start(), m.end(1)) for m in BLANK_LINE.finditer(source)]
        out, low, n_blank = [], 0, 0
        for end in self.at:
            while n_blank < len(blank) and blank[n_blank][1] <= end:
                n_blank += 1
            least = max(end - MOST, blank[n_blank - 1][0] + 1 if n_blank else 0)
            while self.at[low] < least:
                low += 1
            out.append(low)
        return out

    def _fill(self) -> list[array]:
        """costs[j][i]: the cost for the first i units of the source and the first j of the output."""
        costs = [array("l", self.at)]
        lengths = [len(unit) for unit in self.source]
        for unit in self.output:
            before = costs[-1]
            if unit in self.tags:
                column = array("l", (min(before[low : i + 1]) for i, low in enumerate(self.least_begin)))
                for i, length in enumerate(lengths):
                    column[i + 1] = min(column[i + 1], column[i] + length)
            else:
                length_out, least = len(unit), before[0] + len(unit)
                column = array("l", [least])
                for i, own in enumerate(self.source):
                    change = before[i] + (0 if own == unit else max(lengths[i], length_out))
                    least = min(change, before[i + 1] + length_out, least + lengths[i])
                    column.append(least)
            costs.append(column)
        return costs

    def steps(self):
        """From the end: ("keep" | "change" | "hide" | "drop" | "invent", units [begin, end) of the source, that of the output)."""
        i, j = len(self.source), len(self.output)
        while i or j:
            cost, unit = self.costs[j][i], self.output[j - 1] if j else None
            before = self.costs[j - 1] if j else None
            if j and unit in self.tags:
                # The longest of the cheapest ranges: text missing next to a placeholder counts as hidden by it.
                begin = next((b for b in range(self.least_begin[i], i + 1) if before[b] == cost), None)
                if begin is not None:
                    yield "hide", begin, i, unit
                    i, j = begin, j - 1
                    continue
            own = self.source[i - 1] if i else None
            if i and j and own == unit and before[i - 1] == cost:
                i, j = i - 1, j - 1
                yield "keep", i, i + 1, unit
            elif i and j and unit not in self.tags and before[i - 1] + max(len(own), len(unit)) == cost:
                i, j = i - 1, j - 1
                yield "change", i, i + 1, unit
            elif i and self.costs[j][i - 1] + len(own) == cost:
                i -= 1
                yield "drop", i, i + 1, ""
            else:
                j -= 1
                yield "invent", i, i, unit


def count_edits(source: str, output: str, tags: list[str]) -> Edits:
    begin = len(source) - len(source.lstrip())
    fitting = fit(source.strip(), output.strip(), tags)
    if fitting is not None:
        return Edits(placeholders=len(fitting), hidden=[(begin + a, begin + b) for a, b in fitting])
    aligned = Alignment(source.strip(), output.strip(), tags)
    edits = Edits()
    gone, new = "", ""

    def close() -> None:
        nonlocal gone, new
        for name, n in zip(("changed", "dropped", "invented"), levenshtein(gone, new)):
            setattr(edits, name, getattr(edits, name) + n)
        gone, new = "", ""

    for kind, first, last, unit in reversed(list(aligned.steps())):
        if kind in ("keep", "hide"):
            close()
        else:
            gone += "".join(aligned.source[first:last])
            new += unit
        if kind == "hide":
            edits.placeholders += 1
            edits.hidden.append((begin + aligned.at[first], begin + aligned.at[last]))
    close()
    return edits


def shared(a: list[tuple[int, int]], b: list[tuple[int, int]]) -> int:
    """The number of characters in ranges of both lists; the ranges within a list do not overlap."""
    return sum(max(0, min(x[1], y[1]) - max(x[0], y[0])) for x in a for y in b)
