#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The review page that the server gives: its head, and a person's way through it in headless Chromium. Arguments: as in
server_case.py. Set REVIEW_SCREENSHOTS to a folder to look at the page as the tests see it."""

import base64
import hashlib
import http.server
import json
import os
import pathlib
import re
import sys
import tempfile
import threading
import unittest

import server_case
from server_case import NOTE, SOURCE, Running, program

sys.path.insert(0, str(SOURCE / "tests/program/pages"))
import browser as chromium  # noqa: E402

HAS_BROWSER = chromium.enter_environment()
LEAK = "purple teapot"  # what no model takes for a name
HOSTILE = (
    '</script><script>document.title = "taken"</script><img src=x onerror="document.title=1"> \U0001f600 \u202egnp\u202c '
    f"Patient: Margaret Ellison is \U0001f600 {LEAK}. &lt;b> \u0627\u0644\u0645\u0631\u064a\u0636\n"
)
TOKEN = "0123456789abcdef-secret"


def hash_source(content):
    return "'sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode() + "'"


class Head(server_case.Case):
    def test_the_page_may_do_what_its_policy_says_and_nothing_else(self):
        answer = self.expect(200, self.ask("GET", "/review"))
        page = answer.body.decode()
        self.assertEqual(answer.fields["content-type"], "text/html; charset=utf-8")
        self.assertEqual(answer.fields["cache-control"], "no-store")
        self.assertEqual(answer.fields["x-content-type-options"], "nosniff")
        self.assertEqual(answer.fields["referrer-policy"], "no-referrer")
        self.assertFalse([name for name in answer.fields if name.startswith("access-control") or name == "set-cookie"])
        (style,), (script,) = re.findall("<style>(.*?)</style>", page, re.S), re.findall("<script>(.*?)</script>", page, re.S)
        self.assertEqual(
            answer.fields["content-security-policy"],
            f"default-src 'none'; script-src {hash_source(script)}; style-src {hash_source(style)}; connect-src 'self'; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
        )
        self.assertEqual(len(re.findall("<script", page)), 2)  # the other one is data
        self.assertIsNone(re.search(r'\b(src|href|style|on\w+)="', page[: page.index("<script>")]))

    def test_who_gets_it(self):
        self.assertEqual(self.ask("HEAD", "/review").status, 200)
        self.expect(421, self.ask("GET", "/review", fields={"Host": "evil.example"}))
        self.expect(403, self.ask("GET", "/review", fields={"Origin": "http://evil.example"}))
        self.expect(405, self.ask("POST", "/review", {"text": NOTE}))
        self.assertEqual(self.ask("GET", "/redact").fields["content-security-policy"], "default-src 'none'")

    def test_the_name_of_a_policy_is_text(self):
        with tempfile.TemporaryDirectory() as folder:
            policy = pathlib.Path(folder) / "policy.yaml"
            policy.write_text("name: </script><b>\nplaceholders: {PATIENT: '[P]'}\n")
            server = Running("--policy", policy)
            self.addCleanup(server.stop)
            page = server.ask("GET", "/review").body.decode()
        run = json.loads(re.search('id="run">(.*?)</script>', page, re.S)[1])
        self.assertEqual(run["policy"], "</script><b>")
        self.assertIn("PATIENT", [one["label"] for one in run["labels"]])


class Site:
    """A server of another origin, with one page."""

    def __init__(self, page):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(page.encode())

            def log_message(self, *args):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


@unittest.skipUnless(HAS_BROWSER, "tests/program/pages/install_browser was not run")
class Journey(server_case.Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.dir = pathlib.Path(folder.name)
        cls.chromium = cls.enterClassContext(chromium.browser())

    def setUp(self):
        self.page = self.open_page(self.server)

    def tearDown(self):
        self.assertEqual(self.complaints, [])

    def open_page(self, server, **options):
        context = self.chromium.new_context(**{"viewport": {"width": 1300, "height": 850}, **options})
        self.addCleanup(context.close)
        page = context.new_page()
        self.complaints = []
        own = (f"http://127.0.0.1:{server.port}/review", f"http://127.0.0.1:{server.port}/redact", "blob:")
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: request.url.startswith(own) or self.complaints.append(request.url))
        page.goto(own[0])
        return page

    def paste(self, text):
        if not self.page.is_visible("#intake-dialog"):
            self.page.keyboard.press("o")
        self.page.fill("#pasted", text)
        self.page.click("#send")

    def wait_for_note(self, name):
        self.page.wait_for_function("name => document.getElementById('title').textContent === name", arg=name)
        self.page.wait_for_selector("#note .row .source:not(:empty)")

    def of_note(self, side):
        return "".join(self.page.locator("#note ." + side).evaluate_all("all => all.map((one) => one.textContent)"))

    def export(self):
        self.page.keyboard.press("e")
        with self.page.expect_download() as download:
            self.page.click("#save-corrections")
        self.page.keyboard.press("Escape")
        path = self.dir / "corrections.jsonl"
        download.value.save_as(path)
        return path

    def test_a_pasted_note_is_redacted_as_by_the_program_corrected_and_exported(self):
        text = f"Patient: Margaret Ellison \U0001f600\nSeen by Dr Owen Pritchard.\nThe ward calls her {LEAK}.\n"
        self.paste(text)
        self.wait_for_note("pasted 1")
        self.assertEqual(self.of_note("source"), text)
        self.assertEqual(self.of_note("result").encode(), program("--quiet", stdin=text.encode()))
        self.page.click(".source mark.hidden >> nth=1")
        self.assertRegex(self.page.inner_text("#about"), r"Owen Pritchard\s+DOCTOR\s.*score \+\d.*from model")
        self.page.keyboard.press("r")
        chromium.select(self.page, LEAK)
        for key in ("h", "Escape", "d"):
            self.page.keyboard.press(key)
        corrections = self.export()
        record = json.loads(corrections.read_text())
        self.assertEqual((record["id"], record["text"]), ("pasted 1", text))
        hidden = [record["text"][span["start"] : span["end"]] for span in record["spans"]]
        self.assertEqual(hidden, ["Margaret Ellison", LEAK])
        line = json.dumps({"id": "pasted 1", "text": text}).encode()
        again = json.loads(program("--quiet", "--text-field", "text", "--corrections", corrections, stdin=line))
        self.assertIn("Dr Owen Pritchard.\nThe ward calls her [PATIENT].", again["text"])

    def test_what_was_found_and_left_is_shown_with_its_reason(self):
        allow = self.dir / "allow.txt"
        allow.write_text("Owen Pritchard\n")
        server = Running("--allow", allow)
        self.addCleanup(server.stop)
        self.page = self.open_page(server)
        self.paste(NOTE)
        self.wait_for_note("pasted 1")
        self.page.click(".source mark.left")
        self.assertRegex(self.page.inner_text("#about"), r"Owen Pritchard\s+DOCTOR\s.*left by allow --allow:1")

    def test_files_are_opened_together_and_what_is_no_text_is_withheld(self):
        files = {"a.txt": NOTE.encode(), "b.bin": b"Ellison \xff\xfe", "c.txt": HOSTILE.encode()}
        for name, data in files.items():
            (self.dir / name).write_bytes(data)
        self.page.set_input_files("#files", [self.dir / name for name in files])
        self.page.wait_for_function("() => document.getElementById('found').textContent === '3 documents'")
        self.wait_for_note("a.txt")
        self.assertEqual(self.of_note("source"), NOTE.replace("\r", ""))  # a line end shows no sign of its own
        entries = dict(zip(self.page.locator(".entry b").all_inner_texts(), self.page.locator(".entry small").all_inner_texts()))
        self.assertEqual(entries["b.bin"], "withheld: it is not text in UTF-8")
        self.assertEqual(len(entries), 3)
        self.page.fill("#find", LEAK)
        self.page.keyboard.press("Enter")
        self.wait_for_note("c.txt")
        self.assertEqual(self.page.title(), "Review")
        self.assertEqual(self.page.locator("#note script, #note img, #note b").count(), 0)
        self.assertEqual(self.page.locator("#note .source .glyph").all_inner_texts(), ["RLO", "PDF"])
        self.assertEqual(self.page.locator("#note .source mark").all_inner_texts(), ["Margaret Ellison"])
        self.assertIn("<script>document.title", self.of_note("result"))

    def test_near_misses_are_shown_by_characters_and_need_a_person(self):
        text = "\U0001f600 Patient: Margaret Ellison. Spoke to Horner and Hale.\n"
        record = self.ask("POST", "/redact", {"text": text, "format": "text", "include_evidence": True}).json()
        near = [text[one["start"] : one["end"]] for one in record["review"]]
        self.assertEqual(near, ["Horner", "Hale"])
        self.paste(text)
        self.wait_for_note("pasted 1")
        self.assertEqual(self.page.locator("#note .source mark.near").all_inner_texts(), near)
        self.assertIn(f"Horner {record['review'][0]['entity_type']} nearly hidden", self.page.inner_text("#about"))
        self.assertIn("1 need a person", self.page.inner_text("#summary"))
        self.assertRegex(self.page.inner_text("#why"), "nearly hidden, nearest \u2212\\d")

    def test_what_the_server_refuses_is_told(self):
        self.page.route("**/redact", lambda route: route.fulfill(status=503, json={"error": "too much is in hand"}))
        self.paste(NOTE)
        self.page.wait_for_function("() => document.getElementById('intake-state').textContent === 'too much is in hand'")
        self.assertIn("Ellison", self.page.input_value("#pasted"))
        self.page.unroute("**/redact")
        self.page.route("**/redact", lambda route: route.fulfill(status=422, json={"error": "it cannot be read"}))
        self.page.click("#send")
        self.page.wait_for_selector(".entry.failed")
        self.assertEqual(self.page.inner_text("#why"), "withheld: it cannot be read")
        self.assertEqual(self.of_note("source"), "")
        self.complaints = []

    def test_a_server_with_a_token_asks_for_it(self):
        path = self.dir / "token"
        path.touch(0o600)
        path.write_text(TOKEN)
        server = Running("--token-file", path)
        self.addCleanup(server.stop)
        self.assertEqual(server.ask("GET", "/review").status, 200)
        self.page = self.open_page(server)
        self.assertFalse(self.page.is_visible("#token"))
        self.paste(NOTE)
        self.page.wait_for_selector("#token")
        self.assertIn("token", self.page.inner_text("#intake-state"))
        self.page.fill("#token", TOKEN)
        self.page.click("#send")
        self.wait_for_note("pasted 1")
        self.assertIn("[PATIENT]", self.of_note("result"))
        self.assertTrue(all("401" in one for one in self.complaints), self.complaints)
        self.complaints = []

    def test_a_server_that_is_gone_takes_nothing_and_the_text_stays_in_the_field(self):
        server = Running()
        self.page = self.open_page(server)
        server.stop()
        self.paste(NOTE)
        self.page.wait_for_function("() => document.getElementById('intake-state').textContent.includes('does not answer')")
        self.assertIn("Ellison", self.page.input_value("#pasted"))
        self.complaints = []

    def test_a_page_of_another_origin_can_neither_show_it_nor_ask(self):
        own = f"http://127.0.0.1:{self.server.port}"
        hostile = Site(f"<iframe src='{own}/review'></iframe>")
        self.addCleanup(hostile.close)
        refused = 'redact_http_requests_total{route="other",status="403"}'
        before = self.server.metric(refused)
        self.page.goto(hostile.address)
        for mode, kind in (("no-cors", "text/plain"), ("cors", "text/plain"), ("cors", "application/json")):
            said = self.page.evaluate(
                """([url, mode, kind, body]) => fetch(url, {method: "POST", mode, headers: {"Content-Type": kind}, body})
                     .then((answer) => answer.text(), () => "refused")""",
                [own + "/redact", mode, kind, json.dumps({"text": NOTE})],
            )
            self.assertEqual(said, "" if mode == "no-cors" else "refused")  # an opaque answer is empty
        self.assertEqual(self.server.metric(refused), before + 3)
        self.assertFalse("Open notes" in self.page.frames[1].content())
        self.complaints = []

    def test_without_a_note_keys_do_nothing(self):
        self.page.keyboard.press("Escape")
        for key in "npahrwWbBsudjk[]v":
            self.page.keyboard.press(key)
        self.assertIn("There is no text to show", self.page.inner_text("#about"))

    def test_axe_finds_nothing(self):
        folder = os.environ.get("REVIEW_SCREENSHOTS")
        for scheme, width in (("light", 1360), ("dark", 420)):
            self.page = self.open_page(self.server, color_scheme=scheme, viewport={"width": width, "height": 860})
            for state in ("empty", "note"):
                if state == "note":
                    self.paste(NOTE)
                    self.wait_for_note("pasted 1")
                if folder:
                    self.page.screenshot(path=pathlib.Path(folder) / f"server-{scheme}-{state}.png")
                with self.subTest(scheme=scheme, state=state):
                    self.assertEqual(chromium.breaches_of_accessibility(self.page), [])


if __name__ == "__main__":
    server_case.main()
