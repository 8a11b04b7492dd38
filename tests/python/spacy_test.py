#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The component in a pipeline of spaCy. Usage: spacy_test.py SOURCE_DIR [TEST...]"""

import pathlib
import sys
import tempfile
import unittest

import redact
import redact.spacy
import spacy

NOTE = "Señora Müller: Mrs Ellison 👩🏽‍⚕️ saw Dr Owen Pritchard, a@b.org"


def blank(**config):
    nlp = spacy.blank("en")
    nlp.add_pipe("redact", config=config)
    return nlp


class Spacy(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.nlp = blank()

    def test_spans_are_those_of_the_redactor(self):
        found = redact.Redactor().find_one(NOTE).spans
        doc = self.nlp(NOTE)
        group = doc.spans["redact"]
        self.assertGreater(len(found), 3)
        self.assertEqual([span.label_ for span in group], [span.label for span in found])
        self.assertEqual(group.attrs["offsets"], [[span.start, span.end] for span in found])
        self.assertEqual(group.attrs["scores"], [span.score for span in found])
        self.assertEqual(group.attrs["sources"], [list(span.sources) for span in found])
        self.assertEqual(group[-1].text, "a@b.org")

    def test_a_span_inside_a_token_takes_the_token(self):
        doc = spacy.tokens.Doc(self.nlp.vocab, words=["Mrs", "Ellison|ward", "well"])
        doc = self.nlp.get_pipe("redact")(doc)
        group = doc.spans["redact"]
        self.assertEqual([span.text for span in group], ["Ellison|ward"])
        self.assertEqual(group.attrs["offsets"], [[4, 11]])

    def test_many_documents_in_their_order(self):
        texts = [f"Mrs Ellison has no fever. {'She is well. ' * (i % 5)}" for i in range(100)]
        docs = list(self.nlp.pipe(texts, batch_size=7))
        self.assertEqual([doc.text for doc in docs], texts)
        self.assertEqual({tuple(doc.spans["redact"].attrs["offsets"][0]) for doc in docs}, {(4, 11)})

    def test_more_processes(self):
        docs = list(self.nlp.pipe(["Mrs Ellison has no fever."] * 6, n_process=2, batch_size=2))
        self.assertEqual([doc.spans["redact"][0].text for doc in docs], ["Ellison"] * 6)

    def test_configuration(self):
        with tempfile.TemporaryDirectory() as folder:
            deny = pathlib.Path(folder) / "deny"
            deny.write_text("OTHER\theron\n")
            nlp = blank(policy="patient", spans_key="phi", deny=str(deny))
            doc = nlp("Mrs Ellison saw Dr Owen Pritchard of Heron.")
            self.assertEqual([span.text for span in doc.spans["phi"]], ["Ellison", "Heron"])
            self.assertNotIn("redact", doc.spans)
        with self.assertRaises(redact.NotFound):
            blank(policy="none")

    def test_a_pipeline_on_disk(self):
        with tempfile.TemporaryDirectory() as folder:
            blank(policy="gdpr", spans_key="phi").to_disk(folder)
            nlp = spacy.load(folder)
        self.assertEqual(nlp.get_pipe("redact").redactor.policy, "gdpr")
        doc = nlp("Mrs Ellison")
        self.assertEqual(doc.spans["phi"][0].text, "Ellison")
        doc = blank().from_bytes(blank().to_bytes())("Mrs Ellison")
        self.assertEqual(doc.spans["redact"][0].text, "Ellison")

    def test_a_text_that_cannot_be_searched_is_an_error(self):
        with self.assertRaises(redact.BadInput):
            self.nlp("%PDF-1.7 Ellison")
        with self.assertRaises(redact.BadInput):
            list(self.nlp.pipe(["Mrs Ellison", "%PDF-1.7 Ellison"]))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
