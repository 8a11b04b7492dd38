#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The notes of tools/train/corpus/written and the values of tools/train/corpus/fields: their marks can be read, and each
names a label of the program."""

import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "train" / "corpus"))
from fields import HELD_BACK, values  # noqa: E402
from written import documents  # noqa: E402

KINDS = {"ward", "dictation", "scan", "mail", "social", "report", "list", "form", "letter", "official",
         "ambulance", "handover", "chat", "telephone", "board", "expert", "theatre", "discharge", "dental", "midwifery",
         "dialysis", "homecare", "prison", "school", "pharmacy", "portal", "radiology", "nursing", "laboratory"}


LABELS = set(re.findall(r'"([A-Z_]+)"', (ROOT / "documents" / "label.h").read_text()))


class Written(unittest.TestCase):
    def check_marks(self, text: dict):
        self.assertNotRegex(text["text"], r"\[\[|\]\]", text["id"])
        for span in text["spans"]:
            self.assertIn(span["label"], LABELS, text["id"])
            surface = text["text"][span["start"] : span["end"]]
            self.assertEqual(surface, surface.strip(), text["id"])
            self.assertTrue(surface, text["id"])

    def test_every_mark_is_a_span_of_a_known_label(self):
        notes = documents()
        self.assertGreater(len(notes), 600)
        self.assertEqual(len({note["id"] for note in notes}), len(notes))
        for note in notes:
            self.assertIn(note["kind"], KINDS, note["id"])
            self.check_marks(note)
        # Some notes name nobody, as real ones do.
        self.assertGreater(sum(bool(note["spans"]) for note in notes), 0.85 * len(notes))

    def test_every_value_of_a_field_has_text_and_its_marks(self):
        self.assertEqual(len(values(list(HELD_BACK))), 1600)
        for value in values():
            self.assertTrue(value["text"].strip(), value["id"])
            self.check_marks(value)
        plain = sum(not value["spans"] for value in values())
        self.assertTrue(0.5 < plain / len(values()) < 0.6)

    def test_a_writer_can_be_held_back(self):
        writers = {note["writer"] for note in documents()}
        self.assertGreater(len(writers), 1)
        for writer in writers:
            self.assertEqual({note["writer"] for note in documents([writer])}, {writer})


if __name__ == "__main__":
    unittest.main()
