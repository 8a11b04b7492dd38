#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Evaluation on frames agrees with redact-eval. Usage: evaluation_test.py SOURCE_DIR [TEST...]"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import pandas
import polars
import pyarrow
import redact
from redact.evaluation import evaluate

TEXTS = ["Mrs Ellison has no fever.", "Seen by Dr Pritchard at Oakmere, tangerine teapot.", "", "Señora Müller 👩🏽‍⚕️, a@b.org, born 14/03/1948."]
TERMS = [{"Ellison": "PATIENT"}, {"Pritchard": "NAME", "tangerine\u0020teapot": "DOCTOR"}, {}, {"Señora Müller": "PATIENT", "14/03/1948": "DATE", "1948": "AGE"}]


def spans(text, terms):
    return [{"start": text.index(term), "end": text.index(term) + len(term), "label": label} for term, label in terms.items()]


ROWS = [{"text": text, "spans": spans(text, terms)} for text, terms in zip(TEXTS, TERMS, strict=True)]


class Evaluation(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.redactor = redact.Redactor("meddocan")

    def test_the_figures_are_those_of_redact_eval(self):
        with tempfile.TemporaryDirectory() as folder:
            gold, out = pathlib.Path(folder) / "gold.jsonl", pathlib.Path(folder) / "scores.json"
            gold.write_text("".join(json.dumps({"id": str(i), **row}) + "\n" for i, row in enumerate(ROWS)))
            program = pathlib.Path(os.environ["REDACT_PROGRAM"]).parent / "redact-eval"
            subprocess.run([program, gold, "--json", out], check=True, stdout=subprocess.DEVNULL)
            theirs = json.loads(out.read_text())
        ours = evaluate(ROWS, self.redactor)
        total = theirs["total"]
        self.assertEqual((ours.documents, ours.withheld, ours.leaky), (4, 0, total["documents_with_leak"]))
        self.assertGreater(ours.leaky, 0)
        pairs = [(ours.total, total | total["strict"]), *((ours.by_label[label], one) for label, one in theirs["by_label"].items())]
        self.assertEqual(set(ours.by_label), set(theirs["by_label"]))
        for counts, one in pairs:
            self.assertEqual((counts.characters, counts.leaked), (one["gold_characters"], one["leaked_characters"]))
            self.assertEqual((counts.right, counts.wrong, counts.missed), (one["tp"], one["fp"], one["fn"]))
        self.assertAlmostEqual(ours.total.recall_of_characters, total["character_recall"])
        self.assertAlmostEqual(ours.total.f1, total["strict"]["f1"])

    def test_frames(self):
        expected = evaluate(ROWS, self.redactor)
        table = pyarrow.Table.from_pylist(ROWS).rename_columns(["note", "gold"])
        for frame in (table, table.to_pandas(), polars.from_arrow(table)):
            self.assertEqual(evaluate(frame, self.redactor, text="note", spans="gold"), expected)
        rows = pandas.DataFrame(expected.rows())
        self.assertEqual(rows.label.tolist()[:2], ["all", "AGE"])
        self.assertEqual(rows.characters[0], expected.total.characters)
        json.dumps(expected.to_dict())

    def test_what_is_withheld_leaks_nothing(self):
        scores = evaluate([{"text": "%PDF-1.7 Ellison", "spans": spans("%PDF-1.7 Ellison", {"Ellison": "PATIENT"})}], self.redactor)
        self.assertEqual((scores.withheld, scores.leaky, scores.total.leaked, scores.total.characters), (1, 0, 0, 7))

    def test_errors_name_the_row(self):
        for row in ({"text": "a", "spans": None}, {"text": None, "spans": []}, {"text": "a", "spans": [{"start": 0, "end": 2, "label": "AGE"}]},
                    {"text": "Ellison", "spans": [{"start": 0, "end": 2}]}, 7):  # fmt: skip
            with self.assertRaisesRegex(redact.Misuse, "^row 1: "):
                evaluate([ROWS[0], row], self.redactor)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
