#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the results of the Hugging Face tokenizers library for our own texts:

  tokenizer-splits.json     {rule: [[text, [the ends of its words, in bytes]]]}: needs no vocabulary
  tokenizer-llama-bpe.json  [[text, [token ids]]] with the vocabulary of ../shared/tokenizers/llama-bpe.gguf
  tokenizer-qwen2.json      the same with qwen2.gguf, whose tokenizer composes its text first
  tokenizer-wordpiece.json  {name: {vocabulary, texts: [[text, [token ids], [[begin, end] in bytes]]]}}, for a cased and an
                            uncased vocabulary trained here

Needs: pip install tokenizers==0.23.3 gguf==0.19.0. check_tokenizers.py compares far more texts.
"""

import json
import pathlib
import random

import check_tokenizers
import tokenizer_oracle as oracle
from tokenizers import Tokenizer, trainers

HERE = pathlib.Path(__file__).parent
VOCABULARIES = HERE.parents[2] / "shared/tokenizers"


def texts(n_random: int) -> list[str]:
    rng = random.Random(7)
    pieces = oracle.WORDS + oracle.NUMBERS + oracle.SPACES + oracle.MARKS + oracle.EMOJI
    fixed = [f"a{piece}B{piece} 1{piece}" for piece in pieces]
    return fixed + oracle.LONG + [oracle.random_text(rng) for _ in range(n_random)]


def rows(pairs: list) -> str:
    return "[\n" + ",\n".join(json.dumps(pair, separators=(",", ":")) for pair in pairs) + "\n]"


def train_wordpiece(lowercase: bool) -> Tokenizer:
    """A vocabulary of some hundred pieces of our own texts."""
    tokenizer = check_tokenizers.bert_tokenizer({"[UNK]": 0}, lowercase, None)
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    trainer = trainers.WordPieceTrainer(vocab_size=900, min_frequency=1, special_tokens=special, show_progress=False)
    tokenizer.train_from_iterator((oracle.WORDS + oracle.NUMBERS + oracle.PUNCTUATION) * 2 + oracle.EMOJI, trainer)
    return check_tokenizers.bert_tokenizer(tokenizer.get_vocab(), lowercase, None)


def wordpiece_golden(lowercase: bool) -> str:
    tokenizer = train_wordpiece(lowercase)
    vocabulary = sorted(tokenizer.get_vocab(), key=tokenizer.get_vocab().get)
    encoded = [(text, tokenizer.encode(text)) for text in texts(150)]
    table = rows([[text, e.ids, check_tokenizers.in_bytes(text, e.offsets)] for text, e in encoded])
    return f'{{"vocabulary":{json.dumps(vocabulary)},"texts":{table}}}'


def main() -> None:
    wordpiece = [f'"{name}":{wordpiece_golden(name == "uncased")}' for name in ("cased", "uncased")]
    (HERE / "tokenizer-wordpiece.json").write_text("{" + ",\n".join(wordpiece) + "}\n")
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
