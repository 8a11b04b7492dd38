#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Several models read each document: the bundled one, and one that finds the words of a list.
Usage: cli_models_test.py REDACT SOURCE_DIR MODEL"""

import json

from cli_case import MODEL, REDACT, CommandLine, main, result_of

# The list has Ellison and Pritchard, and the bundled model knows the other name. An address is found by a rule.
NOTE = "Patient: Margaret Ellison\nSeen by Dr Owen Pritchard. Write to o.p@brannocks.example.\nHer brother, Mr Alaric Tarn, was informed.\n"
BOTH = ("-m", "bundled", "-m", MODEL)


class SeveralModels(CommandLine):
    def redact(self, *args, stdin=NOTE):
        return result_of([REDACT, *map(str, args)], stdin.encode())

    def record(self, *args):
        code, out, err = self.redact(*args, "--format", "jsonl", "--include-text", "--quiet")
        self.assertEqual(code, 0, err)
        return json.loads(out)

    def test_by_any_model_all_that_one_finds_is_hidden_and_records_say_by_which(self):
        record = self.record(*BOTH)
        self.assertNotIn("Ellison", record["text"])
        self.assertNotIn("Tarn", record["text"])
        bundled, words = record["model"].split("+")
        found = {entity["text"]: entity["models"] for entity in record["entities"] if entity["source"] == "model"}
        self.assertEqual(found["Margaret Ellison"], [bundled, words])
        self.assertEqual([models for text, models in found.items() if "Tarn" in text], [[bundled]])

    def test_by_all_models_the_rest_stays_for_review_and_rules_are_not_voted_down(self):
        record = self.record(*BOTH, "--agree", "all")
        self.assertNotIn("Ellison", record["text"])
        self.assertNotIn("brannocks", record["text"])
        self.assertIn("Alaric Tarn", record["text"])
        self.assertEqual(record["status"], "review")
        name = NOTE.index("Alaric Tarn")
        self.assertIn((name, name + len("Alaric Tarn")), {(each["start"], each["end"]) for each in record["review"]})
        self.assertEqual(record["text"], self.record("-m", MODEL, "-m", "bundled", "--agree", "majority")["text"])

    def test_bundled_alone_is_the_model_that_needs_no_name(self):
        self.assertEqual(self.redact("-m", "bundled"), self.redact())
        self.assertNotIn("models", self.record("-m", "bundled")["entities"][0])

    def test_a_batch_goes_on_with_the_same_models_and_agreement_only(self):
        note, journal = self.write("in/note.txt", NOTE).parent, self.dir / "run.journal"
        code, _, err = self.redact(*BOTH, "--journal", journal, "-o", self.out, note)
        self.assertEqual(code, 0, err)
        resume = ("--journal", journal, "--resume", "-o", self.out, note)
        for args, changed in ((BOTH + ("--agree", "all"), "--agree"), (("-m", "bundled"), "model"), (("-m", MODEL, "-m", "bundled"), "model")):
            code, _, err = self.redact(*args, *resume)
            self.assertNotEqual(code, 0)
            self.assertIn(changed, err)
        self.assertEqual(self.redact(*BOTH, *resume)[0], 0)

    def test_what_is_not_for_several_models_is_refused(self):
        self.expect_refused(2, ["--agree needs several models"], "--agree", "all")
        self.expect_refused(2, ["--lora adapts a model that works alone"], *BOTH, "--lora", "x.gguf")
        self.expect_refused(1, ["model: number 2: "], "-m", "bundled", "-m", "/nonexistent")


if __name__ == "__main__":
    main()
