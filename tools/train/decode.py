# SPDX-License-Identifier: Apache-2.0
"""Greedy constrained decoding of many windows at once, by fixed point.

A draft of the whole output is scored in one pass and every position that decides otherwise is
changed; once nothing changes, each decision is the greedy one given all before it, which is what
one-token decoding finds. (If a window does not settle, its accepted prefix still grows by one
decision a pass, so the loop ends.)
"""

import numpy as np
import torch

from windows import INSIDE, LAG, OUTSIDE, layout


def _pad(arrays, fill):
    out = np.full((len(arrays), max(map(len, arrays))), fill, dtype=np.int64)
    for row, array in zip(out, arrays):
        row[: len(array)] = array
    return torch.from_numpy(out)


def _drafted(tags):
    """Spans of a token tagging by the draft head: 0 outside, 1 inside, 2 + k begin of label k."""
    spans = []
    for i, tag in enumerate(tags):
        if tag >= 2:
            spans.append((i, i + 1, int(tag) - 2))
        elif tag == 1 and spans and spans[-1][1] == i:
            spans[-1] = (spans[-1][0], i + 1, spans[-1][2])
    return spans


@torch.no_grad()
def decode(model, tok, windows, bias=0.0, batch_rows=8000, max_passes=40):
    """Spans [(begin, end, label index)] in tokens for each window; also passes per window. One pass gives what
    the draft head says."""
    outside = torch.tensor([tok.copy, *tok.open])
    inside = torch.tensor([tok.copy, tok.close])
    draft_head = torch.tensor([tok.outside, tok.inside, *tok.begin])
    results, passes = [None] * len(windows), [0] * len(windows)
    drafts = {w: [] for w in range(len(windows))}
    while drafts:
        order = sorted(drafts, key=lambda w: len(windows[w].ids))
        settled = []
        while order:
            size = max(1, batch_rows // (2 * len(windows[order[0]].ids) + 40))
            batch, order = order[:size], order[size:]
            laid = [layout(windows[w].ids, drafts[w], tok, windows[w].first) for w in batch]
            with torch.autocast("cpu", torch.bfloat16):  # several times as fast; the shipped program is scored in the end
                prompt = torch.tensor([len(windows[w].ids) + 1 for w in batch])
                hidden = model(_pad([a[0] for a in laid], 0), _pad([a[1] for a in laid], 0), prompt).float()
            if passes[batch[0]] == 0:  # the first pass only asks the draft head
                named = (hidden @ model.token_embd.weight.float()[draft_head].T).argmax(-1).numpy()
                for b, w in enumerate(batch):
                    n = len(windows[w].ids)
                    passes[w] = 1
                    tags = np.append(named[b, LAG + 1 : n + 1], [0] * LAG)[:n]
                    tags[: windows[w].first] = 0
                    drafts[w] = _drafted(tags)
                    if max_passes == 1:
                        results[w] = drafts[w]
                        settled.append(w)
                continue
            e = model.token_embd.weight.float()
            out, ins = hidden @ e[outside].T, hidden @ e[inside].T
            tags = out[..., 1:].logsumexp(-1).numpy()
            best = out[..., 1:].argmax(-1).numpy()
            copy, close = out[..., 0].numpy(), (ins[..., 1] > ins[..., 0]).numpy()
            for b, w in enumerate(batch):
                passes[w] += 1
                new = _follow(laid[b], copy[b], tags[b], best[b], close[b], windows[w], tok, bias)
                if new == drafts[w] or passes[w] >= max_passes:
                    results[w] = new
                    settled.append(w)
                drafts[w] = new
        for w in settled:
            del drafts[w]
    return results, passes


def _follow(laid, copy, tags, best, close, window, tok, bias):
    """One relaxation: decide every fork of the draft from its own row, left to right."""
    ids, _, kind, _ = laid
    spans, open_at, label = [], None, 0
    n = len(window.ids)
    row = n + 1
    for i in range(window.first, n):
        # Rows before the copy of token i: the row of token i - 1 (or SEP) and any tags after it.
        rows = [row]
        while ids[rows[-1] + 1] in tok.tags:
            rows.append(rows[-1] + 1)
        row = rows[-1] + 1
        if open_at is not None and open_at < i:
            ask = [r for r in rows if kind[r] == INSIDE]
            # Where the draft was outside here no row can tell: guess the end, the next pass checks.
            if not ask or close[ask[0]]:
                spans.append((open_at, i, label))
                open_at = None
        if open_at is None:
            ask = [r for r in rows if kind[r] == OUTSIDE]
            if ask and tags[ask[-1]] + bias > copy[ask[-1]]:
                open_at, label = i, int(best[ask[-1]])
    if open_at is not None:
        spans.append((open_at, n, label))
    return spans
