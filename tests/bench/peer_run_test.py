#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests bench/peer/run.py --model with stand-ins for both programs. Usage: peer_run_test.py FOLDER_OF_BENCH"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

FOLDER = pathlib.Path(sys.argv.pop(1))
OURS = [{"model": "7b", "type": "Q4_0", "GiB": 3.6, "device": "cpu:avx512", "threads": 2, "test": test, "t/s": f"{rate} ± 0.1", "processor": "P", "commit": "1234567"}
        for test, rate in (("pp512", 300.0), ("tg64", 20.0), ("tg64 @ d4096", 15.0))] + [{"rows of a pass": 8, "depth": 0, "rows/s": 120.0}]  # fmt: skip
THEIRS = [{"n_prompt": p, "n_gen": g, "n_depth": d, "avg_ts": t} for p, g, d, t in ((512, 0, 0, 150.0), (0, 64, 0, 16.0), (0, 64, 4096, 10.0), (8, 0, 0, 60.0))]


class PeerRun(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.build = pathlib.Path(folder.name)
        self.calls = self.build / "calls"

    def program(self, path, rows):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/usr/bin/env bash\necho \"$(basename $0) $*\" >> {self.calls}\necho '{json.dumps(rows)}'\n")
        path.chmod(0o755)

    def run_beside(self, peer, *options):
        self.program(self.build / "bin/redact-bench", OURS)
        for name in ("llama-bench", "llama-batched-bench"):
            self.program(self.build / peer / "bin" / name, THEIRS)
        done = subprocess.run([sys.executable, FOLDER / "peer/run.py", "--build", self.build, "--model", "m.gguf", *options], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout, self.calls.read_text().splitlines()

    def test_one_table_of_a_model(self):
        text, calls = self.run_beside("peer", "--threads", "3")
        self.assertIn("model 7b; type Q4_0; GiB 3.6; device cpu:avx512; threads 2; processor P; commit 1234567", text)
        rows = [row for row in text.splitlines() if row.startswith("| ")][2:]
        self.assertEqual(rows, ["| pp8 | 120.00 | 60.00 | 2.00 |", "| pp512 | 300.00 | 150.00 | 2.00 |",
                                "| tg64 | 20.00 | 16.00 | 1.25 |", "| tg64 @ d4096 | 15.00 | 10.00 | 1.50 |"])  # fmt: skip
        self.assertEqual([call.split()[0] for call in calls], ["redact-bench", "llama-bench"] * 2)
        self.assertTrue(all("-m m.gguf -t 3" in call and "-ngl" not in call for call in calls))

    def test_on_a_gpu(self):
        _, calls = self.run_beside("peer-cuda", "--device", "cuda")
        self.assertTrue(all("--device cuda" in call if "redact" in call else "-ngl 99 -fa 1" in call for call in calls))

    def test_what_is_missing_is_named(self):
        done = subprocess.run([sys.executable, FOLDER / "peer/run.py", "--build", self.build], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("needs --model, or --vocab and --notes", done.stderr)


if __name__ == "__main__":
    unittest.main()
