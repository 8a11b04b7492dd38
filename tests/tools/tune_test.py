#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/tune: what it refuses, in one line each; runs on a small random model that are stopped, go on and end. These need an
interpreter with tools/tune/requirements.txt: PYTHON, or that of build/tune; without one they are skipped.

Usage: tune_test.py BUILD SOURCE_DIR"""

import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile
import unittest

BUILD, SOURCE = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
PYTHON = pathlib.Path(os.environ.get("PYTHON", SOURCE / "build/tune/bin/python"))
HAS_PACKAGES = PYTHON.exists() and subprocess.run([PYTHON, "-c", "import torch, peft, transformers, gguf"], capture_output=True).returncode == 0
WHY = f"{PYTHON} has not the packages of tools/tune/requirements.txt"
TUNE, GOLDEN = SOURCE / "tools/tune", SOURCE / "tests/golden"
NOTE = "Seen: {} aged {}, no fever."
NAMES = "Ana Rossi|Bo Lind|Cy Marsh|Di Prior|Ed Stone|Flo Reed|Gus Hart|Hal Fox".split("|")


def gold(n: int, label: str = "PATIENT") -> list[dict]:
    notes = []
    for i in range(n):
        name = NAMES[i % len(NAMES)]
        spans = [{"start": 6, "end": 6 + len(name), "label": label}] if i % 4 else []
        notes.append({"id": f"n{i}", "text": NOTE.format(name if spans else "nobody", 20 + i), "spans": spans})
    return notes


class Tune(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.model = self.folder / "random.gguf"
        shape = "--type f32 --layers 2 --width 64 --heads 4 --kv-heads 2 --ff 96".split()
        subprocess.run([BUILD / "bin/gguf-tool", "random", GOLDEN / "llama-f32.gguf", "-o", self.model, *shape], check=True)

    def notes(self, notes: list[dict]) -> pathlib.Path:
        path = self.folder / "gold.jsonl"
        path.write_text("".join(json.dumps(note) + "\n" for note in notes))
        return path

    def command(self, program: str, notes: list[dict], *options) -> list:
        asked = ["--template", "plain", "--lang", "en", "--prompt", SOURCE / "tests/program/short_prompt.txt"]
        interpreter = sys.executable if program == "arguments.py" else PYTHON
        return [interpreter, TUNE / program, self.model, self.notes(notes), "--build", BUILD, "--out", self.folder / "out.gguf", *asked, *options]

    def refused(self, notes: list[dict], *options, program: str = "arguments.py", **more) -> str:
        done = subprocess.run(self.command(program, notes, *options), capture_output=True, text=True, **more)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)
        self.assertFalse((self.folder / "out.gguf").exists())
        return done.stderr


class Arguments(Tune):
    def test_notes_and_model_are_checked_before_anything_is_downloaded(self):
        done = subprocess.run(self.command("arguments.py", gold(40)), capture_output=True, text=True, check=True)
        self.assertIn("40 notes, 10 of them without an identifier", done.stdout)

    def test_too_few_notes(self):
        self.assertIn("GOLD: 19 notes are too few", self.refused(gold(19)))

    def test_notes_in_which_nothing_is_marked(self):
        self.assertIn("GOLD: no note has an identifier", self.refused(gold(40)[::4] * 4))

    def test_labels_that_nobody_knows(self):
        self.assertIn("GOLD: no label is one that redact-eval knows", self.refused(gold(40, "SHOE_SIZE")))

    def test_a_template_that_the_model_lacks(self):
        self.assertIn("template", self.refused(gold(40), "--template", "no-such"))

    def test_a_model_that_answers_nothing(self):
        self.model = GOLDEN / "label-f32.gguf"
        self.assertIn("tools/tune: ", self.refused(gold(40)))

    def test_files_that_are_not_there(self):
        self.assertIn("--weights", self.refused(gold(40), "--weights", self.folder / "none"))


@unittest.skipUnless(HAS_PACKAGES, WHY)
class Learning(Tune):
    QUICK = ("--rank", "4", "--batch", "400", "--device", "cpu", "--interval", "0")

    def test_a_stopped_run_goes_on_where_it_was(self):
        command = self.command("tune.py", gold(60), *self.QUICK, "--passes", "1000")
        run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while "step 10 of" not in (line := run.stdout.readline()):
            self.assertTrue(line, "it has ended before the tenth step")
        run.send_signal(signal.SIGTERM)
        _, error = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 1)
        self.assertIn("tools/tune: stopped: the same command goes on", error.splitlines()[-1])
        again = subprocess.run([*command, "--passes", "999", "--steps", "30"], capture_output=True, text=True, timeout=300)
        went_on = re.search(r"continues after step (\d+)", again.stdout)
        self.assertGreaterEqual(int(went_on[1]), 9, again.stdout + again.stderr)

    def test_a_full_disk(self):
        """A limit on the size of files stands for it, which fails the first checkpoint."""
        limit = lambda: (signal.signal(signal.SIGXFSZ, signal.SIG_IGN), resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000)))  # noqa: E731
        self.assertIn("tools/tune: out.gguf.work: File too large", self.refused(gold(30), *self.QUICK, "--rank", "32", program="tune.py", preexec_fn=limit))

    def test_every_task_runs_and_writes_nothing_that_scores_worse(self):
        for task in ("tags", "mask", "verdict", "markup", "list"):
            done = subprocess.run(self.command("tune.py", gold(30), *self.QUICK, "--task", task, "--steps", "2"), capture_output=True, text=True)
            table = re.findall(r"\| (before|after) \|.*\| (\d\.\d+) \|", done.stdout)
            self.assertEqual([name for name, _ in table], ["before", "after"], done.stderr)
            better = float(table[1][1]) >= float(table[0][1])
            self.assertEqual((done.returncode, (self.folder / "out.gguf").exists()), (0, True) if better else (1, False), done.stderr)
            (self.folder / "out.gguf").unlink(missing_ok=True)

    def test_the_loss_with_a_shared_beginning_is_that_of_whole_sequences(self):
        code = f"""
import argparse, pathlib, sys, torch
sys.path.insert(0, {str(TUNE)!r})
import learn
from lessons import Lesson
args = argparse.Namespace(model=pathlib.Path({str(self.model)!r}), weights=None, device="cpu", rank=4, alpha=8, dropout=0.0)
model = learn.open_model(args).float().get_base_model()
shared = (1, 5, 9, 17, 4)
lessons = [Lesson(shared, [33, 8, 21], [2, 40, 7, 11]), Lesson(shared, [12], [3, 6])]
together = learn.loss_of(model, lessons, "cpu")
alone = sum(learn.loss_of(model, [lesson], "cpu") for lesson in lessons)
whole = 0
for lesson in lessons:
    ids = torch.tensor([[*shared, *lesson.rest, *lesson.answer]])
    logits = model(ids).logits[0, : -1].log_softmax(-1)
    whole -= sum(logits[len(shared) + len(lesson.rest) - 1 + i, id] for i, id in enumerate(lesson.answer))
print(float(together - whole), float(alone - whole), float(whole))
"""
        together, alone, whole = map(float, subprocess.run([PYTHON, "-c", code], capture_output=True, text=True, check=True).stdout.split())
        self.assertGreater(whole, 1)
        self.assertLess(max(abs(together), abs(alone)), 1e-4 * whole)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v", *sys.argv[3:]])
