# SPDX-License-Identifier: Apache-2.0
"""Trains the bundled model on a given number of rows. See README.md for what the loss is made of."""

import argparse
import pathlib
import random
import tempfile
import time

import numpy as np
import torch
import torch.distributed as dist
import torch.nn.functional as F

import score
from data import Variation, read, read_meddocan
from model import Model, Shape
from tokenizer import Tokenizer
from windows import CONTEXT, INSIDE, OUTSIDE, WINDOW, draft_targets, layout, make_windows

ROWS_PER_STEP = 6000  # the smallest step whose products still fill 2 cores; more steps beat longer ones
DRAFT_WEIGHT = 0.3
EMA_DECAY = 0.998
# Of the windows that are not MEDDOCAN's, in relation to one another. German documents have the most to make up for.
SHARES = {"es": 0.20, "de": 0.25, "en": 0.24, "fr": 0.155, "it": 0.155}
SHARES["tr"] = 0.1
# The share kept of MEDDOCAN's windows without an identifier, where other sources teach what is none too.
EMPTY_WINDOWS_KEPT = 0.4


def newton_schulz(g: torch.Tensor) -> torch.Tensor:
    """Nearest semi-orthogonal matrix to g, five quintic steps (Muon: Jordan et al. 2024)."""
    a, b, c = 3.4445, -4.7750, 2.0315
    x = (g / (g.norm() + 1e-7)).bfloat16()
    flip = x.shape[0] > x.shape[1]
    x = x.T if flip else x
    for _ in range(5):
        y = x @ x.T
        x = a * x + (b * y + c * y @ y) @ x
    return (x.T if flip else x).float()


class Lanes:
    """Processes of one thread each that share the work of a step: on two cores a fifth faster than two threads.
    Each draws batches of its own, takes one part of each, and steps with the sum of all gradients."""

    def __init__(self, lane: int = 0, count: int = 1, meet: str = ""):
        self.lane, self.count = lane, count
        if count > 1:
            torch.set_num_threads(1)
            dist.init_process_group("gloo", f"file://{meet}", rank=lane, world_size=count)

    def sum(self, tensors) -> None:
        if self.count > 1:
            flat = torch.cat([t.flatten() for t in tensors])
            dist.all_reduce(flat)
            for t, summed in zip(tensors, flat.split([t.numel() for t in tensors])):
                t.copy_(summed.view_as(t))

    def share(self, tensors) -> None:
        """Each tensor as the lane has it whose turn it is."""
        if self.count > 1:
            for i, t in enumerate(tensors):
                dist.broadcast(t, i % self.count)


class Muon(torch.optim.Optimizer):
    """Momentum whose update is orthogonalised; for the matrices inside the layers, which the lanes take in turn."""

    def __init__(self, params, lr, lanes=Lanes()):
        super().__init__(params, {"lr": lr})
        self.lanes = lanes

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"][self.lanes.lane :: self.lanes.count]:
                momentum = self.state[p].setdefault("momentum", torch.zeros_like(p))
                momentum.lerp_(p.grad, 0.05)
                update = newton_schulz(p.grad.lerp(momentum, 0.95))
                scale = max(1.0, p.shape[0] / p.shape[1]) ** 0.5
                p.mul_(1 - group["lr"] * 0.1).add_(update, alpha=-group["lr"] * scale)
            self.lanes.share([p.data for p in group["params"]])


class Stream:
    """Endless batches. Each source is (documents, share of the windows, documents to borrow surfaces from,
    share of the windows without an identifier that is kept); a pass over a source varies, retokenises and
    recuts every document."""

    def __init__(self, sources, tok: Tokenizer, corruption: float, seed: int):
        self.tok, self.corruption, self.rng = tok, corruption, random.Random(seed)
        self.sources = [
            {"docs": docs, "share": share, "vary": Variation(docs, more), "empty": empty, "order": [], "windows": []}
            for docs, share, more, empty in sources
        ]
        self.passes = [0.0] * len(sources)

    def _next_window(self, index: int):
        s = self.sources[index]
        while not s["windows"]:
            if not s["order"]:
                s["order"] = self.rng.sample(range(len(s["docs"])), len(s["docs"]))
            doc = s["docs"][s["order"].pop()]
            text, spans = s["vary"].vary(doc, self.rng)
            dropout = 0.1 if self.rng.random() < 0.6 else 0.0
            limit = WINDOW if self.rng.random() < 0.7 else self.rng.randint(32, WINDOW)
            # The first window of a document has none before it, the second may have little.
            context = self.rng.choice((0, min(CONTEXT, limit // 2), self.rng.randint(0, limit // 2)))
            windows = make_windows(0, text, spans, self.tok.encode(text, dropout), limit, context)
            s["windows"] = [w for w in windows if w.spans or self.rng.random() < s["empty"]]
            self.rng.shuffle(s["windows"])
            self.passes[index] += 1 / len(s["docs"])
        return s["windows"].pop()

    def batch(self):
        """A step's windows, sorted into two parts of like length and work to waste little padding."""
        shares = [s["share"] for s in self.sources]
        chosen, rows = [], 0
        while rows < ROWS_PER_STEP:
            window = self._next_window(self.rng.choices(range(len(shares)), shares)[0])
            chosen.append(window)
            rows += 2 * len(window.ids) + 2 * len(window.spans) + 2
        chosen.sort(key=lambda w: len(w.ids))
        # A window's work grows with its padded length, and with its square in attention, alike at some 400 tokens.
        work = [len(w.ids) * (1 + len(w.ids) / 400) for w in chosen]
        at = min(range(1, len(work)), key=lambda i: max(i * work[i - 1], (len(work) - i) * work[-1]))
        return [chosen[:at], chosen[at:]]

    def tensors(self, windows):
        laid, drafts = [], []
        for w in windows:
            ids = list(w.ids)
            for i in range(len(ids)):
                if self.rng.random() < self.corruption:
                    ids[i] = self.rng.randrange(300, self.tok.n_vocab)
            laid.append(layout(ids, w.spans, self.tok, w.first))
            drafts.append(draft_targets(len(ids), w.spans, w.first))
        width = max(len(a[0]) for a in laid)
        out = {k: np.full((len(windows), width), fill, dtype=np.int64)
               for k, fill in (("ids", 0), ("positions", 0), ("kind", 0), ("target", 0),
                               ("draft", -1))}  # fmt: skip
        for r, (w, arrays, draft) in enumerate(zip(windows, laid, drafts)):
            for key, array in zip(("ids", "positions", "kind", "target"), arrays):
                out[key][r, : len(array)] = array
            out["draft"][r, : len(draft)] = draft
        out["prompt"] = np.array([len(w.ids) + 1 for w in windows])
        return {k: torch.from_numpy(v) for k, v in out.items()}


def decisions(hidden, e, tok: Tokenizer, batch):
    """The rows that decide, and the scores of what each may choose."""
    for kind, ids in ((OUTSIDE, [tok.copy, *tok.open]), (INSIDE, [tok.copy, tok.close])):
        rows = batch["kind"] == kind
        if rows.any():
            yield rows, (hidden[rows] @ e[torch.tensor(ids)].T).float()


def losses(hidden, e, tok: Tokenizer, batch):
    """Sum of the decision losses and their count, and the mean of the draft head's; of a model's hidden rows and embeddings."""
    total, count = 0.0, 0
    for rows, logits in decisions(hidden, e, tok, batch):
        total = total + F.cross_entropy(logits, batch["target"][rows], reduction="sum")
        count += int(rows.sum())
    rows = batch["draft"] >= 0
    named = (hidden[rows] @ e[torch.tensor([tok.outside, tok.inside, *tok.begin])].T).float()
    return total, count, F.cross_entropy(named, batch["draft"][rows])


def train(args, lanes=Lanes()):
    torch.manual_seed(args.seed + lanes.lane)
    tok = Tokenizer(args.work / "tokenizer.model")
    meddocan = read_meddocan(args.corpora / "meddocan.train.jsonl.gz")
    synthetic = {p.name.split(".")[1]: read(p) for p in sorted(args.work.glob("corpus/train.*.jsonl.gz"))}
    rest = 1 - args.meddocan
    sources = [(meddocan, args.meddocan, synthetic["es"], EMPTY_WINDOWS_KEPT if rest else 1.0)]
    sources += [(documents, rest * SHARES[lang] / sum(SHARES[one] for one in synthetic), (), 1.0) for lang, documents in synthetic.items()]

    model = Model(Shape(tok.n_vocab, args.layers, args.width, args.width // 64, args.ff))
    if args.start_from:
        model.load_state_dict(torch.load(args.start_from, weights_only=True)["weights"])
    weights = list(model.parameters())
    lanes.share([p.data for p in weights])
    print(f"{sum(p.numel() for p in model.parameters())} parameters", flush=True)
    inner = [p for n, p in model.named_parameters() if p.ndim == 2 and "embd" not in n]
    others = [p for n, p in model.named_parameters() if p.ndim == 1 or "embd" in n]
    muon = Muon(inner, args.lr, lanes)
    adam = torch.optim.AdamW(others, lr=args.lr * 0.1, betas=(0.9, 0.98), weight_decay=0.0)
    ema = {k: v.clone() for k, v in model.state_dict().items()}

    compiled = torch.compile(model, dynamic=True)  # 1.2 times the rows a second, after a minute
    stream = Stream(sources, tok, args.corruption, args.seed + lanes.lane)
    start, step, seen, shown, since = time.time(), 0, 0, time.time(), torch.zeros(5)
    model.train()
    while (done := seen / (1e6 * args.rows)) < 1:
        # Linear warm-up over 100 steps, a plateau, and a linear decay over the last share of the rows:
        # a run without decay can be gone on from without starting anew.
        rate = min(1.0, (step + 1) / 100, (1 - done) / args.decay if args.decay else 1.0)
        muon.param_groups[0]["lr"] = args.lr * rate
        adam.param_groups[0]["lr"] = args.lr * 0.1 * rate
        sums = torch.zeros(4)
        for windows in stream.batch()[lanes.lane :: lanes.count]:
            part = stream.tensors(windows)
            with torch.autocast("cpu", torch.bfloat16):
                hidden = compiled(part["ids"], part["positions"], part["prompt"], args.dropout)
                total, count, draft = losses(hidden, model.token_embd.weight, tok, part)
            loss = total / 2000 + DRAFT_WEIGHT * draft / 2
            loss.backward()
            sums += torch.tensor([total.detach(), count, draft.detach() / 2, (part["ids"] > 0).sum()])
        lanes.sum([p.grad for p in weights] + [sums])
        seen += int(sums[3])
        torch.nn.utils.clip_grad_norm_(others, 1.0)
        muon.step(), adam.step()
        muon.zero_grad(), adam.zero_grad()
        decay = min(EMA_DECAY, (step + 1) / (step + 10))
        for k, v in model.state_dict().items():
            ema[k].lerp_(v, 1 - decay)
        step += 1
        since += torch.cat([sums, torch.ones(1)])
        if lanes.lane == 0 and (time.time() - shown > 60 or step == 20):
            shown = time.time()
            print(
                f"{seen / 1e6:5.1f} M rows  step {step}  {seen / (shown - start):.0f} rows/s  decision "
                f"{since[0] / since[1]:.5f}  draft {since[2] / since[4]:.4f}  passes "
                + " ".join(f"{p:.1f}" for p in stream.passes),
                flush=True,
            )
            since.zero_()
            torch.save({"shape": vars(model.s), "weights": ema}, args.work / "model.pt")
    model.load_state_dict(ema)
    if lanes.lane == 0:
        torch.save({"shape": vars(model.s), "weights": ema}, args.work / "model.pt")
    return model


def arguments(given=None):
    p = argparse.ArgumentParser()
    p.add_argument("--corpora", type=pathlib.Path, required=True)
    p.add_argument("--work", type=pathlib.Path, required=True)
    p.add_argument("--rows", type=float, default=60, help="millions of rows, source and output; 2 cores do some 10 an hour")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--layers", type=int, default=6)
    p.add_argument("--width", type=int, default=384)
    p.add_argument("--ff", type=int, default=1024)
    p.add_argument("--lr", type=float, default=0.02)
    p.add_argument("--decay", type=float, default=0.6, help="share of the rows over which the rate falls to 0")
    p.add_argument("--dropout", type=float, default=0.1)
    p.add_argument("--corruption", type=float, default=0.04, help="source tokens replaced at random, so that context must carry the decision")
    p.add_argument("--meddocan", type=float, default=0.36, help="share of the windows from MEDDOCAN's 500 notes, the one real sample with real labels")
    p.add_argument("--lanes", type=int, choices=(1, 2), default=1, help="processes of one thread each that share a step")
    p.add_argument("--start-from", type=pathlib.Path, help="a model.pt to go on from")
    return p.parse_args(given)


def run_lane(lane: int, args, meet: str):
    lanes = Lanes(lane, args.lanes, meet)
    model = train(args, lanes)
    if lane == 0:
        documents = read_meddocan(args.corpora / "meddocan.dev.jsonl.gz")
        tokenizer = Tokenizer(args.work / "tokenizer.model")
        print(score.show(score.report(model, tokenizer, "meddocan.dev", documents)[0]), flush=True)


if __name__ == "__main__":
    given = arguments()
    with tempfile.TemporaryDirectory() as folder:
        torch.multiprocessing.spawn(run_lane, (given, f"{folder}/meet"), nprocs=given.lanes)
