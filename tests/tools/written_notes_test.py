#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The notes of tools/train/corpus/written: their marks can be read, and each names a label of the program."""

import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "train" / "corpus"))
from written import documents  # noqa: E402

KINDS = {"ward", "dictation", "scan", "mail", "social", "report", "list", "form", "letter", "official"}


class Written(unittest.TestCase):
    def test_every_mark_is_a_span_of_a_known_label(self):
        header = (ROOT / "documents" / "label.h").read_text()
        labels = set(re.findall(r'"([A-Z_]+)"', header))
        notes = documents()
        self.assertGreater(len(notes), 600)
        self.assertEqual(len({note["id"] for note in notes}), len(notes))
        for note in notes:
            self.assertIn(note["kind"], KINDS, note["id"])
            self.assertNotRegex(note["text"], r"\[\[|\]\]", note["id"])
            for span in note["spans"]:
                self.assertIn(span["label"], labels, note["id"])
                surface = note["text"][span["start"] : span["end"]]
                self.assertEqual(surface, surface.strip(), note["id"])
                self.assertTrue(surface, note["id"])
        # Some notes name nobody, as real ones do.
        self.assertGreater(sum(bool(note["spans"]) for note in notes), 0.85 * len(notes))

    def test_a_writer_can_be_held_back(self):
        writers = {note["writer"] for note in documents()}
        self.assertGreater(len(writers), 1)
        for writer in writers:
            self.assertEqual({note["writer"] for note in documents([writer])}, {writer})


if __name__ == "__main__":
    unittest.main()
