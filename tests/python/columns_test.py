#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Columns of pandas, Arrow and Polars, and the bar of tqdm. Usage: columns_test.py SOURCE_DIR [TEST...]"""

import contextlib
import datetime
import io
import sys
import unittest
import uuid

import duckdb
import numpy
import pandas
import polars
import pyarrow
import redact
from redact.columns import redact_column
from redact.spark import _rows

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
        for kind in (pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()):
            array = pyarrow.array(VALUES, type=kind)
            self.assertEqual(redact_column(array, self.redactor), pyarrow.array(EXPECTED, type=kind))
            self.assertEqual(redact_column(array[1:3], self.redactor).to_pylist(), EXPECTED[1:3])
            chunked = pyarrow.chunked_array([VALUES[:3], [], VALUES[3:]], type=kind)
            out = redact_column(chunked, self.redactor)
            self.assertEqual(out, pyarrow.chunked_array([EXPECTED[:3], [], EXPECTED[3:]], type=kind))
            self.assertEqual([len(chunk) for chunk in out.chunks], [3, 0, 5])

    def test_categories(self):
        series = pandas.Series(VALUES, dtype="category")
        pandas.testing.assert_series_equal(redact_column(series, self.redactor), pandas.Series(EXPECTED, dtype="category"))
        array = pyarrow.array(VALUES).dictionary_encode()
        out = redact_column(array, self.redactor)
        self.assertEqual((out.type, out.to_pylist()), (array.type, EXPECTED))
        series = polars.Series("note", VALUES, dtype=polars.Categorical)
        out = redact_column(series, self.redactor)
        self.assertEqual((out.dtype, out.to_list()), (polars.Categorical, EXPECTED))
        with self.assertRaises(redact.Misuse):
            redact_column(pandas.Series([1, 2], dtype="category"), self.redactor)

    def test_polars(self):
        series = polars.Series("note", VALUES)
        out = redact_column(series, self.redactor)
        self.assertEqual((out.name, out.dtype, out.to_list()), ("note", polars.String, EXPECTED))

    def test_duckdb(self):
        table = duckdb.sql("SELECT 'Mrs Ellison has no fever.' AS note UNION ALL SELECT NULL").to_arrow_table()
        self.assertEqual(redact_column(table["note"], self.redactor).to_pylist(), [REDACTED, None])

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
        for wrong in (["p1"], ["p1"] * 5):
            with self.assertRaisesRegex(redact.Misuse, "^patients: are (fewer|more) than the rows$"):
                redact_column(column, redactor, patients=wrong)

    def test_patients_of_any_type(self):
        redactor = redact.Redactor("linked", key=bytes(range(32)))

        def hashes(patients):
            return redact_column(pandas.Series([NOTE] * len(patients)), redactor, patients=patients).tolist()

        named, nobody = hashes(["7", None])
        self.assertNotEqual(named, nobody)
        for seven in (7, 7.0, numpy.int64(7), numpy.float32(7), pyarrow.scalar(7)):
            self.assertEqual(hashes([seven]), [named], type(seven))
        for missing in (float("nan"), pandas.NA, pandas.NaT, numpy.nan, pyarrow.scalar(None)):
            self.assertEqual(hashes([missing]), [nobody], type(missing))
        self.assertEqual(hashes(pandas.Series([7, None])), [named, nobody])  # which makes it 7.0
        self.assertEqual(hashes(pyarrow.array([7, None])), [named, nobody])
        for seven in (7, 7.0):  # Spark's batches come as columns of pandas
            self.assertEqual([text for text, *_ in _rows(redactor, [NOTE], [seven])], [named])
        one = uuid.UUID(int=5)
        self.assertEqual(hashes([one]), hashes([str(one)]))
        self.assertEqual(len(set(hashes([7.5, "8", datetime.date(2024, 1, 2), b"9"]))), 4)

    def test_known_people_and_ids(self):
        rows = pandas.Series(["Heron slept.", None, "Heron slept."])
        facts = [{"PATIENT": "Ana Heron"}, None, None]
        self.assertEqual(redact_column(rows, self.redactor, known=facts).tolist(), ["[PATIENT] slept.", None, "Heron slept."])
        redactor = redact.Redactor(known={"3": {"PATIENT": "Ana Heron"}})
        self.assertEqual(redact_column(rows, redactor, ids=[1, 2, 3]).tolist(), ["Heron slept.", None, "[PATIENT] slept."])

    def test_errors_name_the_row(self):
        good, born = "No fever.", {"DATE": datetime.date(1948, 3, 14)}
        self.assertEqual(redact_column(pandas.Series(["On 14 March 1948."]), self.redactor, known=[born])[0], "On [DATE].")
        for options, why in (({"known": [None, None, 7]}, "known: is no mapping"), ({"ids": ["a", "b", "c\0"]}, "id: "),
                             ({"known": [None, None, {"DATE": {1}}]}, "known: has a value"),
                             ({"patients": ["a", "b", "\ud800"]}, "patient: ")):  # fmt: skip
            for column in (pandas.Series([good] * 3), pyarrow.array([good] * 3)):
                with self.assertRaisesRegex(redact.Misuse, "^row 2: " + why):
                    redact_column(column, self.redactor, **options)
        with self.assertRaisesRegex(redact.Misuse, "^row 1: is no text$"):
            redact_column(pandas.Series([good, 1]), self.redactor)

    def test_details(self):
        key = bytes(range(32))
        redactor = redact.Redactor("surrogate", key=key)
        values = [NOTE, None, "%PDF-1.7 Ellison", "Spoke to Horner. No fever."]
        options = {"details": True, "seal": True, "ids": [1, 2, 3, 4], "errors": "null"}
        for column in (pandas.Series(values, index=[5, 6, 7, 8]), pyarrow.array(values), polars.Series(values)):
            frame = redact_column(column, redactor, **options)
            self.assertEqual(type(frame).__module__.partition(".")[0], type(column).__module__.partition(".")[0])
            if isinstance(frame, pandas.DataFrame):
                self.assertEqual(list(frame.index), [5, 6, 7, 8])
                rows = frame.to_dict("records")
            else:
                rows = frame.to_pylist() if isinstance(frame, pyarrow.Table) else frame.to_dicts()
            self.assertEqual(list(rows[0]), ["text", "status", "error", "spans", "reasons", "mapping"])
            self.assertEqual([row["status"] for row in rows], ["ok", None, "failed", rows[3]["status"]])
            (span,) = rows[0]["spans"]
            self.assertEqual((span["label"], span["start"], span["end"]), ("PATIENT", 4, 11))
            self.assertEqual(rows[0]["text"][span["out_start"] : span["out_end"]], span["replacement"])
            self.assertIn("PDF", rows[2]["error"])
            mapping = redact.Mapping(rows[0]["mapping"].encode(), key)
            self.assertEqual(mapping.restore(rows[0]["text"], id="1"), NOTE)
        self.assertNotIn("mapping", redact_column(pandas.Series([NOTE]), redactor, details=True).columns)
        empty = redact_column(pyarrow.array([], pyarrow.string()), redactor, details=True)
        self.assertEqual(empty.schema, redact_column(pyarrow.array([NOTE]), redactor, details=True).schema)

    def test_misuse(self):
        for column in ([NOTE], pandas.Series([1]), pandas.Series([1, NOTE]), polars.Series([1]),
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
