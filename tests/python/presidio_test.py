#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The recognizer in Presidio's analyzer, with its slim engine. Usage: presidio_test.py SOURCE_DIR [TEST...]"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import redact
import spacy
import yaml
from presidio_analyzer import AnalyzerEngine, AnalyzerEngineProvider, BatchAnalyzerEngine, PatternRecognizer, RecognizerRegistry
from presidio_analyzer.nlp_engine import SlimSpacyNlpEngine
from presidio_analyzer.recognizer_registry import RecognizerRegistryProvider
from presidio_anonymizer import AnonymizerEngine
from presidio_anonymizer.entities import OperatorConfig
from redact.presidio import RedactRecognizer, customized, names_of, presidio_name, read_registry

SOURCE = sys.argv[1]
NOTE = "Señora Müller: Mrs Ellison 👩🏽‍⚕️ saw Dr Owen Pritchard, a@b.org on 14/03/1948"


class Presidio(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.dir = pathlib.Path(folder.name)
        for language in ("en", "es"):
            spacy.blank(language).to_disk(cls.dir / language)
        models = [{"lang_code": language, "model_name": str(cls.dir / language)} for language in ("en", "es")]
        recognizers = [RedactRecognizer(supported_language=language) for language in ("en", "es")]
        registry = RecognizerRegistry(recognizers=recognizers, supported_languages=["en", "es"])
        engine = SlimSpacyNlpEngine(models=models)
        cls.analyzer = AnalyzerEngine(registry=registry, nlp_engine=engine, supported_languages=["en", "es"])

    def test_names_are_those_of_the_program(self):
        self.assertEqual([presidio_name(label) for label in ("DOCTOR", "SSN", "PROFESSION", "NO_LABEL")], ["PERSON", "ID", "PROFESSION", "NO_LABEL"])

    def test_what_it_finds_is_what_the_program_writes(self):
        line = json.dumps({"id": "1", "text": NOTE})
        done = subprocess.run([os.environ["REDACT_PROGRAM"], "--format", "presidio", "--include-evidence", "--text-field", "text"], input=line,
                              capture_output=True, text=True, check=True)  # fmt: skip
        program = json.loads(done.stdout)["analyzer_results"]
        own = sorted(self.analyzer.analyze(NOTE, "en"), key=lambda found: found.start)
        self.assertGreater(len(own), 4)
        self.assertEqual([(f.entity_type, f.start, f.end, round(f.score, 3)) for f in own],
                         [(p["entity_type"], p["start"], p["end"], round(p["score"], 3)) for p in program])  # fmt: skip
        self.assertEqual([f.recognition_metadata["label"] for f in own], [p["recognition_metadata"]["label"] for p in program])

    def test_a_registry_means_what_presidio_and_the_server_make_of_it(self):
        golden = pathlib.Path(SOURCE) / "tests/golden/recognizers"
        own = read_registry(golden / "registry.yaml")
        provider = RecognizerRegistryProvider(conf_file=golden / "registry.yaml")
        theirs = [each for each in provider.create_recognizer_registry().recognizers if type(each) is PatternRecognizer]

        def facts(each):
            patterns = [(pattern.name, pattern.regex, pattern.score) for pattern in each.patterns]
            return each.name, each.supported_entities, each.supported_language, patterns, each.context, each.global_regex_flags

        self.assertEqual([facts(each) for each in own], [facts(each) for each in theirs])
        text = "Mrs. Ellison of ward Q12, No. 4"
        found = {(f.entity_type, text[f.start : f.end]) for each in own if each.supported_language == "en" for f in each.analyze(text, [])}
        self.assertEqual(found, {("TITLE", "Mrs."), ("TITLE", "No"), ("WARD", "Q12")})
        for yaml_text, why in json.loads((golden / "refused.json").read_text()):
            with self.assertRaises(redact.BadInput) as raised:
                read_registry(yaml_text.encode())
            self.assertIn(why, str(raised.exception))
            self.assertNotIn("Ellison", str(raised.exception))
        with self.assertRaises(redact.NotFound):
            read_registry(golden / "absent.yaml")

    def test_entities_and_thresholds(self):
        found = self.analyzer.analyze(NOTE, "en", entities=["EMAIL_ADDRESS"])
        self.assertEqual([(f.entity_type, NOTE[f.start : f.end]) for f in found], [("EMAIL_ADDRESS", "a@b.org")])
        self.assertEqual(self.analyzer.analyze(NOTE, "es", allow_list=["a@b.org"], entities=["EMAIL_ADDRESS"]), [])
        self.assertIn("PERSON", self.analyzer.get_supported_entities("es"))

    def test_names_that_are_asked_for_are_those_of_the_server(self):
        source = (pathlib.Path(SOURCE) / "server/presidio/entities.cc").read_text()
        pairs = re.findall(r'\{"(\w+)", "(\w+)"\}', source)
        self.assertGreater(len(pairs), 20)
        ours = {(name, label) for label in redact.labels() for name in names_of(label) if name not in (presidio_name(label), label)}
        self.assertEqual(set(pairs), ours)

    def test_a_finding_has_the_name_that_was_asked_for(self):
        text = "SSN 536-22-1234, card 4111 1111 1111 1111, Mrs Ellison"

        def found(*entities):
            all = self.analyzer.analyze(text, "en", entities=list(entities) or None)
            return {text[f.start : f.end]: f.entity_type for f in all}

        self.assertEqual(found("US_SSN", "CREDIT_CARD"), {"536-22-1234": "US_SSN", "4111 1111 1111 1111": "CREDIT_CARD"})
        self.assertEqual(found("SSN", "US_SSN"), {"536-22-1234": "SSN"})
        self.assertEqual(found("IBAN_CODE", "CREDIT_CARD")["4111 1111 1111 1111"], "IBAN_CODE")
        self.assertEqual(set(found().values()), {"ID", "PERSON"} | {presidio_name("ACCOUNT")})
        with self.assertWarnsRegex(RuntimeWarning, "nothing that is called EYE_COLOUR"):
            RedactRecognizer(supported_entities=["PERSON", "EYE_COLOUR"])

    def test_recognizers_share_a_model(self):
        one, other = (self.analyzer.get_recognizers(language)[0] for language in ("en", "es"))
        self.assertIsNot(one, other)
        self.assertIs(one.redactor.model, other.redactor.model)

    def test_the_anonymizer_takes_its_results(self):
        text = "Mrs Ellison, a@b.org"
        out = AnonymizerEngine().anonymize(text, self.analyzer.analyze(text, "en"))
        self.assertEqual(out.text, "Mrs <PERSON>, <EMAIL_ADDRESS>")

    def test_operators_of_python(self):
        text = "Ärztin 👩🏽‍⚕️: Mrs Ellison, a@b.org, 14/03/1948"
        upper = {"PERSON": OperatorConfig("custom", {"lambda": str.upper}), "DEFAULT": OperatorConfig("keep")}
        theirs = AnonymizerEngine().anonymize(text, self.analyzer.analyze(text, "en"), upper).text
        result = redact.Redactor().redact_one(text)
        ours = customized(text, result, {"PERSON": str.upper, "DEFAULT": str})
        self.assertEqual((ours, "ELLISON" in ours), (theirs, True))
        self.assertEqual(customized(text, result, {"PATIENT": lambda name: name.lower()}), result.text.replace("[PATIENT]", "ellison"))
        self.assertEqual(customized(text, result, {}), result.text)
        page = redact.Redactor().redact_one("<p>Mrs Ellison</p>")
        with self.assertRaisesRegex(ValueError, "plain text"):
            customized("<p>Mrs Ellison</p>", page, {"DEFAULT": str.upper})

    def test_batches(self):
        texts = ["Mrs Ellison", "", "No fever."]
        found = BatchAnalyzerEngine(self.analyzer).analyze_iterator(texts, "en", batch_size=2)
        self.assertEqual([[f.entity_type for f in each] for each in found], [["PERSON"], [], []])

    def test_a_text_that_cannot_be_searched_is_an_error(self):
        with self.assertRaises(redact.BadInput):
            self.analyzer.analyze("%PDF-1.7 Ellison", "en")

    def test_it_takes_the_place_of_gliner_in_the_slim_configuration(self):
        slim = pathlib.Path(sys.modules["presidio_analyzer"].__file__).parent / "conf/slim.yaml"
        configuration = yaml.safe_load(slim.read_text())
        configuration["nlp_configuration"]["models"][0]["model_name"] = str(self.dir / "en")
        first = configuration["recognizer_registry"]["recognizers"][0]
        self.assertEqual(first["name"], "GLiNERRecognizer")
        first["name"] = "RedactRecognizer"
        path = self.dir / "slim.yaml"
        path.write_text(yaml.safe_dump(configuration))
        analyzer = AnalyzerEngineProvider(analyzer_engine_conf_file=path).create_engine()
        people = [f for f in analyzer.analyze("Mrs Ellison has no fever.", "en") if f.entity_type == "PERSON"]
        self.assertEqual([(f.start, f.end) for f in people], [(4, 11)])
        (recognizer,) = (r for r in analyzer.get_recognizers("en") if isinstance(r, RedactRecognizer))
        self.assertEqual(recognizer.supported_language, "en")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
