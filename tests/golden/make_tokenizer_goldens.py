#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the results of the Hugging Face tokenizers library for our own texts:

  tokenizer-splits.json     {rule: [[text, [the ends of its words, in bytes]]]}: needs no vocabulary
  tokenizer-llama-bpe.json  [[text, [token ids]]] with the vocabulary of ../shared/tokenizers/llama-bpe.gguf
  tokenizer-qwen2.json      the same with qwen2.gguf, whose tokenizer composes its text first

Needs: pip install tokenizers==0.23.3 gguf==0.19.0. check_tokenizers.py compares far more texts.
"""

import json
import pathlib
import random

import check_tokenizers
import tokenizer_oracle as oracle

HERE = pathlib.Path(__file__).parent
VOCABULARIES = HERE.parents[2] / "shared/tokenizers"


def texts(n_random: int) -> list[str]:
    rng = random.Random(7)
    pieces = oracle.WORDS + oracle.NUMBERS + oracle.SPACES + oracle.MARKS + oracle.EMOJI
    fixed = [f"a{piece}B{piece} 1{piece}" for piece in pieces]
    return fixed + oracle.LONG + [oracle.random_text(rng) for _ in range(n_random)]


def rows(pairs: list) -> str:
    return "[\n" + ",\n".join(json.dumps(pair, separators=(",", ":")) for pair in pairs) + "\n]"


def main() -> None:
    splits = []
    for rule in ("llama-bpe", "smollm", "tekken"):
        pre = oracle.pre_tokenizer(rule)
        splits.append(f'"{rule}":' + rows([[text, oracle.split_points(pre, text)] for text in texts(250)]))
    (HERE / "tokenizer-splits.json").write_text("{" + ",\n".join(splits) + "}\n")
    for rule in ("llama-bpe", "qwen2"):
        tokenizer = check_tokenizers.library_tokenizer(VOCABULARIES / f"{rule}.gguf", rule)
        ids = [[text, tokenizer.encode(text).ids] for text in texts(150)]
        (HERE / f"tokenizer-{rule}.json").write_text(rows(ids) + "\n")


if __name__ == "__main__":
    main()
