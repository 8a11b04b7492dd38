#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""From its checkpoints a training run goes on to the weights that it would have had, in two lanes as well, and so does its
stream of windows; a model comes back from its file. Needs the environment that tools/train/run makes; skips without.

Usage: training_resume_test.py SOURCE_DIR BUNDLED_MODEL [Training.test...]
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

ROOT, MODEL = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
TRAIN = ROOT / "tools/train"
PYTHON = pathlib.Path(os.environ.get("PYTHON", ROOT / "build/train/venv/bin/python"))
# Compiling takes longer than these steps, whose windows are all cut before the first. The order of sets is that of hashes.
ENVIRONMENT = os.environ | {"TORCH_COMPILE_DISABLE": "1", "PYTHONHASHSEED": "0"}


def python(*told, **options) -> subprocess.CompletedProcess:
    return subprocess.run([PYTHON, *told], cwd=TRAIN, env=ENVIRONMENT, check=True, capture_output=True, text=True, **options)


class Training(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        notes = python("-c", "import json; from corpus.written import learnt; [print(json.dumps(d)) for d in learnt()[::200]]").stdout
        (cls.folder / "gold.jsonl").write_text(notes)
        python("import_gguf.py", MODEL, "--work", cls.folder / "shipped")

    def work(self, name: str) -> pathlib.Path:
        work = self.folder / name
        work.mkdir()
        for part in ("tokenizer.model", "gazetteer.npy"):
            os.symlink(self.folder / "shipped" / part, work / part)
        return work

    def command(self, work: pathlib.Path, lanes: int) -> list:
        told = ["train.py", "--gold", self.folder / "gold.jsonl", "--work", work, "--rows", "0.012", "--interval", "0"]
        return [PYTHON, *told, "--start-from", self.folder / "shipped/model.pt", "--lr", "0.001", "--lanes", str(lanes)]

    def difference(self, a: pathlib.Path, b: pathlib.Path) -> float:
        """The greatest difference between two models' weights."""
        code = "import sys, torch; a, b = (torch.load(p, weights_only=True)['weights'] for p in sys.argv[1:]); print(max(float((a[k] - b[k]).abs().max()) for k in a))"
        return float(python("-c", code, a / "model.pt", b / "model.pt").stdout)

    def stopped(self, whole: pathlib.Path, lanes: int) -> pathlib.Path:
        """What a run that is killed after its third step leaves, of one that runs to its end in `whole`: of two lanes, the
        first has written its fourth step too."""
        killed = self.work(f"killed-{lanes}")
        run = subprocess.Popen(self.command(whole, lanes), cwd=TRAIN, env=ENVIRONMENT, stdout=subprocess.DEVNULL)
        for name in [f"checkpoint-{lane}-3.pt" for lane in range(lanes)] + (["checkpoint-0-4.pt"] if lanes > 1 else []):
            while not (whole / name).exists():
                self.assertIsNone(run.poll(), f"it ended without {name}")
                time.sleep(0.01)
            os.link(whole / name, killed / name)
        self.assertEqual(run.wait(), 0)
        return killed

    def test_a_killed_run_goes_on(self):
        for lanes in (1, 2):
            with self.subTest(lanes=lanes):
                whole = self.work(f"whole-{lanes}")
                killed = self.stopped(whole, lanes)
                other = subprocess.run([*self.command(killed, lanes), "--seed", "2"], cwd=TRAIN, env=ENVIRONMENT, capture_output=True, text=True)
                self.assertIn("another --seed", other.stderr)
                subprocess.run(self.command(killed, lanes), cwd=TRAIN, env=ENVIRONMENT, check=True, stdout=subprocess.DEVNULL)
                self.assertEqual(self.difference(whole, killed), 0.0)
                self.assertEqual([*whole.glob("checkpoint-*"), *killed.glob("checkpoint-*")], [])

    def of_streams(self, code: str) -> str:
        """What `code` prints, in which `new()` is a stream of the notes that skips no merges: SentencePiece draws those by a
        generator of its own, which differs from process to process."""
        start = (
            "import copy, pathlib, sys, stream; from data import read_gold; from tokenizer import Tokenizer\n"
            "gold, shipped = map(pathlib.Path, sys.argv[1:]); tok = Tokenizer(shipped / 'tokenizer.model'); encode = tok.encode\n"
            "tok.encode = lambda text, dropout, rng: encode(text, 0.0, rng)\n"
            "new = lambda: stream.Stream([stream.Source(read_gold(gold), 1.0)], tok, 0.04, 1, rows_per_part=300)\n"
        )
        return python("-c", start + code, self.folder / "gold.jsonl", self.folder / "shipped").stdout

    def test_a_stream_goes_on(self):
        code = (
            "one, other = new(), new(); [one.part() for _ in range(5)]; other.load_state_dict(copy.deepcopy(one.state_dict()))\n"
            "ids = lambda s: [s.tensors(s.part())['ids'].tolist() for _ in range(120)]  # several pools\n"
            "print(ids(one) == ids(other), one.passes == other.passes, one.passes[0] > 1)"
        )
        self.assertEqual(self.of_streams(code), "True True True\n")

    def test_processes_draw_other_parts_of_a_stream(self):
        code = (
            "parts = stream.drawn_beside(new(), 2); drawn = [next(parts) for _ in range(40)]\n"
            "print(len({str(part['ids'].tolist()) for part in drawn}), all(part['ids'].shape[1] % 8 == 0 for part in drawn))"
        )
        self.assertEqual(self.of_streams(code), "40 True\n")

    def test_matrices_are_orthogonalised_together_as_alone(self):
        code = (
            "import torch; from muon import newton_schulz\n"
            "torch.manual_seed(1); g = torch.randn(3, 48, 32) * torch.tensor([1.0, 1e-3, 1e3])[:, None, None]\n"
            "alone = torch.stack([newton_schulz(one[None])[0] for one in g]); together = newton_schulz(g)\n"
            "values = torch.linalg.svdvals(together)\n"
            "print(float((alone - together).abs().max()) < 0.02, 0.5 < float(values.min()) and float(values.max()) < 1.5)"
        )
        self.assertEqual(python("-c", code).stdout, "True True\n")

    def test_a_model_comes_back_from_its_file(self):
        again = self.work("again")
        os.symlink(self.folder / "shipped/model.pt", again / "model.pt")
        back, file = self.folder / "back", self.folder / "again.gguf"
        python("export_gguf.py", "--work", again, "--out", file)
        python("import_gguf.py", file, "--work", back)
        self.assertLess(self.difference(again, back), 1e-6)  # Q5_0 rounds these weights to themselves

    def test_a_gpu_has_one_lane(self):
        done = subprocess.run([PYTHON, "train.py", "--work", self.folder, "--gold", "x", "--device", "cuda", "--lanes", "2"], cwd=TRAIN, capture_output=True, text=True)
        self.assertIn("--device cuda has one lane", done.stderr)


if __name__ == "__main__":
    if not PYTHON.exists():
        print("skipped: build/train/venv, the environment that tools/train/run makes, is not there")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
