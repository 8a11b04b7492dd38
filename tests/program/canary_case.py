# SPDX-License-Identifier: Apache-2.0
"""Notes with canaries, words that occur nowhere else, and a search for them. Each kind of canary stands for what may
be written in certain places only:

hidden   a name that a rule hides: nowhere, not even in results
plain    a word of the text that stays: in results only
name     in the name of a document's file, or of a line or row the file
id       the id of a line or row
patient  the id of a patient
"""

import base64
import collections
import csv
import io
import json
import random

KINDS = ("hidden", "plain", "name", "id", "patient")
LETTERS = "bcdfghjklmnpqrstvwxz"  # no vowels, so that no text holds a canary by chance

# The kinds that a place may hold. Names and ids are in results and the journal, which say which document is which, and
# in a mapping, whose ids are readable. A partial file is a result that grows.
ALLOWED = {
    "standard output": set(),
    "standard error": set(),
    "report": set(),
    "journal": {"name", "id"},
    "key of the journal": set(),
    "mapping": {"name", "id"},
    "temporary folder, home and working folder": set(),
    "partial results": {"plain", "name", "id", "patient"},
    "results": {"plain", "name", "id", "patient"},
}


class Canaries:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.stems = {kind: "".join(self.random.choices(LETTERS, k=8)) for kind in KINDS}
        self.encoded = {kind: encoded(stem) for kind, stem in self.stems.items()}

    def word(self, kind, number):
        """The canary of this kind in this note."""
        tail = "".join(LETTERS[number // 20**k % 20] for k in range(4))
        return (self.stems[kind] + tail).capitalize()

    def rules(self):
        """The rule that hides the hidden ones."""
        return f"rules:\n  - label: PATIENT\n    pattern: '\\b(?i:{self.stems['hidden']}[a-z]{{4}})\\b'\n"

    def kinds_in(self, data):
        """How many canaries of each kind the bytes hold."""
        small = data.lower()
        found = {kind: sum(map(small.count, in_any_case(stem))) + sum(map(data.count, self.encoded[kind])) for kind, stem in self.stems.items()}
        return {kind: count for kind, count in found.items() if count}


def in_any_case(stem):
    """The forms of a piece of text in a file, in lower case: unchanged, as UTF-16 and as UTF-32."""
    return stem.encode(), stem.encode("utf-16-le"), stem.encode("utf-32-le")


def encoded(stem):
    """The same in hex and in Base64, without the digits that also depend on the neighbouring bytes."""
    forms = set()
    for case in (stem, stem.capitalize(), stem.upper()):
        forms.add(case.encode().hex().encode())
        for before in range(3):
            whole = base64.b64encode(b"\0" * before + case.encode())
            forms.add(whole[(0, 2, 3)[before] : (before + len(case)) * 8 // 6])
    return forms


class Notes:
    """Writes the inputs of the forms of a batch, with `count` notes in each; about one in 20 must be withheld."""

    def __init__(self, canaries, write, count):
        self.canaries, self.write, self.count = canaries, write, count
        self.number = 0  # of all notes

    def next(self):
        self.number += 1
        return {kind: self.canaries.word(kind, self.number) for kind in KINDS}

    @staticmethod
    def text(words, end="\n"):
        return end.join((
            f"Patient: Margaret {words['hidden']}, seen on 03/02/2024.", f"Dr Owen Pritchard asks for {words['plain']}.",
            f"{words['hidden'].upper()} has no fever; {words['plain']} stays.", ""))  # fmt: skip

    def files(self):
        for i in range(self.count):
            words = self.next()
            text = self.text(words, "\r\n")
            bad = {0: b"%PDF-1.7\n" + text.encode(), 1: b"PK\3\4" + text.encode(), 2: b'{"resourceType": "Patient", "text": "' + text.encode(), 3: b"\x1f\x8b\x08 no gzip " + text.encode()}
            name = f"files/{words['name']}/{words['name']}.txt"
            if i % 20 == 7:
                self.write(name + ("", "", ".json", ".gz")[i // 20 % 4], bad[i // 20 % 4])
            else:
                self.write(name, text)
        return ["files"]

    def structured(self):
        for i in range(self.count):
            words = self.next()
            lines = self.text(words).splitlines()
            fhir = {"resourceType": "DiagnosticReport", "id": "1", "conclusion": "\n".join(lines)}
            content, end = (
                (json.dumps({"resourceType": "Bundle", "entry": [{"resource": fhir}]}), "json"),
                ("<!DOCTYPE html><html><body>" + "".join(f"<p>{line}</p>" for line in lines) + "</body></html>", "html"),
                ("<?xml version='1.0'?><report>" + "".join(f"<line>{line}</line>" for line in lines) + "</report>", "xml"),
                ("MSH|^~\\&|LAB|X|||20240203||ORU^R01|1|P|2.5\r" + "".join(f"NTE|{n}||{line}\r" for n, line in enumerate(lines, 1)), "hl7"),
            )[i % 4]  # fmt: skip
            cut = -9 if i % 20 == 4 or i % 20 == 14 else None  # of JSON and of XML, whose end tells
            self.write(f"structured/{words['name']}.{end}", content[:cut])
        return ["structured"]

    def lines(self):
        out = []
        for i in range(self.count):
            words = self.next()
            line = {"id": words["id"], "patient": words["patient"], "text": self.text(words)}
            if i % 20 == 7:
                line["text"] = {"de": line["text"]}
            bad = i % 20 == 17
            out.append(json.dumps(line)[: -5 if bad else None] + "\n")
        name = f"lines/{self.next()['name']}.jsonl"
        self.write(name, "".join(out))
        return [name, "--patient-field", "patient"]

    def table(self):
        out = io.StringIO()
        rows = csv.writer(out)
        rows.writerow(["id", "patient", "text"])
        for _ in range(self.count):
            words = self.next()
            rows.writerow([words["id"], words["patient"], self.text(words)])
        words = self.next()
        self.write(f"table/{words['name']}.csv", out.getvalue())
        words = self.next()
        self.write(f"table/ragged {words['name']}.csv", f"id,patient,text\n{words['id']},{words['patient']},{words['hidden']},{words['plain']}\n")
        return ["table", "--text-column", "text", "--patient-field", "patient"]


class Searched:
    """The searched files by place: their number, their bytes, and canaries that are and are not allowed there."""

    def __init__(self, canaries):
        self.canaries = canaries
        self.pieces, self.bytes = collections.Counter(), collections.Counter()
        self.allowed, self.hits = collections.Counter(), collections.Counter()
        self.seen = set()  # (place, kind)

    def search(self, place, data):
        """The kinds of canaries that the bytes hold and must not hold."""
        self.pieces[place] += 1
        self.bytes[place] += len(data)
        found = self.canaries.kinds_in(data)
        for kind, count in found.items():
            (self.allowed if kind in ALLOWED[place] else self.hits)[place] += count
            self.seen.add((place, kind))
        return sorted(found.keys() - ALLOWED[place])

    def table(self):
        yield "| place | searched | bytes | hits | names and other canaries that may be there |"
        yield "| --- | --- | --- | --- | --- |"
        for place in ALLOWED:
            yield f"| {place} | {self.pieces[place]:,} | {self.bytes[place]:,} | {self.hits[place]} | {self.allowed[place]:,} |"
