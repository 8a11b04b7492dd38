# SPDX-License-Identifier: Apache-2.0
"""What a trained model says about the rows of another, which learns from it: a teacher of tokens may teach a learner of
words, and a teacher of words one of words."""

import functools
import pathlib
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F

from decode import pad, pad_ids
from model import Model, Shape
from tokenizer import Tokenizer
from windows import BEGIN, END, INSIDE, LAG, OUTSIDE, SINGLE, Window, sequence


def lesson(windows: list[Window], tok: Tokenizer, words: bool) -> dict[str, torch.Tensor]:
    """Windows as a teacher reads them, without the learner's noise, token by token or, if its rows are words, by the
    learner's rows; and for each of the learner's rows the teacher's first row of the row that it names that is no space, and
    the last."""
    space, ids, hints, first, last = (tok.sp.piece_to_id("\u2581"),), [], [], [], []
    for w in windows:
        read = [[row] if words else [(token,) for token in row] for row in w.ids]
        ends = np.cumsum([len(rows) for rows in read])
        spaces = [next((i for i, row in enumerate(rows) if row != space), len(rows) - 1) for rows in read]
        first.append([0] * (1 + LAG) + [end - len(rows) + n for end, rows, n in zip(ends, read, spaces)])
        last.append([0] * (1 + LAG) + [end - 1 for end in ends])
        ids.append(sequence([row for rows in read for row in rows], (tok.bos,)))
        hints.append(sequence([hint for rows, hint in zip(read, w.hints) for _ in rows], 0))
    made = {"ids": pad_ids(ids), "hints": pad(hints, 0), "first": pad(first, 0), "last": pad(last, 0)}
    lengths = torch.tensor([len(rows) for rows in ids])
    return {f"taught_{name}": torch.from_numpy(value) for name, value in made.items()} | {"taught_lengths": lengths}


def of_rows(p: torch.Tensor, first: torch.Tensor, last: torch.Tensor) -> torch.Tensor:
    """Probabilities of tags [batch, teacher's rows, tags] -> [batch, rows, tags], for rows of the teacher's rows first to
    last: a label is as probable as on their mean, and its span begins with the row as the first of them says, and ends as the
    last one says."""

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


# From this probability on, a row of several rows of the teacher counts as outside of all spans. The choice matters little: few rows lie
# near it.
SURELY_OUTSIDE = 0.9


@dataclass
class Taught:
    """What a teacher says about the rows of sequences, each of which gives the tag of another row (windows.py)."""

    p: torch.Tensor  # [batch, rows, tags], the probabilities of tags
    hidden: torch.Tensor  # [batch, rows, d_model], the teacher's rows that give the tags of the last parts of rows
    alike: torch.Tensor  # [batch, rows]: whether those mean the same as the learner's: of one part, or outside


class Teacher:
    def __init__(self, path: pathlib.Path, tok: Tokenizer, device: str):
        saved = torch.load(path, weights_only=True)
        self.model = Model(Shape(**saved["shape"])).eval().requires_grad_(False).to(device)
        self.model.load_state_dict(saved["weights"])
        self.outputs = self.model.token_embd.weight[tok.outputs]
        self.lesson = functools.partial(lesson, words=self.model.s.words)

    @torch.no_grad()
    def __call__(self, part) -> Taught:
        hidden = self.model(part["taught_ids"], part["taught_lengths"], part["taught_hints"])[:, 1 + LAG :]
        first, last = part["taught_first"], part["taught_last"]
        p = of_rows((hidden @ self.outputs.T).float().softmax(-1), first, last)
        alike = (first == last) | (p[..., OUTSIDE] > SURELY_OUTSIDE)
        return Taught(p, hidden.gather(1, last[..., None].expand(-1, -1, hidden.shape[-1])), alike)
