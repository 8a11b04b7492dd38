# SPDX-License-Identifier: Apache-2.0
"""Trains the tokenizer on clinical text of all languages."""

import argparse
import pathlib

import tokenizer
from corpus.languages import LANGUAGES
from data import read

CHARACTERS = 2_000_000  # per language


def texts(corpora: pathlib.Path, work: pathlib.Path):
    for lang in LANGUAGES:
        paths = list(corpora.glob(f"e3c.carriers.{lang}.jsonl.gz"))
        paths += sorted(work.glob(f"corpus/train.{lang}.jsonl.gz"))
        if lang == "es":
            paths.insert(0, corpora / "meddocan.train.jsonl.gz")
        for path in paths:  # an equal part of each
            left = CHARACTERS // len(paths)
            for doc in read(path):
                if left > 0:
                    yield doc["text"]
                    left -= len(doc["text"])


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--corpora", type=pathlib.Path, required=True)
    p.add_argument("--work", type=pathlib.Path, required=True)
    args = p.parse_args()
    tokenizer.train(texts(args.corpora, args.work), args.work / "tokenizer.model")
