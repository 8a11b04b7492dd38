#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Arabic parts of tools/train/corpus that need no package: spellings of the script, spans, notes."""

import random
import unittest

from corpus_case import CorpusCase  # puts tools/train on the path
from corpus.arabic import phrases, plain, prose, templates, writing

SLOTS = set(
    "P D R L NAME AGE DATE STREET CITY STATE ZIP COUNTRY NATIONALITY LOCATION HOSPITAL ORGANIZATION PROFESSION PHONE FAX EMAIL URL IP USERNAME SSN ACCOUNT "
    "MEDICAL_RECORD HEALTH_PLAN LICENSE ENCOUNTER EMPLOYEE VEHICLE DEVICE ID SEX TERM WORD DRUG EPONYM FEAST STUDY TIME PRESSURE PULSE TEMPERATURE N YEAR CODE THING".split()
)
PARTS = set("full first last father three four initials plain latin kunya abu woman num dm my y m d h n bare short known ext unit code service sn 1 2 3".split())


def span(text: str, piece: str) -> list[dict]:
    begin = text.index(piece)
    return [{"start": begin, "end": begin + len(piece), "label": "NAME"}]


class Arabic(CorpusCase):
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
        self.check_slots("ar", (templates, plain, prose), SLOTS, PARTS)

    def test_phrases_leave_no_slot(self):
        self.check_phrases(phrases)


if __name__ == "__main__":
    unittest.main()
