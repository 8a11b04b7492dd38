#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Where the rows of words begin and end (tools/train/rows.py)."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools/train"))
import rows  # noqa: E402


def tokens(marked: str):
    """The text of tokens that are separated by "|", and the tokens; a character in brackets has one for each byte."""
    text, out = "", []
    for token in marked.split("|"):
        if token.startswith("["):
            out += [(0, len(text), len(text))] * (len(token[1].encode()) - 1)
            token = token[1]
        out.append((0, len(text), len(text) + len(token)))
        text += token
    return text, out


class WordRows(unittest.TestCase):
    def check(self, marked: str, expected: str):
        text, given = tokens(marked)
        made = rows.words(text, given)
        self.assertEqual([text[begin:end] for _, begin, end in made], expected.split("|"))
        self.assertEqual(sum(len(ids) for ids, _, _ in made), len(given))
        self.assertLessEqual(max(len(ids) for ids, _, _ in made), rows.PIECES)

    def test_a_word_is_one_row_with_the_space_before_it(self):
        self.check("Cla|ire| Ma|rt|in", "Claire| Martin")
        self.check("Tel| | | Ma|rt| |1|2", "Tel|   Mart| 12")

    def test_marks_are_rows_of_their_own(self):
        self.check(" O|'|Br|ien|,| J|ean|-|P|ierre| (|x|).|\n", " O|'|Brien|,| Jean|-|Pierre| (|x|).|\n")

    def test_a_glued_field_name_ends_before_what_follows_it(self):
        self.check("read| by|:|C|LA|IRE", "read| by|:|CLAIRE")
        self.check("na|me|C|LA|IRE", "name|CLAIRE")
        self.check("d|ato|Di|Nas|ci|ta", "dato|Di|Nascita")

    def test_letters_and_digits_are_apart(self):
        self.check("0|8|N|ov|2|0|2|1|@|1|4|:|2|0", "08|Nov|20|21|@|14|:|20")

    def test_accents_belong_to_their_letters(self):
        self.check("Jose|\u0301| Lu|is", "Jose\u0301| Luis")
        self.check("م|ح|\u0651|م|د", "مح\u0651مد")

    def test_a_long_word_takes_several_rows(self):
        self.check("a|b|c|d|e|f|g|h", "abcdef|gh")

    def test_the_bytes_of_a_character_stay_together(self):
        self.check("a|b|c|d|e|[𝐟]|g", "abcde|𝐟g")
        self.check("a|[😀]|[😀]|b", "a|😀|😀|b")


if __name__ == "__main__":
    unittest.main()
