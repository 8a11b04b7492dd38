#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""--report: the page, and that it agrees with the JSON. Usage: cli_report_test.py REDACT SOURCE_DIR MODEL"""

import base64
import hashlib
import json
import re
import stat
import xml.etree.ElementTree as ElementTree

from cli_case import NOTE, CommandLine, main, run

# The model nearly hides some of it; which words these are does not matter here.
CLOSE = "Patient: Margaret Ellison\nKeys with Hale, Rosewood Lane. Spoke to Moss re transport.\n"
MARKUP = "<main></main>&lt;/script>&lt;script>"  # tags in a note are no part of its text
HOSTILE = "</li><script>alert(1)</script>&\u202e<b>"


class ReportPages(CommandLine):
    def setUp(self):
        super().setUp()
        self.page = self.dir / "report.html"

    def write_batch(self):
        self.write("in/ward/close.txt", CLOSE)
        self.write("in/ward/plain.txt", NOTE)
        self.write("in/scan.pdf", "%PDF-1.7")
        lines = [{"id": HOSTILE, "text": CLOSE + MARKUP}, {"id": "Wetherby", "text": NOTE}]
        self.write("in/lines.jsonl", "".join(json.dumps(line) + "\n" for line in lines) + "no JSON\n")

    def report(self, *args, code=3):
        got, _, err = run("--quiet", self.dir / "in", "-o", self.out, "--report", self.page, *args)
        self.assertEqual(got, code, err)
        self.assertEqual(stat.S_IMODE(self.page.stat().st_mode), 0o600)
        return self.page.read_text()

    def parsed(self, page):
        """The body's main and the report as data; the whole page is well-formed XML."""
        tree = ElementTree.fromstring(page)
        (data,) = [one for one in tree.iter("script") if one.get("id") == "report-data"]
        return tree.find("body/main"), json.loads(data.text)

    def test_the_ending_of_a_page_counts_in_any_case(self):
        note = self.write("n.txt", NOTE)
        for name, begins in {"R.HTML": "<!DOCTYPE html>", "r.Htm": "<!DOCTYPE html>", "html": "{"}.items():
            self.assertEqual(run("--quiet", note, "-o", self.dir / "o.txt", "--report", self.dir / name)[0], 0)
            self.assertTrue((self.dir / name).read_text().startswith(begins), name)

    def test_the_page_holds_the_numbers_of_the_json(self):
        self.write_batch()
        self.assertEqual(run("--quiet", self.dir / "in", "-o", self.dir / "other", "--report", self.dir / "r.json")[0], 3)
        expected = json.loads((self.dir / "r.json").read_text())
        main_part, data = self.parsed(self.report())
        for passing in ("seconds", "runs"):
            expected.pop(passing)
            data.pop(passing)
        self.assertEqual(data, expected)
        rows = [["".join(cell.itertext()) for cell in row] for row in main_part.iter("tr")]
        for label, n in expected["entities"].items():
            self.assertIn([label, "", f"{n:,}"], rows)
        for name, value in expected["settings"].items():
            self.assertIn([name, value], rows)
        counts = expected["documents"]
        tiles = [tile.find("b").text for tile in main_part.iter("div") if "tile" in tile.get("class", "").split()]
        self.assertEqual(tiles[:3], [str(counts[one]) for one in ("withheld", "review", "redacted")])
        self.assertEqual(main_part.find("h1").text, f"{counts['withheld'] + counts['review']} of 6 documents need a person")
        # Folders without their names, and all documents in one of them.
        folders = [row for row in rows if row[0].startswith("number ")]
        self.assertEqual(len(folders), 3)
        self.assertEqual([sum(int(row[i]) for row in folders) for i in (2, 3, 4)], [counts["redacted"], counts["review"], counts["withheld"]])

    def test_a_page_with_a_journal_is_that_of_the_whole_batch(self):
        self.write_batch()
        journal = ["--journal", self.dir / "j"]
        first = self.parsed(self.report(*journal))
        again, data = self.parsed(self.report(*journal, "--resume", "--review-list", self.dir / "r", "--withheld-list", self.dir / "w"))
        self.assertEqual({**data, "seconds": 0, "runs": 0}, {**first[1], "seconds": 0, "runs": 0})
        self.assertEqual(len(data["runs"]), 2)
        listed = ["".join(one.itertext()) for one in again.iter("li")]
        self.assertEqual(len(listed), len((self.dir / "r").read_text().splitlines() + (self.dir / "w").read_text().splitlines()))
        for name in ("ward/close.txt", "scan.pdf", "lines.jsonl"):
            self.assertTrue(any(name in one for one in listed), name)

    def test_names_are_there_on_request_only_and_are_text(self):
        self.write_batch()
        page = self.report()
        for name in ("close.txt", "scan", "ward", "lines.jsonl", "Wetherby"):
            self.assertNotIn(name, page)
        page = self.report("--review-list", self.dir / "r")
        self.assertIn("ward/close.txt", page)
        self.assertNotIn("scan.pdf", page)
        self.assertNotIn("<script>", page)
        self.assertNotIn("\u202e", page)
        self.assertIn("&lt;/li&gt;&lt;script&gt;alert(1)", page)
        self.parsed(page)

    def test_the_policy_of_the_page_names_what_it_holds_alone(self):
        self.write_batch()
        for args in ([], ["--include-text", "--format", "jsonl"]):
            if args:
                self.out = self.dir / "records.jsonl"
            page = self.report(*args)
            policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1]
            for kind, pattern in (("script", r"<script>(.*?)</script>"), ("style", r"<style>(.*?)</style>")):
                found = re.findall(pattern, page, re.S)
                self.assertEqual(len(found), 0 if kind == "script" and not args else 1)
                hashes = ["sha256-" + base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in found]
                self.assertEqual(re.findall(rf"{kind}-src '(.*?)'", policy), hashes)
            self.assertTrue(policy.startswith("default-src 'none'; "))
            self.assertNotIn("unsafe", policy)
            outside = [one for one in re.findall(r'(?:src|href)="([^"]*)|url\(|@import|https?:', page) if not one.startswith("#")]
            self.assertEqual(outside, [])
            self.assertEqual(re.findall(r'<[^>]* style="|<[^>]* on\w+="', page), [])

    def test_with_texts_the_page_shows_what_needs_a_person(self):
        self.write_batch()
        without = self.report()
        self.assertNotIn("Ellison", without)
        page = self.report("--include-text")
        documents = [json.loads(one) for one in re.findall(r'class="data">(.*?)</script>', page, re.S)]
        about = json.loads(re.search(r'id="run">(.*?)</script>', page, re.S)[1])
        self.assertEqual({one["id"] for one in about["documents"] if one["status"] == "review"}, {"ward/close.txt", HOSTILE})
        self.assertEqual(sum(one["status"] == "failed" for one in about["documents"]), 2)
        self.assertEqual({one["text"] for one in documents if one}, {CLOSE, CLOSE + "\n</script><script>"})
        self.assertEqual(len(re.findall(r"<script>", page)), 1)
        self.assertIn('<a href="#desk">', page)
        self.assertIn("<title>Redaction report</title>", page)

    def test_rows_of_a_table_that_breaks_are_not_counted(self):
        # A pipe cannot be checked before its first row is read.
        table = 'id,text\n1,"' + CLOSE + '"\n' + '2,"' + CLOSE + '"\n1,2,3\n'
        code, _, err = run("--quiet", "-", "-o", self.dir / "out.csv", "--text-column", "text", "--include-text", "--report",
                           self.page, stdin=table.encode())  # fmt: skip
        self.assertEqual(code, 3, err)
        page = self.page.read_text()
        data = json.loads(re.search(r'id="report-data">(.*?)</script>', page, re.S)[1])
        self.assertEqual(data["documents"], {"redacted": 0, "review": 0, "withheld": 1})
        about = json.loads(re.search(r'id="run">(.*?)</script>', page, re.S)[1])
        self.assertEqual([one["status"] for one in about["documents"]], ["failed"])
        self.assertNotIn("Ellison", page)
        self.assertNotIn("<h3>To review</h3>", page)
        self.assertEqual(re.findall(r"<td>(\d+)</td>", page.partition("<h2>Where</h2>")[2].partition("<h2>")[0]), ["0", "0", "1"])


main()
