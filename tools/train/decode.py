# SPDX-License-Identifier: Apache-2.0
"""The best legal sequence of tags of each window, by dynamic programming over many windows at once."""

import numpy as np
import torch

from windows import BEGIN, END, INSIDE, LAG, SINGLE, sequence

BATCH_ROWS = 8000


def pad(arrays, fill):
    """Arrays as the rows of one, padded to a multiple of 8 columns, which attention on GPUs needs for its masks."""
    out = np.full((len(arrays), -(-max(map(len, arrays)) // 8) * 8), fill, dtype=np.int64)
    for row, array in zip(out, arrays):
        row[: len(array)] = array
    return out


def pad_ids(sequences) -> np.ndarray:
    """[sequences, rows, tokens], padded with 0, which is the id of no token of a text: ids of the tokens of each row."""
    flat, size = [ids for rows in sequences for ids in rows], max(len(ids) for rows in sequences for ids in rows)
    out = pad([[0] * len(rows) for rows in sequences], 0)[..., None].repeat(size, -1)
    inside = np.arange(out.shape[1]) < np.array([len(rows) for rows in sequences])[:, None]
    out[inside] = [(*ids, *[0] * (size - len(ids))) for ids in flat]
    return out


@torch.no_grad()
def scores(model, tok, windows) -> list[np.ndarray]:
    """For each window, [decided rows, tags]: the logits of the tags."""
    order = sorted(range(len(windows)), key=lambda w: len(windows[w].ids))
    found: list = [None] * len(windows)
    while order:
        size = max(1, BATCH_ROWS // (len(windows[order[0]].ids) + 40))
        batch, order = order[:size], order[size:]
        rows = [sequence(windows[w].ids, (tok.bos,)) for w in batch]
        ids, lengths = torch.from_numpy(pad_ids(rows)), torch.tensor([len(row) for row in rows])
        hints = torch.from_numpy(pad([sequence(windows[w].hints, 0) for w in batch], 0))
        with torch.autocast("cpu", torch.bfloat16):  # several times as fast; the shipped program gives the final scores
            hidden = model(ids, lengths, hints).float()
        logits = (hidden @ model.token_embd.weight.float()[tok.outputs].T).numpy()
        for row, w in zip(logits, batch):
            found[w] = row[1 + LAG + windows[w].first : 1 + LAG + windows[w].last].copy()
    return found


def best_spans(logits: np.ndarray, bias: float = 0.0) -> list[tuple[int, int, int]]:
    """Spans (begin, end, label index) of the best legal sequence of one window's tags. Ties go to fewer spans."""
    outside, parts = logits[:, 0], logits[:, 1:].reshape(len(logits), -1, 4)
    labels = np.arange(parts.shape[1])
    # The best score of all tokens so far if no span is open after them, and for each label if a span of it is open.
    closed, opened = 0.0, np.full(len(labels), -np.inf)
    since = np.zeros(len(labels), dtype=int)  # where the open spans began
    last = []  # for each token, the span that ends with it on the best path to "no span is open"
    for i, row in enumerate(parts):
        single, ended = closed + bias + row[:, SINGLE], opened + row[:, END]
        s, e = single.argmax(), ended.argmax()
        ways = [(closed + outside[i], None), (single[s], (i, i + 1, int(s))), (ended[e], (int(since[e]), i + 1, int(e)))]
        begun, held = closed + bias + row[:, BEGIN], opened + row[:, INSIDE]
        since = np.where(begun > held, i, since)
        opened = np.maximum(begun, held)
        closed, span = max(ways, key=lambda way: way[0])
        last.append(span)
    spans, i = [], len(last)
    while i:
        if span := last[i - 1]:
            spans.append(span)
        i = span[0] if span else i - 1
    return spans[::-1]


def decode(model, tok, windows, bias: float = 0.0):
    """Spans [(begin, end, label index)] in rows for each window."""
    found = (best_spans(logits, bias) for logits in scores(model, tok, windows))
    return [[(w.first + b, w.first + e, label) for b, e, label in spans] for w, spans in zip(windows, found)]
