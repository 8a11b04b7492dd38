# SPDX-License-Identifier: Apache-2.0
"""Lists the sentences of the carriers in which a trained model with a high bias finds only what patterns explain. The
others may hold a name, which would teach a model to leave names alone. build.py reads the list.

Usage: python -m corpus.clean_carriers --corpora CORPORA --cache PACKAGES --model FOLDER --out FILE
PACKAGES is the folder where build.py keeps its packages, FOLDER has a model.pt and tokenizer.model (import_gguf.py).
"""

import argparse
import json
import pathlib
import random

import torch

import decode
from model import Model, Shape
from tokenizer import Tokenizer
from windows import make_windows

from . import nationalities
from .build import carrier_runs, number_of
from .case_reports import LEFT_OVER, identifiers
from .languages import LANGUAGES, PHRASES
from .values import Values

BIAS = 3.0
RUNS = 1200  # per language, some 10 sentences each; each run is used two or three times


def main() -> None:
    p = argparse.ArgumentParser()
    p.add_argument("--corpora", type=pathlib.Path, required=True)
    p.add_argument("--cache", type=pathlib.Path, required=True)
    p.add_argument("--model", type=pathlib.Path, required=True)
    p.add_argument("--out", type=pathlib.Path, required=True)
    args = p.parse_args()
    saved = torch.load(args.model / "model.pt", weights_only=True)
    model = Model(Shape(**saved["shape"])).eval()
    tok = Tokenizer(args.model / "tokenizer.model")
    model.load_state_dict(saved["weights"])
    clean = {}
    for lang in (lang for lang in LANGUAGES if lang not in PHRASES):
        runs = carrier_runs(lang, args.corpora, args.cache, Values(lang, 1, 0))
        runs = random.Random(1).sample(runs, min(RUNS, len(runs)))
        texts = [" ".join(run) for run in runs]
        windows = [w for i, text in enumerate(texts) for w in make_windows(i, text, [], tok.encode(text))]
        found = [set() for _ in runs]  # offsets of characters
        for window, spans in zip(windows, decode.decode(model, tok, windows, BIAS)):
            for first, last, _ in spans:
                found[window.doc].update(range(window.begin[first], window.end[last - 1]))
        kept = []
        for run, text, places in zip(runs, texts, found):
            at, sentences = 0, []
            for sentence in run:
                known = identifiers(sentence, LEFT_OVER[lang] + nationalities.patterns(lang))
                rest = {i - at for i in places if at <= i < at + len(sentence)} - {i for b, e, _ in known for i in range(b, e)}
                sentences += [] if any(sentence[i].isalnum() for i in rest) else [number_of(sentence)]
                at += len(sentence) + 1
            kept += sentences
        clean[lang] = kept
        print(f"{lang}: {len(kept)} of {sum(map(len, runs))} sentences are clean", flush=True)
    args.out.write_text(json.dumps(clean))


if __name__ == "__main__":
    main()
