# SPDX-License-Identifier: Apache-2.0
"""What a trained model says about the rows of another, which learns from it: the teacher's rows are tokens, the learner's
may be words."""

import pathlib
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F

from decode import pad, pad_ids
from model import Model, Shape
from tokenizer import Tokenizer
from windows import BEGIN, END, INSIDE, LAG, OUTSIDE, SINGLE, Window, sequence


def lesson(windows: list[Window], tok: Tokenizer) -> dict[str, torch.Tensor]:
    """Windows as a teacher reads them, token by token, without the learner's noise, and for each row the first token of the
    row that it names that is no space, and the last."""
    space, ids, hints, first, last = tok.sp.piece_to_id("\u2581"), [], [], [], []
    for w in windows:
        ends = np.cumsum([len(row) for row in w.ids])
        spaces = [next((i for i, token in enumerate(row) if token != space), len(row) - 1) for row in w.ids]
        first.append([0] * (1 + LAG) + [end - len(row) + n for end, row, n in zip(ends, w.ids, spaces)])
        last.append([0] * (1 + LAG) + [end - 1 for end in ends])
        ids.append(sequence([(token,) for row in w.ids for token in row], (tok.bos,)))
        hints.append(sequence([hint for row, hint in zip(w.ids, w.hints) for _ in row], 0))
    made = {"ids": pad_ids(ids), "hints": pad(hints, 0), "first": pad(first, 0), "last": pad(last, 0)}
    lengths = torch.tensor([len(rows) for rows in ids])
    return {f"taught_{name}": torch.from_numpy(value) for name, value in made.items()} | {"taught_lengths": lengths}


def of_rows(p: torch.Tensor, first: torch.Tensor, last: torch.Tensor) -> torch.Tensor:
    """Probabilities of tags [batch, tokens, tags] -> [batch, rows, tags], for rows of the tokens first to last: a label is as
    probable as on the mean token, and its span begins with the row as its first token says, and ends as its last one
    says."""

    def at(tensor: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
        return tensor.gather(1, places[..., None].expand(-1, -1, tensor.shape[-1]))

    def share(tags: torch.Tensor, part: int) -> torch.Tensor:
        parts = tags[..., 1:].unflatten(-1, (-1, 4))
        return (parts[..., part] + parts[..., SINGLE]) / parts.sum(-1).clamp_min(1e-9)

    sums = F.pad(p.cumsum(1), (0, 0, 1, 0))
    mean = (at(sums, last + 1) - at(sums, first)) / (last + 1 - first)[..., None]
    begin, end = share(at(p, first), BEGIN), share(at(p, last), END)
    parts = [torch.empty(0)] * 4
    parts[BEGIN], parts[INSIDE], parts[END], parts[SINGLE] = begin * (1 - end), (1 - begin) * (1 - end), (1 - begin) * end, begin * end
    labels = mean[..., 1:].unflatten(-1, (-1, 4)).sum(-1, keepdim=True) * torch.stack(parts, -1)
    rows = torch.cat((mean[..., :1], labels.flatten(-2)), -1)
    return torch.where((first == last)[..., None], at(p, first), rows)


# From this probability on, a row of several tokens counts as outside of all spans. The choice matters little: few rows lie
# near it.
SURELY_OUTSIDE = 0.9


@dataclass
class Taught:
    """What a teacher says about the rows of sequences, each of which gives the tag of another row (windows.py)."""

    p: torch.Tensor  # [batch, rows, tags], the probabilities of tags
    hidden: torch.Tensor  # [batch, rows, d_model], the teacher's rows that give the tags of the last tokens of rows
    alike: torch.Tensor  # [batch, rows]: whether those mean the same as the learner's: of one token, or outside


class Teacher:
    def __init__(self, path: pathlib.Path, tok: Tokenizer, device: str):
        saved = torch.load(path, weights_only=True)
        self.model = Model(Shape(**saved["shape"])).eval().requires_grad_(False).to(device)
        self.model.load_state_dict(saved["weights"])
        self.outputs = self.model.token_embd.weight[tok.outputs]

    @torch.no_grad()
    def __call__(self, part) -> Taught:
        hidden = self.model(part["taught_ids"], part["taught_lengths"], part["taught_hints"])[:, 1 + LAG :]
        first, last = part["taught_first"], part["taught_last"]
        p = of_rows((hidden @ self.outputs.T).float().softmax(-1), first, last)
        alike = (first == last) | (p[..., OUTSIDE] > SURELY_OUTSIDE)
        return Taught(p, hidden.gather(1, last[..., None].expand(-1, -1, hidden.shape[-1])), alike)
