#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests what bench/peer/edits.py counts. Usage: edits_test.py FOLDER_OF_EDITS"""

import random
import sys
import unittest

sys.path.insert(0, sys.argv.pop(1))
import edits
import free_writing

TAGS = ["[NAME]", "[AGE]", "[NAME_OF_DOCTOR]"]


def counts(source, output):
    """(changed, dropped, invented, placeholders)"""
    e = edits.count_edits(source, output, TAGS)
    return e.changed, e.dropped, e.invented, e.placeholders


def hidden(source, output):
    return [source[begin:end] for begin, end in edits.count_edits(source, output, TAGS).hidden]


class Edits(unittest.TestCase):
    def test_a_copy_has_none(self):
        for text in ("", "Ana, 47 años.\n\nTel. 600 000 417\n", "[NAME] stands in the source"):
            self.assertEqual(counts(text, text)[:3], (0, 0, 0))

    def test_what_a_placeholder_stands_for_is_redacted(self):
        source = "Mrs Nora Quill, 47 years old, has a cough."
        output = "Mrs [NAME], [AGE], has a cough."
        self.assertEqual(counts(source, output), (0, 0, 0, 2))
        self.assertEqual(hidden(source, output), ["Nora Quill", "47 years old"])

    def test_a_placeholder_within_a_word_is_no_edit(self):
        self.assertEqual(counts("QuillNo: 28", "[NAME]No: 28"), (0, 0, 0, 1))
        self.assertEqual(hidden("QuillNo: 28", "[NAME]No: 28"), ["Quill"])

    def test_a_repeated_word_does_not_mislead_the_alignment(self):
        self.assertEqual(counts("A B A", "[NAME] A"), (0, 0, 0, 1))
        self.assertEqual(counts("A B A x", "[NAME] A y")[:3], (1, 0, 0))

    def test_a_tag_that_is_not_in_use_is_invented(self):
        self.assertEqual(counts("Dr Ivo here", "Dr [DOC] here")[3], 0)
        self.assertGreater(sum(counts("Dr Ivo here", "Dr [DOC] here")[:3]), 0)

    def test_changed_dropped_and_invented_characters(self):
        self.assertEqual(counts("takes 5 mg daily", "takes 7 mg daily"), (1, 0, 0, 0))
        self.assertEqual(counts("takes 5 mg daily", "takes 50 mg daily"), (0, 0, 1, 0))
        self.assertEqual(counts("takes 5 mg daily", "takes mg daily"), (0, 2, 0, 0))
        self.assertEqual(counts("no fever", "no fever at all"), (0, 0, 7, 0))
        self.assertEqual(counts("left knee, [?]", "left knee"), (0, 5, 0, 0))
        self.assertEqual(counts("cafe\u0301", "café"), (1, 1, 0, 0))  # they look alike, but differ in characters

    def test_edits_beside_placeholders_are_counted(self):
        self.assertEqual(counts("Ana is 47 and well", "[NAME] is [AGE] and ill"), (1, 1, 0, 2))
        self.assertEqual(counts("Ana is 47", "Patient: [NAME] is [AGE]"), (0, 0, 9, 2))

    def test_white_space_counts_within_and_not_at_the_ends(self):
        self.assertEqual(counts("\n a b \n", "a b"), (0, 0, 0, 0))
        self.assertEqual(counts("a  b\nc", "a b c"), (1, 1, 0, 0))
        self.assertEqual(hidden("\n\nAna e Bob", "[NAME] e [NAME]"), ["Ana", "Bob"])
        self.assertEqual(hidden("\n\nAna e Bob", "[NAME] y [NAME]"), ["Ana", "Bob"])

    def test_a_placeholder_has_bounds(self):
        words = " ".join(["word"] * 40)  # 199 characters
        self.assertEqual(counts("a " + words + " end", "a [NAME] end")[1], 199 - 160)
        self.assertGreater(counts("Ana\n \nBob x", "[NAME] x")[1], 0)  # a blank line
        self.assertEqual(counts("Ana\nBob x", "[NAME] x"), (0, 0, 0, 1))

    def test_an_empty_output_drops_everything(self):
        self.assertEqual(counts("Ana e Bob", ""), (0, 9, 0, 0))
        self.assertEqual(counts("", "Ana e Bob"), (0, 0, 9, 0))

    def test_random_redactions_have_no_edits_and_what_is_added_is_found(self):
        draw = random.Random(7)
        for _ in range(300):
            words = [draw.choice(["a", "b", "Ana", "Bob", "5", "mg", ",", "."]) for _ in range(30)]
            output = [draw.choice(TAGS) if draw.random() < 0.2 else word for word in words]
            self.assertEqual(counts(" ".join(words), " ".join(output))[:3], (0, 0, 0))
            output.insert(draw.randrange(31), "zzzz")
            self.assertIn(sum(counts(" ".join(words), " ".join(output))[:3]), (4, 5))  # with its space

    def test_levenshtein_is_the_least(self):
        self.assertEqual(edits.levenshtein("kitten", "sitting"), (2, 0, 1))
        self.assertEqual(edits.levenshtein("", "abc"), (0, 0, 3))
        self.assertEqual(edits.levenshtein("abc", ""), (0, 3, 0))
        long = "x" * 3000
        self.assertEqual(edits.levenshtein(long, "y" * 2000), (2000, 1000, 0))


class Measures(unittest.TestCase):
    NOTE = {"id": "1", "text": "Doña Íñiga e Ivo", "spans": [{"start": 5, "end": 10}, {"start": 13, "end": 16}, {"start": 8, "end": 10}]}

    def test_ranges_of_bytes_and_of_characters(self):
        begin = len("Doña ".encode())
        result = {"output": "Doña [NAME] e Ivo", "spans": [[begin, begin + len("Íñiga".encode()), "PATIENT"]]}
        m = free_writing.measure(self.NOTE, result, TAGS)
        self.assertEqual((m["gold"], m["found"], m["else"], m["edits"].any), (8, 5, 0, False))

    def test_a_writer_without_spans_is_aligned(self):
        m = free_writing.measure(self.NOTE, {"output": "[NAME] Íñiga e [NAME]"}, TAGS)
        self.assertEqual((m["gold"], m["found"], m["else"]), (8, 3, 4))

    def test_time_at_the_length_of_the_note(self):
        peer = {"seconds": 7.0, "read_seconds": 1.0, "n_written": 300}
        self.assertAlmostEqual(free_writing.at_length(peer, 100), 3.0)


if __name__ == "__main__":
    unittest.main()
