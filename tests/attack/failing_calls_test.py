#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every call that changes a file fails once: with an error of the disk, with a full disk, and as the last call of a
process that is killed. Then the exit code says so, no result is half there, and --resume ends with the results of an
undisturbed run. REDACT_FAULTS: of how many calls (default 24, drawn at random; "all"); REDACT_SEED: of the draw.

Usage: failing_calls_test.py REDACT SOURCE_DIR MODEL LIBRARY"""

import errno
import json
import os
import pathlib
import random
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "program"))
from cli_case import NOTE, CommandLine, main, run  # noqa: E402
from cli_case import command as with_model  # noqa: E402

LIBRARY = sys.argv[4]
FAULTS = os.environ.get("REDACT_FAULTS", "24")
SEED = int(os.environ.get("REDACT_SEED", "1"))
WITH = (str(errno.EIO), str(errno.ENOSPC), "kill")


def tree(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()} if folder.exists() else {}


class FailingCalls(CommandLine):
    def fails_at(self, command, at, how):
        """Runs with a failing call. Returns the exit code, standard error and whether there were so many calls."""
        mark = self.dir / "mark"
        mark.unlink(missing_ok=True)
        variables = {"LD_PRELOAD": LIBRARY, "REDACT_FAIL_AT": str(at), "REDACT_FAIL_WITH": how, "REDACT_FAIL_MARK": str(mark)}
        done = subprocess.run(with_model(*command), capture_output=True, env={**os.environ, **variables})
        return done.returncode, done.stderr.decode(), mark.exists()

    def test_after_any_failure_a_batch_is_clean_and_goes_on(self):
        print(f"REDACT_SEED={SEED} REDACT_FAULTS={FAULTS}", flush=True)
        key = self.write("key", bytes(range(32)))
        for name in ("a", "deep/b"):
            self.write(f"in/{name}.txt", NOTE)
        self.write("in/c.jsonl", "".join(json.dumps({"id": i, "text": NOTE}) + "\n" for i in range(3)))
        self.assertEqual(run(self.dir / "in", "-o", self.dir / "expected")[0], 0)
        expected = tree(self.dir / "expected")

        def command(batch):
            folder = self.dir / f"batch{batch}"
            return [self.dir / "in", "-o", folder / "out", "--journal", folder / "j", "--mapping", folder / "m",
                    "--key-file", key, "--resume", "--report", folder / "r"]  # fmt: skip

        n_calls = 1
        while self.fails_at(command(f"-{n_calls}"), n_calls, "0")[2]:
            n_calls *= 2
        calls = [(at, how) for at in range(1, n_calls) for how in WITH]
        if FAULTS != "all":
            calls = random.Random(SEED).sample(calls, min(int(FAULTS), len(calls)))
        n_failed = 0
        for batch, (at, how) in enumerate(calls):
            with self.subTest(f"call {at} fails with {how}"):
                code, err, has_failed = self.fails_at(command(batch), at, how)
                n_failed += has_failed
                out = self.dir / f"batch{batch}/out"
                left = {k: v for k, v in tree(out).items() if not k.endswith(".partial")}
                self.assertEqual(left, {k: expected[k] for k in left})
                if how == "kill" and has_failed:
                    self.assertEqual(code, -9)
                elif code == 0:
                    self.assertEqual(left, expected)  # what failed was not needed
                else:
                    self.assertEqual(code, 1, err)
                    self.assertRegex(err, r"redact: [^\n]*(Input/output|No space|disk|failed|unable to open|for writing|I/O)[^\n]*\n")
                for word in ("Ellison", "a.txt", "c.jsonl"):
                    self.assertNotIn(word, err)
                code, _, err = run(*command(batch))
                self.assertEqual(code, 0, err)
                self.assertEqual(tree(out), expected)
        self.assertGreater(n_failed, len(calls) // 4)


if __name__ == "__main__":
    main()
