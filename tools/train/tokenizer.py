# SPDX-License-Identifier: Apache-2.0
"""The bundled model's tokenizer: SentencePiece BPE with byte fallback, and a control piece for each output row."""

import pathlib
import random

import numpy as np
import sentencepiece
from sentencepiece import sentencepiece_model_pb2 as proto

from gazetteer import Gazetteer, hints, thinned
from labels import LABELS
from rows import words as rows_of_words

N_PIECES = 6000
# In the order of windows.py's tags.
OUTPUTS = ["<O>"] + [f"<{part}:{label}>" for label in LABELS for part in "BIES"]


def train(texts, path: pathlib.Path) -> None:
    """Trains on an iterable of texts; writes path.model. Deterministic for the same texts."""
    sentencepiece.SentencePieceTrainer.train(
        # The trainer gets lines as sentences; "\n" itself is a separate piece.
        sentence_iterator=(line for text in texts for line in text.split("\n") if line.strip()),
        model_prefix=str(path.with_suffix("")),
        model_type="bpe",
        vocab_size=N_PIECES,
        normalization_rule_name="identity",
        byte_fallback=True,
        split_digits=True,
        add_dummy_prefix=False,
        remove_extra_whitespaces=False,
        user_defined_symbols=["\n", "\t"],
        character_coverage=0.9998,
        max_sentence_length=1 << 16,
        num_threads=2,
        pad_id=-1,
        eos_id=-1,
        minloglevel=2,
    )
    model = proto.ModelProto.FromString(path.read_bytes())
    add_outputs(model)
    path.write_bytes(model.SerializeToString())


def add_outputs(model: proto.ModelProto) -> list[str]:
    """Appends the control pieces that a model lacks; returns them."""
    present = {p.piece for p in model.pieces}
    missing = [piece for piece in OUTPUTS if piece not in present]
    for piece in missing:
        model.pieces.add(piece=piece, score=0.0, type=proto.ModelProto.SentencePiece.CONTROL)
    model.trainer_spec.vocab_size = len(model.pieces)
    return missing


class Tokenizer:
    """The rows of a text (rows.py), and what a gazetteer next to the file of pieces knows about their words."""

    def __init__(self, path: pathlib.Path):
        known = path.with_name("gazetteer.npy")
        self.gazetteer = Gazetteer(np.load(known)) if known.exists() else None
        self.sp = sentencepiece.SentencePieceProcessor(model_file=str(path))
        self.bos = self.sp.bos_id()
        self.outputs = [self.sp.piece_to_id(piece) for piece in OUTPUTS]
        self.n_vocab = self.sp.get_piece_size()

    def encode(self, text: str, dropout: float = 0.0, thin: random.Random | None = None):
        """Rows: the ids of their tokens, their [begin, end) in code points, and a hint. `dropout` skips merges
        (BPE-dropout); `thin` leaves gaps in the gazetteer's knowledge."""
        tokens = self._encode(text, dropout)
        rows = rows_of_words(text, tokens)
        if self.gazetteer is None:
            return [(*row, 0) for row in rows]
        marks = self.gazetteer.marks(text)
        marks = thinned(marks, text, thin) if thin else marks
        return [(*row, hint) for row, hint in zip(rows, hints(marks, rows))]

    def _encode(self, text: str, dropout: float):
        sampling = {"enable_sampling": True, "alpha": dropout, "nbest_size": -1} if dropout else {}
        pieces = self.sp.encode(text, return_type="proto", **sampling).pieces
        if text.isascii():
            return [(p.id, p.begin, p.end) for p in pieces]
        point = []  # the code point of each byte and of the end
        for i, c in enumerate(text):
            point += [i] * len(c.encode())
        point.append(len(text))
        return [(p.id, point[p.begin], point[p.end]) for p in pieces]
