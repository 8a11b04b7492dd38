#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Python package: texts in, results out. Usage: package_test.py SOURCE_DIR [TEST...]"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import traceback
import unittest
import warnings
from unittest import mock

import redact
import words
from redact import _flight

SOURCE = pathlib.Path(sys.argv[1])
NOTE = "Señora Müller: Mrs Ellison 👩🏽‍⚕️ saw Dr Owen Pritchard, a@b.org\r\n"
POLICY = b'name: mine\nplaceholders:\n  PATIENT: "<P>"\n  OTHER: "<X>"\n'


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.redactor = words.Redactor()

    def test_a_text(self):
        result = self.redactor.redact_one("Mrs Ellison has no fever.")
        self.assertEqual((result.text, result.status, result.error), ("Mrs [PATIENT] has no fever.", "ok", None))
        (span,) = result.spans
        self.assertEqual((span.label, span.start, span.end, span.source), ("PATIENT", 4, 11, "model"))
        self.assertEqual((span.replacement, span.out_start, span.out_end), ("[PATIENT]", 4, 13))
        self.assertEqual((span.sources, span.ranges), (("model",), ((4, 11),)))
        self.assertGreater(span.score, 0)

    def test_offsets_index_the_text_that_was_given(self):
        for text in (NOTE, NOTE.encode()):
            result = self.redactor.redact_one(text)
            self.assertIs(type(result.text), type(text))
            found = [text[span.start : span.end] for span in result.spans]
            empty = type(text)()
            if isinstance(text, bytes):
                found = [each.decode() for each in found]
            self.assertEqual(found[-2:], ["Owen Pritchard", "a@b.org"])
            self.assertIn("Ellison", found)
            rebuilt, at = [], 0
            for span in result.spans:
                replacement = span.replacement if isinstance(text, str) else span.replacement.encode()
                self.assertEqual(result.text[span.out_start : span.out_end], replacement)
                rebuilt += [text[at : span.start], replacement]
                at = span.end
            self.assertEqual(empty.join([*rebuilt, text[at:]]), result.text)  # P1

    def test_results_are_in_the_order_of_the_texts(self):
        texts = ["Mrs Ellison has no fever. " + "The wound is dry. " * (i * 5 % 31) for i in range(200)]
        results = list(self.redactor.redact(iter(texts)))
        self.assertEqual([r.text for r in results], [t.replace("Ellison", "[PATIENT]") for t in texts])

    def test_find_writes_nothing(self):
        (result,) = self.redactor.find(["Mrs Ellison has no fever."])
        self.assertIsNone(result.text)
        self.assertEqual([(s.label, s.start, s.end, s.replacement) for s in result.spans], [("PATIENT", 4, 11, None)])

    def test_texts_are_read_only_as_far_as_there_is_room(self):
        read = 0
        room = mock.patch.object(_flight, "MOST_BYTES", 1 << 16)
        room.start()
        self.addCleanup(room.stop)

        def texts():
            nonlocal read
            for _ in range(100):
                read += 1
                yield "Mrs Ellison has no fever. " * 200  # 5 KiB, of which 64 are in hand

        results = self.redactor.find(texts())
        self.assertEqual(read, 0)
        self.assertGreater(len(next(results).spans), 100)
        self.assertLess(read, 16)
        results.close()

    def test_a_document_that_is_withheld_has_no_text_and_the_others_go_on(self):
        texts = ["Mrs Ellison has no fever.", "\ud800 Ellison", b"%PDF-1.4 Ellison", "Mrs Ellison has no fever."]
        results = list(self.redactor.redact(texts))
        self.assertEqual([r.status for r in results], ["ok", "failed", "failed", "ok"])
        self.assertEqual([r.text for r in results], ["Mrs [PATIENT] has no fever.", None, None, "Mrs [PATIENT] has no fever."])
        for result in results[1:3]:
            self.assertIsInstance(result.error, redact.BadInput)
            self.assertEqual(result.spans, ())
            self.assertIsNone(result.error.__traceback__)  # whose frames would hold the text
        self.assertIn("PDF", str(results[2].error))

    def test_one_text_that_is_withheld_is_an_exception_without_text(self):
        for text in ("\ud800 Ellison", b"%PDF-1.4 Ellison"):
            with self.assertRaises(redact.BadInput) as caught:
                self.redactor.redact_one(text)
            error = caught.exception
            shown = "".join(traceback.format_exception(type(error), error, None))
            self.assertNotIn("Ellison", shown + repr(error))
            self.assertIsNone(error.__context__)
            self.assertIsNone(error.__cause__)

    def test_an_output_that_is_no_unicode_is_withheld(self):
        redactor = words.Redactor(POLICY.replace(b"<P>", "<É>".encode()))
        text = "Mrs Ellison has no fever."
        given = text.encode("utf-16-le").decode("latin-1")  # a str of UTF-16: a letter, a NUL, and so on
        (result,) = redactor.redact([given])
        self.assertEqual((result.status, result.text), ("failed", None))
        self.assertIsInstance(result.error, redact.Internal)
        expected = text.replace("Ellison", "<É>").encode("utf-16-le")
        self.assertEqual(redactor.redact_one(given.encode("latin-1")).text, expected)

    def test_representations_show_no_text(self):
        result = self.redactor.redact_one("Mrs Ellison has no fever.")
        self.assertEqual(repr(result), "<Result ok, 1 spans>")
        self.assertNotIn("Ellison", repr(result.spans))
        self.assertRegex(repr(self.redactor), "^<Redactor default, word-model>$")

    def test_misuse(self):
        for call in (
            lambda: self.redactor.redact("one text"),
            lambda: self.redactor.find(b"one text"),
            lambda: self.redactor.redact([], format="pages"),
            lambda: self.redactor.redact_one(7),
            lambda: self.redactor.redact_one(redact.Document("a", id="a\0b")),
            lambda: self.redactor.redact_one(redact.Document("a", timeout=-1)),
            lambda: words.Redactor(rules=7),
            lambda: words.Redactor(recall="high", bias=1.0),
            lambda: redact.Model(threads=-1),
        ):
            with self.assertRaises(redact.Misuse):
                call()

    def test_labels(self):
        self.assertIn("PATIENT", redact.labels())
        self.assertEqual(len(set(redact.labels())), len(redact.labels()))


class Configurations(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)

    def test_policies_by_name_path_and_content(self):
        path = self.dir / "mine.yaml"
        path.write_bytes(POLICY)
        for policy, name, text in (
            ("gdpr", "gdpr", "[PATIENT_1]"),
            (path, "mine", "<P>"),
            (str(path), "mine", "<P>"),
            (POLICY, "mine", "<P>"),
        ):
            redactor = words.Redactor(policy)
            self.assertEqual(redactor.policy, name)
            self.assertEqual(redactor.redact_one("Mrs Ellison has no fever.").text, f"Mrs {text} has no fever.")

    def test_what_is_not_there(self):
        with self.assertRaises(redact.NotFound):
            words.Redactor("no such policy")
        with self.assertRaises(redact.Error):
            words.Redactor(self.dir / "none.yaml")
        with self.assertRaises(redact.Error):
            redact.Redactor(model=self.dir / "none.gguf")
        with self.assertRaises(redact.BadInput):
            words.Redactor(b"placeholders: [")

    def test_lists_rules_and_recall(self):
        rules = b"rules:\n  - label: ID\n    pattern: 'ward \\d+'\n"
        redactor = words.Redactor(deny=b"OTHER\theron\n", allow=b"Pritchard\n", bias=2.0)
        self.assertEqual(redactor.redact_one("Heron, Dr Pritchard").text, "[OTHER], Dr Pritchard")
        with self.assertRaises(redact.BadInput):
            words.Redactor(rules=rules + b"  - label: NONE\n    pattern: a\n")

    def test_a_rule_without_effect_is_a_warning(self):
        rules = (SOURCE / "redactor/rules/patterns.yaml").read_bytes()
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            words.Redactor(POLICY, rules=rules)
        self.assertTrue(told)
        self.assertIn("have no effect", str(told[0].message))

    def test_known_people_and_patients(self):
        redactor = words.Redactor("linked", key=bytes(range(32)))
        document = redact.Document("Zorblax came.", known={"PATIENT": ["Zorblax"]}, patient="p1")
        first, again = redactor.redact([document, document])
        self.assertNotIn("Zorblax", first.text)
        self.assertEqual(first.text, again.text)
        with self.assertRaises(redact.Misuse):
            redactor.redact_one(redact.Document("a", known=["Zorblax"]))

    def test_known_patients_of_fhir(self):
        redactor = words.Redactor(known_fhir=b'{"resourceType": "Patient", "id": "7", "name": [{"family": "Zorblax"}]}')
        texts = [redact.Document("The zorblax test is negative.", patient=patient) for patient in ("Patient/7", "Patient/8")]
        self.assertEqual([result.text for result in redactor.redact(texts)], ["The [PATIENT] test is negative.", "The zorblax test is negative."])

    def test_corrected_documents(self):
        line = {"id": "a", "text": "Mrs Ellison came.", "spans": [{"start": 12, "end": 16, "label": "DATE"}]}
        redactor = words.Redactor(corrections=json.dumps(line).encode())
        result = redactor.redact_one(redact.Document("Mrs Ellison came.", id="a"))
        self.assertEqual((result.text, [span.sources for span in result.spans]), ("Mrs Ellison [DATE].", [("correction",)]))
        self.assertEqual(redactor.redact_one(redact.Document("Mrs Ellison came.", id="b")).text, "Mrs [PATIENT] came.")
        with self.assertRaisesRegex(redact.BadInput, "^corrections: the document has changed"):
            redactor.redact_one(redact.Document("Mrs Ellison went.", id="a"))

    def test_errors_name_keywords(self):
        for name in ("rules", "deny", "allow", "hints", "known", "known_fhir", "corrections", "fhir_rules"):
            with self.assertRaisesRegex(redact.Error, f"^{name}: "):
                words.Redactor(**{name: "/nonexistent"})

    def test_restore(self):
        key = bytes(range(32))
        redactor = words.Redactor(key=key)
        notes = [redact.Document("Mrs Ellison é", id="1"), redact.Document("Mrs Hartley é", id="2")]
        results = list(redactor.redact(notes, seal=True))
        mapping = redact.Mapping(b"".join(r.mapping for r in results), key)
        self.assertEqual(mapping.restore(results[1].text, "2"), "Mrs Hartley é")
        self.assertEqual(mapping.restore(results[0].text.encode(), "1"), "Mrs Ellison é".encode())
        with self.assertRaises(redact.BadInput):
            mapping.restore(results[0].text)  # two notes have this output
        with self.assertRaises(redact.NotFound):
            mapping.restore("another text", "1")

    def test_a_mapping_of_the_weak_scheme_warns(self):
        golden = SOURCE / "tests/golden/gcm_mapping"
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            mapping = redact.Mapping(golden / "mapping", bytes(range(32)))
        self.assertEqual(len(told), 1)
        self.assertIn("8 lines", str(told[0].message))
        self.assertEqual(told[0].filename, __file__)
        redacted = (golden / "results/ward/letter.txt").read_text()
        self.assertEqual(mapping.restore(redacted, "ward/letter.txt"), (golden / "sources/ward/letter.txt").read_text())

    def test_a_key_of_text(self):
        key = b"Doctor1948Doctor1948"
        with self.assertRaises(redact.BadInput):
            words.Redactor("linked", key=key)
        redactor = words.Redactor("linked", key=key, legacy_key=True)
        result = redactor.redact_one(redact.Document("Mrs Ellison", id="1"), seal=True)
        with self.assertRaises(redact.BadInput):
            redact.Mapping(result.mapping, key)
        self.assertEqual(redact.Mapping(result.mapping, key, legacy_key=True).restore(result.text, "1"), "Mrs Ellison")

    def test_a_deadline(self):
        redactor = words.Redactor()
        slow = redact.Document("Mrs Ellison has no fever. " * 40000, timeout=0.001)
        with self.assertRaises(redact.TimedOut):
            redactor.redact_one(slow)
        with self.assertRaises(TimeoutError):
            redactor.find_one(slow)
        results = list(redactor.redact(["Mrs Ellison", slow, "Mrs Ellison"]))
        self.assertEqual([result.status for result in results], ["ok", "failed", "ok"])
        self.assertIsInstance(results[1].error, redact.TimedOut)

    def test_redactors_of_one_file_share_a_model(self):
        one, other = words.Redactor(), words.Redactor("gdpr")
        self.assertIs(one.model, other.model)
        own = redact.Model(threads=1)
        self.assertIsNot(redact.Redactor(model=own).model, one.model)

    def test_a_file_of_a_model(self):
        model = next((SOURCE / "models").glob("redact-*.gguf"))
        redactor = redact.Redactor(model=model)
        self.assertIs(redactor.model, redact.Redactor(model=str(model)).model)
        self.assertEqual(redactor.redact_one("Mrs Ellison has no fever.").text, "Mrs [PATIENT] has no fever.")

    def test_several_models(self):
        text = "Mrs Ellison asked for Mr Alaric Tarn."  # the list has no Tarn
        both = redact.Model(None, more=[words.MODEL])
        self.assertEqual(both.name.count("+"), 1)
        self.assertNotRegex(redact.Redactor(model=both).redact_one(text).text, "Ellison|Tarn")
        result = redact.Redactor(model=both, agree="all").redact_one(text)
        self.assertNotIn("Ellison", result.text)
        self.assertIn("Alaric Tarn", result.text)
        self.assertEqual(result.status, "review")
        swapped = redact.Redactor(model=redact.Model(words.MODEL, more=[None]), agree="majority").redact_one(text)
        self.assertNotIn("Ellison", swapped.text)
        self.assertIn("Alaric Tarn", swapped.text)

    def test_no_library(self):
        done = subprocess.run([sys.executable, "-c", "import redact"], capture_output=True, text=True,
                              env={**os.environ, "REDACT_LIBRARY": "/none/libredact.so.1"})  # fmt: skip
        self.assertIn("REDACT_LIBRARY names the library", done.stderr)
        self.assertIn("ImportError", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
