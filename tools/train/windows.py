# SPDX-License-Identifier: Apache-2.0
"""Cuts documents into windows like redactor/finder/window.cc, and gives the tag of each of their rows."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

import numpy as np

from labels import LABELS

WINDOW = 384  # most rows of the source in a sequence; a row is a token or a word (rows.py)
CONTEXT = 32  # the most of them before the first decided row, and after the last, in training
# The same for a model in use. A note of MEDDOCAN takes an eighth less time than with 32, and nothing is lost
# (bench/results/quality.md).
READ_CONTEXT = 16
LAG = 2  # a row gives the tag of the row this many places before it

# Tags are numbered like the model's output rows: OUTSIDE, then BEGIN, INSIDE, END and SINGLE of each label.
OUTSIDE = 0
BEGIN, INSIDE, END, SINGLE = range(4)
N_TAGS = 1 + 4 * len(LABELS)
UNKNOWN = -1  # label of a span that may be an identifier or not; as a tag: nothing is learnt here


def tag(label: int, part: int) -> int:
    return 1 + 4 * label + part


@dataclass
class Window:
    doc: int
    ids: list[tuple[int, ...]]  # of each row's tokens
    hints: list[int]  # what the gazetteer knows about each row's word
    begin: list[int]  # code points of the document
    end: list[int]
    spans: list[tuple[int, int, int]]  # begin and end in rows, label index or UNKNOWN; inside [first, last)
    first: int = 0  # first row to decide; those before it are only read
    last: int = 0  # after the last row to decide


def _cut_quality(text: str, at: int) -> int:
    if at == 0 or at >= len(text):
        return 0
    before = text[at - 1]
    if before == "\n":
        return 3
    if text[at] not in " \t\n\r":
        return 0
    return 2 if before in ".!?" else 1


def cut(text: str, rows, limit: int, whole: int = 0):
    """[begin, end) ranges of at most `limit` rows that tile the document; one range if it has at most `whole`."""
    begin, n = 0, len(rows)
    while begin < n:
        end = n
        if n - begin > limit and n > whole:
            end, best = begin + limit, 0
            for i in range(begin + limit, begin + limit // 2, -1):
                # The bytes of a character are not separated: all but the last are empty.
                quality = 0 if rows[i - 1][1] == rows[i - 1][2] else _cut_quality(text, rows[i][1])
                if quality > best:
                    end, best = i, quality
        yield begin, end
        begin = end


def make_windows(doc: int, text: str, spans, rows, limit: int = WINDOW, context: int = CONTEXT):
    """Windows of one document, each of at most `limit` rows, with up to `context` rows on either side that are only read;
    rows are (ids, begin, end, hint), spans are (begin, end, label index), both in code points and sorted."""
    ids, begins, ends, hints = (list(column) for column in zip(*rows)) if rows else ([], [], [], [])
    reached, in_rows = 0, []
    for begin, end, label in spans:
        # Bytes of one character share its position, and all but the last of them are empty.
        b, e = bisect_right(ends, begin), bisect_left(begins, end)
        while b > 0 and begins[b - 1] == ends[b - 1] == begins[b]:
            b -= 1
        if reached <= b < e:
            in_rows.append((b, e, label))
            reached = e
    out = []
    for first, last in cut(text, rows, limit - 2 * context, limit):
        low, high = max(0, first - context), min(len(rows), last + context)
        inside = [(max(b, first) - low, min(e, last) - low, label) for b, e, label in in_rows if b < last and e > first]
        out.append(Window(doc, ids[low:high], hints[low:high], begins[low:high], ends[low:high], inside, first - low, last - low))
    return out


def sequence(rows: list, bos) -> list:
    """The rows of a window: BOS, its own, and BOS again for the rows that give the last tags; for hints, `bos` is 0."""
    return [bos, *rows, *[bos] * LAG]


def tags(window: Window) -> np.ndarray:
    """The tag of each row. Context has none: the cut of a sequence looks like the end of a document, and the model
    never has to decide there."""
    out = np.full(len(window.ids), UNKNOWN, dtype=np.int64)
    out[window.first : window.last] = OUTSIDE
    for begin, end, label in window.spans:
        if label == UNKNOWN:
            out[begin:end] = UNKNOWN
        elif end - begin == 1:
            out[begin] = tag(label, SINGLE)
        else:
            out[begin:end] = tag(label, INSIDE)
            out[begin], out[end - 1] = tag(label, BEGIN), tag(label, END)
    return out
