#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A note has the same result through Python as through the program, byte for byte. Usage: documents_test.py SOURCE_DIR [TEST...]"""

import gzip
import itertools
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import redact

SOURCE = pathlib.Path(sys.argv[1])
PROGRAM = os.environ["REDACT_PROGRAM"]
CORPORA = SOURCE.parent / "shared/corpora"
HL7 = "MSH|^~\\&|LAB|ST BRANNOCK|EHR||20241102||ORU^R01|1|P|2.5\rPID|1||4471920^^^MRN||ELLISON^MARGARET||19480314|F\r"
HTML = '<p>Dear <b>Mrs Elli</b>son, please call <a href="tel:01174960382">0117 496 0382</a>.</p>'
FHIR = '{"resourceType": "Patient", "id": "é7", "name": [{"family": "Ellison"}], "text": {"div": "<div>Mrs <b>Elli</b>son</div>"}}'
CDA = '<ClinicalDocument xmlns="urn:hl7-org:v3"><title>Mrs Ellison has no fever.</title></ClinicalDocument>'
RTF = r"{\rtf1\ansi Mrs {\b Elli}son, geb. M\'fcller, has no fever.\par}"
MAIL = "Message-ID: <1@a.example>\nContent-Transfer-Encoding: quoted-printable\n\nMrs Margaret =\nEllison, f=C3=BCr\n"


def corpus(name, n):
    path = CORPORA / f"{name}.jsonl.gz"
    if not path.exists():
        return []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line)["text"] for line in itertools.islice(lines, n)]


def notes():
    """At least 200 where the corpora are beside the checkout."""
    samples = [path.read_text() for path in sorted((SOURCE / "tools/samples").glob("*.txt"))]
    return samples + corpus("presidio.dev", 160) + corpus("meddocan.dev", 30) + corpus("grascco.dev", 2)


def through_program(inputs, *options):
    """The program's results for files with these names and contents."""
    with tempfile.TemporaryDirectory() as folder:
        source, out = pathlib.Path(folder) / "in", pathlib.Path(folder) / "out"
        source.mkdir()
        for name, content in inputs.items():
            (source / name).write_bytes(content)
        subprocess.run([PROGRAM, source, "-o", out, "--quiet", *options], check=True, capture_output=True)
        return {name: (out / name).read_bytes() for name in inputs}


def records(texts, *options):
    lines = "".join(json.dumps({"id": str(i), "text": text}) + "\n" for i, text in enumerate(texts))
    done = subprocess.run([PROGRAM, "--text-field", "text", "--quiet", "--include-evidence", *options], input=lines.encode(), check=True, capture_output=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def rounded(score):
    """As in a record."""
    return math.copysign(math.floor(abs(score) * 1000 + 0.5) / 1000, score)


def entity(span):
    """A span as an entity of a record."""
    sources = span.sources
    out = {"entity_type": span.label, "start": span.start, "end": span.end, "out_start": span.out_start,
           "out_end": span.out_end, "score": rounded(span.score), "source": span.source, "replacement": span.replacement}  # fmt: skip
    if len(sources) > 1:
        out["sources"] = list(sources)
    if len(span.ranges) > 1:
        out["ranges"] = [list(each) for each in span.ranges]
    return out


def entity_of_record(record):
    return {name: value for name, value in record.items() if name not in ("byte_start", "byte_end", "labels")}


class Documents(unittest.TestCase):
    def check_records(self, texts, policy):
        program = records(texts, "--policy", policy)
        results = list(redact.Redactor(policy).redact(texts))
        self.assertEqual(len(program), len(texts))
        for record, result in zip(program, results):
            self.assertEqual(result.text.encode(), record["text"].encode())
            self.assertEqual(result.status, record["status"])
            self.assertEqual([entity(span) for span in result.spans], [entity_of_record(e) for e in record["entities"]])
            places = [(each.start, each.end, rounded(each.score)) for each in result.reasons]
            self.assertEqual(places, [(e["start"], e["end"], e["score"]) for e in record.get("review", [])])
            self.assertEqual(result.n_tags_in_text, record.get("tags_in_source", 0))
        return results

    def test_files(self):
        files = {f"{i}.txt": text.encode() for i, text in enumerate(notes())}
        program = through_program(files)
        results = redact.Redactor().redact(files.values())
        self.assertEqual([result.text for result in results], list(program.values()))

    def test_records(self):
        results = self.check_records(notes(), "default")
        statuses = {result.status for result in results}
        self.assertEqual(statuses, {"ok", "review"})

    def test_records_of_a_policy_that_leaves_clinicians(self):
        self.check_records(notes()[:40], "patient")

    def test_structured_files(self):
        files = {"a.hl7": HL7, "b.html": HTML, "c.json": FHIR, "d.xml": CDA, "e.rtf": RTF, "f.eml": MAIL}
        files = {name: text.encode() for name, text in files.items()}
        program = through_program(files)
        documents = [redact.Document(text, file_name=name) for name, text in files.items()]
        results = list(redact.Redactor().redact(documents))
        self.assertEqual([result.format for result in results], ["hl7", "html", "json", "xml", "rtf", "mail"])
        self.assertEqual([result.text for result in results], list(program.values()))
        for result in results:
            self.assertNotIn(b"llison", result.text)

    def test_offsets_and_ranges_in_structured_texts(self):
        self.check_records([HTML, FHIR, HL7, CDA, "Zoë 𝔛 <b>Mrs</b> Elli<i>son</i> is well."], "default")

    def test_a_format_that_is_named(self):
        redactor = redact.Redactor()
        text = redactor.redact_one(HTML, format="text")
        self.assertEqual(text.format, "text")
        self.assertEqual(redactor.redact_one(HTML).format, "html")
        with self.assertRaises(redact.BadInput):
            redactor.redact_one("Mrs Ellison", format="json")

    def test_other_encodings(self):
        texts = {"utf16": "Señora Müller\n".encode("utf-16"), "cp1252": "Señora Müller, José\n".encode("cp1252")}
        program = through_program(texts)
        results = redact.Redactor().redact(texts.values())
        self.assertEqual([result.text for result in results], list(program.values()))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
