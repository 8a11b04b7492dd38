# SPDX-License-Identifier: Apache-2.0
"""Cuts documents into windows as redactor/finder/window.cc does, and lays windows out as sequences."""

from dataclasses import dataclass

import numpy as np

WINDOW = 256  # most source tokens of a window
CONTEXT = 32  # of them, those that stand before what the window decides and are only read
LAG = 2  # the draft head names the tag of the token this many places back

# What a row decides.
NONE, OUTSIDE, INSIDE = 0, 1, 2


@dataclass
class Window:
    doc: int
    ids: list[int]
    begin: list[int]  # code points of the document
    end: list[int]
    spans: list[tuple[int, int, int]]  # token begin, token end, label index
    first: int = 0  # of the tokens to decide; those before it are only read


def _cut_quality(text: str, at: int) -> int:
    if at == 0 or at >= len(text):
        return 0
    before = text[at - 1]
    if before == "\n":
        return 3
    if text[at] not in " \t\n\r":
        return 0
    return 2 if before in ".!?" else 1


def cut(text: str, tokens, limit: int = WINDOW):
    """[begin, end) token ranges of at most `limit` tokens that tile the document."""
    begin, n = 0, len(tokens)
    while begin < n:
        end = n
        if n - begin > limit:
            end, best = begin + limit, 0
            for i in range(begin + limit, begin + limit // 2, -1):
                # The bytes of a character hang together: all but the last are empty.
                quality = 0 if tokens[i - 1][1] == tokens[i - 1][2] else _cut_quality(text, tokens[i][1])
                if quality > best:
                    end, best = i, quality
        yield begin, end
        begin = end


def make_windows(doc: int, text: str, spans, tokens, limit: int = WINDOW, context: int = CONTEXT):
    """Windows of one document, each of `limit` tokens at most with the `context` tokens before it; spans are
    (begin, end, label index) in code points, sorted."""
    out = []
    for first, last in cut(text, tokens, limit - context):
        read = max(0, first - context)
        part = tokens[read:last]
        first -= read
        labelled = []
        for begin, end, label in spans:
            hit = [i for i, (_, b, e) in enumerate(part) if i >= first and b < end and max(e, b + 1) > begin]
            if hit and (not labelled or hit[0] >= labelled[-1][1]):
                labelled.append((hit[0], hit[-1] + 1, label))
        out.append(Window(doc, *map(list, zip(*part)), labelled, first))
    return out


def layout(window_ids, spans, tok, first=0):
    """BOS source SEP copy with tags: arrays of ids, positions, decision kind, decision target. The copy begins
    with source token `first`.

    Targets index the candidates: OUTSIDE {copy, open(0..K-1)}, INSIDE {copy, close}.
    """
    n = len(window_ids)
    ids = [tok.bos, *window_ids, tok.sep]
    positions = list(range(n + 1)) + [WINDOW + 1 + first]
    kind = [NONE] * (n + 1)
    target = [0] * (n + 1)
    starts = {b: (e, label) for b, e, label in spans}
    end = None
    for i in range(first, n):
        at = positions[-1]
        if end == i:
            kind.append(INSIDE), target.append(1)
            ids.append(tok.close), positions.append(at)
            end = None
        if i in starts:
            end, label = starts[i]
            kind.append(OUTSIDE), target.append(1 + label)
            ids.append(tok.open[label]), positions.append(at)
            kind.append(NONE), target.append(0)  # the copy after a tag is forced
        else:
            kind.append(OUTSIDE if end is None else INSIDE), target.append(0)
        ids.append(window_ids[i]), positions.append(i + 2 + WINDOW)
    kind.append(NONE), target.append(0)  # after the last token nothing is decided
    return tuple(np.array(a, dtype=np.int64) for a in (ids, positions, kind, target))


def draft_targets(n: int, spans, first: int = 0, lag: int = LAG):
    """For source rows 0..n (BOS first): index into {outside, inside, begin(0..K-1)}, or -1."""
    tags = [0] * n
    for begin, end, label in spans:
        tags[begin] = 2 + label
        tags[begin + 1 : end] = [1] * (end - begin - 1)
    out = np.full(n + 1, -1, dtype=np.int64)
    for row in range(first + lag + 1, n + 1):  # row of token s_row (1-based) names token s_(row - lag)
        out[row] = tags[row - lag - 1]
    return out
