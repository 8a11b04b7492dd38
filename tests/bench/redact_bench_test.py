#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the rows of redact-bench on a small model of random weights. Usage: redact_bench_test.py BIN SOURCE_DIR"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

BIN, SOURCE = map(pathlib.Path, sys.argv[1:3])
del sys.argv[1:3]
NOTES = [{"id": "1", "text": "Mrs Ada Marsh was seen on 3 May 2024.\n", "spans": []}, {"text": "Call Dr Jonas Field.\n", "spans": []}]


def bench(*options):
    return subprocess.run([BIN / "redact-bench", *map(str, options)], capture_output=True, text=True)


class RedactBench(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.model, cls.notes = pathlib.Path(cls.folder.name, "m.gguf"), pathlib.Path(cls.folder.name, "notes.jsonl")
        subprocess.run([BIN / "gguf-tool", "random", next((SOURCE / "models").glob("redact-v*.gguf")), "-o", cls.model, "--type", "q4_0",
                        "--layers", "1", "--width", "256", "--heads", "4", "--kv-heads", "2", "--ff", "256"], check=True)  # fmt: skip
        cls.notes.write_text("".join(json.dumps(note) + "\n" for note in NOTES))

    def rows(self, *options):
        done = bench("-o", "json", *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_without_arguments_it_says_what_it_can_do(self):
        done = bench()
        self.assertEqual(done.returncode, 0)
        self.assertIn("redact-bench -m MODEL.gguf", done.stdout)
        self.assertIn("--depth", done.stdout)
        done = bench("-t", "1")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("needs -m, --notes or both", done.stderr)

    def test_rows_say_what_they_were_measured_on(self):
        info = subprocess.run([BIN / "gguf-tool", "info", self.model], capture_output=True, text=True, check=True).stdout
        parameters = sum(int(a) * int(b) for a, b in re.findall(r"\[(\d+), (\d+)\]", info))
        rows = self.rows("-m", self.model, "-p", 16, "-n", 4, "-r", 1, "-d", "0,32", "-t", "1,2", "--device", "cpu:scalar")
        self.assertEqual([(row["threads"], row["test"]) for row in rows],
                         [(t, test) for t in (1, 2) for test in ("pp16", "tg4", "pp16 @ d32", "tg4 @ d32")])  # fmt: skip
        for row in rows:
            self.assertEqual((row["type"], row["device"], row["% of limit"] == "-"), ("Q4_0", "cpu:scalar", row["test"].startswith("pp")))
            self.assertGreater(row["limit GB/s"], 0)
            self.assertGreater(row["MiB resident"], 1)
            self.assertTrue(row["processor"] and row["commit"])
            self.assertEqual((round(row["parameters (billions)"] * 1e9), round(row["GiB"] * 2**30)), (parameters, parameters * 18 // 32))

    def test_the_limit_is_that_of_the_instruction_set(self):
        devices = subprocess.run([BIN / "redact", "--list-devices"], capture_output=True, text=True, check=True).stdout.split()
        for device in set(devices) & {"cpu:avx2", "cpu:avxvnni", "cpu:avx512", "cpu:amx"}:
            row = self.rows("-m", self.model, "-p", 16, "-n", 0, "-r", 1, "-t", 1, "--device", device)[0]
            self.assertEqual(row["device"], device)
            self.assertGreater(row["limit int8 Gop/s"], 10)
            self.assertGreater(row["% of limit"], 0)

    def test_passes_at_depth(self):
        rows = self.rows("-m", self.model, "-p", 0, "-n", 0, "-r", 1, "-d", "0,16", "--passes")
        self.assertEqual([(row["depth"], row["rows of a pass"]) for row in rows], [(d, 2**i) for d in (0, 16) for i in range(10)])

    def test_an_idle_device_answers_what_the_processor_computed(self):
        row = self.rows("--notes", self.notes, "--device", "idle", "-t", 1, "--least-seconds", 0.2)[0]
        for column in ("session's thread, ns/token", "all threads, ns/token", "launches/pass", "KB back/pass"):
            self.assertGreater(row[column], 0, column)
        stages = self.rows("--notes", self.notes, "--device", "idle", "--stages", "-t", 1, "-r", 1)
        self.assertEqual(len(stages), 7)
        self.assertGreater(min(stage["ns/token"] for stage in stages), 0)

    def test_devices_find_the_same_spans(self):
        row = self.rows("--notes", self.notes, "--device", "cpu", "--against", "cpu:scalar")[0]
        self.assertEqual((row["documents"], row["different"], row["test"]), (2, 0, "cpu against cpu:scalar"))
        self.assertGreater(row["spans"], 1)


if __name__ == "__main__":
    unittest.main()
