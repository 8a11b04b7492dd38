#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Columns of pandas and of Arrow, and the bar of tqdm. Usage: columns_test.py SOURCE_DIR [TEST...]"""

import contextlib
import io
import sys
import unittest

import pandas
import pyarrow
import redact
from redact.columns import redact_column

NOTE, REDACTED = "Mrs Ellison has no fever.", "Mrs [PATIENT] has no fever."
VALUES = [None, NOTE, "", None, None, "No fever.", NOTE, None]
EXPECTED = [None, REDACTED, "", None, None, "No fever.", REDACTED, None]


class Columns(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.redactor = redact.Redactor()

    def test_a_series_keeps_its_index_name_and_type(self):
        for dtype in ("object", "str", "string", pandas.ArrowDtype(pyarrow.string())):
            series = pandas.Series(VALUES, index=range(10, 18), name="note", dtype=dtype)
            out = redact_column(series, self.redactor)
            pandas.testing.assert_series_equal(out, pandas.Series(EXPECTED, index=series.index, name="note", dtype=dtype))
            self.assertEqual(series.iloc[1], NOTE)

    def test_an_array_keeps_its_type_and_chunks(self):
        for kind in (pyarrow.string(), pyarrow.large_string()):
            array = pyarrow.array(VALUES, type=kind)
            self.assertEqual(redact_column(array, self.redactor), pyarrow.array(EXPECTED, type=kind))
            self.assertEqual(redact_column(array[1:3], self.redactor).to_pylist(), EXPECTED[1:3])
            chunked = pyarrow.chunked_array([VALUES[:3], [], VALUES[3:]], type=kind)
            out = redact_column(chunked, self.redactor)
            self.assertEqual(out, pyarrow.chunked_array([EXPECTED[:3], [], EXPECTED[3:]], type=kind))
            self.assertEqual([len(chunk) for chunk in out.chunks], [3, 0, 5])

    def test_nothing_but_null(self):
        self.assertEqual(redact_column(pyarrow.array([None, None], pyarrow.string()), self.redactor).to_pylist(), [None] * 2)
        self.assertEqual(len(redact_column(pandas.Series([], dtype="str"), self.redactor)), 0)

    def test_a_text_that_is_withheld(self):
        values = [None, NOTE, "%PDF-1.7 Ellison", None, NOTE]
        for column in (pandas.Series(values), pyarrow.array(values)):
            with self.assertRaises(redact.BadInput) as caught:
                redact_column(column, self.redactor)
            self.assertIn("row 2: ", str(caught.exception))
            self.assertNotIn("Ellison", str(caught.exception))
            out = redact_column(column, self.redactor, errors="null")
            self.assertEqual([v if isinstance(v, str) else None for v in out.tolist()], [None, REDACTED, None, None, REDACTED])

    def test_patients(self):
        redactor = redact.Redactor("linked", key=bytes(range(32)))
        column = pyarrow.array([NOTE, None, NOTE, "Mrs Ellison is well."])
        out = redact_column(column, redactor, patients=["p1", "p1", "p2", "p1"]).to_pylist()
        self.assertEqual(out[0].split()[1], out[3].split()[1])
        self.assertNotEqual(out[0], out[2])
        with self.assertRaises(redact.Misuse):
            redact_column(column, redactor, patients=["p1"])

    def test_misuse(self):
        for column in ([NOTE], pandas.Series([1]), pandas.Series([NOTE], dtype="category"), pandas.Series([1, NOTE]),
                       pyarrow.array([1]), pyarrow.table({"note": [NOTE]})):  # fmt: skip
            with self.assertRaises(redact.Misuse):
                redact_column(column, self.redactor)
        with self.assertRaises(redact.Misuse):
            redact_column(pandas.Series([NOTE]), self.redactor, errors="ignore")

    def test_a_bar(self):
        shown = io.StringIO()
        with contextlib.redirect_stderr(shown):
            results = list(self.redactor.redact([NOTE] * 3, progress=True))
        self.assertEqual([result.text for result in results], [REDACTED] * 3)
        self.assertIn("3/3", shown.getvalue())
        self.assertNotIn("Ellison", shown.getvalue())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
