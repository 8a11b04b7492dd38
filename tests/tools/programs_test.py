#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The common behaviour of gguf-tool, redact-eval and redact-judge: exit codes, one line for each error, and outputs
that never replace an input. Usage: programs_test.py BIN SOURCE_DIR BUNDLED_MODEL"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BIN, SOURCE, MODEL = map(pathlib.Path, sys.argv[1:4])
GOLD = {"id": "1", "text": "Mrs Ellison has no fever.", "spans": [{"start": 4, "end": 11, "label": "PATIENT"}]}


def run(program, *args, stdout=subprocess.PIPE):
    command = [BIN / program, *map(str, args)]
    done = subprocess.run(command, stdout=stdout, stderr=subprocess.PIPE, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


class Programs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)
        self.gold = self.write("gold.jsonl", json.dumps(GOLD) + "\n")

    def write(self, name, content):
        path = self.dir / name
        path.write_text(content)
        return path

    def expect(self, code, words, program, *args):
        """Expects this exit code, one line on standard error that contains `words`, and no standard output."""
        before = {path: path.read_bytes() for path in self.dir.rglob("*") if path.is_file()}
        got, out, err = run(program, *args)
        self.assertEqual((got, out, err.count("\n")), (code, "", 1), (args, err))
        self.assertTrue(err.startswith(f"{program}: "), err)
        self.assertIn(words, err)
        after = {path: path.read_bytes() for path in self.dir.rglob("*") if path.is_file()}
        self.assertEqual(before, after, "a file was written")

    def test_help_ends_with_0(self):
        for program in ("gguf-tool", "redact-agree", "redact-eval", "redact-judge"):
            code, out, err = run(program, "--help")
            self.assertEqual((code, err), (0, ""))
            self.assertIn("Usage", out)

    def test_a_command_line_that_makes_no_sense_ends_with_2(self):
        self.expect(2, "subcommand", "gguf-tool")
        self.expect(2, "GOLD", "redact-eval")
        self.expect(2, "TEXTS", "redact-judge")
        for program in ("redact-eval", "redact-judge"):
            self.expect(2, "--nonsense", program, "--nonsense")
        self.expect(2, "--nonsense", "gguf-tool", "info", MODEL, "--nonsense")
        self.expect(2, "--threads", "redact-eval", self.gold, "-t", "-1")
        self.expect(2, "--threads", "redact-judge", "a", "b", "--judge", "c", "-t", "100000")
        self.expect(2, "--bias", "redact-eval", self.gold, "--bias", "nan")
        self.expect(2, "--curve", "redact-eval", self.gold, "--curve", "1,x")
        self.expect(2, "--records: the value is empty", "redact-eval", self.gold, "--records", "")
        self.expect(2, "FILE: the value is empty", "gguf-tool", "info", "")
        self.expect(1, "No such file", "redact-eval", "--curve=0,1", self.gold.with_name("none.jsonl"))
        self.expect(2, "--task", "redact-eval", self.gold, "--task", "translate")
        self.expect(2, "--study", "redact-eval", self.gold, "--study", "none")
        self.expect(2, "--study", "redact-eval", self.gold, "--outputs", self.gold)
        self.expect(2, "--ask", "redact-judge", "a", "b", "--judge", "c", "--ask", "everything")
        self.expect(2, "takes one judge", "redact-judge", "a", "b", "--judge", "c", "--judge", "d", "--answers", "e")

        for share in ("nan", "inf", "0.4", "1"):
            self.expect(2, "--share", "redact-judge", "a", "b", "--judge", "c", "--share", share)
        self.expect(2, "--min-margin", "redact-judge", "a", "b", "--judge", "c", "--min-margin", "nan")
        self.expect(2, "odd number", "redact-judge", "a", "b", "--judge", "c", "--judge", "d")

    def test_adapt_says_in_one_line_what_is_missing_before_it_installs_anything(self):
        gold, test, model = (["nosuch"], "GOLD", " or folder"), ([self.gold, "--test", "nosuch"], "--test", " or folder"), ([self.gold, "--model", "nosuch"], "--model", "")
        for args, name, folder in (gold, test, model):
            done = subprocess.run([SOURCE / "tools/adapt", *args], capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (1, "", f"redact-adapt: {name}: there is no such file{folder}\n"))

    def test_an_output_goes_into_a_folder_that_exists(self):
        records = self.write("records.jsonl", json.dumps({"id": "1", "entities": []}) + "\n")
        for option in ("--json", "--html"):
            code, _, err = run("redact-eval", self.gold, "--records", records, option, self.dir / "nosuch/x")
            self.assertEqual((code, err.count("\n")), (1, 1), err)
            self.assertIn(option, err)
        code, _, err = run("gguf-tool", "quantize", MODEL, self.dir / "nosuch/x", "Q8_0")
        self.assertEqual((code, err.count("\n")), (1, 1), err)
        self.assertFalse((self.dir / "nosuch").exists())

    def test_an_empty_value_is_not_an_absent_one(self):
        for option in ("--json", "--html", "--records", "-m"):
            self.expect(2, "is empty", "redact-eval", self.gold, option, "")
        self.expect(2, "is empty", "redact-judge", "a", "b", "--judge", "c", "--suspects", "")
        self.expect(2, "is empty", "gguf-tool", "logits", MODEL, "--ids", "")

    def test_an_input_that_cannot_be_used_ends_with_1_and_is_named(self):
        self.expect(1, "GOLD: No such file", "redact-eval", "/nonexistent")
        self.expect(1, "--records: No such file", "redact-eval", self.gold, "--records", "/nonexistent")
        self.expect(1, "TEXTS: No such file", "redact-judge", "/nonexistent", "b", "--judge", "c")
        self.expect(1, "FILE: No such file", "gguf-tool", "info", "/nonexistent")

    def test_a_redaction_model_can_not_be_asked(self):
        for model in ([], ["-m", MODEL]):
            for option, value in (("--task", "mask"), ("--prompt", MODEL), ("--shots", MODEL), ("--template", "chatml")):
                self.expect(1, f"{option}: is for an instruct model", "redact-eval", self.gold, *model, option, value)

    def test_records_are_scored_without_a_model(self):
        for option, value in (("--task", "mask"), ("--lang", "en"), ("--prompt", MODEL), ("-m", MODEL), ("-t", "1"), ("--bias", "0")):
            self.expect(2, "excludes", "redact-eval", self.gold, "--records", self.gold, option, value)

    def test_standard_output_that_is_full_ends_with_1(self):
        with open("/dev/full", "w") as full:
            code, _, err = run("gguf-tool", "info", MODEL, stdout=full)
        self.assertEqual((code, err), (1, "gguf-tool: cannot write to standard output\n"))

    def test_withheld_documents_end_with_3_and_the_results_are_written(self):
        records = self.write("records.jsonl", json.dumps({"id": "1", "status": "failed"}) + "\n")
        scores = self.dir / "scores.json"
        code, out, err = run("redact-eval", self.gold, "--records", records, "--json", scores)
        self.assertEqual((code, err), (3, ""))
        self.assertEqual(json.loads(scores.read_text())["total"]["documents_withheld"], 1)
        self.assertNotEqual(out, "")

    def test_an_output_never_replaces_an_input(self):
        model = self.dir / "model.gguf"
        shutil.copy(MODEL, model)
        records = self.write("records.jsonl", json.dumps({"id": "1", "entities": []}) + "\n")
        link, twin = self.dir / "link", self.dir / "twin"
        link.symlink_to(self.gold)
        os.link(self.gold, twin)
        roundabout = self.dir / ".." / self.dir.name / "gold.jsonl"
        for output in (self.gold, link, twin, roundabout):
            self.expect(2, "--html: the file is an input", "redact-eval", self.gold, "--html", output)
            self.expect(2, "--json: the file is an input", "redact-eval", self.gold, "--json", output)
        self.expect(2, "input", "redact-eval", self.gold, "--records", records, "--json", records)
        self.expect(2, "input", "redact-eval", self.gold, "-m", model, "--json", model)
        self.expect(2, "input", "redact-eval", self.gold, "--study", "italian", "--outputs", records, "--json", records)
        self.expect(2, "input", "redact-eval", self.gold, "--markup", self.gold)
        self.expect(2, "input", "redact-judge", self.gold, records, "--judge", model, "--answers", records)
        self.expect(2, "input", "redact-judge", self.gold, records, "--judge", model, "--json", model)
        self.expect(2, "folder of inputs", "redact-eval", self.dir, "--html", self.dir / "page.html")
        self.expect(2, "input", "gguf-tool", "random", model, "-o", model)
        self.expect(2, "input", "gguf-tool", "logits", model, "--ids", "5", "-o", model)
        new = self.dir / "new"
        self.expect(2, "same file", "redact-eval", self.gold, "--json", new, "--html", new)

    def test_an_older_result_is_replaced(self):
        scores = self.write("scores.json", "old")
        self.assertEqual(run("redact-eval", self.gold, "--json", scores)[0], 0)
        self.assertEqual(json.loads(scores.read_text())["total"]["documents"], 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
