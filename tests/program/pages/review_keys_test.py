#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Keys, focus and exports of the review page, on a wide screen and on a phone, with documents that are made up.
Usage: review_keys_test.py REDACT

Set REVIEW_SCREENSHOTS to a folder to look at the page as the tests see it."""

import datetime
import json
import os
import pathlib
import sys
import unittest

import browser as chromium
from review_case import Case, lines_of

WIDTHS = (1280, 400)
TEXT = "Seen by Horner on ward 28.\nDr Owen Pritchard of Lakeside will call.\nRoom 28, bed 28: he will not.\n"


def span(label, words, text=TEXT, **more):
    start = text.index(words)
    return {"label": label, "start": start, "end": start + len(words), "score": 9, **more}


def documents():
    near = [span("PATIENT", "Horner", score=-1), span("PHONE", "28", score=-2)]
    yield {"text": TEXT, "id": "first", "spans": [span("DOCTOR", "Owen Pritchard"), span("CITY", "Lakeside")], "review": near}
    yield {"text": "Nothing here.\n", "id": "second", "spans": []}


class Made(Case):
    texts = {"one": "Patient: Margaret Ellison\n"}

    def setUp(self):
        self.path = self.make_up(*documents())
        self.page = self.open_wide(WIDTHS[0])

    def open_wide(self, width):
        self.page = self.open_page(self.path, viewport={"width": width, "height": 800})
        self.page.wait_for_selector("#note .row mark")
        return self.page

    def each_width(self):
        for width in WIDTHS:
            with self.subTest(width=width):
                yield self.open_wide(width)

    def about(self):
        return self.page.inner_text("#about")

    def title(self):
        return self.page.inner_text("#title")

    def look(self, name):
        if folder := os.environ.get("REVIEW_SCREENSHOTS"):
            self.page.screenshot(path=pathlib.Path(folder) / f"{name}-{self.page.viewport_size['width']}.png")

    def save(self, button, name, reviewer=""):
        """The export dialog is open; it stays so."""
        self.page.fill("#reviewer", reviewer)
        with self.page.expect_download() as download:
            self.page.click(button)
        path = self.dir / name
        download.value.save_as(path)
        return path

    def gold(self, reviewer="", name="corrections.jsonl"):
        self.press("e")
        path = self.save("#save-corrections", name, reviewer)
        self.press("Escape")
        return path, [json.loads(line) for line in lines_of(path.read_text())]


class Keys(Made):
    def test_a_near_miss_gets_the_label_that_the_model_had_in_mind_and_d_means_done(self):
        for page in self.each_width():
            self.assertRegex(self.about(), "Horner PATIENT")
            self.assertRegex(page.inner_text("#label"), "PATIENT")
            self.press("a", "d")
            self.assertEqual(self.title(), "second")
            (gold,) = self.gold()[1]
            self.assertIn({"start": 8, "end": 14, "label": "PATIENT"}, gold["spans"])

    def test_keys_mean_the_same_wherever_the_focus_is(self):
        focusable = "button, select, #list, #note, header a"
        for page in self.each_width():
            places = [one for one in page.query_selector_all(focusable) if one.is_visible() and one.is_enabled()]
            self.assertGreater(len(places), 10)
            for place in places:
                where = place.get_attribute("id")
                with self.subTest(focus=where):
                    page.evaluate("() => { desk.choose(desk.work.items[0]); }")
                    place.focus()
                    self.press("r")
                    self.assertIn("left, as you confirmed", self.about())
                    self.press("u")
                    self.assertIn("nearly hidden", self.about())
                    self.press("d")
                    self.assertEqual(self.title(), "second")
                    self.press("u")
                    self.assertEqual(self.title(), "first")

    def test_a_changed_label_is_seen_and_one_key_takes_it_back(self):
        for page in self.each_width():
            self.press("n", "n")
            self.assertRegex(self.about(), "Owen Pritchard DOCTOR")
            self.press("l")
            self.look("label")
            page.keyboard.type("pat")
            self.press("Enter")
            self.assertRegex(self.about(), "Owen Pritchard PATIENT was DOCTOR")
            self.assertEqual(page.locator(".source mark.relabelled").all_inner_texts(), ["Owen Pritchard"])
            self.look("relabelled")
            self.press("u")
            self.assertRegex(self.about(), "Owen Pritchard DOCTOR hidden")
            self.assertTrue(page.is_disabled("#undo"))
            self.press("l", "ArrowDown", "Escape")
            self.assertRegex(self.about(), "Owen Pritchard DOCTOR hidden")
            self.press("r")  # keys are those of the page again
            self.assertIn("left by you", self.about())

    def test_on_a_phone_the_text_comes_before_the_controls(self):
        page = self.open_wide(400)
        self.look("first")
        top = {name: page.locator(name).bounding_box()["y"] for name in ("#note", "#item", "#side", "#done", "#list", "#export")}
        self.assertEqual(min(top, key=top.get), "#note")
        self.assertLess(top["#note"], 100)
        self.assertLess(top["#item"], 800)  # and they are on the first screen
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 400)
        self.assertEqual(chromium.breaches_of_accessibility(page), [])


class Exports(Made):
    def test_a_deny_list_warns_of_what_hides_too_much(self):
        for page in self.each_width():
            for words in ("28", "Room", "will"):
                page.evaluate("(words) => desk.pick({ start: desk.work.text.indexOf(words), "
                              "end: desk.work.text.indexOf(words) + words.length })", words)  # fmt: skip
                self.press("h", "Escape")
            self.press("e")
            warnings = [" ".join(one.split()) for one in page.locator("#doubtful label").all_inner_texts()]
            self.assertEqual(len(warnings), 2, warnings)
            self.assertRegex(warnings[0], "^28 PATIENT a short number, which stands at 2 other places")
            self.assertRegex(warnings[1], "^will PATIENT an ordinary word, which stands at 1 other place of")
            self.look("deny")
            self.assertEqual(chromium.breaches_of_accessibility(page), [])
            self.assertEqual(self.save("#save-deny", "all.txt").read_text().count("\n"), 3)
            page.uncheck("#doubtful input >> nth=0")
            self.assertEqual(self.save("#save-deny", "deny.txt").read_text(), "PATIENT\twill\nPATIENT\tRoom\n")

    def test_corrections_say_who_decided_and_when(self):
        before = datetime.datetime.now(datetime.UTC).replace(microsecond=0)
        self.press("a")
        _, (gold,) = self.gold(" Ann Roe ")
        self.assertEqual(gold["reviewer"], "Ann Roe")
        decided = datetime.datetime.fromisoformat(gold["reviewed"])
        self.assertTrue(before <= decided <= datetime.datetime.now(datetime.UTC))
        self.assertNotIn("reviewer", self.gold()[1][0])


class Merging(Made):
    def decided(self, reviewer, *keys):
        """The corrections of a reviewer who decides about the first document with these keys."""
        self.open_wide(WIDTHS[0])
        self.press(*keys)
        return self.gold(reviewer, reviewer + ".jsonl")[0]

    def open_files(self, *paths):
        self.press("e")
        self.page.set_input_files("#open", paths)
        self.page.wait_for_function("() => document.getElementById('opened').textContent")
        said = self.page.inner_text("#opened"), self.page.inner_text("#exported")
        self.press("Escape")
        return said

    def test_where_two_reviewers_agree_nothing_is_asked(self):
        ann, ben = self.decided("Ann", "a"), self.decided("Ben", "a")
        self.open_wide(WIDTHS[0])
        self.assertIn("2 of 2 lines fit", self.open_files(ann, ben)[0])
        _, (gold,) = self.gold("Cy")
        self.assertEqual(gold["reviewer"], "Ann, Ben")
        self.assertEqual(gold["spans"], json.loads(ann.read_text())["spans"])

    def test_where_they_differ_both_versions_are_shown_and_a_third_person_decides(self):
        ann, ben = self.decided("Ann", "a", "n", "r"), self.decided("Ben", "r", "n", "r", "n", "l", "A", "G", "E", "Enter")
        for page in self.each_width():
            said = self.open_files(ann, ben)
            self.assertIn("0 documents are changed or done", said[1])
            self.assertIn("Reviewers differ about 1 document", said[1])
            self.assertRegex(page.inner_text(".entry >> nth=0"), "2 differences")
            self.assertRegex(self.about(), "Horner PATIENT hidden until you decide")
            versions = [" ".join(one.split()) for one in page.locator("#versions button").all_inner_texts()]
            self.look("differ")
            self.assertRegex(versions[0], "^Ann: Horner PATIENT")
            self.assertRegex(versions[1], "^Ben: left")
            self.assertEqual(chromium.breaches_of_accessibility(page), [])
            self.press("2", "d")  # the next difference, not the next document
            self.assertRegex(self.about(), "Owen Pritchard DOCTOR hidden until you decide")
            self.press("1", "d")
            self.assertEqual(self.title(), "second")
            _, (gold,) = self.gold("Cy")
            self.assertEqual(gold["reviewer"], "Cy")
            self.assertEqual([(one["label"], TEXT[one["start"] : one["end"]]) for one in gold["spans"]],
                             [("DOCTOR", "Owen Pritchard"), ("CITY", "Lakeside")])  # fmt: skip


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
