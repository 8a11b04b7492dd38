#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares gguf-tool's token ids over random texts with those of the Hugging Face tokenizers library, built from the
same vocabulary. Prints how many texts differ, and some of them.

Usage: check_tokenizers.py GGUF_TOOL RULE VOCABULARY [-n TEXTS] [--seed S]
  RULE        llama-bpe, smollm, tekken, qwen2, deepseek-r1-qwen, dbrx, gpt-4o, gemma, gpt-2, roberta (of a file with the
              rule gpt-2, with a space before each text), modern-bert, bert (WordPiece) or unigram; of the last two the
              ranges are compared, too. Texts for these four also hold characters of format, controls, and Hangul apart
  VOCABULARY  a GGUF file; for tekken also a tekken.json, which is converted to a temporary GGUF file and is also
              compared with the tokenizer of mistral-common; for dbrx, the rule of Phi-4, also the ranks of
              cl100k_base in tiktoken's format (the PyPI package litellm contains them)

Needs: pip install tokenizers==0.23.3 gguf==0.19.0, mistral-common for tekken.json, sentencepiece for unigram.
"""

import argparse
import base64
import json
import pathlib
import random
import string
import subprocess
import sys
import tempfile
import unicodedata

import gguf
from tokenizers import AddedToken, Encoding, Tokenizer, models, normalizers, pre_tokenizers, processors

import tokenizer_oracle as oracle

ENCODERS = ("roberta", "modern-bert", "bert", "unigram")
# Bytes for which some vocabularies have no token: the library drops them, redact writes '?'.
LACKING = set(range(0x20)) - {9, 10, 13} | {0x7F, 0xC0, 0xC1, 0xF1, 0xF2} | set(range(0xF5, 0x100))


def byte_characters() -> list[str]:
    """The printable character that stands for each byte (GPT-2's alphabet)."""
    prints = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    rest = iter(range(0x100, 0x200))
    return [chr(b) if b in prints else chr(next(rest)) for b in range(256)]


def halves(token: bytes, ranks: dict[bytes, int]) -> tuple[bytes, bytes]:
    """The two halves of the last merge that makes `token`: the parts after merging its bytes by all lower ranks."""
    parts = [token[i : i + 1] for i in range(len(token))]
    while len(parts) > 2:
        joined = [(ranks.get(a + b, len(ranks)), i) for i, (a, b) in enumerate(zip(parts, parts[1:]))]
        rank, i = min(joined)
        assert rank < ranks[token], token
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
    return parts[0], parts[1]


def gguf_of_tekken(path: pathlib.Path, out: pathlib.Path) -> None:
    data = json.loads(path.read_text())
    config = data["config"]
    assert config["pattern"] == oracle.TEKKEN
    n_special = config["default_num_special_tokens"]
    words = [base64.b64decode(t["token_bytes"]) for t in data["vocab"]]
    words = words[: config["default_vocab_size"] - n_special]
    ranks = {word: rank for rank, word in enumerate(words)}
    alphabet = byte_characters()
    text = lambda word: "".join(alphabet[b] for b in word)
    merges = [" ".join(map(text, halves(word, ranks))) for word in words if len(word) > 1]
    writer = gguf.GGUFWriter(out, "llama")
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("tekken")
    writer.add_token_list([f"<SPECIAL_{i}>" for i in range(n_special)] + [text(word) for word in words])
    writer.add_token_types([gguf.TokenType.CONTROL] * n_special + [gguf.TokenType.NORMAL] * len(words))
    writer.add_token_merges(merges)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.write_header_to_file(), writer.write_kv_data_to_file(), writer.close()


def gguf_of_ranks(path: pathlib.Path, out: pathlib.Path) -> None:
    """Converts a file of lines "token in base64, rank" into a vocabulary with the splitting rule of Phi-4."""
    ranks = {base64.b64decode(token): int(rank) for token, rank in (line.split() for line in path.read_bytes().splitlines())}
    words = sorted(ranks, key=ranks.get)
    text = lambda word: "".join(byte_characters()[b] for b in word)
    writer = gguf.GGUFWriter(out, "llama")
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("dbrx")
    writer.add_token_list([text(word) for word in words] + ["<|endoftext|>"])
    writer.add_token_types([gguf.TokenType.NORMAL] * len(words) + [gguf.TokenType.CONTROL])
    writer.add_token_merges([" ".join(map(text, halves(word, ranks))) for word in words if len(word) > 1])
    writer.add_eos_token_id(len(words))
    writer.write_header_to_file(), writer.write_kv_data_to_file(), writer.close()


def gemma_tokenizer(path: pathlib.Path) -> Tokenizer:
    """SPM in the form of tokenizer.json: BPE with merges ordered by score, spaces as U+2581, bytes for the rest."""
    fields = gguf.GGUFReader(path).fields
    field = lambda name: fields[f"tokenizer.ggml.{name}"].contents()
    tokens, types, scores = field("tokens"), field("token_type"), field("scores")
    vocabulary = {token: i for i, token in enumerate(tokens)}
    normal = {token for token, kind in zip(tokens, types) if kind == gguf.TokenType.NORMAL}
    merges = []
    for token in normal:
        splits = [(token[:i], token[i:]) for i in range(1, len(token))]
        merges += [(-scores[vocabulary[token]], vocabulary[a], vocabulary[b], a, b) for a, b in splits if a in normal and b in normal]
    model = models.BPE(vocab=vocabulary, merges=[pair[3:] for pair in sorted(merges)], unk_token="<unk>", fuse_unk=True, byte_fallback=True)
    tokenizer = Tokenizer(model)
    tokenizer.normalizer = normalizers.Replace(" ", "\u2581")
    # As published, except for tokens that look like markup but are not HTML, which redact reads as plain text.
    own = [token for token, kind in zip(tokens, types) if kind == gguf.TokenType.USER_DEFINED and "[" not in token]
    tokenizer.add_tokens([AddedToken(token, normalized=False, special=False) for token in own])
    return tokenizer


def bert_tokenizer(vocabulary: dict[str, int], lowercase: bool, strip_accents: bool | None) -> Tokenizer:
    tokenizer = Tokenizer(models.WordPiece(vocab=vocabulary, unk_token="[UNK]", max_input_chars_per_word=100))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=lowercase, strip_accents=strip_accents)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return tokenizer


def bert_of_gguf(path: pathlib.Path) -> Tokenizer:
    fields = gguf.GGUFReader(path).fields
    tokens = fields["tokenizer.ggml.tokens"].contents()
    flag = lambda name: fields[f"tokenizer.ggml.normalizer.{name}"].contents() if f"tokenizer.ggml.normalizer.{name}" in fields else None
    special = lambda token: len(token) > 1 and token[0] == "[" and token[-1] == "]"
    text = lambda token: token if special(token) else token[1:] if token[0] == "\u2581" else "##" + token
    cased = any(c in string.ascii_uppercase for token in tokens if not special(token) for c in token)
    lowercase = not cased if flag("lowercase") is None else flag("lowercase")
    return bert_tokenizer({text(token): i for i, token in enumerate(tokens)}, lowercase, flag("strip_accents"))


def roberta_tokenizer(vocabulary: dict[str, int], merges: list[tuple[str, str]], prefix: bool = True) -> Tokenizer:
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=merges))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=prefix, trim_offsets=True)
    tokenizer.post_processor = processors.ByteLevel(add_prefix_space=prefix, trim_offsets=True)
    return tokenizer


def modernbert_tokenizer(vocabulary: dict[str, int], merges: list[tuple[str, str]], runs: list[str]) -> Tokenizer:
    """`runs`: tokens that are cut out of a text before it is split, as those of spaces."""
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=merges))
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.add_tokens([AddedToken(run, normalized=True) for run in runs])
    return tokenizer


def unigram_tokenizer(pieces: list[tuple[str, float]], unknown: int, charsmap: bytes) -> Tokenizer:
    tokenizer = Tokenizer(models.Unigram(pieces, unknown, False))
    if charsmap:
        tokenizer.normalizer = normalizers.Precompiled(charsmap)
    mark = pre_tokenizers.Metaspace(replacement="\u2581", prepend_scheme="always")
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), mark])
    return tokenizer


def sentencepiece_of(pieces: list[tuple[str, float]], unknown: int, charsmap: bytes):
    """SentencePiece itself with this vocabulary; tokens with a score of 0 are control tokens."""
    import sentencepiece
    from sentencepiece import sentencepiece_model_pb2

    model = sentencepiece_model_pb2.ModelProto()
    for i, (piece, score) in enumerate(pieces):
        model.pieces.add(piece=piece, score=score, type=2 if i == unknown else 3 if score == 0 else 1)
    model.trainer_spec.model_type, model.trainer_spec.unk_id = 1, unknown
    model.normalizer_spec.precompiled_charsmap = charsmap
    return sentencepiece.SentencePieceProcessor(model_proto=model.SerializeToString())


def unigram_of_gguf(path: pathlib.Path) -> tuple[list[tuple[str, float]], int, bytes]:
    fields = gguf.GGUFReader(path).fields
    field = lambda name: fields[f"tokenizer.ggml.{name}"].contents()
    return list(zip(field("tokens"), field("scores"))), field("unknown_token_id"), bytes(field("precompiled_charsmap"))


def is_moved(c: str) -> bool:
    """Whether the library's tables of Unicode, which are older than ours, know a character as of another kind."""
    kind = unicodedata.category(c)
    apart = len(pre_tokenizers.BertPreTokenizer().pre_tokenize_str(f"a{c}a")) == 3
    dropped = normalizers.BertNormalizer(lowercase=True).normalize_str(f"a{c}") == "a"
    is_dropped = kind in ("Mn", "Cf", "Cc", "Co") and c not in "\t\n\r" or c == "\ufffd"
    return ord(c) >= 0x80 and (apart != (kind[0] == "P") or dropped != is_dropped)


def in_bytes(text: str, encoding: Encoding) -> list[list[int]]:
    """The mark of a word by itself has no bytes; the library gives it the first character of the word."""
    places = [(begin, begin if token == "\u2581" else end) for token, (begin, end) in zip(encoding.tokens, encoding.offsets)]
    return [[len(text[:at].encode()) for at in pair] for pair in places]


def holds(text: str, ours: list[list[int]], named: list[list[int]]) -> bool:
    """Whether each token has the bytes that the library names, and besides only those of white space and of characters
    that are dropped. The library names a character for all of its pieces; here its first piece has it."""
    raw, reached = text.encode(), 0
    spare = lambda c: c.isspace() or c == "\ufffd" or unicodedata.category(c) in ("Cc", "Cf", "Co", "Mn")
    for (begin, end), (first, last) in zip(ours, named):
        first, reached = max(first, reached), max(last, reached)
        if begin > first or end < reached or not all(map(spare, (raw[begin:first] + raw[reached:end]).decode(errors="surrogateescape"))):
            return False
    return len(ours) == len(named)


class Unigram:
    """The library with the rules of redact where the two differ: special tokens in a text are text, and the normaliser is
    SentencePiece's, on composed text. `plain` is the library by itself, except for the special tokens."""

    def __init__(self, pieces: list[tuple[str, float]], unknown: int, charsmap: bytes):
        self.pieces = sentencepiece_of(pieces, unknown, charsmap)
        self.plain = unigram_tokenizer([(piece if score else f"\ue0ff{piece}", score) for piece, score in pieces], unknown, charsmap)
        self.rest = Tokenizer(self.plain.model)
        self.rest.pre_tokenizer = self.plain.pre_tokenizer

    def words(self, text: str) -> str:
        return self.pieces.normalize(unicodedata.normalize("NFC", text)).replace("\u2581", " ").strip(" ")

    def is_plain(self, text: str) -> bool:
        """Whether the library by itself reads the text in the same way, with the same ranges: those behind a character that
        is dropped at the beginning are wrong."""
        normalized = self.plain.normalizer.normalize_str
        return self.words(text).split() == normalized(text).split() and normalized(text[:1]) != ""

    def encode(self, text: str):
        return self.plain.encode(text) if self.is_plain(text) else self.rest.encode(self.words(text))


def gguf_of_roberta(path: pathlib.Path, out: pathlib.Path) -> None:
    fields = gguf.GGUFReader(path).fields
    writer = gguf.GGUFWriter(out, "bert")
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("roberta-bpe")
    writer.add_add_space_prefix(True)
    writer.add_token_list(fields["tokenizer.ggml.tokens"].contents())
    writer.add_token_types(fields["tokenizer.ggml.token_type"].contents())
    writer.add_token_merges(fields["tokenizer.ggml.merges"].contents())
    writer.write_header_to_file(), writer.write_kv_data_to_file(), writer.close()


def library_tokenizer(path: pathlib.Path, rule: str) -> Tokenizer | Unigram:
    if rule == "gemma":
        return gemma_tokenizer(path)
    if rule == "bert":
        return bert_of_gguf(path)
    if rule == "unigram":
        return Unigram(*unigram_of_gguf(path))
    fields = gguf.GGUFReader(path).fields
    field = lambda name: fields[f"tokenizer.ggml.{name}"].contents()
    assert field("pre") == {"roberta": "roberta-bpe"}.get(rule, rule), field("pre")
    vocabulary = {token: i for i, token in enumerate(field("tokens"))}
    merges = []
    for line in field("merges"):
        space = line.index(" ", 1)
        merges.append((line[:space], line[space + 1 :]))
    if rule == "modern-bert":
        own = [token for token, kind in zip(field("tokens"), field("token_type")) if kind == gguf.TokenType.USER_DEFINED]
        return modernbert_tokenizer(vocabulary, merges, own)
    if rule in ("gpt-2", "roberta"):
        return roberta_tokenizer(vocabulary, merges, rule == "roberta")
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=merges, ignore_merges=rule in ("llama-bpe", "tekken", "gpt-4o")))
    tokenizer.pre_tokenizer = oracle.pre_tokenizer(rule)
    if oracle.composes(rule):
        tokenizer.normalizer = normalizers.NFC()
    return tokenizer


def lacking_bytes(tokenizer: Tokenizer) -> bytes:
    return bytes(b for b, c in enumerate(byte_characters()) if tokenizer.token_to_id(c) is None)


def main() -> int:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("tool")
    arguments.add_argument("rule", choices=["llama-bpe", "smollm", "tekken", "qwen2", "deepseek-r1-qwen", "dbrx", "gpt-4o", "gemma", "gpt-2", *ENCODERS])
    arguments.add_argument("vocabulary", type=pathlib.Path)
    arguments.add_argument("-n", type=int, default=100_000)
    arguments.add_argument("--seed", type=int, default=1)
    args = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = args.vocabulary
        if path.suffix == ".json":
            path = pathlib.Path(folder) / "tekken.gguf"
            gguf_of_tekken(args.vocabulary, path)
        elif args.rule == "roberta":
            path = pathlib.Path(folder) / "roberta.gguf"
            gguf_of_roberta(args.vocabulary, path)
        elif path.suffix != ".gguf":
            path = pathlib.Path(folder) / "ranks.gguf"
            gguf_of_ranks(args.vocabulary, path)
        tokenizer = library_tokenizer(path, args.rule)
        lacking = set() if args.rule in ("gemma", "bert", "unigram") else set(lacking_bytes(tokenizer))
        assert lacking <= LACKING, lacking
        rng = random.Random(args.seed)
        if args.rule == "gemma":
            oracle.GROUPS.append(oracle.HTML)
        if args.rule in ENCODERS:
            oracle.GROUPS.append(oracle.FORMATS)
        texts = []
        while len(texts) < args.n:
            text = oracle.random_text(rng)
            if args.rule == "bert" and any(map(is_moved, text)):
                continue
            if not lacking & set(text.encode()):
                texts.append(text)
        lines = pathlib.Path(folder) / "texts.jsonl"
        lines.write_text("".join(json.dumps(text) + "\n" for text in texts))
        done = subprocess.run([args.tool, "tokenize", "--lines", path, lines], capture_output=True, check=True)
        ours = [json.loads(line) for line in done.stdout.splitlines()]
        assert len(ours) == len(texts)

        judges = {"tokenizers": lambda text: tokenizer.encode(text).ids}
        if args.vocabulary.suffix == ".json":
            from mistral_common.tokens.tokenizers.tekken import Tekkenizer

            tekkenizer = Tekkenizer.from_file(args.vocabulary)
            judges["mistral-common"] = lambda text: tekkenizer.encode(text, bos=False, eos=False)
        failed = 0
        if args.rule in ("bert", "unigram"):
            # A text of white space alone is one unknown token here, and none in the library.
            pairs = [(t, o, tokenizer.encode(t)) for t, o in zip(texts, ours)]
            pairs = [(t, o, e) for t, o, e in pairs if e.ids]
            ranged = [pair for pair in pairs if args.rule != "unigram" or tokenizer.is_plain(pair[0])]
            wrong = [t for t, o, e in ranged if o["ids"] == e.ids and not holds(t, o["offsets"], in_bytes(t, e))]
            print(f"{args.rule}: the ranges of {len(wrong)} of {len(ranged)} texts differ", *map(ascii, wrong[:10]), sep="\n  ")
            failed += len(wrong)
            texts, ours = [t for t, _, _ in pairs], [o for _, o, _ in pairs]
        for name, judge in judges.items():
            different = [(t, o["ids"], w) for t, o in zip(texts, ours) if o["ids"] != (w := judge(t))]
            print(f"{args.rule} against {name}: {len(different)} of {len(texts)} texts differ")
            for text, got, want in different[:10]:
                print(f"  {ascii(text)}\n    got  {got}\n    want {want}")
            failed += len(different)
        return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
