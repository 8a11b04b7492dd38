# SPDX-License-Identifier: Apache-2.0
"""Continues the training of a redaction model on a hospital's own annotated notes, and reports what that changed.

A fifth of the notes is held out for the table, unless --test names others. The adapted weights are averaged with those
that the training started from (Wortsman et al. 2022, arXiv 2109.01903): the mean keeps what the model knew about other
notes, and most of what it learnt from these.
"""

import json
import os
import pathlib
import subprocess
import tempfile

import torch

import average
import train
from adapt_args import arguments
from export_gguf import BIASES, export
from import_gguf import import_model

RATE = 0.001  # a third of the last rate at which the shipped model learnt: at 0.002 it forgets other notes


def split(gold: pathlib.Path, folder: pathlib.Path) -> tuple[pathlib.Path, pathlib.Path]:
    """Splits the notes into four in five to learn from, and the fifth to test on."""
    lines = gold.read_text(encoding="utf-8").splitlines(keepends=True)
    if len(lines) < 10:
        raise SystemExit(f"{gold.name}: {len(lines)} notes are too few to hold a fifth of them out: give others with --test")
    learnt, held_out = folder / "learnt.jsonl", folder / "held-out.jsonl"
    learnt.write_text("".join(line for i, line in enumerate(lines) if i % 5 != 4), encoding="utf-8")
    held_out.write_text("".join(line for i, line in enumerate(lines) if i % 5 == 4), encoding="utf-8")
    return learnt, held_out


def row(name: str, program: pathlib.Path, model: pathlib.Path, gold: pathlib.Path) -> str:
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        subprocess.run([program, gold, "-m", model, "--json", out.name], stdout=subprocess.DEVNULL, check=True)
        total = json.load(open(out.name))["total"]
    leaking = f"{total['documents_with_leak']:.0f} of {total['documents']:.0f}"
    figures = f"{total['character_recall']:.4f} | {total['over_redaction_per_1000_words']:.2f} | {total['strict']['f1']:.4f}"
    return f"| {name} | {gold.stem} | {leaking} | {figures} |"


def main():
    args = arguments()
    program = args.build / "bin/redact-eval"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        learnt, tests = args.gold, args.test
        if not tests:
            learnt, held_out = split(args.gold, folder)
            tests = [held_out]
        reader = import_model(args.model, folder / "before")
        (folder / "after").mkdir()
        for kept in ("tokenizer.model", "gazetteer.npy"):
            if (folder / "before" / kept).exists():
                os.symlink(folder / "before" / kept, folder / "after" / kept)
        told = ["--gold", str(learnt), "--work", str(folder / "after"), "--start-from", str(folder / "before/model.pt")]
        told += ["--minutes", str(args.minutes), "--rows", "1000", "--lr", str(RATE), "--decay", "1", "--lanes", str(min(2, os.cpu_count()))]
        told += ["--dropout", "0.05", "--corruption", "0.02"]
        train.run(train.arguments(told))
        models = [torch.load(folder / part / "model.pt", weights_only=True) for part in ("before", "after")]
        torch.save({"shape": models[0]["shape"], "weights": average.mean(models, [1 - args.share, args.share])}, folder / "after/model.pt")
        fields = {name: reader.fields.get(f"redact.{name}") for name in BIASES}
        export(folder / "after", args.out, {name: field.contents() for name, field in fields.items() if field})
        print("| model | notes | notes with a leak | characters found | over / 1,000 words | F1 |\n| --- | --- | --- | --- | --- | --- |")
        for gold in tests:
            print(row("before", program, args.model, gold), row("after", program, args.out, gold), sep="\n", flush=True)


if __name__ == "__main__":
    main()
