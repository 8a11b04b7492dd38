#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/convert reads a model file of SentencePiece as it reads the tokenizer.json that transformers makes of it: the same
keys and ids. Usage: convert_sentencepiece_test.py GGUF_TOOL SOURCE_DIR"""

import base64
import struct
import unittest

import convert_test
from convert_test import CHARSMAP

NORMAL, UNKNOWN, CONTROL, USER_DEFINED = 1, 2, 3, 4
PIECES = [("\u2581", -3.0, NORMAL), ("\u2581an", -3.0, NORMAL), ("a", -3.5, NORMAL), ("n", -4.0, NORMAL), ("-x-", 0.0, USER_DEFINED)]
OF_FAIRSEQ = [("<unk>", 0.0, UNKNOWN), ("<s>", 0.0, CONTROL), ("</s>", 0.0, CONTROL), *PIECES]
OF_DEBERTA = [("[PAD]", 0.0, CONTROL), ("[CLS]", 0.0, CONTROL), ("[SEP]", 0.0, CONTROL), ("[UNK]", 0.0, UNKNOWN), *PIECES]
TEXT, IDS = "ana\tn \u00d7 an-x-n", [1, 2, 0, 3, 0, -1, 1, 4, 3]  # of PIECES; -1: unknown


def varint(value: int) -> bytes:
    return bytes([value & 0x7F | 0x80]) + varint(value >> 7) if value > 0x7F else bytes([value])


def field(number: int, value: int | float | bytes) -> bytes:
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    if isinstance(value, float):
        return varint(number << 3 | 5) + struct.pack("<f", value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def model_file(pieces: list[tuple], trainer: bytes = b"", normalizer: bytes = b"") -> bytes:
    """As SentencePiece writes it: a type that is NORMAL is left out, other fields are there to be skipped."""
    of_piece = lambda text, score, type: field(1, text.encode()) + field(2, score) + (field(3, type) if type != NORMAL else b"")
    trainer = field(1, b"corpus.txt") + field(3, 1) + field(10, 0.9995) + field(40, 0) + trainer
    normalizer = field(1, b"nmt_nfkc") + field(2, base64.b64decode(CHARSMAP)) + field(3, 1) + normalizer
    return b"".join(field(1, of_piece(*piece)) for piece in pieces) + field(2, trainer) + field(3, normalizer)


class SentencePiece(convert_test.Converted):
    def keys(self) -> dict:
        return {name: value.contents() for name, value in convert_test.gguf.GGUFReader(self.output).fields.items() if name.startswith("tokenizer.")}

    def assert_same(self, name: str, pieces: list[tuple], tokenizer: dict, first: int) -> None:
        """`tokenizer` lists the pieces before PIECES, the first of which has the id `first`."""
        special = [piece for piece, _ in tokenizer["vocab"]] + [tokenizer["mask"]]
        vocab = [*tokenizer["vocab"], *((piece, score) for piece, score, _ in PIECES), (tokenizer["mask"], 0.0)]
        ids = {piece: i for i, (piece, _) in enumerate(vocab)}
        added = [{"id": ids[piece], "content": piece, "special": True} for piece in special] + [{"id": ids["-x-"], "content": "-x-", "special": False}]
        split = [{"type": "WhitespaceSplit"}, {"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "always", "split": True}]
        file = {"model": {"type": "Unigram", "unk_id": 3, "vocab": vocab, "byte_fallback": False}, "added_tokens": added,
                "pre_tokenizer": {"type": "Sequence", "pretokenizers": split},
                "normalizer": {"type": "Sequence", "normalizers": [{"type": "Precompiled", "precompiled_charsmap": CHARSMAP}]}}  # fmt: skip
        wanted = [3 if i < 0 else first + i for i in IDS]
        forward = lambda tensors, ids: convert_test.bert(tensors, ids, *((self.prefix, 2) if self.prefix == "roberta" else ()))
        self.write_model(file, len(vocab))
        self.assert_runs(TEXT, wanted, forward)
        of_json = self.keys()
        (self.folder / "tokenizer.json").unlink()
        (self.folder / name).write_bytes(model_file(pieces))
        self.assert_runs(TEXT, wanted, forward)
        self.assertEqual(self.keys(), of_json)

    def write_model(self, file: dict, n_pieces: int) -> None:
        (self.folder / "vocab.txt").unlink(missing_ok=True)
        if self.prefix == "roberta":
            self.of_kind(self.kind, file, n_pieces)
        else:
            self.deberta(tokenizer=file, n_pieces=n_pieces)

    def test_xlm_r(self):
        self.kind, self.prefix = "xlm-roberta", "roberta"
        first = [(piece, 0.0) for piece in ("<s>", "<pad>", "</s>", "<unk>")]
        self.assert_same("sentencepiece.bpe.model", OF_FAIRSEQ, {"vocab": first, "mask": "<mask>"}, 4)

    def test_camembert(self):
        self.kind, self.prefix = "camembert", "roberta"
        first = [(piece, 0.0) for piece in ("<s>NOTUSED", "<pad>", "</s>NOTUSED", "<unk>")] + [("<unk>NOTUSED", -100.0), ("<s>", 0.0), ("</s>", 0.0)]
        self.assert_same("sentencepiece.bpe.model", OF_FAIRSEQ, {"vocab": first, "mask": "<mask>"}, 7)

    def test_deberta(self):
        self.kind, self.prefix = "deberta-v2", "bert"
        self.assert_same("spm.model", OF_DEBERTA, {"vocab": [piece[:2] for piece in OF_DEBERTA[:4]], "mask": "[MASK]"}, 4)

    def test_what_is_not_supported_is_refused_by_name(self):
        self.prefix, self.kind = "roberta", "xlm-roberta"
        whole = model_file(OF_FAIRSEQ)
        files = {
            "model_type 2 is not": model_file(OF_FAIRSEQ, field(3, 2)), "byte_fallback 1 is not": model_file(OF_FAIRSEQ, field(35, 1)),
            "treat_whitespace_as_suffix 1": model_file(OF_FAIRSEQ, field(24, 1)), "add_dummy_prefix 0": model_file(OF_FAIRSEQ, b"", field(3, 0)),
            "two pieces are equal": model_file([*OF_FAIRSEQ, OF_FAIRSEQ[-1]]),
            "remove_extra_whitespaces 0": model_file(OF_FAIRSEQ, b"", field(4, 0)), "escape_whitespaces 0": model_file(OF_FAIRSEQ, b"", field(5, 0)),
        }  # fmt: skip
        broken = [whole[: len(whole) * i // 9] for i in range(1, 9)] + [b"\xff", field(1, 1), field(1, field(1, b"\xff"))]
        broken += [field(1, field(1, 1 << 62)), model_file(OF_FAIRSEQ, b"", field(2, 1 << 62)), whole + b"\x48" + b"\x80" * 10 + b"\x00"]
        for what, data in [*files.items(), *(("is no model of SentencePiece", data) for data in broken if data)]:
            self.write_model({}, 13)
            (self.folder / "tokenizer.json").unlink()
            (self.folder / "sentencepiece.bpe.model").write_bytes(data)
            self.assert_refused(f"sentencepiece.bpe.model: {what}")
        (self.folder / "sentencepiece.bpe.model").write_bytes(whole)
        (self.folder / "tokenizer_config.json").write_text('{"do_lower_case": true}')
        self.assert_refused("tokenizer_config.json: do_lower_case is not supported for sentencepiece.bpe.model")
        (self.folder / "tokenizer_config.json").unlink()
        for kind, what in (("roberta", "is not supported for roberta"), ("deberta-v2", "has no [CLS]")):
            self.kind, self.prefix = kind, "bert" if kind == "deberta-v2" else "roberta"
            self.write_model({}, 13)
            (self.folder / "tokenizer.json").unlink()
            self.assert_refused(f"sentencepiece.bpe.model: {what}")

    def assert_refused(self, what: str) -> None:
        done = self.convert()
        self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)
        self.assertIn(what, done.stderr)


if __name__ == "__main__":
    unittest.main(argv=[__file__])
