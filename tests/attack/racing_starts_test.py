#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two or three runs that start at the same moment with the same new journal: one has it, the others are refused and say
why; the journal keeps its key, and lists, report, page and mapping are whole. REDACT_ROUNDS: how many rounds (default 9).

Usage: racing_starts_test.py REDACT SOURCE_DIR MODEL REDACT_VERIFY REDACT_JOURNAL"""

import json
import os
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "program"))
from cli_case import NOTE, REDACT, SOURCE, CommandLine, main, run  # noqa: E402

VERIFY, JOURNAL = sys.argv[4:6]
ROUNDS = int(os.environ.get("REDACT_ROUNDS", "9"))
N = 6  # documents
REASONS = (
    "is in use by another run; a journal belongs to one run at a time",
    "--journal: the file already exists; use --resume to go on with it",
    "--mapping: the file already exists; use --resume to append to it",
    "-o: the file or its key file already exists",
    "-o: key file: already exists",
)
# A program that waits until all are told to start.
GATE = 'read -r _ < "$0"; exec "$@"'


class RacingStarts(CommandLine):
    def race(self, n, *command):
        """Starts a command n times at once. Returns the exit codes, and the messages of those that were refused."""
        gate = self.dir / "gate"
        os.mkfifo(gate)
        with gate.open("r+b", buffering=0) as lines:
            racers = [subprocess.Popen(["sh", "-c", GATE, gate, *map(str, command)], stderr=subprocess.PIPE) for _ in range(n)]
            time.sleep(0.02)
            lines.write(b"\n" * n)
            ended = [(racer.communicate()[1].decode(), racer.returncode) for racer in racers]
        gate.unlink()
        refused = [err for err, code in ended if code not in (0, 3)]
        for err in refused:
            self.assertTrue(any(reason in err for reason in REASONS), err)
        return len(racers) - len(refused)

    def write_batch(self):
        for i in range(N):
            self.write(f"in/{i}.txt", NOTE.replace("fever", f"fever {i}"))
        return self.write("key", bytes(range(32)))

    def test_one_of_several_has_a_new_journal(self):
        key = self.write_batch()
        model = ["-m", SOURCE / "tests/golden/label-f32.gguf", "--device", "cpu", "-t", "1"]
        seen = set()
        for i in range(ROUNDS):
            with self.subTest(i):
                at = self.dir / str(i)
                journal, out, back = at / "j", at / "out", at / "back"
                batch = [self.dir / "in", "-o", out, "--journal", journal, *model]
                files = ["--report", at / "r.json", "--review-list", at / "review", "--withheld-list", at / "withheld"]
                if i % 4 != 3:
                    batch += ["--key-file", key]
                    files += ["--mapping", at / "m"]
                files += ["--resume"] if i % 3 == 2 else ["--review", at / "page.html"]
                n_runs = self.race(2 + i % 2, REDACT, *batch, *files)
                seen.add(n_runs)
                # With --resume another may go on when the first has ended.
                self.assertTrue(1 <= n_runs <= (3 if "--resume" in files else 1), n_runs)
                self.assertEqual(run(*batch, "--resume", "--quiet")[0], 0)
                checked = subprocess.run([VERIFY, journal, self.dir / "in", out], capture_output=True, text=True)
                self.assertEqual((checked.stdout, checked.returncode), (f"{N} documents, 0 findings\n", 0), checked.stderr)
                self.assertEqual(json.loads((at / "r.json").read_text())["documents"]["redacted"], N)
                if "--mapping" in files:
                    self.assertEqual(run(out, "-o", back, "--restore", at / "m", "--key-file", key)[0], 0)
                    self.assertEqual((back / "1.txt").read_bytes(), (self.dir / "in/1.txt").read_bytes())
                if "--review" in files:
                    self.assertTrue((at / "page.html").read_text().endswith("</html>\n"))
                self.assertEqual([path for path in at.rglob("*.partial")], [])
        self.assertIn(1, seen)

    def test_one_of_several_merges(self):
        self.write_batch()
        shares = [self.dir / f"j{i}" for i in (1, 2)]
        for i, share in enumerate(shares, 1):
            self.assertEqual(run(self.dir / "in", "-o", self.dir / "out", "--journal", share, "--shard", f"{i}/2")[0], 0)
        for i in range(ROUNDS):
            with self.subTest(i):
                merged = self.dir / f"merged{i}"
                # Each may be refused because another reads a share.
                n_merges = self.race(2 + i % 2, JOURNAL, "merge", "-o", merged, *shares)
                if n_merges == 0:
                    self.assertEqual(list(self.dir.glob("merged*")), [])
                    n_merges = self.race(1, JOURNAL, "merge", "-o", merged, *shares)
                self.assertEqual(n_merges, 1)
                checked = subprocess.run([VERIFY, merged, self.dir / "in", self.dir / "out"], capture_output=True, text=True)
                self.assertEqual((checked.stdout, checked.returncode), (f"{N} documents, 0 findings\n", 0), checked.stderr)
                merged.unlink(), merged.with_name(merged.name + ".key").unlink()


if __name__ == "__main__":
    main()
