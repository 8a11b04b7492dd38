#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests bench/gpu/run without a GPU, with stand-ins for the programs of its bundle. One of them fails, hangs or prints
garbage, which must not cost any other line its result.

Usage: gpu_run_test.py FOLDER_OF_BENCH_GPU
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

FOLDER = pathlib.Path(sys.argv.pop(1))
SPANS = '{"entities": [{"entity_type": "NAME", "start": 3, "end": 9, "score": %s}]}\n{"entities": []}'
STAND_INS = {
    "cuda_gpu_test": "echo '[  PASSED  ] 3 tests.'",
    "redact": f"[[ $2 == cpu ]] && echo '{SPANS % 0.5}' || echo '{SPANS % 0.25}'",
    "redact-bench": "echo '| notes | 9 ms |'",
    "cuda_cublas_gpu_test": "echo '[  PASSED  ] 1 test.'",
    "cublas-limits": "echo '| 512 | 90.0 us |'",
    "tile-variants": "echo '| Q4_0 | 64 | yes |'",
    "gguf-tool": "touch \"$4\"; echo made",
    "llama-bench": "[[ -f $2 ]] && echo 'a rate'",
    "compute-sanitizer": "echo \"ERROR SUMMARY: 0 errors\"",
    "ncu": "echo profiled",
}  # fmt: skip
ORDER = ("tests bits bits bits bits bits bits spans spans spans notes notes notes sanitizers sanitizers sanitizers sanitizers "
         "cublas cublas 7b-q4_k 7b-q4_k 7b-q4_k 7b-q4_k 7b-q8_0 7b-q8_0 7b-q8_0 7b-q8_0 1b-f16 1b-f16 1b-f16 profile profile profile profile profile variants").split()  # fmt: skip
ROW = re.compile(r"\| ([\w-]+): ([\w -]+) \| (\d+) \| (\d+) \| (.*) \|")
FAILS, HANGS = "echo broken; exit 3", "echo waiting; sleep 1000"
HANGS_AND_STAYS = "trap '' TERM; echo waiting; sleep 1000; sleep 1000"
LEAVES_A_CHILD = "setsid sleep 20 & echo left; exit 0"
GARBAGE = "head -c 300000 /dev/urandom; printf '| broken | 0 | \\x01\\xff |\\n\\n'; exit 9"
ENDLESS = "yes 0123456789012345678901234567890123456789"


class GpuRun(unittest.TestCase):
    def setUp(self):
        self.work = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.work)
        self.bundle = self.work / "bundle"
        (self.bundle / "bin").mkdir(parents=True)
        for name in ("run", "lines", "spans_differ"):
            shutil.copy(FOLDER / name, self.bundle / name)
        for name, does in STAND_INS.items():
            self.stand_in(name, does)
        (self.work / "notes.jsonl").write_text("{}\n")

    def stand_in(self, name, does):
        program = self.bundle / "bin" / name
        program.write_text(f"#!/usr/bin/env bash\n{does}\n")
        program.chmod(0o755)

    def run_lines(self, *parts, seconds=30):
        """Returns the exit code, and for every line {(part, name): (exit code, seconds, last words)}."""
        path = f"{self.bundle / 'bin'}:{os.environ['PATH']}"
        done = subprocess.run([self.bundle / "run", self.bundle, self.work / "notes.jsonl", self.work / "out", *parts],
                              env={**os.environ, "PATH": path, "MOST_SECONDS": str(seconds)}, capture_output=True, timeout=300)  # fmt: skip
        table = (self.work / "out" / "table.md").read_bytes()
        self.assertEqual(done.stdout, table)
        self.rows = [ROW.fullmatch(row) for row in table.decode("ascii").split("\n") if row.startswith("|")][2:]
        self.assertTrue(all(self.rows), table)
        return done.returncode, {(row[1], row[2]): (int(row[3]), int(row[4]), row[5]) for row in self.rows}

    def test_all_lines_in_their_order(self):
        code, lines = self.run_lines()
        self.assertEqual([row[1] for row in self.rows], ORDER)
        self.assertEqual({key: value for key, value in lines.items() if value[0] != 0}, {})
        self.assertEqual(code, 0)
        self.assertEqual(lines["tests", "tests"][2], "[  PASSED  ] 3 tests.")
        self.assertEqual(lines["spans", "compared"][2], "0 of 2 documents have other spans; the other output has 2")
        self.assertEqual(list((self.work / "out").glob("*.gguf")), [])

    def whole_but_for(self, program, does, wanted, seconds=30):
        """Expects that all lines of a program end with one of the codes `wanted`, and all others as usual. Returns the
        lines of the program."""
        self.stand_in(program, does)
        code, lines = self.run_lines(seconds=seconds)
        self.assertEqual(code, 1)
        self.assertEqual([row[1] for row in self.rows], ORDER)
        broken = {key: value for key, value in lines.items() if value[0] != 0}
        self.assertTrue(broken)
        self.assertTrue(all(value[0] in wanted for value in broken.values()), broken)
        return broken

    def test_a_program_that_fails(self):
        broken = self.whole_but_for("cuda_gpu_test", FAILS, {3})
        self.assertEqual({part for part, _ in broken}, {"tests", "bits"})
        self.assertEqual(broken["tests", "tests"][2], "broken")

    def test_a_program_that_hangs(self):
        broken = self.whole_but_for("llama-bench", HANGS, {124}, seconds=1)
        self.assertEqual(set(broken), {("7b-q4_k", "llama-bench"), ("7b-q8_0", "llama-bench")})
        self.assertEqual(broken["7b-q4_k", "llama-bench"][2], "stopped after 1 s; waiting")

    def test_a_program_that_will_not_end(self):
        self.stand_in("compute-sanitizer", HANGS_AND_STAYS)
        began = time.monotonic()
        code, lines = self.run_lines("notes", "sanitizers", seconds=1)
        self.assertLess(time.monotonic() - began, 60)
        self.assertEqual(code, 1)
        self.assertEqual(lines["sanitizers", "racecheck"][0], 137)
        self.assertEqual(lines["notes", "16 in flight"][0], 0)

    def test_a_program_that_prints_garbage(self):
        broken = self.whole_but_for("redact-bench", GARBAGE, {9})
        self.assertEqual({part for part, _ in broken}, {"notes", "7b-q4_k", "7b-q8_0", "1b-f16"})

    def test_a_program_that_prints_without_end(self):
        self.stand_in("ncu", ENDLESS)
        code, lines = self.run_lines("profile", "notes", seconds=20)
        self.assertEqual(code, 1)
        self.assertTrue(lines["profile", "gemm_q_kernel"][2].startswith("printed more"))
        self.assertTrue(all(log.stat().st_size <= 8 << 20 for log in (self.work / "out").glob("*.log")))
        self.assertEqual(lines["notes", "1 in flight"][0], 0)

    def test_a_program_that_leaves_one_behind_holds_nobody_up(self):
        self.stand_in("cuda_gpu_test", LEAVES_A_CHILD)
        began = time.monotonic()
        self.run_lines("tests", seconds=1)
        self.assertLess(time.monotonic() - began, 18)

    def test_a_program_that_is_not_there(self):
        (self.bundle / "bin" / "ncu").unlink()
        if shutil.which("ncu"):
            self.skipTest("this machine has a profiler")
        code, lines = self.run_lines("profile")
        self.assertEqual(code, 1)
        self.assertEqual({value[0] for value in lines.values()}, {127})

    def test_parts_alone_and_a_table_of_all_that_have_run(self):
        _, lines = self.run_lines("notes")
        self.assertEqual({part for part, _ in lines}, {"notes"})
        _, lines = self.run_lines("tests")
        self.assertEqual([row[1] for row in self.rows], ["tests", "notes", "notes", "notes"])

    def test_other_spans_are_counted(self):
        self.stand_in("redact", f"[[ $2 == cpu ]] && echo '{SPANS % 1}' || echo '{SPANS % 1}' | sed 's/\"end\": 9/\"end\": 10/'")
        code, lines = self.run_lines("spans")
        self.assertEqual(code, 1)
        self.assertEqual(lines["spans", "compared"], (1, lines["spans", "compared"][1], "1 of 2 documents have other spans; the other output has 2"))


if __name__ == "__main__":
    unittest.main()
