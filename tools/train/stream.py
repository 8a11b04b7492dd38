# SPDX-License-Identifier: Apache-2.0
"""An endless stream of parts of steps, drawn from the sources by their shares."""

import random
from dataclasses import dataclass, field

import torch
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from data import Variation
from decode import pad, pad_ids
from tokenizer import Tokenizer
from windows import CONTEXT, LAG, UNKNOWN, WINDOW, Window, make_windows, sequence, tags

# The fewest rows whose products still fill a core or a GPU; more steps beat longer ones.
ROWS_PER_PART = {"cpu": 1000, "cuda": 16000}
POOLED = 16  # parts cut from one pool of windows; more parts mean less padding


def work(window: Window) -> float:
    """The work of a window, in units of rows of windows of 200 tokens. It grows with the length and, in attention, with
    its square; the two are equal at some 400 tokens."""
    rows = 1 + len(window.ids) + LAG
    return rows * (1 + rows / 400) / 1.5


@dataclass
class Source:
    documents: list[dict]
    share: float  # share of all windows
    more: list[dict] = ()  # documents to borrow surfaces from
    empty: float = 1.0  # share of the windows without an identifier that is kept
    manners: float = 0.0  # share of the documents that are written in another manner
    order: list[int] = field(default_factory=list)
    windows: list[Window] = field(default_factory=list)

    def __post_init__(self):
        self.variation = Variation(self.documents, self.more, self.manners)


class Stream:
    """Every pass over a source varies, retokenises and recuts its documents."""

    def __init__(self, sources: list[Source], tok: Tokenizer, corruption: float, seed: int, rows_per_part: int = ROWS_PER_PART["cpu"]):
        self.sources, self.tok, self.corruption, self.rng = sources, tok, corruption, random.Random(seed)
        self.rows_per_part = rows_per_part
        self.passes = [0.0] * len(sources)
        self.pool: list[Window] = []
        self.parts: list[list[Window]] = []

    def state_dict(self) -> dict:
        """The rest of the passes and of the pool, from which another stream of the same documents continues."""
        sources = [(s.order, s.windows) for s in self.sources]
        return {"rng": self.rng.getstate(), "passes": self.passes, "pool": self.pool, "parts": self.parts, "sources": sources}

    def load_state_dict(self, state: dict) -> None:
        self.rng.setstate(state["rng"])
        self.passes, self.pool, self.parts = state["passes"], state["pool"], state["parts"]
        for source, (order, windows) in zip(self.sources, state["sources"]):
            source.order, source.windows = order, windows

    def _next_window(self, index: int) -> Window:
        s, rng = self.sources[index], self.rng
        while not s.windows:
            if not s.order:
                s.order = rng.sample(range(len(s.documents)), len(s.documents))
            text, spans = s.variation.vary(s.documents[s.order.pop()], rng)
            dropout = 0.1 if rng.random() < 0.6 else 0.0
            limit = WINDOW if rng.random() < 0.7 else rng.randint(32, WINDOW)
            context = min(rng.choice((CONTEXT, CONTEXT, rng.randint(0, 2 * CONTEXT))), limit // 4)
            windows = make_windows(0, text, spans, self.tok.encode(text, dropout, rng), limit, context)
            s.windows = [w for w in windows if w.spans or rng.random() < s.empty]
            rng.shuffle(s.windows)
            self.passes[index] += 1 / len(s.documents)
        return s.windows.pop()

    def part(self) -> list[Window]:
        """Windows of similar length, so that there is little padding."""
        if not self.parts:
            shares = [s.share for s in self.sources]
            while sum(1 + len(w.ids) for w in self.pool) < POOLED * self.rows_per_part:
                self.pool.append(self._next_window(self.rng.choices(range(len(shares)), shares)[0]))
            self.pool.sort(key=lambda w: len(w.ids))
            part: list[Window] = []
            for window in self.pool:
                if part and (len(part) + 1) * work(window) > self.rows_per_part:
                    self.parts.append(part)
                    part = []
                part.append(window)
            self.pool = part  # too few for a part: they wait for the next pool
            self.rng.shuffle(self.parts)
        return self.parts.pop()

    def __iter__(self):
        while True:
            yield self.tensors(self.part())

    def tensors(self, windows):
        ids = [sequence(w.ids, (self.tok.bos,)) for w in windows]
        for rows, w in zip(ids, windows):
            for i in range(1, 1 + len(w.ids)):
                if self.rng.random() < self.corruption:
                    rows[i] = (self.rng.randrange(300, self.tok.outputs[0]),)
        target = pad([[UNKNOWN] * (1 + LAG) + [*tags(w)] for w in windows], UNKNOWN)
        return {
            "ids": torch.from_numpy(pad_ids(ids)),
            "hints": torch.from_numpy(pad([sequence(w.hints, 0) for w in windows], 0)),
            "lengths": torch.tensor([len(row) for row in ids]),
            "target": torch.from_numpy(target),
        }


class Drawn(IterableDataset):
    """A stream that each of several processes draws from in an order of its own."""

    def __init__(self, stream: Stream):
        self.stream = stream

    def __iter__(self):
        self.stream.rng.seed(get_worker_info().seed)
        return iter(self.stream)


def drawn_beside(stream: Stream, processes: int):
    """The parts of the stream, drawn by other processes, some 200,000 rows a second each, while a GPU computes."""
    return iter(DataLoader(Drawn(stream), batch_size=None, num_workers=processes, prefetch_factor=4, pin_memory=True))
