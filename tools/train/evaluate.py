# SPDX-License-Identifier: Apache-2.0
"""Scores a trained model on the dev sets and on the held-back synthetic notes, at one or more biases."""

import argparse
import pathlib

import torch

import score
from data import read, read_meddocan
from model import Model, Shape
from tokenizer import Tokenizer


def load(work: pathlib.Path) -> Model:
    saved = torch.load(work / "model.pt", weights_only=True)
    model = Model(Shape(**saved["shape"]))
    model.load_state_dict(saved["weights"])
    return model.eval()


def main() -> None:
    p = argparse.ArgumentParser()
    p.add_argument("--corpora", type=pathlib.Path, required=True)
    p.add_argument("--work", type=pathlib.Path, required=True)
    p.add_argument("--bias", type=float, nargs="+", default=[0.0])
    p.add_argument("--only", default="", help="score only corpora whose name starts so")
    args = p.parse_args()
    tok, model = Tokenizer(args.work / "tokenizer.model"), load(args.work)
    corpora = {"meddocan.dev": read_meddocan(args.corpora / "meddocan.dev.jsonl.gz")}
    for name in ("grascco.dev", "presidio.dev"):
        corpora[name] = read(args.corpora / f"{name}.jsonl.gz")
    for path in sorted((args.work / "corpus").glob("heldback.*.jsonl.gz")):
        corpora[path.name.removesuffix(".jsonl.gz")] = read(path)
    for bias in args.bias:
        print(f"bias {bias}")
        for name, documents in corpora.items():
            if name.startswith(args.only):
                print(score.show(score.report(model, tok, name, documents, bias)[0]), flush=True)


if __name__ == "__main__":
    main()
