#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The report as a person sees it, in headless Chromium: light and dark, narrow and wide, with few documents and with many.
Usage: report_look_test.py REDACT REDACT_EVAL

Set REPORT_SCREENSHOTS to a folder to look at the pages as the tests see them."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import browser as chromium
from synthetic_batch import write_batch

REDACT, REDACT_EVAL = sys.argv[1:3]
HAS_BROWSER = chromium.enter_environment()
CLOSE = "Patient: Margaret Ellison\nbed 7 bay 4 horner said ok. Met Horner of Lake near Dale.\n"
SCREENS = [(scheme, width) for scheme in ("light", "dark") for width in (1300, 390)]


@unittest.skipUnless(HAS_BROWSER, "tests/program/pages/install_browser was not run")
class Looks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)
        context = chromium.browser()
        self.chromium = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)
        self.complaints = []

    def tearDown(self):
        self.assertEqual(self.complaints, [])

    def open_page(self, path, scheme, width):
        context = self.chromium.new_context(viewport={"width": width, "height": 850}, color_scheme=scheme)
        self.addCleanup(context.close)
        page = context.new_page()
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: request.url.startswith("file:") or self.complaints.append(request.url))
        page.goto(path.as_uri())
        return page

    def look(self, name, path):
        """Every screen: nothing for axe to find, and nothing beside the window."""
        for scheme, width in SCREENS:
            page = self.open_page(path, scheme, width)
            if folder := os.environ.get("REPORT_SCREENSHOTS"):
                page.screenshot(path=f"{folder}/{name}-{scheme}-{width}.png", full_page=True)
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
            # axe takes minutes for thousands of equal entries.
            page.evaluate("document.querySelectorAll('.documents li:nth-child(n+30)').forEach((one) => one.remove())")
            self.assertEqual(chromium.breaches_of_accessibility(page), [])
            for one in page.query_selector_all("details"):
                one.evaluate("(one) => { one.open = true; }")
            self.assertEqual(chromium.breaches_of_accessibility(page), [])
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
            page.context.close()

    def test_a_batch_of_ten_thousand_documents(self):
        report = self.dir / "report.html"
        run = write_batch(REDACT, self.dir, 10_000)
        subprocess.run([*run, "--report", report, "--review-list", self.dir / "r", "--withheld-list", self.dir / "w"], check=False)
        self.look("report", report)

    def test_an_evaluation(self):
        words = "She walked to the ward and slept well. " * 8
        text = f"Patient: Zyx Wvut, of Elm Row. {words}Ana Ruiz called 0117 496 0382 on Monday. {words}\n\u0645\u062d\u0645\u062f\n"
        spans = [{"start": text.index(term), "end": text.index(term) + len(term), "label": label}
                 for term, label in (("Zyx Wvut", "PATIENT"), ("Elm Row", "STREET"), ("walked", "CITY"), ("Ana Ruiz", "NAME"))]  # fmt: skip
        gold, page_file = self.dir / "gold.jsonl", self.dir / "page.html"
        gold.write_text("".join(json.dumps({"id": f"n{i}", "text": text, "spans": spans}) + "\n" for i in range(8)))
        subprocess.run([REDACT_EVAL, gold, "--html", page_file, "--curve", "0,2"], check=True, stdout=subprocess.DEVNULL)
        self.look("evaluation", page_file)
        page = self.open_page(page_file, "light", 1300)
        self.assertFalse(page.is_visible(".whole"))
        page.click(".errors a")
        page.wait_for_selector(".whole")  # a link to a whole document unfolds it

    def test_the_review_is_a_part_of_the_report(self):
        lines = [{"id": f"note {i}", "text": CLOSE} for i in range(40)]
        (self.dir / "notes.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines) + "no JSON\n")
        report = self.dir / "report.html"
        subprocess.run([REDACT, "--quiet", self.dir / "notes.jsonl", "-o", self.dir / "out.jsonl", "--include-text",
                        "--report", report], check=False, stderr=subprocess.DEVNULL)  # fmt: skip
        self.look("report-with-texts", report)
        for scheme, width in SCREENS:
            page = self.open_page(report, scheme, width)
            page.keyboard.press("n")  # keys of the review do nothing while it is out of sight
            page.click("text=Review and correct them on this page")
            page.click(".entry.review")
            page.wait_for_selector("#note .row .source mark")
            self.assertIn("Margaret Ellison", page.text_content("#note"))
            self.assertFalse(page.is_visible("#report"))
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
            self.assertEqual(chromium.breaches_of_accessibility(page), [])
            if folder := os.environ.get("REPORT_SCREENSHOTS"):
                page.screenshot(path=f"{folder}/desk-{scheme}-{width}.png")
            page.keyboard.press("a")
            page.wait_for_function("!document.getElementById('undo').disabled")
            page.click("text=Back to the report")
            page.wait_for_selector("#report")
            self.assertFalse(page.is_visible("#desk"))
            page.on("dialog", lambda dialog: dialog.accept())
            page.context.close()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
