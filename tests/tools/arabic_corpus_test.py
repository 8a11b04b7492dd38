#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Arabic parts of tools/train/corpus that need no package: how the script is written, spans, notes."""

import pathlib
import random
import re
import sys
import unittest

TRAIN = pathlib.Path(__file__).parents[2] / "tools/train"
sys.path.insert(0, str(TRAIN))
from corpus import collection  # noqa: E402
from corpus.arabic import phrases, plain, prose, templates, writing  # noqa: E402

SLOTS = set(
    "P D R L NAME AGE DATE STREET CITY STATE ZIP COUNTRY NATIONALITY LOCATION HOSPITAL ORGANIZATION PROFESSION PHONE FAX EMAIL URL IP USERNAME SSN ACCOUNT "
    "MEDICAL_RECORD HEALTH_PLAN LICENSE ENCOUNTER EMPLOYEE VEHICLE DEVICE ID SEX TERM WORD DRUG EPONYM FEAST STUDY TIME PRESSURE PULSE TEMPERATURE N YEAR CODE THING".split()
)
PARTS = set("full first last father three four initials plain latin kunya abu woman num dm my y m d h n bare short known ext unit code service sn 1 2 3".split())


def span(text: str, piece: str) -> list[dict]:
    begin = text.index(piece)
    return [{"start": begin, "end": begin + len(piece), "label": "NAME"}]


class Arabic(unittest.TestCase):
    def test_a_text_is_read_in_its_plain_form_and_its_spans_stay_on_their_words(self):
        text = "المريض مُحـمّد، العمر ٤٥ سنة"
        read, spans = writing.plain(text, span(text, "مُحـمّد"))
        self.assertEqual(read, "المريض محمد، العمر 45 سنة")
        self.assertEqual(read[spans[0]["start"] : spans[0]["end"]], "محمد")

    def test_spans_are_whole_words_up_to_the_next(self):
        text = "حضر ومحمد بالقاهرة"
        wide = writing.whole_words(text, span(text, "محمد") + span(text, "القاهرة"))
        self.assertEqual([text[s["start"] : s["end"]] for s in wide], ["ومحمد", "بالقاهرة"])

    def test_an_article_loses_its_alef_behind_a_preposition(self):
        self.assertTrue(writing.joins_article("سافر ل", "الرياض"))
        self.assertTrue(writing.joins_article("سافر ول", "الرياض"))
        self.assertFalse(writing.joins_article("سافر ب", "القاهرة"))
        self.assertFalse(writing.joins_article("قال ل", "محمد"))

    def test_what_a_keyboard_writes_is_read_as_it_was(self):
        text = "الاسم محمد الخطيب، هاتف 0100 555 0147، تاريخ الميلاد 12/03/1980، من القاهرة"
        spans = span(text, "محمد الخطيب") + span(text, "0100 555 0147") + span(text, "12/03/1980")
        rng, written = random.Random(4), set()
        for _ in range(300):
            other, moved = writing.as_written(text, spans, rng)
            written.add(other)
            back, places = writing.plain(other, moved)
            self.assertEqual(back, text)
            self.assertEqual([back[s["start"] : s["end"]] for s in places], ["محمد الخطيب", "0100 555 0147", "12/03/1980"])
        self.assertGreater(len(written), 20)

    def test_slots_of_notes_and_templates_are_known(self):
        written = collection.notes("ar")
        self.assertGreater(len(written), 250)
        self.assertEqual(len(set(written)), len(written))
        lists = [v for module in (templates, plain, prose) for v in vars(module).values() if isinstance(v, list)]
        for text in written + [t for some in lists for t in some]:
            self.assertNotRegex(re.sub(r"\{[A-Z_]+\d?(?:\.\w+)?\}", "", text), "[{}]")
            for name, part in re.findall(r"\{([A-Z_]+)\d?(?:\.(\w+))?\}", text):
                self.assertIn(name, SLOTS, text)
                self.assertTrue(not part or part in PARTS, text)

    def test_phrases_leave_no_slot(self):
        rng = random.Random(2)
        for _ in range(500):
            self.assertNotRegex(phrases.phrase(rng), r"[{}#]")


if __name__ == "__main__":
    unittest.main()
