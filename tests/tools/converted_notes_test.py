#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""From the folder of a small random model through tools/convert and redact -m: the words that are hidden are those of the
best legal sequence of classes, found in NumPy from the formulas. Usage: converted_notes_test.py GGUF_TOOL SOURCE_DIR"""

import json
import random
import subprocess
import unittest

import convert_test
import numpy as np
from convert_test import BYTES, CLASSES, TOOL
from safetensors.numpy import load_file, save_file

# Each word is one token, and no two of them have the same.
WORDS = [a + b + c for a, b, c in zip("bdfgklmnprstvzbdfgkl", "aeiouaeiouaeiouaeiou", "kdrntlsmkdrntlsmkdrn")]
NOTE = random.Random(2).sample(WORDS, len(WORDS))
BIAS = -0.5
LABELS = {"GIVENNAME": "NAME", "HCW": "DOCTOR", "SHOESIZE": "OTHER"}


def best_classes(logits) -> list[str]:
    """The best sequence in which I- follows B- or I- of its kind."""
    best = {"O": (0.0, [])}  # by the last class
    for row in logits:
        paths = {}
        for i, name in enumerate(CLASSES):
            before = [each for each in best if name[0] != "I" or each[2:] == name[2:]]
            if before:
                score, path = max(best[each] for each in before)
                paths[name] = (score + row[i] + (BIAS if name[0] == "B" else 0), [*path, name])
        best = paths
    return max(best.values())[1]


class ConvertedNotes(convert_test.Converted):
    def assert_hides(self, ids: list[int], forward) -> None:
        """`ids`: those of NOTE between the two tokens at its ends."""
        # No class is the usual one: the average over the note is the same for all.
        saved = load_file(self.folder / "model.safetensors")
        self.tensors["classifier.bias"] = saved["classifier.bias"] - forward(self.tensors, ids).mean(0).astype(np.float32)
        save_file(saved | {"classifier.bias": self.tensors["classifier.bias"]}, self.folder / "model.safetensors")
        done = self.convert("--type", "f32", "--bias", str(BIAS))
        self.assertEqual(done.returncode, 0, done.stderr)
        wanted = []  # spans with their labels, and words outside without one
        for word, name in zip(NOTE, best_classes(forward(self.tensors, ids)[1:-1])):
            if name[0] == "I":
                wanted[-1][1] += f" {word}"
            else:
                wanted.append([LABELS.get(name[2:], ""), word])
        self.assertGreater({label for label, _ in wanted}, {"", "NAME"})
        note = self.folder / "note.txt"
        note.write_text(" ".join(NOTE))
        command = [TOOL.with_name("redact"), "-m", self.output, "--no-rules", "--format", "jsonl", "--include-text", note]
        record = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        found = [[each["entity_type"], each["text"]] for each in record["entities"]]
        self.assertEqual(found, [span for span in wanted if span[0]])
        tags = iter([each["replacement"] for each in record["entities"]])
        self.assertEqual(record["text"], " ".join(next(tags) if label else word for label, word in wanted))

    def test_bert(self):
        pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *WORDS]
        (self.folder / "vocab.txt").write_text("\n".join(pieces) + "\n")
        self.tensors = convert_test.random_model(n_pieces=len(pieces))
        save_file(self.tensors, self.folder / "model.safetensors")
        self.assert_hides([2, *map(pieces.index, NOTE), 3], convert_test.bert)

    def test_deberta(self):
        pieces = ["[PAD]", "[CLS]", "[SEP]", "[UNK]", *("\u2581" + word for word in WORDS), "[MASK]"]
        vocab = [[piece, 0.0 if piece[0] == "[" else -3.0] for piece in pieces]
        mark = {"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "always", "split": True}
        self.deberta(n_pieces=len(pieces), tokenizer={"model": {"type": "Unigram", "unk_id": 3, "vocab": vocab}, "added_tokens": [], "pre_tokenizer": mark})
        self.assert_hides([1, *(pieces.index("\u2581" + word) for word in NOTE), 2], convert_test.bert)

    def test_modernbert(self):
        whole = [piece for word in WORDS for piece in (word[:2], word, "\u0120" + word)]
        merges = [pair for a, b, c in WORDS for pair in ([a, b], [a + b, c], ["\u0120", a + b + c])]
        pieces = list(dict.fromkeys([*BYTES, *whole, "[UNK]", "[CLS]", "[SEP]"]))
        added = [{"id": pieces.index(piece), "content": piece, "special": True} for piece in pieces[-3:]]
        split = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
        file = {"model": {"type": "BPE", "vocab": {piece: i for i, piece in enumerate(pieces[:-3])}, "merges": merges}, "added_tokens": added,
                "pre_tokenizer": split, "normalizer": {"type": "NFC"}}  # fmt: skip
        self.modernbert(file, len(pieces))
        begin, end = (pieces.index(piece) for piece in ("[CLS]", "[SEP]"))
        ids = [pieces.index(word if i == 0 else "\u0120" + word) for i, word in enumerate(NOTE)]
        self.assert_hides([begin, *ids, end], convert_test.modernbert)


if __name__ == "__main__":
    unittest.main(argv=[__file__])
