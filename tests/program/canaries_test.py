#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""P5: words of documents, names of files and ids, by canaries in each note (canary_case.py). Runs over files,
structured files, JSON lines and a table end, are killed, fail and are refused; then everything that they left is
searched, the databases byte by byte. REDACT_CANARIES: notes (default 200); REDACT_SEED: of words and times.

Usage: canaries_test.py REDACT SOURCE_DIR MODEL"""

import contextlib
import os
import random
import resource
import signal
import subprocess
import time

from canary_case import Canaries, Notes, Searched
from cli_case import CommandLine, command, main

NOTES = int(os.environ.get("REDACT_CANARIES", "200"))
SEED = int(os.environ.get("REDACT_SEED", "1"))
KILLS = 4 if NOTES <= 200 else 8  # of a form
SIGNALS = (signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM, signal.SIGABRT)  # two of which dump core by default


def allow_core_dumps():
    hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
    resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))


class CanaryRuns(CommandLine):
    def setUp(self):
        super().setUp()
        print(f"REDACT_SEED={SEED} REDACT_CANARIES={NOTES}", flush=True)
        self.canaries, self.random = Canaries(SEED), random.Random(SEED)
        self.searched = Searched(self.canaries)
        self.key = self.write("key", bytes(range(32)))
        self.rules = self.write("rules.yaml", self.canaries.rules())
        for folder in ("tmp", "home", "work"):
            (self.dir / folder).mkdir()
        self.environment = os.environ | {name: str(self.dir / "tmp") for name in ("TMPDIR", "SQLITE_TMPDIR", "TMP", "TEMP")}
        self.environment["HOME"] = str(self.dir / "home")

    def start(self, *args):
        return subprocess.Popen(command(*args), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                cwd=self.dir / "work", env=self.environment, preexec_fn=allow_core_dumps)  # fmt: skip

    def run_to_end(self, *args):
        with self.start(*args) as running:
            out, err = running.communicate()
        self.search("standard error", err)
        self.search("standard output", out)
        return running.returncode, err.decode()

    def search(self, place, data):
        self.assertEqual(self.searched.search(place, data), [], place)

    def search_folder(self, batch):
        """Everything in the folder of a batch, and the folders to which nothing may be written."""
        for path in batch.rglob("*"):
            if path.is_file():
                place = {"journal": "journal", "journal-wal": "journal", "journal-shm": "journal", "journal-journal": "journal",
                         "journal.key": "key of the journal", "map": "mapping", "report": "report"}.get(path.name)  # fmt: skip
                if place is None:
                    self.assertTrue(path.is_relative_to(batch / "out"), path)
                    place = "partial results" if path.name.endswith(".partial") else "results"
                self.search(place, path.read_bytes())
        left = [p for folder in ("tmp", "home", "work") for p in (self.dir / folder).rglob("*")]
        for path in left:
            self.search("temporary folder, home and working folder", path.read_bytes())
        self.searched.pieces["temporary folder, home and working folder"] += 3
        self.assertEqual(left, [])  # and nothing else, such as a core dump in `work`

    def command(self, batch, inputs):
        (batch / "out").mkdir(parents=True, exist_ok=True)
        return [self.dir / inputs[0], *inputs[1:], "-o", f"{batch}/out/", "--rules", self.rules, "--journal", batch / "journal",
                "--mapping", batch / "map", "--key-file", self.key, "--report", batch / "report", "--progress", "--policy", "linked"]  # fmt: skip

    def kill(self, command, number, seconds):
        """Ends a run at a random time after it has forbidden core dumps; whether it left a core dump is checked too."""
        with self.start(*command) as running:
            deadline = time.monotonic() + 10
            while running.poll() is None and resource.prlimit(running.pid, resource.RLIMIT_CORE)[0] and time.monotonic() < deadline:
                time.sleep(0.001)
            with contextlib.suppress(subprocess.TimeoutExpired):
                running.wait(self.random.uniform(0, seconds))
            running.send_signal(SIGNALS[number % len(SIGNALS)])
            out, err = running.communicate()
            self.search("standard error", err)
            self.search("standard output", out)

    def test_canaries_are_where_they_may_be_alone(self):
        notes = Notes(self.canaries, self.write, NOTES // 4)
        for form in (notes.files, notes.structured, notes.lines, notes.table):
            with self.subTest(form.__name__):
                inputs, batch = form(), self.dir / "runs" / form.__name__
                begun = time.monotonic()
                code, err = self.run_to_end(*self.command(batch, inputs), "--explain")
                self.assertEqual(code, 3, err)  # withheld documents
                seconds = time.monotonic() - begun
                self.search_folder(batch)
                killed = self.dir / "runs" / f"{form.__name__} killed"
                for i in range(KILLS):
                    self.kill([*self.command(killed, inputs), "--resume"], i, 3 * seconds / KILLS)  # the last ones near the end
                    self.search_folder(killed)
                code, err = self.run_to_end(*self.command(killed, inputs), "--resume")
                self.assertEqual(code, 3, err)
                self.search_folder(killed)
        for kind, place in (("plain", "results"), ("id", "journal"), ("name", "journal"), ("id", "mapping"), ("patient", "results")):
            self.assertIn((place, kind), self.searched.seen, "the search finds what is there")
        print("\n".join(self.searched.table()), flush=True)

    def test_messages_of_failed_and_refused_runs_hold_no_canary(self):
        notes = Notes(self.canaries, self.write, 20)
        lines, words = notes.lines()[0], notes.next()
        name, text = words["name"], notes.text(words)
        note = self.write(f"{name}/{name}.txt", text)
        other = self.write(f"{name}/{name}.cfg", text)
        tabless = self.write(f"{name}/deny", f"{words['hidden']}\n")
        bad_yaml = self.write(f"{name}/{name}.yaml", f"{words['hidden']}: [{words['plain']}\n")
        wrong_yaml = self.write(f"{name}/wrong.yaml", f"labels:\n  {words['hidden']}: {words['plain']}\nrules:\n  - label: {words['hidden']}\n    pattern: '(?={words['plain']})'\n")
        wrong_lines = self.write(f"{name}/known.jsonl", f'{{"id": "{words["id"]}", "{words["hidden"]}": ["{words["plain"]}"]}}\n')
        open_key = self.write("open-key", bytes(range(32)))
        open_key.chmod(0o644)
        (self.dir / "results").mkdir()
        into = ["-o", f"{self.dir}/results/"]
        for code, args in (
            (1, [note, "--policy", bad_yaml]), (1, [note, "--policy", wrong_yaml]), (1, [note, "--policy", name]), (1, [note, "--rules", bad_yaml]),
            (1, [note, "--rules", wrong_yaml]), (1, [note, "--deny", tabless]), (1, [note, "--hints", tabless]), (1, [note, "--known", wrong_lines]),
            (1, [note, "--known", bad_yaml]), (1, [note, "--corrections", wrong_lines]), (1, [note, "--corrections", bad_yaml]), (1, [note, "-m", other]),
            (1, [note, "--lora", other]), (1, [note, "--fhir-rules", wrong_yaml]), (1, [note, "--policy", self.dir / name / "none.yaml"]),
            (1, [note, "--journal", other, "--resume", *into]), (1, [note, "--mapping", self.dir / "map", "--key-file", open_key, *into]),
            (1, [note, "-o", f"{note}/x"]), (1, [note, "--restore", other, "--key-file", self.key, *into]),
            (2, [note, "-o", note]), (2, [note, f"--{name}", name]), (2, [note, "--threads", name]), (2, [note, other, f"{note}", *into]),
            (3, [self.dir / name / f"none {name}", note, *into]), (3, [self.dir / lines]), (3, [self.dir / lines, "--text-field", "note"]),
            (3, [self.dir / name / "known.jsonl", "--text-field", "text", *into]),
        ):  # fmt: skip
            with self.subTest([str(a) for a in args[1:]]):
                with self.start(*args) as running:
                    _, err = running.communicate()
                self.search("standard error", err)
                self.assertEqual(running.returncode, code, err)
                self.assertNotEqual(err, b"")
        self.search_folder(self.dir / "nothing")


if __name__ == "__main__":
    main()
