#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the results of the Hugging Face tokenizers library for our own texts:

  tokenizer-splits.json     {rule: [[text, [the ends of its words, in bytes]]]}: needs no vocabulary
  tokenizer-llama-bpe.json  [[text, [token ids]]] with the vocabulary of ../shared/tokenizers/llama-bpe.gguf
  tokenizer-qwen2.json      the same with qwen2.gguf, whose tokenizer composes its text first
  tokenizer-wordpiece.json  {name: {vocabulary, texts: [[text, [token ids], [[begin, end] in bytes]]]}}, for a cased and an
                            uncased vocabulary trained here
  tokenizer-unigram.json    {vocabulary: [[piece, score]], charsmap: [bytes], texts: as above}, for one that SentencePiece
                            trains here, with a few rules of its map; only texts that the library normalises in the same way

Needs: pip install tokenizers==0.23.3 gguf==0.19.0 sentencepiece==0.2.3. check_tokenizers.py compares far more texts.
"""

import json
import pathlib
import random
import tempfile
import unicodedata

import check_tokenizers
import tokenizer_oracle as oracle
from tokenizers import Tokenizer, pre_tokenizers, trainers

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
    table = rows([[text, e.ids, check_tokenizers.in_bytes(text, e)] for text, e in encoded])
    return f'{{"vocabulary":{json.dumps(vocabulary)},"texts":{table}}}'


def train_bpe(special: tuple[str, ...] = ("<s>", "<pad>", "</s>", "<unk>", "<mask>")) -> tuple[dict[str, int], list[tuple[str, str]]]:
    """A byte-level vocabulary of RoBERTa's form, and its merges."""
    tokenizer = check_tokenizers.roberta_tokenizer({}, [])
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=700, special_tokens=list(special), initial_alphabet=alphabet, show_progress=False)
    tokenizer.train_from_iterator(texts(2000), trainer)
    model = json.loads(tokenizer.to_str())["model"]
    return model["vocab"], [tuple(merge) for merge in model["merges"]]


def unigram_model() -> tuple[list[tuple[str, float]], bytes]:
    """Pieces by id, as XLM-R numbers them, and the map of a model trained on our own texts. Its rules: ligatures, circled
    numbers and fractions are spelled, other white space is a space, and controls are dropped."""
    import sentencepiece
    from sentencepiece import sentencepiece_model_pb2

    rules = {point: unicodedata.normalize("NFKC", point) for point in "ﬁﬆ①⑳½¾²³ªº…ⅷⅧ"}
    rules |= {point: " " for point in "\t\n\r\x0b\x0c\u00a0\u2003\u2028\u2029\u202f\u3000\u200b\ufeff\u2581"} | {chr(c): "" for c in (1, 0x1C, 0x7F)}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        spell = lambda text: " ".join(f"{ord(c):X}" for c in text)
        (folder / "rules.tsv").write_text("".join(f"{spell(a)}\t{spell(b)}\n" for a, b in rules.items()))
        (folder / "texts").write_text("\n".join(" ".join(text.split()) for text in texts(2000)))
        sentencepiece.SentencePieceTrainer.train(
            input=folder / "texts", model_prefix=folder / "model", model_type="unigram", vocab_size=600, character_coverage=0.98,
            normalization_rule_tsv=folder / "rules.tsv", minloglevel=2)  # fmt: skip
        model = sentencepiece_model_pb2.ModelProto.FromString((folder / "model.model").read_bytes())
    pieces = [(piece.piece, piece.score) for piece in model.pieces][3:]
    special = [(piece, 0.0) for piece in ("<s>", "<pad>", "</s>", "<unk>")]
    return special + pieces, model.normalizer_spec.precompiled_charsmap


def unigram_golden() -> str:
    pieces, charsmap = unigram_model()
    tokenizer = check_tokenizers.Unigram(pieces, 3, charsmap)
    encoded = [(text, tokenizer.encode(text)) for text in texts(150) if tokenizer.is_plain(text)]
    table = rows([[text, e.ids, check_tokenizers.in_bytes(text, e)] for text, e in encoded])
    return f'{{"vocabulary":{json.dumps(pieces)},"charsmap":{json.dumps(list(charsmap))},"texts":{table}}}\n'


def main() -> None:
    (HERE / "tokenizer-unigram.json").write_text(unigram_golden())
    wordpiece = [f'"{name}":{wordpiece_golden(name == "uncased")}' for name in ("cased", "uncased")]
    (HERE / "tokenizer-wordpiece.json").write_text("{" + ",\n".join(wordpiece) + "}\n")
    splits = []
    for rule in ("llama-bpe", "smollm", "tekken", "gpt-4o"):
        pre = oracle.pre_tokenizer(rule)
        splits.append(f'"{rule}":' + rows([[text, oracle.split_points(pre, text)] for text in texts(250)]))
    (HERE / "tokenizer-splits.json").write_text("{" + ",\n".join(splits) + "}\n")
    for rule in ("llama-bpe", "qwen2"):
        tokenizer = check_tokenizers.library_tokenizer(VOCABULARIES / f"{rule}.gguf", rule)
        ids = [[text, tokenizer.encode(text).ids] for text in texts(150)]
        (HERE / f"tokenizer-{rule}.json").write_text(rows(ids) + "\n")


if __name__ == "__main__":
    main()
