#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The review page and corrections. Usage: cli_review_test.py REDACT SOURCE_DIR MODEL"""

import base64
import hashlib
import json
import re
import stat

from cli_case import NOTE, CommandLine, main, run

DATA = re.compile(r'<script type="application/json" (class="data"|id="run")>(.*?)</script>', re.S)


def data_of(page):
    """The run and the documents of a page."""
    found = DATA.findall(page.read_text())
    documents = [json.loads(text) for kind, text in found if kind.startswith("class")]
    (run_data,) = [json.loads(text) for kind, text in found if kind.startswith("id")]
    return run_data, documents


def correction(name, text, *terms):
    spans = [{"start": text.index(term), "end": text.index(term) + len(term), "label": label} for term, label in terms]
    return json.dumps({"id": name, "text": text, "spans": spans}) + "\n"


class Review(CommandLine):
    def setUp(self):
        super().setUp()
        self.page = self.dir / "page.html"

    def review(self, *args, code=0, stdin=b""):
        got, out, err = run("--quiet", "--review", self.page, *args, stdin=stdin)
        self.assertEqual(got, code, err)
        return out

    def test_the_page_is_its_owners_and_the_results_are_as_without_it(self):
        note = self.write("note.txt", NOTE)
        self.assertEqual(self.review(note), run(note)[1])
        self.assertEqual(stat.S_IMODE(self.page.stat().st_mode), 0o600)
        about, (document,) = data_of(self.page)
        self.assertEqual(document["text"], NOTE)
        self.assertEqual([NOTE[span["start"] : span["end"]] for span in document["spans"]], ["Margaret Ellison", "Owen Pritchard"])
        self.assertEqual(about["documents"][0]["spans"], 2)
        self.assertIn({"label": "PATIENT", "placeholder": "[PATIENT]"}, about["labels"])

    def test_offsets_count_units_of_utf16(self):
        text = "\U0001f600 Patient: Margaret Ellison"
        self.review(self.write("note.txt", text))
        span = data_of(self.page)[1][0]["spans"][0]
        units = text.encode("utf-16-le")
        self.assertEqual(units[2 * span["start"] : 2 * span["end"]].decode("utf-16-le"), "Margaret Ellison")

    def test_the_policy_of_the_page_names_its_script_and_style_alone(self):
        self.review(stdin=NOTE.encode())
        page = self.page.read_text()
        policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1]
        for kind, pattern in (("script", r"<script>(.*?)</script>"), ("style", r"<style>(.*?)</style>")):
            (content,) = re.findall(pattern, page, re.S)
            digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
            self.assertIn(f"{kind}-src 'sha256-{digest}';", policy)
        self.assertIn("default-src 'none'", policy)
        self.assertNotIn("unsafe", policy)
        self.assertEqual(re.findall(r'(?:src|href)="|url\(|@import|https?:', page), [])

    def test_a_hostile_note_is_data(self):
        text = "</script><script>alert(1)</script><!-- <b>\u202e\u2028 \0 x Patient: Margaret Ellison"
        # Tags in a note are not part of its text, so these are written as references.
        lines = json.dumps({"id": "</script><b>", "text": text.replace("<", "&lt;")})
        self.review("--text-field", "text", stdin=lines.encode())
        page = self.page.read_text()
        self.assertEqual(len(re.findall(r"<script[ >]", page)), 3)  # one document, the run and the script
        self.assertEqual(page.count("alert(1)"), 1)
        self.assertNotIn("\u2028", page)
        about, (document,) = data_of(self.page)
        self.assertEqual((document["text"], about["documents"][0]["id"]), (text, "</script><b>"))

    def test_what_was_withheld_or_is_not_unicode_is_listed_without_its_text(self):
        folder = self.dir / "in"
        self.write("in/a.txt", "Patient: Zoë ".encode() + b"\xff")
        self.write("in/b.txt", b"%PDF-1.4 Margaret")
        self.review(folder, "-o", self.out, code=3)
        about, documents = data_of(self.page)
        self.assertEqual(documents, [{}, {}])
        self.assertEqual(about["documents"][0]["unshown"], "it is not valid UTF-8")
        self.assertEqual((about["documents"][1]["id"], about["documents"][1]["status"]), ("b.txt", "failed"))
        self.assertIn("PDF", about["documents"][1]["why"])

    def test_a_structured_file_is_shown_as_it_reads(self):
        letter = self.write("letter.html", "<p>Dear <b>Mrs Elli</b>son, no fever.</p>")
        self.review(letter)
        (document,) = data_of(self.page)[1]
        self.assertEqual(document["text"], "Dear Mrs Ellison, no fever.")
        (span,) = document["spans"]
        self.assertEqual(document["text"][span["start"] : span["end"]], "Ellison")
        exported = correction("letter.html", document["text"], ("fever", "OTHER"))
        corrections = self.write("c.jsonl", exported)
        out = run("--corrections", corrections, letter)[1].decode()
        self.assertEqual(out, "<p>Dear <b>Mrs Elli</b>son, no [OTHER].</p>")

    def test_rows_that_are_dropped_leave_the_page(self):
        table = self.write("t.csv", "id,text\n1,Ana\n2,Ben\n3,Cy,too many\n")
        self.review("--text-column", "text", table, "-o", self.out, code=3)
        about, documents = data_of(self.page)
        self.assertEqual([one["status"] for one in about["documents"]], ["failed"])
        self.assertEqual(documents, [{}])

    def test_no_page_is_left_behind_and_no_input_is_written_over(self):
        note = self.write("note.txt", NOTE)
        code, _, err = run("--review", note, note)
        self.assertEqual((code, note.read_text()), (2, NOTE.replace("\r\n", "\n")))
        self.assertIn("--review", err)
        self.expect_refused(1, ["--review"], "--review", self.dir, stdin=b"x")
        self.expect_refused(2, ["--restore", "--review"], "--restore", note, "--key-file", note, "--review", self.page, note)


class Corrections(CommandLine):
    def redact(self, lines, *args, stdin=b""):
        return run("--corrections", self.write("c.jsonl", lines), *args, stdin=stdin)

    def test_a_corrected_document_has_exactly_the_corrected_spans(self):
        note = self.write("note.txt", NOTE)
        other = self.write("other.txt", NOTE)
        lines = correction("note.txt", NOTE, ("fever", "OTHER"), ("tchard", "DOCTOR"))
        code, out, err = self.redact(lines, note, other, "--format", "jsonl", "--include-text")
        self.assertEqual((code, err), (0, ""))
        records = [json.loads(line) for line in out.splitlines()]
        self.assertEqual(records[0]["text"], NOTE.replace("fever", "[OTHER]").replace("tchard", "[DOCTOR]"))
        self.assertEqual([(e["source"], e["text"], e["score"]) for e in records[0]["entities"]],
                         [("correction", "tchard", 0), ("correction", "fever", 0)])  # fmt: skip
        self.assertNotIn("review", records[0])
        self.assertIn("[PATIENT]", records[1]["text"])

    def test_what_the_policy_leaves_is_hidden_all_the_same(self):
        lines = correction("stdin", "seen by Owen", ("Owen", "DOCTOR"))
        self.assertEqual(self.redact(lines, "--policy", "patient", stdin=b"seen by Owen")[1], b"seen by ***patient_Name***")

    def test_a_document_that_has_changed_is_withheld_and_the_others_are_not(self):
        lines = correction("a", "Ana left", ("Ana", "PATIENT")) + correction("b", "Ben left", ("Ben", "PATIENT"))
        notes = '{"id": "a", "text": "Ana left."}\n{"id": "b", "text": "Ben left"}\n'
        code, out, err = self.redact(lines, "--text-field", "text", stdin=notes.encode())
        self.assertEqual(code, 3)
        self.assertIn("has changed since it was corrected", err)
        records = [json.loads(line) for line in out.splitlines()]
        self.assertEqual([(r["id"], r["status"], r.get("text")) for r in records],
                         [("a", "failed", None), ("b", "ok", "[PATIENT] left")])  # fmt: skip

    def test_corrections_that_no_document_met_are_told(self):
        lines = correction("a", "Ana", ("Ana", "PATIENT"))
        self.assertIn("--corrections: 1 of its documents", self.redact(lines, stdin=b"x")[2])

    def test_a_corrected_document_is_restored_and_counted(self):
        key = self.write("key", bytes(range(32)))
        note = self.write("note.txt", NOTE)
        lines = correction("note.txt", NOTE, ("fever", "OTHER"))
        mapping, report = self.dir / "map", self.dir / "report.json"
        sealed = ["--key-file", key]
        out = self.redact(lines, *sealed, "--mapping", mapping, "--report", report, note, "-o", self.dir / "r")
        self.assertEqual(out[0], 0, out[2])
        self.assertEqual(json.loads(report.read_text())["found_by"]["correction"], 1)
        (self.dir / "r").rename(self.dir / "x").joinpath("")
        restored = run(*sealed, "--restore", mapping, self.dir / "x")
        self.assertEqual(restored[1], NOTE.encode(), restored[2])

    def test_malformed_corrections_are_refused_with_their_line(self):
        text = '{"id": "a", "text": "Ana", "spans": '
        for line, words in (
            ("[1]", "JSON object"), ('{"text": "Ana", "spans": []}', "no id"), ('{"id": "a", "spans": []}', "no text"),
            ('{"id": "a", "text": "Ana"}', "no list of spans"), (text + "[7]}", "not an object"),
            (text + '[{"start": 0, "end": 4, "label": "NAME"}]}', "outside its text"),
            (text + '[{"start": 1, "end": 1, "label": "NAME"}]}', "empty"),
            (text + '[{"start": -1, "end": 1, "label": "NAME"}]}', "outside its text"),
            (text + '[{"start": 0, "end": 1, "label": "NOM"}]}', "without a label"),
            (text + '[{"start": 0, "end": 2, "label": "NAME"}, {"start": 1, "end": 3, "label": "NAME"}]}', "overlap"),
            (text + '[{"start": 0, "end": 2, "label": "NAME"}]}', "differently from an earlier line"),
        ):  # fmt: skip
            path = self.write("c.jsonl", text + "[]}\n" + line + "\n")
            self.expect_refused(1, ["--corrections", "line 2", words], "--corrections", path, stdin=b"x")


if __name__ == "__main__":
    main()
