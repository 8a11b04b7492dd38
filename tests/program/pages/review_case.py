# SPDX-License-Identifier: Apache-2.0
"""A person at the review page, in headless Chromium: of a run over notes, or of documents that a test makes up. The
first argument of a test is the program."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import browser as chromium

REDACT = sys.argv[1]
HAS_BROWSER = chromium.enter_environment()


def lines_of(text):
    """JSON lines end at line feeds alone; splitlines() ends them at U+2028 too."""
    return filter(None, text.split("\n"))


@unittest.skipUnless(HAS_BROWSER, "tests/program/pages/install_browser was not run")
class Case(unittest.TestCase):
    """A run over `texts`, by name, and a person at its page."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.dir = pathlib.Path(cls.folder.name)
        cls.notes = cls.dir / "notes.jsonl"
        cls.notes.write_text("".join(json.dumps({"id": name, "text": text}) + "\n" for name, text in cls.texts.items()))
        cls.records = cls.redact("--review", cls.dir / "page.html")
        cls.context = chromium.browser()
        cls.chromium = cls.context.__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.context.__exit__(None, None, None)
        cls.folder.cleanup()

    @classmethod
    def redact(cls, *args):
        done = subprocess.run([REDACT, "--quiet", *args, cls.notes], capture_output=True, text=True, check=True)
        return {record["id"]: record for record in map(json.loads, lines_of(done.stdout))}

    def setUp(self):
        self.page = self.open_page()

    def open_page(self, path=None, **options):
        context = self.chromium.new_context(**{"viewport": {"width": 1300, "height": 850}, **options})
        self.addCleanup(context.close)
        page = context.new_page()
        self.complaints = getattr(self, "complaints", [])
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: request.url.startswith(("file:", "blob:")) or self.complaints.append(request.url))
        page.goto((path or self.dir / "page.html").as_uri())
        page.wait_for_selector(".entry")
        return page

    def tearDown(self):
        self.assertEqual(self.complaints, [])

    def find(self, name):
        self.page.keyboard.press("/")
        self.page.keyboard.type(name)
        self.page.keyboard.press("Enter")
        self.page.wait_for_function("name => document.getElementById('title').textContent === name", arg=name)
        self.page.wait_for_selector("#note .row mark, #note .row .source:not(:empty)")

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def export(self, button, name):
        self.press("e")
        with self.page.expect_download() as download:
            self.page.click(button)
        self.press("Escape")
        path = self.dir / name
        download.value.save_as(path)
        return path

    def make_up(self, *documents):
        """Another page with these documents, each as `page_data` writes it."""
        page = (self.dir / "page.html").read_text()
        data = re.compile('<script type="application/json" class="data">.*?</script>\n?', re.S)
        begin = data.search(page).start()
        page = data.sub("", page)
        run = re.search('id="run">(.*?)</script>', page, re.S)
        about = json.loads(run[1])
        about["documents"] = [
            {
                "id": one["id"],
                "status": "review" if one.get("review") else "ok",
                "spans": len(one["spans"]),
                "review": len(one.get("review", [])),
            }
            for one in documents
        ]
        page = page[: run.start(1)] + json.dumps(about) + page[run.end(1) :]
        scripts = [f'<script type="application/json" class="data">{json.dumps(one)}</script>\n' for one in documents]
        path = self.dir / "made_up.html"
        path.write_text(page[:begin] + "".join(scripts) + page[begin:])
        return path
