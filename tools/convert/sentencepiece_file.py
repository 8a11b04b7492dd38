# SPDX-License-Identifier: Apache-2.0
"""A model file of SentencePiece, for folders without tokenizer.json, read without its library: fields of Protocol Buffers,
of which the pieces, the kind of model and the treatment of a text matter."""

import base64
import collections.abc
import pathlib
import struct

NAMES = ("spm.model", "sentencepiece.bpe.model")
NORMAL, CONTROL, USER_DEFINED = 1, 3, 4  # SentencePiece.type
# The fields of ModelProto and of SentencePiece that are read.
PIECES, TRAINER, NORMALIZER = 1, 2, 3
TEXT, SCORE, TYPE = 1, 2, 3
# The fields of TrainerSpec and of NormalizerSpec, each with the value that is supported, which is also its default.
TRAINED = {3: ("model_type", 1), 24: ("treat_whitespace_as_suffix", 0), 35: ("byte_fallback", 0)}
TREATED = {3: ("add_dummy_prefix", 1), 4: ("remove_extra_whitespaces", 1), 5: ("escape_whitespaces", 1)}
MAP = 2
# Models of fairseq, whose pieces have other numbers than in the file: those in front, and how many of the file's they replace.
FAIRSEQ = {
    "xlm-roberta": ([("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0)], 3),
    "camembert": ([("<s>NOTUSED", 0.0), ("<pad>", 0.0), ("</s>NOTUSED", 0.0), ("<unk>", 0.0), ("<unk>NOTUSED", -100.0)], 1),
}  # fmt: skip


def fields_of(message: memoryview) -> collections.abc.Iterator[tuple[int, int | memoryview]]:
    """The number and the value of each field: an integer, or the bytes of anything longer."""
    at = 0

    def varint() -> int:
        nonlocal at
        value = 0
        for shift in range(0, 70, 7):  # 64 bits have 10 bytes at most
            byte = message[at]
            value, at = value | (byte & 0x7F) << shift, at + 1
            if byte < 0x80:
                return value
        raise IndexError

    while at < len(message):
        key = varint()
        if (wire := key & 7) == 0:
            yield key >> 3, varint()
            continue
        size = varint() if wire == 2 else {1: 8, 5: 4}[wire]
        if size > len(message) - at:
            raise IndexError
        yield key >> 3, message[at : at + size]
        at += size


def read_model(path: pathlib.Path) -> tuple[list[tuple[str, float, int]], bytes]:
    """The pieces with their scores and types, and the map of characters."""
    pieces, parts = [], {TRAINER: {}, NORMALIZER: {}}
    try:  # a field of another kind than it should be is a TypeError
        for number, value in fields_of(memoryview(path.read_bytes())):
            if number == PIECES:
                piece = dict(fields_of(value))
                [score] = struct.unpack("<f", piece.get(SCORE, bytes(4)))
                pieces.append((str(piece.get(TEXT, b""), "utf-8"), score, piece.get(TYPE, NORMAL)))
            elif number in parts:
                parts[number] |= dict(fields_of(value))
        charsmap = memoryview(parts[NORMALIZER].get(MAP, b"")).tobytes()
    except (IndexError, KeyError, TypeError, UnicodeDecodeError, struct.error):
        raise ValueError(f"{path.name}: is no model of SentencePiece") from None
    for part, known in ((TRAINER, TRAINED), (NORMALIZER, TREATED)):
        for number, (name, supported) in known.items():
            if (value := parts[part].get(number, supported)) != supported:
                raise ValueError(f"{path.name}: {name} {value} is not supported; supported is {supported}")
    return pieces, charsmap


def tokenizer_of(path: pathlib.Path, kind: str) -> dict:
    """What tokenizer.json would say. `kind`: model_type of config.json."""
    if kind not in ("deberta-v2", *FAIRSEQ):
        raise ValueError(f"{path.name}: is not supported for {kind}; a tokenizer.json, as transformers saves it, may be")
    held, charsmap = read_model(path)
    if kind == "deberta-v2" and "[CLS]" not in (piece for piece, _, _ in held):
        raise ValueError(f"{path.name}: has no [CLS]")
    first, replaced = FAIRSEQ.get(kind, ([], 0))
    pieces = [(piece, score, CONTROL) for piece, score in first] + held[replaced:]
    mask = "[MASK]" if kind == "deberta-v2" else "<mask>"
    if mask not in (piece for piece, _, _ in pieces):
        pieces.append((mask, 0.0, CONTROL))
    if len({piece for piece, _, _ in pieces}) < len(pieces):
        raise ValueError(f"{path.name}: two pieces are equal")
    added = [{"id": i, "content": piece, "special": type != USER_DEFINED} for i, (piece, _, type) in enumerate(pieces) if type != NORMAL]
    mark = {"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "always"}
    return {"model": {"type": "Unigram", "vocab": [(piece, score) for piece, score, _ in pieces]}, "added_tokens": added, "pre_tokenizer": mark,
            "normalizer": {"type": "Precompiled", "precompiled_charsmap": base64.b64encode(charsmap).decode()}}  # fmt: skip
