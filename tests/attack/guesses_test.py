#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An attacker has all that a run has written about a note. They know its policy and the public model, and have no key.
They guess a name, a date or a number that is hidden, run the program on the note with each guess, and compare
everything that it writes. What differs tells the guess from the truth. A guess whose redacted text differs is excluded by
the redacted text itself; among the others, nothing else may differ but `status` and `review`, which are meant to tell
a person where to look, and of which the test counts how much they tell.

REDACT_GUESSES: how many names to guess from (default 64).

Usage: guesses_test.py REDACT SOURCE_DIR MODEL"""

import collections
import contextlib
import datetime
import io
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import sqlite3
import sys
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "program"))
from cli_case import SOURCE, CommandLine, main, run  # noqa: E402

N_NAMES = int(os.environ.get("REDACT_GUESSES", "64"))
GIVEN = ["Margaret", "Jo", "Aoife", "Thomas", "Li", "Priya", "Wilhelmina", "Jean-Pierre"]
FAMILY = ["Ellison", "Ng", "Featherstonehaugh", "O'Brien", "Rossi", "Baker", "Okonjo", "Smith-Jones"]
NAMES = [f"{given} {family}" for given, family in itertools.product(GIVEN, FAMILY)]
if N_NAMES > len(NAMES):
    lists = (SOURCE / "redactor/policy/surrogates.yaml").read_text().split("\nen:\n")[1]
    given, family = (re.search(rf"^  {kind}: (.*)$", lists, re.M)[1].split() for kind in ("female", "last"))
    more = [f"{one} {other}" for one, other in itertools.product(given, family)]
    NAMES += random.Random(7).sample(more, min(N_NAMES, len(more)) - len(NAMES))
DATES = [datetime.date(2024, 3, 12) + datetime.timedelta(days) for days in range(0, 365, 6)]
# Notes, each with the guesses for its {}. The first guess is the truth.
NOTES = {
    "a form": ("Patient: {}\r\nSeen in clinic by Dr Pritchard. No fever.\r\n", NAMES),
    "a narrative": ("Spoke to {} re transport. Seen by Dr Pritchard in Bristol on 12/03/2024.\n", NAMES),
    "two mentions": ("{0}, DOB 14/03/1948, was admitted with chest pain. Mrs {0} went home with her daughter.\n", NAMES),
    "a clinician": ("Reviewed by Dr {}, who found the wound clean.\n", FAMILY),
    "a date": ("Mrs Ellison was admitted on {} with chest pain and stayed two nights.\n", [f"{d:%d/%m/%Y}" for d in DATES]),
    "a birth date": ("Tom Hartley, DOB {}, no cough.\n", [f"{d.replace(year=1948):%-d %B %Y}" for d in DATES]),
    "a number": ("Phoned the daughter on 0117 496 {}, no answer.\n", [f"{n:04}" for n in range(382, 9999, 203)]),
    "a record number": ("MRN: {}. No allergies.\n", [f"RX{n}" for n in range(4471920, 4471920 + 40 * 991, 991)]),
    "an age": ("Mrs Ellison, {} years old, lives in Bristol.\n", [str(n) for n in range(61, 89)]),
    "an address": ("Lives at 14 {} Road, Bristol with her son.\n", FAMILY),
    "FHIR": ('{{"resourceType": "Patient", "name": [{{"text": "{0}"}}], "text": {{"div": "<div>{0} is well</div>"}}}}', NAMES),
    "HL7": ("MSH|^~\\&|A|B|C|D|20240312||ORU^R01|1|P|2.5\rPID|1||7||{0}||19480314|F\rOBX|1|TX|1||Mrs {0} is well\r", FAMILY),
    "HTML": ('<p>Mrs <b>{0}</b> was seen</p><p title="{0}">No fever</p>', NAMES),
}
MOST = 8  # guesses, roughly, where each needs a run of its own
RUNS = ["a form", "a narrative", "a date", "HL7", "a number"]
TOLD_TO_A_PERSON = ("status", "review")


def docx(text):
    content = io.BytesIO()
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
                         f'<Override PartName="/word/document.xml" ContentType="{kind}"/></Types>')  # fmt: skip
        archive.writestr("_rels/.rels", '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
                         f'<Relationship Id="a" Type="{relation}" Target="word/document.xml"/></Relationships>')  # fmt: skip
        archive.writestr("word/document.xml", f'<w:document xmlns:w="{space}"><w:body><w:p><w:r><w:t>{text}</w:t></w:r></w:p>'
                         "</w:body></w:document>")  # fmt: skip
    return content.getvalue()


def without(fields, names):
    return {name: value for name, value in fields.items() if name not in names}


class Guesses(CommandLine):
    def expect_no_difference(self, seen, what):
        """`seen`: of each guess, the redacted text and all else. Returns how many guesses are left by the text."""
        of_text = collections.defaultdict(list)
        for text, rest in seen:
            of_text[text].append(rest)
        true_text, true_rest = seen[0]
        left = of_text[true_text]
        self.assertGreater(len(left), len(seen) / 3, f"{what}: the redacted text alone decides")
        self.assertEqual(left.count(true_rest), len(left), f"{what}: {left.count(true_rest)} of {len(left)} guesses are left")
        for rests in of_text.values():  # as if another guess were the truth
            self.assertEqual(len(set(rests)), 1, what)
        return len(left)

    def records(self, note, guesses, *args):
        lines = "".join(json.dumps({"id": "7", "text": note.format(guess)}) + "\n" for guess in guesses)
        code, out, err = run("--quiet", "--text-field", "text", *args, stdin=lines.encode())
        self.assertEqual(code, 0, err)
        return [json.loads(line) for line in out.decode().splitlines()]

    def test_records_tell_no_guess_from_the_truth(self):
        n_all = n_left = n_alike = 0
        for (what, (note, guesses)), policy in itertools.product(NOTES.items(), ["default", "gdpr", "patient", "meddocan"]):
            records = self.records(note, guesses, "--policy", policy, "--explain")
            if guesses[0] in records[0]["text"]:
                continue  # the policy leaves it
            seen = [(r["text"], json.dumps(without(r, (*TOLD_TO_A_PERSON, "text")))) for r in records]
            n_all += len(guesses)
            n_left += self.expect_no_difference(seen, f"{what}, {policy}")
            marks = [json.dumps([r.get(name) for name in TOLD_TO_A_PERSON]) for r in records if r["text"] == records[0]["text"]]
            n_alike += marks.count(marks[0])
        print(f"of {n_all} guesses the redacted text leaves {n_left}, status and review {n_alike}")
        self.assertGreater(n_alike, 0.95 * n_left)

    def test_without_the_key_records_of_keyed_values_tell_no_guess_from_the_truth(self):
        """The attacker has no key, so values and their places differ; shifted dates and hashes must tell no more."""
        keys = [self.write(name, random.Random(name).randbytes(32)) for name in "ab"]
        for (what, (note, guesses)), policy in itertools.product(NOTES.items(), ["linked", "surrogate"]):
            true = self.records(note, guesses[:1], "--policy", policy, "--key-file", keys[0])[0]
            tried = self.records(note, guesses, "--policy", policy, "--key-file", keys[1])
            seen = []
            for record in [true, *tried]:
                hidden = [without(e, ("replacement", "out_start", "out_end")) for e in record["entities"]]
                rest = without(record, (*TOLD_TO_A_PERSON, "text", "entities"))
                seen.append((json.dumps([e["entity_type"] for e in hidden]), json.dumps([hidden, rest])))
            self.expect_no_difference(seen, f"{what}, {policy}")

    def left_by_a_run(self, source, *args):
        """The result, and all else that a run leaves behind, without times, digests under a key and ciphers."""
        folder = self.dir / "run"
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "in").mkdir(parents=True)
        name = "note.docx" if source.startswith(b"PK") else "note.txt"
        (folder / "in" / name).write_bytes(source)
        options = ["--journal", "j", "--review-list", "review", "--withheld-list", "withheld"]
        code, out, err = run("in", "-o", "out", "--explain", *options, *args, cwd=folder)
        self.assertEqual(code, 0, err)
        seen = {"standard error": err, "standard output": out.decode()}
        for path in folder.rglob("*"):
            if path.is_file() and "in" not in path.parts[-2:] and path.stem != "report":  # which holds times
                seen["size of " + path.name] = path.stat().st_size
        with contextlib.closing(sqlite3.connect(folder / "j")) as database:
            database.row_factory = sqlite3.Row
            times = {"finished", "seconds", "started", "ended", "source", "context", "result", "mac", "host", "facts", "key"}
            for table in [row[0] for row in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]:
                rows = [dict(row) for row in database.execute(f"SELECT * FROM {table}")]
                seen[table] = repr([without(row, times) for row in rows])
        seen["review"] = (folder / "review").read_text()
        if (folder / "report.json").exists():
            report = json.loads((folder / "report.json").read_text())
            seen["report"] = without(report, ("seconds", "runs", "settings"))
        if (folder / "map").exists():
            line = json.loads((folder / "map").read_text())
            seen["mapping"] = {name: len(value) if name in ("sealed", "nonce") else value for name, value in line.items()}
        result, = [p.read_bytes() for p in (folder / "out").iterdir()]
        return result, json.dumps(seen, sort_keys=True)

    def test_nothing_that_a_run_leaves_tells_a_guess_from_the_truth(self):
        key = self.write("key", random.Random(7).randbytes(32))
        for what in RUNS:
            note, guesses = NOTES[what]
            seen = [self.left_by_a_run(note.format(guess).encode(), "--report", "report.json", "--key-file", key, "--mapping", "map")
                    for guess in guesses[:: max(1, len(guesses) // MOST)]]  # fmt: skip
            self.expect_no_difference(seen, what)

    def test_pages_of_reports_and_archives_tell_no_guess_from_the_truth(self):
        note, guesses = NOTES["a narrative"]
        for write, args in ((str.encode, ["--report", "report.html"]), (docx, ["--report", "report.json"])):
            seen = [self.left_by_a_run(write(note.format(guess)), *args) for guess in guesses[:: max(1, len(guesses) // MOST)]]
            self.expect_no_difference(seen, args)

    def test_formats_that_tell_more_are_written_on_request_alone(self):
        note = self.write("note.txt", NOTES["a form"][0].format("Margaret Ellison"))
        for name, option in (("presidio", "--include-evidence"), ("brat", "--include-text"), ("i2b2", "--include-text")):
            self.expect_refused(2, ["--format", name, option], note, "--format", name)
            self.assertEqual(run(note, "--format", name, "--include-text")[0], 0)

    def test_the_attack_finds_the_truth_in_evidence(self):
        """That the attack works at all: with scores and offsets one guess is left."""
        note, guesses = NOTES["two mentions"]
        seen = [json.dumps(r["entities"]) for r in self.records(note, guesses, "--include-evidence")]
        self.assertEqual(seen.count(seen[0]), 1)


if __name__ == "__main__":
    main()
