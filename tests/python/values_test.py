#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lists, policies and known people as values of Python, and results as dictionaries and HTML. Usage: values_test.py
SOURCE_DIR [TEST...]"""

import datetime
import html.parser
import json
import pickle
import sys
import unittest

import redact
import words

NOTE = "Heron visited Mrs Ellison on ward 28 & left <b>early</b>."


class Visible(html.parser.HTMLParser):
    """The text of a page, the text of its marks, and its elements."""

    def __init__(self, page):
        super().__init__()
        self.text, self.marks, self.elements = "", [], []
        self.is_mark = False
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.elements.append(tag)
        self.is_mark = tag == "mark"

    def handle_endtag(self, tag):
        self.is_mark = False

    def handle_data(self, data):
        self.text += data
        if self.is_mark:
            self.marks.append(data)


class Values(unittest.TestCase):
    def texts(self, *texts, **options):
        return [result.text for result in words.Redactor(**options).redact(texts)]

    def test_terms(self):
        terms = {"OTHER": ["project\n heron", "#7 unit"], "CITY": "Oakmere"}
        self.assertEqual(self.texts("Project Heron, 7 Unit, Oakmere", deny=terms), ["[OTHER], #7 Unit, [CITY]".replace("#7 Unit", "[OTHER]")])
        for allow in (["Ellison", "# Moss"], {"Ellison", "Moss"}, iter(("Ellison", "Moss"))):
            self.assertEqual(self.texts("Mrs Ellison and Mrs Moss", allow=allow), ["Mrs Ellison and Mrs Moss"])
        redactor = words.Redactor(deny={"OTHER": ["Heron"]}, hints={"word": ["oriel"], "surname": ["Vane"]})
        self.assertEqual(pickle.loads(pickle.dumps(redactor)).redact_one("Heron").text, "[OTHER]")

    def test_policies_and_rules(self):
        policy = {"name": "mine", "placeholders": {"PATIENT": "<P>", "OTHER": "<é\t>"}}
        self.assertEqual(self.texts("Mrs Ellison has no fever. Heron", policy=policy, deny={"OTHER": "Heron"}), ["Mrs <P> has no fever. <é\t>"])
        rules = {"rules": [{"label": "ID", "pattern": "Q-[0-9]{3}"}]}
        self.assertEqual(self.texts("Sample Q-123", rules=rules), self.texts("Sample Q-123", rules=json.dumps(rules).encode()))

    def test_known_people(self):
        born = datetime.date(1948, 3, 14)
        known = {7: {"PATIENT": "Ana Heron", "DATE": [born, "2001-02-03"]}, "other": {"PATIENT": "Ana Moss"}}
        redactor = words.Redactor(known=known)
        document = redact.Document("Heron, born on 14 March 1948.", id="7")
        self.assertEqual(redactor.redact_one(document).text, "[PATIENT], born on [DATE].")
        lines = [{"patient": "p", "PATIENT": "Ana Heron"}]
        document = redact.Document("Heron slept.", patient="p")
        self.assertEqual(words.Redactor(known=lines).redact_one(document).text, "[PATIENT] slept.")
        gold = [{"id": "1", "text": "Ana Ellison", "spans": [{"start": 4, "end": 11, "label": "CITY"}]}]
        corrected = words.Redactor(corrections=gold).redact_one(redact.Document("Ana Ellison", id="1"))
        self.assertEqual(corrected.text, "Ana [CITY]")

    def test_what_is_no_such_value_names_the_keyword_and_no_term(self):
        for options in ({"deny": ["Heron"]}, {"allow": {"OTHER": "Heron"}}, {"deny": {"OTHER": ["Heron", 7]}}, {"allow": ["Heron", "#"]},
                        {"known": {"1": {"PATIENT": {"Heron"}}}}, {"key": 7}, {"allow": 7}, {"policy": 7}, {"known": [7]}, {"known": {"1": "Heron"}}, {"hints": {"given": [""]}},
                        {"allow": ["\ud800 Heron"]}, {"deny": {"NO_LABEL": ["Heron"]}}):  # fmt: skip
            with self.assertRaisesRegex(redact.Error, f"^{next(iter(options))}: ") as caught:
                words.Redactor(**options)
            self.assertNotIn("Heron", str(caught.exception))

    def test_a_result_as_a_dictionary(self):
        redactor = words.Redactor(key=bytes(range(32)))
        (result,) = redactor.redact([redact.Document("Mrs Ellison spoke to Horner and Hale.", id="1")], seal=True)
        given = json.loads(json.dumps(result.to_dict()))
        self.assertEqual((given["id"], given["text"], given["status"], given["error"]), ("1", result.text, result.status, None))
        self.assertEqual(given["spans"][0]["label"], "PATIENT")
        self.assertEqual(given["spans"][0]["evidence"], [{"source": "model", "label": "PATIENT"}])
        self.assertEqual([reason["start"] for reason in given["reasons"]], [reason.start for reason in result.reasons])
        self.assertEqual(redact.Mapping(given["mapping"].encode(), bytes(range(32))).restore(given["text"], id="1")[:11], "Mrs Ellison")
        (failed,) = redactor.redact([b"%PDF-1.7"])
        self.assertIn("PDF", failed.to_dict()["error"])

    def test_a_result_in_a_notebook(self):
        result = words.Redactor(deny={"OTHER": ["Heron"]}).redact_one(NOTE, format="text")
        page = Visible(result._repr_html_())
        self.assertIn(result.text, page.text)
        self.assertEqual(page.marks, [span.replacement for span in result.spans])
        self.assertNotIn("Ellison", page.text)
        self.assertEqual(set(page.elements), {"p", "b", "div", "mark"})
        page = Visible(result.to_html(NOTE))
        self.assertIn(NOTE, page.text)
        self.assertEqual([mark for mark in page.marks if mark in ("Heron", "Ellison")], ["Heron", "Ellison"])
        (failed,) = words.Redactor().redact([b"%PDF-1.7"])
        self.assertIn("failed: text: is PDF", Visible(failed._repr_html_()).text)
        self.assertIn("ok, 1 hidden", Visible(words.Redactor().find_one("Mrs Ellison")._repr_html_()).text)

    def test_markup_between_the_parts_of_a_span_is_not_marked(self):
        text = "<p>Seen: <b>Mrs Elli</b>son, no fever.</p>"
        result = words.Redactor().redact_one(text)
        self.assertEqual(Visible(result.to_html(text)).marks[:2], ["Elli", "son"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
