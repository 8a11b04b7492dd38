#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Turkish parts of tools/train/corpus that need no package: suffixes, letters, numbers, notes."""

import random
import unittest

from corpus_case import CorpusCase  # puts tools/train on the path
from corpus.turkish import grammar, numbers, phrases, prose, templates

SLOTS = set(
    "P D NAME AGE DATE STREET CITY STATE ZIP COUNTRY NATIONALITY LOCATION HOSPITAL ORGANIZATION PROFESSION PHONE FAX EMAIL URL IP USERNAME SSN ACCOUNT "
    "MEDICAL_RECORD HEALTH_PLAN LICENSE ENCOUNTER EMPLOYEE VEHICLE DEVICE ID SEX TERM WORD DRUG EPONYM FEAST STUDY TIME PRESSURE PULSE TEMPERATURE N YEAR CODE SPECIES SCORE THING".split()
)
PARTS = set("full first last initials plain num dm my y m d n bare short known ext unit code maker service sn 1 2 3".split())


class Turkish(CorpusCase):
    def test_suffixes_agree_with_what_they_follow(self):
        for surface, suffix, label, fits in [
            ("İzmir", "dan", "CITY", "den"), ("Muş", "da", "CITY", "ta"), ("Bursa", "ın", "CITY", "nın"), ("Ayşe", "a", "NAME", "ye"), ("Uğur", "ı", "NAME", "u"),
            ("Ördek", "daydım", "NAME", "teydim"), ("Özgür", "ın", "NAME", "ün"), ("2010", "dan", "DATE", "dan"), ("2015", "da", "DATE", "te"), ("14 Mart", "da", "DATE", "ta"), ("1990", "lı", "DATE", "lı"),
            ("Ankara Şehir Hastanesi", "da", "HOSPITAL", "nde"), ("EGE TIP FAKÜLTESİ", "a", "HOSPITAL", "ne"), ("Koç Vakfı", "la", "ORGANIZATION", "yla"), ("SGK", "a", "ORGANIZATION", "ya"), ("Ordu", "da", "CITY", "da"),
            ("ÜSKÜDAR", "DAN", "CITY", "DAN"), ("İZMİR", "DAKİ", "CITY", "DEKİ"),
        ]:  # fmt: skip
            self.assertEqual(grammar.suffixed(surface, suffix, label), fits, surface)

    def test_a_suffix_ends_with_its_word(self):
        self.assertEqual(grammar.SUFFIX.match("'dan geldi").groups(), ("'", "dan"))
        self.assertEqual(grammar.SUFFIX.match("’NIN").groups(), ("’", "NIN"))
        self.assertIsNone(grammar.SUFFIX.match("'danışman"))
        self.assertIsNone(grammar.SUFFIX.match(" da"))

    def test_letters_keep_their_dots(self):
        self.assertEqual(grammar.upper("diş ağrısı"), "DİŞ AĞRISI")
        self.assertEqual(grammar.lower("IĞDIR İLİ"), "ığdır ili")
        self.assertEqual(grammar.plain("Çığ, Şişli"), "Cig, Sisli")
        self.assertTrue(grammar.is_plain("Hasta dun aksam ates ve oksuruk sikayeti ile acil servise basvurdu, akciger dinleme dogal."))
        self.assertFalse(grammar.is_plain("Hasta dün akşam ateş ve öksürük şikayeti ile acil servise başvurdu, akciğer dinleme doğal."))

    def test_numbers_are_spoken_in_words(self):
        self.assertEqual([grammar.number_in_words(n) for n in (3, 10, 45, 90)], ["üç", "on", "kırk beş", "doksan"])

    def test_nine_identity_numbers_in_ten_have_their_check_digits(self):
        rng, valid = random.Random(1), 0
        for _ in range(1000):
            d = [int(c) for c in numbers.identity_number(rng).replace(" ", "")]
            self.assertEqual(len(d), 11)
            self.assertNotEqual(d[0], 0)
            valid += d[9] == (7 * sum(d[0:9:2]) - sum(d[1:8:2])) % 10 and d[10] == sum(d[:10]) % 10
        self.assertTrue(870 < valid < 950, valid)

    def test_slots_of_notes_and_templates_are_known(self):
        self.check_slots("tr", (templates, prose), SLOTS | {"R", "L"}, PARTS)

    def test_phrases_name_nobody_and_leave_no_slot(self):
        self.check_phrases(phrases)


if __name__ == "__main__":
    unittest.main()
