#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An allocation of a run fails, or each from one on. Then the run ends by itself with a message, or withholds what it had
no memory for; no result is half there or another one, no word of a note is said, and --resume ends with the results of
an undisturbed run. REDACT_FAULTS: of how many allocations (default 40, drawn at random; "all"); REDACT_SEED: of the draw.

Usage: failing_allocations_test.py REDACT SOURCE_DIR MODEL LIBRARY"""

import json
import os
import pathlib
import random
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "program"))
from cli_case import MODEL, NOTE, REDACT, CommandLine, main, run  # noqa: E402

LIBRARY = sys.argv[4]
FAULTS = os.environ.get("REDACT_FAULTS", "40")
SEED = int(os.environ.get("REDACT_SEED", "1"))


def tree(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()} if folder.exists() else {}


class FailingAllocations(CommandLine):
    def fails_at(self, command, at, on):
        """Runs with a failing allocation; 0: none fails. Returns the exit code and standard error."""
        variables = {"LD_PRELOAD": LIBRARY, "REDACT_FAIL_AT": str(at), "REDACT_FAIL_ON": on, "REDACT_FAIL_MARK": str(self.dir / "mark")}
        done = subprocess.run([REDACT, *map(str, command)], capture_output=True, env={**os.environ, **variables}, timeout=60)
        self.assertEqual(done.stdout, b"")
        return done.returncode, done.stderr.decode(errors="replace")

    def command(self, folder):
        return [self.dir / "in", "-o", folder / "out", "--journal", folder / "j", "--mapping", folder / "m", "--key-file",
                self.dir / "key", "--resume", "--report", folder / "r", "--threads", "1", "--quiet", "-m", MODEL]  # fmt: skip

    def test_a_run_without_memory_ends_clean_and_goes_on(self):
        print(f"REDACT_SEED={SEED} REDACT_FAULTS={FAULTS}", flush=True)
        self.write("key", bytes(range(32)))
        note = NOTE + "a@b.org\n"
        self.write("in/a.txt", note)
        self.write("in/b.html", "<p>Mrs <b>El</b>lison, a@b.org</p>")
        self.write("in/c.jsonl", "".join(json.dumps({"id": i, "text": note}) + "\n" for i in range(2)))
        code, err = self.fails_at(self.command(self.dir / "expected"), 0, "one")
        self.assertEqual((code, err), (0, ""))
        expected = tree(self.dir / "expected/out")
        n = int((self.dir / "mark").read_text())
        print(f"{n} allocations", flush=True)
        self.assertGreater(n, 10000)
        places = [(at, on) for at in range(1, n + 1) for on in ("one", "all")]
        if FAULTS != "all":
            places = random.Random(SEED).sample(places, int(FAULTS))
        n_withheld = n_refused = 0
        for at, on in places:
            with self.subTest(f"allocation {at}, {on}"):
                folder = self.dir / "run"
                shutil.rmtree(folder, ignore_errors=True)
                code, err = self.fails_at(self.command(folder), at, on)
                self.assertIn(code, (0, 1, 3), err)
                n_withheld += code == 3
                n_refused += code == 1
                if code != 0:
                    self.assertRegex(err, r"redact: [^\n]*(memory|failed|opened)[^\n]*\n")
                for word in ("Ellison", "a@b", "a.txt", "b.html", "c.jsonl"):
                    self.assertNotIn(word, err)
                left = {k: v for k, v in tree(folder / "out").items() if not k.endswith(".partial")}
                if code != 3:  # a file of lines holds those that were not withheld
                    self.assertEqual(left, {k: expected[k] for k in left})
                self.assertTrue(left.keys() <= expected.keys())
                if code == 0:
                    self.assertEqual(left, expected)
                again, _, err = run(*self.command(folder))
                self.assertIn(again, (0, 3) if code == 3 else (0,), err)
                if again == 0:
                    self.assertEqual(tree(folder / "out"), expected)
        print(f"{len(places)} failures: {n_refused} runs ended, {n_withheld} withheld documents", flush=True)
        self.assertGreater(n_refused, 0)


if __name__ == "__main__":
    main()
