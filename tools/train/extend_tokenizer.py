# SPDX-License-Identifier: Apache-2.0
"""Appends pieces for more languages to a model's tokenizer, and rows for them to its embeddings.

The pieces extend the existing tokenizer: byte-pair merges of its output for the new texts (Sennrich et al. 2016), each
with a lower score than all existing pieces. So text is tokenised as before, except where two of its pieces form a new
one, and every new piece can be reached. A new row starts as the mean of the rows that it replaces.

    python extend_tokenizer.py TEXT... --pieces 1500 --start-from WORK/model.pt --tokenizer WORK/tokenizer.model --out NEW
"""

import argparse
import collections
import heapq
import pathlib
import re

import sentencepiece
import torch
from sentencepiece import sentencepiece_model_pb2 as proto

RAREST = 20  # fewest occurrences of a character that becomes a piece
WORD = re.compile(r" ?[^\W\d_]+|[^\w\s]")  # as the tokenizer splits them: a blank belongs to what follows it


def characters(texts: list[str], known: set[str]) -> list[str]:
    counts = collections.Counter(c for text in texts for c in text if not c.isspace())
    return [c for c, n in counts.most_common() if n >= RAREST and c not in known]


def merges(words: collections.Counter, pieces_of, known: set[str], count: int) -> list[str]:
    """The `count` most frequent merges, made one after another, of words split by pieces_of."""
    cut = [(pieces_of(word), n) for word, n in words.items()]
    cut = [(parts, n) for parts, n in cut if not any(part.startswith("<0x") for part in parts)]  # never merges bytes
    counts, places = collections.Counter(), collections.defaultdict(set)
    for w, (parts, n) in enumerate(cut):
        for pair in zip(parts, parts[1:]):
            counts[pair] += n
            places[pair].add(w)
    heap = [(-n, pair) for pair, n in counts.items()]
    heapq.heapify(heap)
    found: list[str] = []
    while heap and len(found) < count:
        n, pair = heapq.heappop(heap)
        if counts[pair] != -n:  # its count has changed since
            if counts[pair] > 0:
                heapq.heappush(heap, (-counts[pair], pair))
            continue
        whole = pair[0] + pair[1]
        if whole not in known:
            known.add(whole)
            found.append(whole)
        changed = set()
        for w in places.pop(pair):
            parts, n = cut[w]
            for old in zip(parts, parts[1:]):
                counts[old] -= n
            new, i = [], 0
            while i < len(parts):
                joined = tuple(parts[i : i + 2]) == pair
                new.append(whole if joined else parts[i])
                i += 2 if joined else 1
            cut[w] = (new, n)
            for made in zip(new, new[1:]):
                counts[made] += n
                places[made].add(w)
                changed.add(made)
        counts.pop(pair, None)
        for made in changed:
            heapq.heappush(heap, (-counts[made], made))
    return found


def main() -> None:
    p = argparse.ArgumentParser()
    p.add_argument("texts", nargs="+", type=pathlib.Path)
    p.add_argument("--pieces", type=int, default=1500)
    p.add_argument("--start-from", type=pathlib.Path, required=True)
    p.add_argument("--tokenizer", type=pathlib.Path, required=True)
    p.add_argument("--out", type=pathlib.Path, required=True, help="folder for model.pt and tokenizer.model")
    args = p.parse_args()
    model = proto.ModelProto.FromString(args.tokenizer.read_bytes())
    old = sentencepiece.SentencePieceProcessor(model_proto=model.SerializeToString())
    texts = [path.read_text(encoding="utf-8") for path in args.texts]
    known, lowest = {piece.piece for piece in model.pieces}, min(piece.score for piece in model.pieces)

    def append(pieces: list[str]) -> sentencepiece.SentencePieceProcessor:
        nonlocal lowest
        for piece in pieces:
            lowest -= 1
            model.pieces.add(piece=piece, score=lowest, type=proto.ModelProto.SentencePiece.NORMAL)
        model.trainer_spec.vocab_size = len(model.pieces)
        return sentencepiece.SentencePieceProcessor(model_proto=model.SerializeToString())

    letters = characters(texts, known)
    with_letters = append(letters)
    known.update(letters)
    words = collections.Counter(word for text in texts for word in WORD.findall(text))
    new = append(merges(words, lambda word: with_letters.encode(word, out_type=str), known, args.pieces - len(letters)))

    saved = torch.load(args.start_from, weights_only=True)
    rows = saved["weights"]["token_embd.weight"]
    added = [model.pieces[i].piece.replace("▁", " ") for i in range(len(rows), len(model.pieces))]
    means = [rows[old.encode(piece)].mean(0) for piece in added]
    saved["weights"]["token_embd.weight"] = torch.cat([rows, torch.stack(means)])
    saved["shape"]["n_vocab"] = len(model.pieces)
    args.out.mkdir(parents=True, exist_ok=True)
    (args.out / "tokenizer.model").write_bytes(model.SerializeToString())
    torch.save(saved, args.out / "model.pt")
    before, after = (sum(len(tok.encode(text)) for text in texts) for tok in (old, new))
    print(f"{len(letters)} characters and {len(added) - len(letters)} merges; the texts' {before} tokens are {after} now")


if __name__ == "__main__":
    main()
