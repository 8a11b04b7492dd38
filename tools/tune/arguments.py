#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The arguments of tools/tune. Run as a program, it only checks them and the notes, which needs no package and takes no
time."""

import argparse
import pathlib
import shutil
import tempfile

import lessons

ROOT = pathlib.Path(__file__).resolve().parents[2]
TASKS = ("tags", "mask", "verdict", "patient", "markup", "list")
FEWEST = 20  # notes: a fifth of them has to tell whether the adapter is better than none


def arguments(told: list[str] | None = None) -> argparse.Namespace:
    p = argparse.ArgumentParser(
        prog="tools/tune/run",
        description="Teaches an instruct model the task on annotated notes, and writes a LoRA adapter for redact --lora. Writes none that scores worse than the model.",
    )
    p.add_argument("model", type=pathlib.Path, help="GGUF file that redact is to run with the adapter")
    p.add_argument("gold", type=pathlib.Path, help="notes in any form that redact-eval reads: JSON lines, BIO tags, a folder of brat pairs or of i2b2 files")
    p.add_argument("--weights", type=pathlib.Path, help="folder of the same model as Hugging Face keeps it; default: those of MODEL. On a GPU they are trained on in 4 bits (QLoRA)")
    p.add_argument("--out", type=pathlib.Path, default=pathlib.Path("adapter.gguf"), help="default: %(default)s; checkpoints are in OUT.work, which holds text of the notes until the end")
    p.add_argument("--task", choices=TASKS, default="tags")
    p.add_argument("--lang", help="of the instruction; default: that of each note")
    p.add_argument("--prompt", type=pathlib.Path, help="an instruction of your own, with which redact is to run too")
    p.add_argument("--template", help="chat template, in place of that in MODEL")
    p.add_argument("-c", "--context", type=int, help="context of the model, from which the length of windows follows")
    p.add_argument("--minutes", type=float, default=60, help="at most, of training (default: %(default)s)")
    p.add_argument("--passes", type=int, default=4, help="over the notes, at most (default: %(default)s)")
    p.add_argument("--validation", type=float, default=0.1, help="share of the notes to stop and to score by (default: %(default)s)")
    p.add_argument("--rank", type=int, default=32)
    p.add_argument("--alpha", type=float, default=64)
    p.add_argument("--dropout", type=float, default=0.05)
    p.add_argument("--rate", type=float, help="default: 0.001 below a billion weights, else 0.0002")
    p.add_argument("--batch", type=int, default=6000, help="tokens of a step (default: %(default)s)")
    p.add_argument("--longest", type=int, default=1200, help="tokens of window and answer; longer ones are not learnt from (default: %(default)s)")
    p.add_argument("--steps", type=int, help="at most, for a trial")
    p.add_argument("--interval", type=float, default=60, help="seconds between checkpoints (default: %(default)s)")
    p.add_argument("--device", default="", help="cpu or cuda; default: cuda if there is one")
    p.add_argument("--scored-on", default="cpu", help="device on which redact-eval runs (default: %(default)s)")
    p.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release", help="where redact-eval is built, unless it is installed")
    args = p.parse_args(told)
    for name, path in (("MODEL", args.model), ("GOLD", args.gold), ("--weights", args.weights), ("--prompt", args.prompt)):
        if path and not path.exists():
            raise SystemExit(f"tools/tune: {name}: there is no such file or folder")
    if args.weights and not (args.weights / "config.json").is_file():
        raise SystemExit("tools/tune: --weights: the folder has no config.json")
    args.program = args.build / "bin/redact-eval"
    if not args.program.exists():
        args.program = shutil.which("redact-eval")
    if not args.program:
        raise SystemExit(f"tools/tune: {args.build}/bin/redact-eval is not there: tools/check builds it")
    return args


def checked_notes(args, folder: pathlib.Path) -> list[dict]:
    """The notes under the project's labels, if a model can learn the task from them."""
    notes = lessons.own_gold(args, args.gold, folder / "gold.jsonl")
    if len(notes) < FEWEST:
        raise SystemExit(f"tools/tune: GOLD: {len(notes)} notes are too few to learn from and to score by: {FEWEST} are the fewest, some hundreds are of use")
    labels = {span["label"] for note in notes for span in note["spans"]}
    if not labels:
        raise SystemExit("tools/tune: GOLD: no note has an identifier, so there is nothing to learn")
    if labels == {"OTHER"} and args.task not in ("mask", "verdict"):
        raise SystemExit("tools/tune: GOLD: no label is one that redact-eval knows, so all would be OTHER: rename them, or use --task mask")
    return notes


def main():
    args = arguments()
    with tempfile.TemporaryDirectory() as folder:
        notes = checked_notes(args, pathlib.Path(folder))
        # Also whether the program can write prompts for the model.
        first = lessons.write_notes(notes[:1], pathlib.Path(folder) / "first.jsonl")
        lessons.lessons_of(args, first)
    without = sum(not note["spans"] for note in notes)
    print(f"{len(notes)} notes, {without} of them without an identifier; at most {args.minutes:g} minutes of training and {args.passes} passes")


if __name__ == "__main__":
    main()
