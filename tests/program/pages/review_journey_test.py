#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A person's way through the review page, in headless Chromium: open, find what leaks, correct it, export, redact again.
Usage: review_journey_test.py REDACT REDACT_EVAL SOURCE_DIR

Set REVIEW_SCREENSHOTS to a folder to look at the page as the tests see it."""

import itertools
import json
import os
import pathlib
import random
import subprocess
import sys
import unittest

import browser as chromium
from review_case import Case, lines_of

REDACT, REDACT_EVAL, SOURCE = sys.argv[1:4]

LEAK = "tangerine teapot"  # what no model takes for a name
HOSTILE = (
    '</script><script>document.title = "taken"</script><img src=x onerror="document.title=1"><!-- \0 \u202egnp\u202c '
    "no fever, zero\u200bwidth space. Patient: Owen Pritchard \U0001f600 </textarea>\u2028end"
)
NOTES = {
    "first": "Patient: Margaret Ellison\r\nDOB: 14/03/1948\r\nThe ward calls her tangerine teapot.\r\n"
    "Tangerine  teapot slept well. Two tangerine teapots are others.\r\nNo fever.\r\n",
    "hostile": HOSTILE.replace("<", "&lt;"),  # tags in a note are no part of its text
    "arabic": "\u0627\u0644\u0645\u0631\u064a\u0636: \u0645\u062d\u0645\u062f \u0639\u0644\u064a\n\u062a\u0627\u0631\u064a\u062e "
    "\u0627\u0644\u062f\u062e\u0648\u0644 12/03/2024 \u0641\u064a \u0627\u0644\u0645\u0633\u062a\u0634\u0641\u0649.\n",
    "long": "Seen by Dr Owen Pritchard. No fever, no cough.\n" * 2_000 + "The last line.\n",
}


class Journey(Case):
    texts = NOTES

    def about(self):
        return self.page.inner_text("#about")

    def result(self):
        return self.page.inner_text("#note .row:first-child .result")

    def test_what_leaks_is_found_corrected_exported_and_hidden_in_the_next_run(self):
        self.assertIn(LEAK, self.records["first"]["text"])
        self.find("first")
        self.assertIn(LEAK, self.result())
        chromium.select(self.page, LEAK)
        self.assertIn("selected", self.about())
        self.press("h", "l")  # the label that it gets is a guess
        self.page.keyboard.type("NAME")
        self.press("Enter")
        self.assertIn("NAME", self.about())
        self.assertIn("1 other place", self.page.inner_text("#offer"))  # teapots is another word
        self.press("s")
        self.assertEqual(self.result().count("[NAME]"), 2)
        self.press("d")
        corrections = self.export("#save-corrections", "corrections.jsonl")
        (gold,) = map(json.loads, lines_of(corrections.read_text()))
        self.assertEqual((gold["id"], gold["text"]), ("first", NOTES["first"]))
        names = [gold["text"][span["start"] : span["end"]] for span in gold["spans"] if span["label"] == "NAME"]
        self.assertEqual(names, [LEAK, "Tangerine  teapot"])
        records = self.redact("--corrections", corrections)
        self.assertIn("calls her [NAME].\r\n[NAME] slept well. Two tangerine teapots", records["first"]["text"])
        for name in ("hostile", "arabic", "long"):
            self.assertEqual(records[name], self.records[name])
        self.assertEqual(self.export("#save-deny", "deny.txt").read_text(), "NAME\ttangerine teapot\n")
        denied = self.redact("--deny", self.dir / "deny.txt")
        self.assertEqual(denied["first"]["text"].count("[NAME]"), 2)
        # The gold is that of the evaluation: the corrected run agrees with it wholly.
        first = self.dir / "first.jsonl"
        evident = self.redact("--include-evidence", "--corrections", corrections)
        first.write_text(json.dumps(evident["first"]) + "\n")
        scored = subprocess.run([REDACT_EVAL, corrections, "--records", first], capture_output=True, text=True)
        self.assertEqual(scored.returncode, 0, scored.stderr)
        self.assertRegex(scored.stdout, "leaked characters +0 of")

    def test_accept_reject_label_and_undo_by_keyboard(self):
        self.find("first")
        before = self.result()
        self.press("p", "p", "p", "p")
        self.assertRegex(self.about(), r"Margaret Ellison PATIENT hidden.*from model")
        self.press("a")
        self.assertIn("accepted", self.about())
        self.press("r")
        self.assertIn("Margaret Ellison", self.result())
        self.press("l")
        self.page.keyboard.type("DOC")
        self.press("Escape", "a")
        self.press("u", "u", "u")
        self.assertEqual(self.result(), before)
        self.press("w", "w", "W", "h")
        self.assertIn("hidden by you", self.about())
        self.press("Escape", "Control+z")
        self.assertEqual(self.result(), before)
        self.assertTrue(self.page.is_disabled("#undo"))

    def test_the_same_by_mouse(self):
        self.find("first")
        before = self.result()
        self.page.click(".source mark.hidden >> nth=0")
        self.assertIn("Margaret Ellison", self.about())
        self.page.click("#reject")
        self.assertIn("Patient: Margaret", self.result())
        self.page.click("#accept")
        self.page.click("#label")
        self.page.click("#label-DOCTOR")
        self.assertIn("[DOCTOR]", self.result())
        allowed = self.export("#save-allow", "allow.txt").read_text()
        self.assertEqual(allowed, "")  # it is hidden again
        for _ in range(3):
            self.page.click("#undo")
        self.assertEqual(self.result(), before)
        self.page.fill("#find", "")
        self.page.click("#after")
        self.assertNotEqual(self.page.inner_text("#title"), "first")
        self.page.click("#before")
        self.assertEqual(self.page.inner_text("#title"), "first")

    def test_what_is_left_is_allowed_and_saved_corrections_are_taken_up(self):
        self.find("first")
        self.page.click(".source mark.hidden >> nth=0")
        self.press("r")
        self.assertEqual(self.export("#save-allow", "allow.txt").read_text(), "Margaret Ellison\n")
        corrections = self.export("#save-corrections", "saved.jsonl")
        page = self.page = self.open_page()
        self.press("e")
        page.set_input_files("#open", corrections)
        page.wait_for_function("() => document.getElementById('opened').textContent.startsWith('1 of 1 line')")
        self.press("Escape")
        self.find("first")
        self.assertIn("Patient: Margaret Ellison", self.result())
        self.assertEqual(self.export("#save-corrections", "again.jsonl").read_text(), corrections.read_text())

    def test_a_hostile_note_is_text(self):
        self.find("hostile")
        self.assertEqual(self.page.title(), "Review")
        source = self.page.inner_text("#note .source")
        self.assertIn('<script>document.title = "taken"</script><img src=x', source)
        self.assertEqual(self.page.locator("#note script, #note img").count(), 0)
        self.assertEqual(self.page.locator("#note .source .glyph").all_inner_texts(), ["NUL", "RLO", "PDF", "ZWSP", "LS"])
        chromium.select(self.page, "width")
        self.press("h", "Escape")
        corrections = self.export("#save-corrections", "hostile.jsonl")
        (gold,) = map(json.loads, lines_of(corrections.read_text()))
        self.assertEqual(gold["text"], HOSTILE)
        self.assertIn("zero\u200b[", self.redact("--corrections", corrections)["hostile"]["text"])

    def test_right_to_left_text_stands_at_the_right(self):
        self.find("arabic")
        first = chromium.place_of(self.page, "\u0627\u0644\u0645\u0631\u064a\u0636")
        date = chromium.place_of(self.page, "12/03/2024")
        edge = self.page.locator("#note .source").bounding_box()
        self.assertAlmostEqual(first[1], edge["x"] + edge["width"], delta=3)
        self.assertLess(date[1], first[1] - 20)

    def test_of_a_long_note_only_what_is_seen_is_rendered(self):
        self.find("long")
        self.assertGreater(self.page.locator("#note .row").count(), 60)
        self.assertLess(self.page.locator("#note .row mark").count(), 1000)
        self.press("p")
        self.press("Home")
        self.page.evaluate("document.getElementById('note').scrollTop = 1e9")
        self.page.wait_for_function("() => document.getElementById('note').textContent.includes('The last line.')")
        self.assertLess(self.page.locator("#note .row mark").count(), 1000)

    def test_axe_finds_nothing_in_light_and_dark_wide_and_narrow(self):
        folder = os.environ.get("REVIEW_SCREENSHOTS")
        for scheme in ("light", "dark"):
            for name, width in (("wide", 1360), ("narrow", 420)):
                self.page = self.open_page(color_scheme=scheme, viewport={"width": width, "height": 860})
                self.find("first")
                states = {"note": [], "offer": ["a", "Escape"], "label": ["l"], "export": ["Escape", "e"], "keys": ["Escape", "?"]}
                if (scheme, name) in (("light", "narrow"), ("dark", "wide")):  # what differs there is on the page itself
                    states = {"note": []}
                for state, keys in states.items():
                    self.press(*keys)
                    if folder:
                        self.page.screenshot(path=pathlib.Path(folder) / f"{scheme}-{name}-{state}.png")
                    with self.subTest(scheme=scheme, width=width, state=state):
                        self.assertEqual(chromium.breaches_of_accessibility(self.page), [])


def notes_with_code_names(n):
    """Notes of a hospital that calls its staff by code names of two words, none of which comes twice: (code name, note)."""
    draw = random.Random(7)
    first = "copper amber velvet silver crimson quiet marble cedar granite saffron indigo walnut ivory bramble russet maple".split()
    second = "lantern teapot kettle anchor feather pebble harbour thimble compass bellows cushion ribbon saddle trellis".split()
    patients = "Margaret Ellison,Ruth Dunmore,Alan Whitcombe,Priya Nair,Tomasz Zielinski,Joan Ashby,Amina Yusuf".split(",")
    findings = "No fever overnight.,Chest clear.,Eating and drinking well.,Wound dry.,Slept poorly because of pain.".split(",")
    names = [" ".join(pair) for pair in itertools.product(first, second)]
    for name in draw.sample(names, n):
        told = draw.choice(["Handed over to {} at 07:00.", "Plan discussed with {}.", "Call {} if worse.", "Bloods taken by {}."])
        before, after = draw.sample(findings, 2)
        seen = f"{draw.choice(patients)}, seen on {draw.randint(1, 28)}/0{draw.randint(1, 9)}/2024."
        yield name, "\n".join([seen, before, told.format(name), after, ""])


class Adaptation(Case):
    N_TAUGHT = 80
    pairs = list(notes_with_code_names(2 * N_TAUGHT))
    texts = {f"note-{i:02}": text for i, (_, text) in enumerate(pairs[:N_TAUGHT])}

    def n_leaks(self, *options):
        """In the notes without corrections."""
        later = self.pairs[self.N_TAUGHT :]
        lines = "".join(json.dumps({"text": text}) + "\n" for _, text in later)
        command = [REDACT, "--quiet", "--text-field", "text", *options]
        done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
        texts = [json.loads(line)["text"] for line in lines_of(done.stdout)]
        return sum(name in text for (name, _), text in zip(later, texts, strict=True))

    @unittest.skipUnless(
        "PYTHON" in os.environ or (pathlib.Path(SOURCE) / "build/train/venv/complete").exists(), "tools/adapt has no PyTorch yet"
    )
    def test_what_a_person_corrects_is_learnt_and_found_in_other_notes(self):
        for (name, _), title in zip(self.pairs, self.texts):
            self.find(title)
            if any(name in line for line in self.page.locator("#note .result").all_inner_texts()):
                chromium.select(self.page, name)
                self.press("h", "l")
                self.page.keyboard.type("DOCTOR")
                self.press("Enter")
            self.press("d")
        corrections = self.export("#save-corrections", "gold.jsonl")
        model = self.dir / "ours.gguf"
        before = self.n_leaks()
        adapt = [pathlib.Path(SOURCE) / "tools/adapt", corrections, "--out", model, "--minutes", "3"]
        build = ["--build", pathlib.Path(REDACT).parents[1]]
        done = subprocess.run([*adapt, *build], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        after = self.n_leaks("-m", model)
        print(f"notes that leak a code name, of {self.N_TAUGHT} that were not corrected: {before} before, {after} after")
        self.assertGreater(before, self.N_TAUGHT // 3)
        self.assertLess(2 * after, before)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
