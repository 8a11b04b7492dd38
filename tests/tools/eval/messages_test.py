#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The ward messages that tools/adapt is measured on: the training and test parts share no person and no place.
Usage: messages_test.py SOURCE_DIR"""

import json
import pathlib
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(sys.argv[1])


def messages(notes, seed):
    program = SOURCE / "tools/eval/messages/make_gold.py"
    done = subprocess.run([sys.executable, program, str(notes), str(seed)], stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def words(notes, labels):
    surfaces = [n["text"][s["start"] : s["end"]] for n in notes for s in n["spans"] if s["label"] in labels]
    return {word for surface in surfaces for word in surface.lower().replace("^", " ").split() if word.isalpha() and len(word) > 3}


class Messages(unittest.TestCase):
    def test_spans_lie_apart_in_order_and_hold_no_marks(self):
        for note in messages(60, 1):
            self.assertNotIn("[[", note["text"])
            self.assertNotIn("]]", note["text"])
            ends = [0]
            for span in note["spans"]:
                self.assertLessEqual(ends[-1], span["start"])
                self.assertLess(span["start"], span["end"])
                ends.append(span["end"])
            self.assertLessEqual(ends[-1], len(note["text"]))
            self.assertGreater(len(note["spans"]), 8)

    def test_a_seed_gives_the_same_notes_again(self):
        self.assertEqual(messages(5, 3), messages(5, 3))
        self.assertNotEqual([n["text"] for n in messages(5, 3)], [n["text"] for n in messages(5, 5)])

    def test_an_even_and_an_odd_seed_share_no_name_and_no_place(self):
        labels = {"PATIENT", "DOCTOR", "FAMILY", "CITY", "STREET"}
        learnt, tested = words(messages(100, 1), labels), words(messages(100, 2), labels)
        self.assertGreater(len(learnt), 50)
        self.assertEqual(learnt & tested - {"lane", "yard"}, set())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
