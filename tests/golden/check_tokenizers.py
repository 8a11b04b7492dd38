#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares gguf-tool's token ids over random texts with those of the Hugging Face tokenizers library, built from the
same vocabulary. Prints how many texts differ, and some of them.

Usage: check_tokenizers.py GGUF_TOOL RULE VOCABULARY [-n TEXTS] [--seed S]
  RULE        llama-bpe, smollm, tekken, qwen2, deepseek-r1-qwen, dbrx or gemma
  VOCABULARY  a GGUF file; for tekken also a tekken.json, which is converted to a temporary GGUF file and is also
              compared with the tokenizer of mistral-common; for dbrx, the rule of Phi-4, also the ranks of
              cl100k_base in tiktoken's format (the PyPI package litellm contains them)

Needs: pip install tokenizers==0.23.3 gguf==0.19.0, and mistral-common for tekken.json.
"""

import argparse
import base64
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import gguf
from tokenizers import AddedToken, Tokenizer, models, normalizers

import tokenizer_oracle as oracle

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


def library_tokenizer(path: pathlib.Path, rule: str) -> Tokenizer:
    if rule == "gemma":
        return gemma_tokenizer(path)
    fields = gguf.GGUFReader(path).fields
    field = lambda name: fields[f"tokenizer.ggml.{name}"].contents()
    assert field("pre") == rule, field("pre")
    vocabulary = {token: i for i, token in enumerate(field("tokens"))}
    merges = []
    for line in field("merges"):
        space = line.index(" ", 1)
        merges.append((line[:space], line[space + 1 :]))
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=merges, ignore_merges=rule in ("llama-bpe", "tekken")))
    tokenizer.pre_tokenizer = oracle.pre_tokenizer(rule)
    if oracle.composes(rule):
        tokenizer.normalizer = normalizers.NFC()
    return tokenizer


def lacking_bytes(tokenizer: Tokenizer) -> bytes:
    return bytes(b for b, c in enumerate(byte_characters()) if tokenizer.token_to_id(c) is None)


def main() -> int:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("tool")
    arguments.add_argument("rule", choices=["llama-bpe", "smollm", "tekken", "qwen2", "deepseek-r1-qwen", "dbrx", "gemma"])
    arguments.add_argument("vocabulary", type=pathlib.Path)
    arguments.add_argument("-n", type=int, default=100_000)
    arguments.add_argument("--seed", type=int, default=1)
    args = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = args.vocabulary
        if path.suffix == ".json":
            path = pathlib.Path(folder) / "tekken.gguf"
            gguf_of_tekken(args.vocabulary, path)
        elif path.suffix != ".gguf":
            path = pathlib.Path(folder) / "ranks.gguf"
            gguf_of_ranks(args.vocabulary, path)
        tokenizer = library_tokenizer(path, args.rule)
        lacking = set() if args.rule == "gemma" else set(lacking_bytes(tokenizer))
        assert lacking <= LACKING, lacking
        rng = random.Random(args.seed)
        if args.rule == "gemma":
            oracle.GROUPS.append(oracle.HTML)
        texts = []
        while len(texts) < args.n:
            text = oracle.random_text(rng)
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
        for name, judge in judges.items():
            different = [(t, o["ids"], w) for t, o in zip(texts, ours) if o["ids"] != (w := judge(t))]
            print(f"{args.rule} against {name}: {len(different)} of {len(texts)} texts differ")
            for text, got, want in different[:10]:
                print(f"  {ascii(text)}\n    got  {got}\n    want {want}")
            failed += len(different)
        return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
