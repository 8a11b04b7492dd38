# SPDX-License-Identifier: Apache-2.0
"""Continues the training of a label model on a hospital's own annotated notes, and reports what that changed.

A fifth of the notes is held out for the table, unless --test names others. The adapted weights are averaged with those
that the training started from (Wortsman et al. 2022, arXiv 2109.01903): the mean keeps what the model knew about other
notes, and most of what it learnt from these. Whether it does is measured on the notes of tools/eval/written.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

import torch

import average
import train
from adapt_args import ROOT, arguments, own_gold
from export_gguf import CALIBRATION, export
from import_gguf import import_model

RATE = 0.001  # a third of the last rate at which the shipped model learnt: at 0.002 it forgets other notes
# How much less of other notes' identifying characters an adapted model may find: twice what two trainings differ by.
FORGOTTEN = 0.01


def split(gold: pathlib.Path, folder: pathlib.Path) -> tuple[pathlib.Path, pathlib.Path]:
    """Splits the notes into four in five to learn from, and the fifth to test on."""
    lines = gold.read_text(encoding="utf-8").splitlines(keepends=True)
    learnt, held_out = folder / "learnt.jsonl", folder / "held-out.jsonl"
    learnt.write_text("".join(line for i, line in enumerate(lines) if i % 5 != 4), encoding="utf-8")
    held_out.write_text("".join(line for i, line in enumerate(lines) if i % 5 == 4), encoding="utf-8")
    return learnt, held_out


def scores(program: pathlib.Path, model: pathlib.Path, gold: pathlib.Path) -> dict:
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        subprocess.run([program, gold, "-m", model, "--json", out.name], stdout=subprocess.DEVNULL, check=True)
        return json.load(open(out.name))


def row(name: str, gold: str, total: dict) -> str:
    leaking = f"{total['documents_with_leak']:.0f} of {total['documents']:.0f}"
    figures = f"{total['character_recall']:.4f} | {total['over_redaction_per_1000_words']:.2f} | {total['strict']['f1']:.4f}"
    return f"| {name} | {gold} | {leaking} | {figures} |"


def show(tests: dict[str, tuple[dict, dict]]) -> None:
    print("| model | notes | notes with a leak | characters found | over / 1,000 words | F1 |\n| --- | --- | --- | --- | --- | --- |")
    for name, (before, after) in tests.items():
        print(row("before", name, before["total"]), row("after", name, after["total"]), sep="\n")
    print("\n| notes | label | characters | left before | left after |\n| --- | --- | --- | --- | --- |")
    for name, (before, after) in tests.items():
        for label, old in before["by_label"].items():
            new = after["by_label"].get(label, {"leaked_characters": 0})
            if old.get("gold_characters") and old["leaked_characters"] != new["leaked_characters"]:
                print(f"| {name} | {label} | {old['gold_characters']:.0f} | {old['leaked_characters']:.0f} | {new['leaked_characters']:.0f} |")
    sys.stdout.flush()


def why_worse(tests: dict[str, tuple[dict, dict]], other: tuple[dict, dict]) -> str | None:
    """What forbids to write the model."""
    for name, (before, after) in tests.items():
        found = [part["total"]["character_recall"] for part in (before, after)]
        if found[1] < found[0]:
            return f"it finds {found[1]:.4f} of the identifying characters of {name} in place of {found[0]:.4f}"
    found = [part["total"]["character_recall"] for part in other]
    if found[1] < found[0] - FORGOTTEN:
        return f"it has forgotten other notes: {found[1]:.4f} of their identifying characters in place of {found[0]:.4f}"
    return None


def adapt(args, gold: pathlib.Path, folder: pathlib.Path, out: pathlib.Path) -> None:
    """Trains args.model further on the notes, and writes the mean of both."""
    reader = import_model(args.model, folder / "before")
    (folder / "after").mkdir()
    for kept in ("tokenizer.model", "gazetteer.npy"):
        if (folder / "before" / kept).exists():
            os.symlink(folder / "before" / kept, folder / "after" / kept)
    told = ["--gold", str(gold), "--work", str(folder / "after"), "--start-from", str(folder / "before/model.pt")]
    told += ["--minutes", str(args.minutes), "--rows", "1000", "--lr", str(RATE), "--decay", "1", "--lanes", str(min(2, os.cpu_count()))]
    told += ["--dropout", "0.05", "--corruption", "0.02"]
    train.run(train.arguments(told))
    models = [torch.load(folder / part / "model.pt", weights_only=True) for part in ("before", "after")]
    torch.save({"shape": models[0]["shape"], "weights": average.mean(models, [1 - args.share, args.share])}, folder / "after/model.pt")
    fields = {name: reader.fields.get(f"redact.{name}") for name in CALIBRATION}
    export(folder / "after", out, {name: field.contents() for name, field in fields.items() if field})


def main():
    args = arguments()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if not args.model:
            args.model = folder / "bundled.gguf"
            subprocess.run([args.program, "--bundled-model", args.model], check=True)
        own_gold(args.program, args.gold, folder / "gold.jsonl")
        learnt, tests = folder / "gold.jsonl", {}
        for i, path in enumerate(args.test or []):
            tests[path.stem] = folder / f"test-{i}.jsonl"
            own_gold(args.program, path, tests[path.stem])
        if not tests:
            learnt, tests["held out"] = split(learnt, folder)
        other = folder / "other.jsonl"
        with other.open("w") as lines:
            subprocess.run([sys.executable, ROOT / "tools/eval/written/make_gold.py"], stdout=lines, check=True)
        adapted = folder / "adapted.gguf"
        adapt(args, learnt, folder, adapted)

        def both(gold: pathlib.Path) -> tuple[dict, dict]:
            return scores(args.program, args.model, gold), scores(args.program, adapted, gold)

        measured = {name: both(gold) for name, gold in tests.items()}
        kept = both(other)
        show({**measured, "other notes": kept})
        if worse := why_worse(measured, kept):
            raise SystemExit(f"redact-adapt: the adapted model is not written, since {worse}. More notes, more --minutes or a smaller --share may help.")
        args.out.write_bytes(adapted.read_bytes())
        print(f"\n{args.out}: use it with `redact -m {args.out}`")


if __name__ == "__main__":
    main()
