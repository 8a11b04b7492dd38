#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Batches on a system that does not help: a clock that jumps back, and folders that cannot be written.

Usage: hostile_system_test.py REDACT SOURCE_DIR MODEL CLOCK VERIFY"""

import contextlib
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "program"))
from cli_case import NOTE, REDACT, CommandLine, main, run  # noqa: E402

CLOCK, VERIFY = sys.argv[4:6]
NOBODY = 65534


class HostileSystem(CommandLine):
    def setUp(self):
        super().setUp()
        for i in range(6):
            self.write(f"in/{i}.txt", NOTE)
        self.journal = self.dir / "journal"

    def batch(self, *more):
        return [self.dir / "in", "-o", self.out, "--journal", self.journal, *more]

    def test_a_clock_that_jumps_back_changes_no_result_and_no_resumption(self):
        preload = {**os.environ, "LD_PRELOAD": CLOCK}
        report = self.dir / "report.html"
        for more in (["--limit", 3], ["--resume", "--report", report]):
            code, _, err = run(*self.batch(*more), env=preload)
            self.assertEqual(code, 0, err)
        with contextlib.closing(sqlite3.connect(self.journal)) as database:
            began, ended = database.execute("SELECT started, ended FROM run WHERE id = 1").fetchone()
            (n_done,) = database.execute("SELECT count(*) FROM document WHERE state = 'done' AND seconds BETWEEN 0 AND 60").fetchone()
        self.assertLess(ended, began)  # the clock did jump
        self.assertEqual(n_done, 6)
        self.assertIn("</html>", report.read_text())
        done = subprocess.run([VERIFY, self.journal, self.dir / "in", self.out], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, "6 documents, 0 findings\n"), done.stderr)
        expected = self.dir / "expected"
        self.assertEqual(run(self.dir / "in", "-o", expected)[0], 0)
        for path in sorted(expected.iterdir()):
            self.assertEqual((self.out / path.name).read_bytes(), path.read_bytes())

    def test_a_folder_that_cannot_be_written_ends_the_run_with_its_reason(self):
        as_user = []
        if os.geteuid() == 0:  # to whom no folder is read-only
            if shutil.which("setpriv") is None:
                self.skipTest("setpriv is not installed")
            as_user = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
            for path in (self.dir, *self.dir.rglob("*")):
                os.chown(path, NOBODY, NOBODY)
        redact = shutil.copy(REDACT, self.dir)
        self.out.mkdir(0o555)
        (self.dir / "locked").mkdir(0o555)
        for output, journal in ((self.out, self.dir / "locked/j"), (self.out, self.journal), (self.dir / "locked/out", self.journal)):
            done = subprocess.run([*as_user, redact, self.dir / "in", "-o", output, "--journal", journal, "--resume"], capture_output=True, text=True)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertRegex(done.stderr, "redact: [^\n]*([Pp]ermission denied|unable to open)")
            self.assertEqual([*self.out.iterdir(), *(self.dir / "locked").iterdir()], [])


if __name__ == "__main__":
    main()
