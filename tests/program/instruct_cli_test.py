#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Drives the program with an instruct model, as a user does. Usage: instruct_cli_test.py REDACT MODEL PROMPT; MODEL has
random weights and a vocabulary of single bytes."""

import json
import subprocess
import sys
import tempfile
import time
import unittest

REDACT, MODEL, PROMPT = sys.argv[1:4]
NOTE = "Patient: Margaret Ellison\r\nWrite to o.p@brannocks.example. No fever.\r\n"
ASKED = ["-m", MODEL, "--template", "plain", "--lang", "en", "--prompt", PROMPT]
QUIET = [*ASKED, "--bias", "-50"]  # with this bias the model writes no tag


def run(*args, stdin=b""):
    done = subprocess.run([REDACT, *map(str, args)], input=stdin, capture_output=True)
    return done.returncode, done.stdout, done.stderr.decode()


class Instruct(unittest.TestCase):
    def write(self, text):
        file = tempfile.NamedTemporaryFile("wb", suffix=".txt")
        self.addCleanup(file.close)
        file.write(text.encode()), file.flush()
        return file.name

    def test_rules_hide_what_the_model_leaves(self):
        code, out, err = run(*QUIET, self.write(NOTE))
        self.assertEqual((code, err), (0, ""))
        self.assertEqual(out.decode(), NOTE.replace("o.p@brannocks.example", "[EMAIL]"))
        code, out, _ = run(*QUIET, "--no-rules", self.write(NOTE))
        self.assertEqual((code, out.decode()), (0, NOTE))

    def test_a_note_longer_than_the_context_is_read_in_windows(self):
        note = NOTE * 300
        code, out, err = run(*QUIET, "--quiet", "-c", "4096", self.write(note))
        self.assertEqual((code, err), (0, ""))
        self.assertEqual(out.decode(), note.replace("o.p@brannocks.example", "[EMAIL]"))

    def test_a_record_says_who_found_what(self):
        line = json.dumps({"id": "7", "text": NOTE}).encode()
        for task in ("tags", "mask", "verdict", "patient", "markup", "list"):
            code, out, err = run(*ASKED, "--task", task, "--bias", "-3", "--text-field", "text", stdin=line)
            self.assertEqual((code, err), (0, ""), task)
            record = json.loads(out)
            self.assertIn("rule", [entity["source"] for entity in record["entities"]])
            self.assertEqual(record["id"], "7")

    def test_an_answer_that_outgrows_the_context_withholds_the_document(self):
        code, out, err = run(*ASKED, "--quiet", "--task", "markup", "--bias", "50", "-c", "4096", self.write(NOTE * 40))
        self.assertEqual((code, out), (3, b""))
        self.assertIn("document (path 1) withheld", err)
        self.assertIn("-c", err)
        self.assertEqual(err.count("\n"), 1)

    def test_options_that_ask_need_a_model_to_ask(self):
        for option, value in (("--task", "mask"), ("--lang", "en"), ("--prompt", PROMPT), ("--shots", PROMPT), ("--template", "llama3"), ("-c", "512")):
            code, out, err = run(option, value, stdin=NOTE.encode())
            self.assertEqual((code, out), (2, b""), option)
            self.assertIn(option, err)

    def test_a_prompt_that_can_not_fit_is_refused_unread(self):
        prompt = self.write("Replace each identifier. " * 2_000_000)  # 50 MB
        start = time.monotonic()
        code, out, err = run(*ASKED[:6], "--prompt", prompt, stdin=NOTE.encode())
        self.assertEqual((code, out), (1, b""))
        self.assertIn("fills the context", err)
        self.assertLess(time.monotonic() - start, 5)

    def test_what_can_not_be_used_is_named(self):
        for code, word, args in (
            (1, "tokenizer.chat_template", ["-m", MODEL]),
            (1, "--template", ["-m", MODEL, "--template", "nonesuch"]),
            (1, "context", [*QUIET, "-c", "9000"]),
            (1, "--prompt", [*ASKED[:6], "--prompt", "/nonexistent"]),
            (1, "--shots", [*ASKED, "--shots", PROMPT]),
            (2, "--task", [*ASKED, "--task", "translate"]),
        ):
            got, out, err = run(*args, stdin=NOTE.encode())
            self.assertEqual((got, out), (code, b""), args)
            self.assertIn(word, err)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
