#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Patients of FHIR with their notes: in one bundle, and in bulk exports that are joined by reference. Usage:
cli_fhir_test.py REDACT SOURCE_DIR MODEL; the environment variable REDACT_PATIENTS sets the size of the
exports."""

import base64
import datetime
import json
import os
import random
import re

from cli_case import CommandLine, main, run

N_PATIENTS = int(os.environ.get("REDACT_PATIENTS", "40"))
BORN = datetime.date(1948, 3, 14)
NOTES = [
    "Mr Quill was seen on 20 March 2024 with a cough. He was born on 14 March 1948.",
    "Patient: Tom Quill, DOB: 14/03/1948.\nNo fever. Review on 03/04/2024.",
    "QUILL Tom (born 1948-03-14) attended clinic. Blood pressure 120/80.",
    "Dear Tom Quill,\nyour appointment is on 12/05/2024.",
    "Mr Quill, date of birth 14.03.1948, was discharged on 21 March 2024.",
    "Tom reports no pain. Mr Quill takes aspirin 75 mg.",
    "Tom Quill\nDOB 14/03/1948\nChest clear.",
    "Seen: Mr Tom Quill. Plan: review in 3 days, on 23/03/2024.",
    "Letter about Tom Quill (14/03/1948). He lives alone.",
    "Mr Quill telephoned on 25 March 2024 and is well.",
]
# Dates as the notes write them, the day first.
MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]
ANY_DATE = re.compile(rf"\b(\d{{1,2}}) ({'|'.join(MONTHS)}) (\d{{4}})\b|\b(\d\d)[/.](\d\d)[/.](\d{{4}})\b|\b(\d{{4}})-(\d\d)-(\d\d)\b")


def dates(text):
    out = []
    for day, month, year, d, m, y, yy, mm, dd in ANY_DATE.findall(text):
        if month:
            out.append(datetime.date(int(year), MONTHS.index(month) + 1, int(day)))
        elif d:
            out.append(datetime.date(int(y), int(m), int(d)))
        else:
            out.append(datetime.date(int(yy), int(mm), int(dd)))
    return out


def moves(before, after):
    """The numbers of days by which the dates of a text were moved."""
    before, after = dates(before), dates(after)
    assert len(before) == len(after), (before, after)
    return {(b - a).days for a, b in zip(before, after)}


def attachment(kind, text):
    return {"attachment": {"contentType": kind, "data": base64.b64encode(text.encode()).decode()}}


def decoded(resource):
    if "note" in resource:
        return resource["note"][0]["text"]
    return re.sub("<br/>", "\n", re.sub("</?(p|b)>", "", base64.b64decode(resource["content"][0]["attachment"]["data"]).decode()))


def patient(name, given, family, born):
    return {
        "resourceType": "Patient",
        "id": name,
        "text": {"status": "generated", "div": f'<div xmlns="http://www.w3.org/1999/xhtml">Mr <b>{given} {family}</b></div>'},
        "name": [{"text": f"{given} {family}", "family": family, "given": [given]}],
        "birthDate": born.isoformat(),
    }


def document(name, of, text, form):
    subject = {"reference": f"Patient/{of}"}
    if form == 0:
        return {"resourceType": "DocumentReference", "id": name, "subject": subject, "content": [attachment("text/plain", text)]}
    if form == 1:
        return {"resourceType": "Observation", "id": name, "subject": subject, "note": [{"text": text}]}
    page = "<p>" + text.replace("\n", "<br/>") + "</p>"
    return {"resourceType": "DocumentReference", "id": name, "subject": subject, "content": [attachment("text/html", page)]}


CommandLine.maxDiff = None


class OnePatient(CommandLine):
    def setUp(self):
        super().setUp()
        resources = [patient("p7", "Tom", "Quill", BORN)]
        resources += [document(f"d{i}", "p7", note, i % 3) for i, note in enumerate(NOTES)]
        self.bundle = json.dumps({"resourceType": "Bundle", "type": "collection", "entry": [{"resource": r} for r in resources]})
        self.key = self.write("key", bytes(range(32)))

    def redacted(self, policy):
        code, out, err = run("--policy", policy, "--key-file", self.key, self.write("bundle.json", self.bundle))
        self.assertEqual((code, err[:300]), (0, ""))
        for hidden in (b"Quill", b"QUILL", b"1948-03-14", b"p7"):
            self.assertNotIn(hidden, out)
        resources = [entry["resource"] for entry in json.loads(out)["entry"]]
        moved = datetime.date.fromisoformat(resources[0]["birthDate"]) - BORN
        self.assertNotEqual(moved.days, 0)
        for note, resource in zip(NOTES, resources[1:], strict=True):
            self.assertEqual(resource["subject"]["reference"], "Patient/" + resources[0]["id"])
            self.assertLessEqual(moves(note, decoded(resource)), {moved.days})
        return resources

    def test_one_hash_stands_for_the_patient_in_fields_and_notes(self):
        resources = self.redacted("linked")
        name = resources[0]["name"][0]
        self.assertEqual({name["text"], name["family"], name["given"][0]}, {name["family"]})
        self.assertIn(f"<b>{name['family']}</b>", resources[0]["text"]["div"])
        for resource in resources[1:]:
            self.assertEqual(set(re.findall(r"\[[A-Z]+_\w+\]", decoded(resource))), {name["family"]})

    def test_one_invented_name_stands_for_the_patient_in_fields_and_notes(self):
        resources = self.redacted("surrogate")
        name = resources[0]["name"][0]
        given, family = name["given"][0], name["family"]
        self.assertEqual(name["text"], f"{given} {family}")
        for note, resource in zip(NOTES, resources[1:], strict=True):
            expected = note.replace("QUILL", family.upper()).replace("Quill", family).replace("Tom", given)
            self.assertEqual(ANY_DATE.sub("", decoded(resource)), ANY_DATE.sub("", expected))


class Exports(CommandLine):
    def test_notes_are_joined_with_their_patients_by_reference(self):
        rng = random.Random(36)

        def invented(*syllables):
            return "".join(rng.choice(part) for part in syllables).capitalize()

        patients, documents = {}, {}
        while len(patients) < N_PATIENTS:
            given = invented(["bar", "dor", "fen", "jol", "mar", "sel"], ["la", "ne", "ric", "vin"], ["", "a", "o"])
            family = invented(["bran", "crath", "dun", "grel", "krov", "lisk", "pell", "thor"], ["a", "e", "o"], ["ck", "lm", "nd", "rth", "sk"], ["", "er", "ow", "by"])
            born = datetime.date(rng.randrange(1945, 2000), rng.randrange(1, 13), rng.randrange(1, 29))
            patients[f"p{len(patients)}"] = (given, family, born)
        for i, (name, (given, family, born)) in enumerate(patients.items()):
            note = (
                f"Mr {family} was seen on {rng.randrange(1, 29):02}/03/2024 with a cough.\n"
                f"{family.upper()} {given} was born on {born:%d/%m/%Y}; {given} lives alone."
            )
            documents[f"d{i}"] = (name, note, document(f"d{i}", name, note, i % 3))
        lines = [json.dumps(patient(name, *of)) for name, of in patients.items()]
        known = self.write("in/Patient.ndjson", "\n".join(lines) + "\n")
        self.write("in/Documents.ndjson", "".join(json.dumps(made) + "\n" for _, _, made in documents.values()))
        key = self.write("key", bytes(range(32)))
        for policy in ("linked", "surrogate"):
            out = self.dir / policy
            code, _, err = run("--policy", policy, "--key-file", key, "--known-fhir", known, "-o", out, self.dir / "in", "--quiet")
            self.assertEqual((code, err[:300]), (0, ""))
            made = [json.loads(line) for line in (out / "Patient.ndjson").read_text().splitlines()]
            notes = [json.loads(line) for line in (out / "Documents.ndjson").read_text().splitlines()]
            self.assertEqual((len(made), len(notes)), (N_PATIENTS, N_PATIENTS))
            self.assertEqual(len({resource["id"] for resource in made}), N_PATIENTS)
            for (given, family, born), resource, (_, note, _), redacted in zip(patients.values(), made, documents.values(), notes, strict=True):
                self.assertEqual(redacted["subject"]["reference"], "Patient/" + resource["id"])
                moved = datetime.date.fromisoformat(resource["birthDate"]) - born
                text = decoded(redacted)
                self.assertEqual(moves(note, text), {moved.days})
                name = resource["name"][0]
                if policy == "linked":
                    self.assertEqual(set(re.findall(r"\[[A-Z]+_\w+\]", text)), {name["family"]})
                    self.assertNotIn(family.lower(), text.lower())
                else:
                    expected = note.replace(family.upper(), name["family"].upper()).replace(family, name["family"]).replace(given, name["given"][0])
                    # A name in Turkish has a capital of its own.
                    self.assertEqual(ANY_DATE.sub("", text).replace("\u0130", "I"), ANY_DATE.sub("", expected))


class AloneAndInLines(CommandLine):
    def test_a_resource_moves_alike(self):
        """With its own patient or, if one is given for all documents, with that."""
        key = self.write("key", bytes(range(32)))
        resources = [patient("p7", "Tom", "Quill", BORN), document("d1", "p7", NOTES[0], 1), document("d2", "p8", NOTES[0], 1)]
        lines = self.write("x.ndjson", "".join(json.dumps(r) + "\n" for r in resources))
        alone = [self.write(f"{i}.json", json.dumps(r)) for i, r in enumerate(resources)]
        for policy in ("linked", "surrogate"):
            for more, n_shifts in (((), 2), (("--patient", "p9"), 1)):
                options = ("--policy", policy, "--key-file", key, "--quiet", *more)
                code, out, err = run(*options, lines)
                self.assertEqual((code, err[:300]), (0, ""))
                self.assertEqual([run(*options, path)[1] for path in alone], out.splitlines())
                made = [json.loads(line) for line in out.splitlines()]
                shifts = {(datetime.date.fromisoformat(made[0]["birthDate"]) - BORN).days}
                shifts.update(*(moves(NOTES[0], decoded(note)) for note in made[1:]))
                self.assertEqual(len(shifts), n_shifts)


class Rules(CommandLine):
    """Rules in the form of Microsoft's FHIR anonymizer."""

    def setUp(self):
        super().setUp()
        self.key = self.write("key", bytes(range(32)))

    def rules(self, *rules):
        listed = [{"path": path, "method": method} for path, method in rules]
        return self.write("rules.json", json.dumps({"fhirPathRules": listed}, indent=1))

    def test_dates_move_with_the_patient_in_all_lines_of_an_export(self):
        resources = [patient("p7", "Tom", "Quill", BORN), document("d1", "p7", NOTES[0], 2)]
        export = self.write("in.ndjson", "".join(json.dumps(r) + "\n" for r in resources))
        rules = self.rules(("Patient.name", "redact"), ("Patient.birthDate", "dateShift"), ("Resource.id", "cryptoHash"))
        code, out, err = run("--policy", "linked", "--key-file", self.key, "--fhir-rules", rules, "--quiet", export)
        self.assertEqual((code, err[:300]), (0, ""))
        made, note = [json.loads(line) for line in out.splitlines()]
        self.assertNotIn("name", made)
        self.assertEqual(note["subject"]["reference"], "Patient/" + made["id"])
        moved = datetime.date.fromisoformat(made["birthDate"]) - BORN
        self.assertEqual(moves(NOTES[0], decoded(note)), {moved.days})

    def test_a_name_that_a_rule_removes_is_hidden_in_the_notes(self):
        bundle = {"resourceType": "Bundle", "type": "collection", "entry": [
            {"resource": {"resourceType": "Patient", "name": [{"family": "Zqill", "given": ["Vorn"]}]}},
            {"resource": {"resourceType": "Flag", "note": "vorn zqill, vorn"}}]}  # fmt: skip
        code, out, _ = run("--fhir-rules", self.rules(("Patient.name", "redact")), self.write("bundle.json", json.dumps(bundle)))
        self.assertEqual((code, json.loads(out)["entry"][0]["resource"]), (0, {"resourceType": "Patient"}))
        self.assertNotIn(b"orn", out)
        self.assertNotIn(b"qill", out)

    def test_what_cannot_be_done_is_refused(self):
        note = self.write("note.json", json.dumps(patient("p7", "Tom", "Quill", BORN)))
        for rules, expected, arguments in (
            ([("Patient.name", "redact"), ("Patient.id", "encrypt")], "FHIR rules line 7", []),
            ([("Patient.birthDate", "dateShift")], "need a key", []),
            ([("Resource.id", "cryptoHash")], "ids that are kept", ["--key-file", self.key, "--keep-ids"]),
        ):
            code, out, err = run("--fhir-rules", self.rules(*rules), *arguments, note)
            self.assertEqual((code, out), (1, b""), err)
            self.assertIn("--fhir-rules", err)
            self.assertIn(expected, err)


if __name__ == "__main__":
    main()
