# SPDX-License-Identifier: Apache-2.0
"""Trains a small model several times, with one part of the recipe changed each time, and prints a table.

    python ablations.py --corpora CORPORA --work ../../build/train --rows 4
    python ablations.py --corpora CORPORA --work ../../build/train --models A/model.pt B/model.pt --bias 1

Every row of the table is a training from scratch on the same number of rows, so the table says what a part is worth
early on, not what it is worth at the end. Each seed draws other data: differences smaller than those between two seeds
of the whole recipe mean nothing. With --models nothing is trained: the table then has each model, the mean of their
scores and the mean of their weights.
"""

import argparse
import contextlib
import os
import pathlib
import sys
import tempfile
from unittest import mock

import torch
import torch.nn.functional as F

import average
import data
import gazetteer
import model
import score
import stream
import train
import windows
from model import Model, Shape, padding_mask
from tokenizer import Tokenizer

SHAPE = {"layers": 4, "width": 256, "ff": 704}


def as_it_stands(self, doc, rng):
    return doc["text"], [(s["start"], s["end"], data.INDEX[s["label"]]) for s in doc["spans"]]


class AdamForAll(torch.optim.AdamW):
    """Adam at the rate of the embeddings, a tenth of Muon's."""

    def __init__(self, params, lr, _):
        super().__init__(params, lr=lr, betas=(0.9, 0.98), weight_decay=0.0)

    def step(self):
        rate = self.param_groups[0]["lr"]
        self.param_groups[0]["lr"] = rate * 0.1
        super().step()
        self.param_groups[0]["lr"] = rate


def forwards(lengths, rows):
    """model.padding_mask for a decoder that reads only forwards."""
    return padding_mask(lengths, rows) + torch.full((rows, rows), -torch.inf).triu(1)


def short_windows(doc, text, spans, tokens, limit=128, context=windows.CONTEXT):
    return windows.make_windows(doc, text, spans, tokens, min(128, limit), context // 2)


def losses_to_follow(teacher):
    """train.losses with half of the loss from the teacher's scores instead of the gold (Hinton et al. 2015)."""
    of_gold = train.losses

    def losses(hidden, e, tok, batch):
        total, count = of_gold(hidden, e, tok, batch)
        rows = batch["target"] != windows.UNKNOWN
        with torch.no_grad():
            taught = teacher(batch["ids"], batch["lengths"], batch["hints"])[rows] @ teacher.token_embd.weight[tok.outputs].T
        logits = (hidden[rows] @ e[tok.outputs].T).float()
        return 0.5 * (total + F.cross_entropy(logits, taught.float().softmax(-1), reduction="sum")), count

    return losses


@contextlib.contextmanager
def replaced(stand_ins):
    with contextlib.ExitStack() as changes:
        for owner, part, stand_in in stand_ins:
            changes.enter_context(mock.patch.object(owner, part, stand_in))
        yield


TAUGHT = "half of the loss from --teacher"
# name: (arguments of train.py that differ, parts that replace others while it runs)
ABLATIONS = {
    "the whole recipe": ({}, []),
    "the same, another seed": ({"seed": 2}, []),
    "6 layers of 384": ({"layers": 6, "width": 384, "ff": 1024}, []),
    "2 layers of 256": ({"layers": 2}, []),
    "windows of 128 tokens": ({}, [(stream, "make_windows", short_windows), (score, "make_windows", short_windows)]),
    TAUGHT: ({}, []),
    "read forwards alone": ({}, [(model, "padding_mask", forwards)]),
    "without the case reports that were read": ({"reports": 0.0}, []),
    "nothing known of words": ({}, [(gazetteer.Gazetteer, "marks", lambda self, text: [])]),
    "without corrupted tokens": ({"corruption": 0.0}, []),
    "documents as they stand": ({}, [(data.Variation, "vary", as_it_stands)]),
    "Adam for every weight": ({}, [(train, "Muon", AdamForAll)]),
    "MEDDOCAN alone": ({"meddocan": 1.0, "reports": 0.0}, []),
    "without dropout": ({"dropout": 0.0}, []),
}


class Together(torch.nn.Module):
    """The mean of the scores of models that share a tokenizer: hidden rows and embeddings side by side."""

    def __init__(self, models):
        super().__init__()
        self.models = torch.nn.ModuleList(models)
        weight = torch.cat([m.token_embd.weight.data for m in models], 1) / len(models)
        self.token_embd = torch.nn.Embedding.from_pretrained(weight)

    def forward(self, ids, lengths, hints=None):
        return torch.cat([m(ids, lengths, hints) for m in self.models], -1)


def load(paths):
    """Each model, and the one whose weights are their mean."""
    saved = [torch.load(path, weights_only=True) for path in paths]
    weights = [s["weights"] for s in saved]
    weights.append(average.mean(saved, [1 / len(saved)] * len(saved)))
    models = []
    for w in weights:
        models.append(Model(Shape(**saved[0]["shape"])))
        models[-1].load_state_dict(w)
    return models[:-1], models[-1]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--corpora", type=pathlib.Path, required=True)
    p.add_argument("--work", type=pathlib.Path, required=True)
    p.add_argument("--rows", type=float, default=4, help="millions of rows each")
    p.add_argument("--only", nargs="*", default=list(ABLATIONS))
    p.add_argument("--teacher", type=pathlib.Path, help="a model.pt for the row that learns from one; without it that row is left out")
    p.add_argument("--models", nargs="*", type=pathlib.Path)
    p.add_argument("--bias", type=float, default=0.0)
    args = p.parse_args()
    tok = Tokenizer(args.work / "tokenizer.model")
    documents = {"MEDDOCAN dev": data.read_meddocan(args.corpora / "meddocan.dev.jsonl.gz")}
    documents["case reports"] = data.read(args.work / "corpus/case_reports.dev.jsonl.gz")
    documents["presidio dev, every fourth"] = data.read(args.corpora / "presidio.dev.jsonl.gz")[::4]
    documents["held-back en"] = data.read(args.work / "corpus/heldback.en.jsonl.gz")
    print("| changed | " + " | ".join(f"{name} F1 | characters | over" for name in documents) + " |")
    print("| --- " * (1 + 3 * len(documents)) + "|", flush=True)

    def show(name, trained):
        found = [score.report(trained, tok, corpus, docs, args.bias)[0] for corpus, docs in documents.items()]
        cells = " | ".join(f"{f['f1']:.4f} | {f['characters']:.4f} | {f['over_per_1000_words']:.1f}" for f in found)
        print(f"| {name} | {cells} |", flush=True)

    if args.models:
        models, mean = load(args.models)
        for path, one in zip(args.models, models):
            show(path.parent.name, one)
        if len(models) > 1:
            show("the mean of their scores", Together(models))
            show("the mean of their weights", mean)
        return
    if args.teacher:
        ABLATIONS[TAUGHT][1].append((train, "losses", losses_to_follow(load([args.teacher])[0][0])))
    with tempfile.TemporaryDirectory() as folder:
        for part in ("tokenizer.model", "gazetteer.npy", "corpus"):
            os.symlink((args.work / part).resolve(), f"{folder}/{part}")
        for name in [n for n in args.only if n != TAUGHT or args.teacher]:
            changed, stand_ins = ABLATIONS[name]
            told = train.arguments(["--corpora", str(args.corpora), "--work", folder, "--rows", str(args.rows)])
            vars(told).update(SHAPE | changed)
            torch._dynamo.reset()
            with replaced(stand_ins):
                with contextlib.redirect_stdout(sys.stderr):
                    trained = train.train(told)
                show(name, trained)


if __name__ == "__main__":
    main()
