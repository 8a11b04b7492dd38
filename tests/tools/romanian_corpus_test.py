#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Romanian parts of tools/train/corpus that need no package: numbers, ages, forms of words, spellings, notes."""

import random
import unittest

from corpus_case import CorpusCase  # puts tools/train on the path
from corpus import nationalities
from corpus.romanian import dates, numbers, phrases, prose, templates, writing

SLOTS = set(
    "P D R L NAME AGE DATE STREET CITY STATE ZIP COUNTRY NATIONALITY LOCATION HOSPITAL ORGANIZATION PROFESSION PHONE FAX EMAIL URL IP USERNAME SSN ACCOUNT "
    "MEDICAL_RECORD HEALTH_PLAN LICENSE ENCOUNTER EMPLOYEE VEHICLE DEVICE ID SEX TERM WORD DRUG EPONYM FEAST STUDY TIME PRESSURE PULSE TEMPERATURE N YEAR CODE SPECIES SCORE THING DEMONYM".split()
)
PARTS = set("full first last initials plain gen num dm my y m d n bare short known ext code service f m mp fp ci passport sn court season 1 2 3".split())


class Romanian(CorpusCase):
    def test_personal_numbers_have_their_check_digit_and_a_date(self):
        rng = random.Random(1)
        for _ in range(500):
            number = numbers.personal_number(rng)
            self.assertRegex(number, r"^[1-8]\d\d(0[1-9]|1[0-2])([01]\d|2[0-8])(0[1-9]|[1-4]\d|5[12])\d{4}$")
            rest = sum(int(a) * int(b) for a, b in zip(number, "279146358279")) % 11
            self.assertEqual(int(number[12]), 1 if rest == 10 else rest)

    def test_years_are_counted_with_de_from_twenty_on(self):
        self.assertEqual([dates.years(n) for n in (3, 19, 20, 45, 101, 119)], ["ani", "ani", "de ani", "de ani", "ani", "ani"])
        self.assertEqual([dates.in_words(n) for n in (7, 16, 20, 45, 99)], ["șapte", "șaisprezece", "douăzeci", "patruzeci și cinci", "nouăzeci și nouă"])
        self.assertIn("45 de ani", dates.age_forms(45, 7))
        self.assertIn("21 de luni", dates.age_forms(45, 21))
        self.assertIn("7 luni", dates.age_forms(45, 7))

    def test_dates_stand_in_words_numbers_and_roman_numerals(self):
        forms = dates.date_forms(3, 11, 2021, "noiembrie")
        for form in ("3 noiembrie 2021", "03.11.2021", "3.XI.2021", "noiembrie 2021", "11.2021", "3 nov."):
            self.assertTrue(form in forms or form.replace("nov.", "nov") in forms or form in dates.day_and_month(3, 11, "noiembrie"), form)

    def test_names_and_nationalities_take_their_endings(self):
        for first, fits in [("Maria", "Mariei"), ("Elena", "Elenei"), ("Anca", "Ancăi"), ("Olga", "Olgăi"), ("Andreea", "Andreei"), ("Ion", "Ion")]:
            self.assertEqual(writing.genitive(first), fits)
        for word, woman, several in [("român", "română", "români"), ("moldovean", "moldoveană", "moldoveni"), ("francez", "franceză", "francezi"), ("turc", "turcă", "turci"), ("evreu", "evreică", "evrei"), ("italian", "italiană", "italieni")]:
            self.assertEqual([nationalities.form("ro", word, part) for part in ("", "m", "f", "mp")], [word, word, woman, several])

    def test_a_text_is_in_one_spelling_throughout_and_keeps_its_length(self):
        rng, written = random.Random(3), "Șef secție: țesut, ușă, câine, ÎNCĂ"
        found = {writing.spelling(written, rng) for _ in range(60)}
        self.assertEqual(found, {written, "Şef secţie: ţesut, uşă, câine, ÎNCĂ", "Sef sectie: tesut, usa, caine, INCA"})
        for _ in range(60):
            self.assertEqual(writing.respelt("Dl Mureșan, sectie", "Dl Popa, sectie", rng), "Dl Muresan, sectie")
            other = writing.respelt("Dl Mureşan, secție", "Dl Popa, secție", rng)
            self.assertIn(other, ("Dl Mureșan, secție", "Dl Mureşan, secţie", "Dl Muresan, sectie"))

    def test_slots_of_notes_and_templates_are_known(self):
        self.check_slots("ro", (templates, prose), SLOTS, PARTS)

    def test_phrases_leave_no_slot(self):
        self.check_phrases(phrases)


if __name__ == "__main__":
    unittest.main()
