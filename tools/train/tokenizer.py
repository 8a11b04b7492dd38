# SPDX-License-Identifier: Apache-2.0
"""The bundled model's tokenizer: SentencePiece BPE with byte fallback, and its control tokens."""

import pathlib

import sentencepiece

from labels import LABELS

N_PIECES = 6000
CONTROL = (
    ["<sep>", "<copy>", "<close>"]
    + [f"<open:{label}>" for label in LABELS]
    + ["<outside>", "<inside>"]
    + [f"<begin:{label}>" for label in LABELS]
)


def train(texts, path: pathlib.Path) -> None:
    """Trains on an iterable of texts; writes path.model. Deterministic for the same texts."""
    sentencepiece.SentencePieceTrainer.train(
        # Lines as the trainer's sentences; "\n" itself is a piece of its own.
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
        control_symbols=CONTROL,
        character_coverage=0.9998,
        max_sentence_length=1 << 16,
        num_threads=2,
        pad_id=-1,
        eos_id=-1,
        minloglevel=2,
    )


class Tokenizer:
    def __init__(self, path: pathlib.Path):
        self.sp = sentencepiece.SentencePieceProcessor(model_file=str(path))
        ids = {piece: self.sp.piece_to_id(piece) for piece in CONTROL}
        self.bos = self.sp.bos_id()
        self.sep, self.copy, self.close = ids["<sep>"], ids["<copy>"], ids["<close>"]
        self.open = [ids[f"<open:{label}>"] for label in LABELS]
        self.outside, self.inside = ids["<outside>"], ids["<inside>"]
        self.begin = [ids[f"<begin:{label}>"] for label in LABELS]
        self.tags = {self.close, *self.open}
        self.n_vocab = self.sp.get_piece_size()

    def encode(self, text: str, dropout: float = 0.0):
        """Ids with their [begin, end) in code points. dropout skips merges (BPE-dropout)."""
        sampling = {"enable_sampling": True, "alpha": dropout, "nbest_size": -1} if dropout else {}
        pieces = self.sp.encode(text, return_type="proto", **sampling).pieces
        if text.isascii():
            return [(p.id, p.begin, p.end) for p in pieces]
        point = []  # code point that each byte, and the end, belongs to
        for i, c in enumerate(text):
            point += [i] * len(c.encode())
        point.append(len(text))
        return [(p.id, point[p.begin], point[p.end]) for p in pieces]
