#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Other users of the machine: whatever a run writes, while it runs and after it was killed, only its owner can read,
also where the umask would let everybody.

Usage: other_users_test.py REDACT SOURCE_DIR MODEL"""

import json
import os
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "program"))
from cli_case import NOTE, REDACT, CommandLine, main, run  # noqa: E402


class OtherUsers(CommandLine):
    def setUp(self):
        super().setUp()
        self.key = self.write("key", bytes(range(32)))
        before = os.umask(0)
        self.addCleanup(os.umask, before)

    def check(self, names):
        """Expects these files below self.dir, each for its owner alone. Returns them."""
        left = {str(path.relative_to(self.dir)): path for path in self.dir.rglob("*") if path.is_file()}
        for name in names:
            self.assertIn(name, left)
        for name, path in left.items():
            self.assertEqual(path.stat().st_mode & 0o777, 0o600, name)
        return left

    def test_every_file_of_a_run_is_its_owners(self):
        self.write("in/a.txt", NOTE), self.write("in/b.txt", "%PDF-1.7")
        self.write("in/lines.jsonl", json.dumps({"text": NOTE}) + "\n")
        self.write("in/table.csv", f'id,text\n1,"{NOTE}"\n')
        self.write("in/page.html", "<!DOCTYPE html><p>Mrs Ellison is well.</p>")
        options = ["--text-column", "text", "--journal", self.dir / "j", "--mapping", self.dir / "map", "--key-file", self.key]
        lists = [word for name in ("report", "review-list", "withheld-list", "review") for word in (f"--{name}", self.dir / name)]
        code, _, err = run(self.dir / "in", "-o", self.out, *options, *lists)
        self.assertEqual(code, 3, err)  # the PDF
        page = self.dir / "report.html"
        self.assertEqual(run(self.dir / "in", "-o", self.out, *options, "--resume", "--report", page)[0], 3)
        self.assertEqual(run(self.dir / "in", "-o", self.dir / "records", "--format", "jsonl", "--text-column", "text")[0], 3)
        self.assertEqual(run("--make-key", self.dir / "made")[0], 0)
        self.check(["out/a.txt", "out/lines.jsonl", "out/table.csv", "out/page.html", "records", "j", "j.key", "map", "made",
                    "report", "report.html", "review-list", "withheld-list", "review"])  # fmt: skip

    def test_what_a_killed_run_leaves_is_its_owners_and_cannot_be_foreseen(self):
        notes = self.write("in/notes.jsonl", (json.dumps({"text": NOTE}) + "\n") * 20_000)
        partials = set()
        for i in range(2):
            out = self.dir / f"out{i}"
            with subprocess.Popen([REDACT, notes.parent, "-o", out, "--journal", self.dir / f"j{i}", "--quiet"]) as running:
                deadline = time.monotonic() + 60
                while not (out.exists() and any(path.stat().st_size for path in out.iterdir())) and time.monotonic() < deadline:
                    time.sleep(0.01)
                self.assertIsNone(running.poll())
                self.check([f"j{i}"])  # its write-ahead log too
                running.kill()
            (partial,) = out.iterdir()
            self.assertNotEqual(partial.name, notes.name)
            partials.add(partial.name)
            self.check([f"out{i}/{partial.name}"])
        self.assertEqual(len(partials), 2)


if __name__ == "__main__":
    main()
