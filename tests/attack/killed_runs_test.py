#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills runs (SIGKILL) at random times and goes on with --resume until they end: the results are those of a run that
nobody disturbed, byte for byte; nothing is left over; and the journal has each document once. Runs without a journal
leave whole files or none. REDACT_KILLS: how many kills (default 20); REDACT_SEED: of the times.

Usage: killed_runs_test.py REDACT SOURCE_DIR MODEL"""

import contextlib
import csv
import io
import json
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "program"))
from cli_case import CommandLine, main, run  # noqa: E402
from cli_case import command as with_model  # noqa: E402

KILLS = int(os.environ.get("REDACT_KILLS", "20"))
SEED = int(os.environ.get("REDACT_SEED", "1"))
N = 60 if KILLS < 100 else 500  # documents of a run
NAMES = ["Margaret Ellison", "Owen Pritchard", "Nora Quill", "Ana Rivera", "Tom Hartley"]


def note(i):
    return f"Patient: {NAMES[i % 5]}, seen on {i % 28 + 1:02}/03/2024.\r\nDr {NAMES[i * 7 % 5]}: no fever, ward {i}.\n"


def table(count):
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(["id", "note", "ward"])
    rows.writerows([i, note(i), f"W{i}"] for i in range(count))
    return out.getvalue() + "\r\n"  # an empty line, which follows the last row


def lines(count):
    return "".join(json.dumps({"id": f"n{i}", "text": note(i)} if i % 17 else {"id": i}) + "\n" for i in range(count))


def mails(count):
    head = "From tom@ward.example Tue Mar 12 10:11:12 2024\nSubject: Visit\n"
    sealed = "Content-Type: application/pgp-encrypted\n"
    return "".join(f"{head}{'' if i % 17 else sealed}\n{note(i)}>From {i}\n\n" for i in range(count))


def tree(folder):
    if folder.is_file():
        return {"": folder.read_bytes()}
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


class KilledRuns(CommandLine):
    @classmethod
    def setUpClass(cls):
        cls.left = KILLS
        cls.random = random.Random(SEED)
        print(f"REDACT_SEED={SEED} REDACT_KILLS={KILLS}", flush=True)

    def forms(self):
        """The forms of a batch: their inputs and options."""
        for i in range(N):
            self.write(f"texts/{i % 7}/{i:03}.txt", note(i))
        for i in range(0, N, 3):
            self.write(f"mixed/{i:03}.txt", note(i))
            self.write(f"mixed/{i:03}.json", json.dumps({"resourceType": "Patient", "name": [{"family": NAMES[i % 5]}], "text": note(i)}))
        self.write("mixed/050.jsonl", lines(N // 3)), self.write("mixed/070.csv", table(N // 3)), self.write("mixed/broken.csv", "note\nx,y\n")
        self.write("mixed/no.txt", b"%PDF-1.7")
        return {
            "texts": [self.dir / "texts"],
            "mixed": [self.dir / "mixed", "--text-column", "note"],
            "lines": [self.write("lines.jsonl", lines(N))],
            "table": [self.write("table.csv", table(N)), "--text-column", "note"],
            "mails": [self.write("mails.mbox", mails(N))],
            "records": [self.dir / "mixed", self.dir / "lines.jsonl", "--text-column", "note", "--format", "jsonl"],
        }

    def kill_once(self, command, longest):
        """Whether the run ended before it was killed."""
        with subprocess.Popen(with_model(*command), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as running:
            try:
                _, err = running.communicate(timeout=self.random.uniform(0, longest))
            except subprocess.TimeoutExpired:
                running.send_signal(signal.SIGKILL)
                running.communicate()
                self.__class__.left -= 1
                return False
            self.assertIn(running.returncode, (0, 3), err.decode())
            return True

    def check(self, out, expected, journal, states):
        self.assertEqual(tree(out), expected)
        self.assertEqual(self.states(journal), states)

    @staticmethod
    def states(journal):
        with contextlib.closing(sqlite3.connect(journal)) as database:
            return dict(database.execute("SELECT state, count(*) FROM document GROUP BY state"))

    def test_resumed_runs_give_what_an_undisturbed_run_gives(self):
        key = self.write("key", bytes(range(32)))
        cases = []
        for name, args in self.forms().items():
            out, journal, mapping = self.dir / f"{name}.expected", self.dir / f"{name}.journal", self.dir / f"{name}.map"
            begun = time.monotonic()
            code, _, err = run(*args, "-o", out, "--journal", journal, "--mapping", mapping, "--key-file", key)
            self.assertIn(code, (0, 3), err)
            cases.append((name, args, tree(out), self.states(journal), set(mapping.read_text().splitlines()), time.monotonic() - begun))
        batch = 0
        while self.left > 0:
            name, args, expected, states, sealed, seconds = cases[batch % len(cases)]
            maps, batch = batch % 2 == 0, batch + 1
            with self.subTest(f"{name} {'with a mapping' if maps else ''} {batch}"):
                out, journal, mapping = (self.dir / f"{batch}.{kind}" for kind in ("out", "journal", "map"))
                command = [*args, "-o", out, "--journal", journal, "--resume", "--quiet"]
                if maps:
                    command += ["--mapping", mapping, "--key-file", key]
                while not self.kill_once(command, 1.3 * seconds):
                    for path, content in tree(out).items() if out.exists() else ():
                        if not path.endswith(".partial"):
                            self.assertEqual(content, expected[path])
                self.check(out, expected, journal, states)
                self.assertEqual([p for p in self.dir.rglob("*.partial")], [])
                if maps:
                    self.assertEqual(set(mapping.read_text().splitlines()), sealed)
                self.assertEqual(run(*command)[0], 3 if "withheld" in states or name in ("mixed", "records") else 0)
                self.check(out, expected, journal, states)

    def test_killed_runs_without_a_journal_leave_whole_files_or_none(self):
        for name, args in self.forms().items():
            with self.subTest(name):
                begun = time.monotonic()
                self.assertIn(run(*args, "-o", self.dir / f"{name}.expected")[0], (0, 3))
                expected, seconds, out = tree(self.dir / f"{name}.expected"), time.monotonic() - begun, self.dir / f"{name}.out"
                self.kill_once([*args, "-o", out], seconds)
                for path, content in tree(out).items() if out.exists() else ():
                    self.assertEqual(content, expected[path])


if __name__ == "__main__":
    main()
