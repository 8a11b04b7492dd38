#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The arguments of tools/adapt, and its notes under the project's labels. Run as a program, it only checks them, which
needs no package and takes no time."""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The share of the adapted weights in the mean; the rest is the original model's.
SHARE = 0.5
MINUTES = 5  # some 300,000 rows on 2 cores
# Fewer say little: a fifth of them is the whole test.
FEW_NOTES, FEW_SPANS = 50, 300


def arguments() -> argparse.Namespace:
    p = argparse.ArgumentParser(
        prog="redact-adapt",
        description="Teaches the bundled model a hospital's own annotated notes. Writes no model that finds less than the one it began with.",
    )
    p.add_argument("gold", type=pathlib.Path, help="notes in any form that redact-eval reads: JSON lines, BIO tags, a folder of brat pairs or of i2b2 files")
    p.add_argument("--test", type=pathlib.Path, nargs="*", action="extend", help="gold for the table; default: a fifth of GOLD, held out")
    p.add_argument("--model", type=pathlib.Path, help="default: the bundled one")
    p.add_argument("--out", type=pathlib.Path, default=pathlib.Path("adapted.gguf"))
    p.add_argument("--minutes", type=float, default=MINUTES)
    p.add_argument("--share", type=float, default=SHARE, help="of the weights that have learnt in the mean")
    p.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release", help="where redact-eval is built, unless it is installed")
    args = p.parse_args()
    for name, paths in (("GOLD", [args.gold]), ("--test", args.test or [])):
        if not all(path.exists() for path in paths):
            raise SystemExit(f"redact-adapt: {name}: there is no such file or folder")
    if args.model and not args.model.is_file():
        raise SystemExit("redact-adapt: --model: there is no such file")
    args.program = args.build / "bin/redact-eval"
    if not args.program.exists():
        args.program = shutil.which("redact-eval")
    if not args.program:
        raise SystemExit(f"redact-adapt: {args.build}/bin/redact-eval is not there: tools/check builds it")
    return args


def own_gold(program: pathlib.Path, gold: pathlib.Path, out: pathlib.Path) -> str:
    """Writes the notes as JSON lines under the project's labels; a table says which label became which."""
    done = subprocess.run([program, gold, "--own-gold", out], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"redact-adapt: {done.stderr.strip()}")
    return done.stdout


def main():
    args = arguments()
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "own.jsonl"
        for path in args.test or []:
            own_gold(args.program, path, out)
        print(own_gold(args.program, args.gold, out))
        notes = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    if len(notes) < 10 and not args.test:
        raise SystemExit(f"redact-adapt: {len(notes)} notes are too few to hold a fifth of them out: give others with --test")
    spans = sum(len(note["spans"]) for note in notes)
    if len(notes) < FEW_NOTES or spans < FEW_SPANS:
        print(f"note: {len(notes)} notes with {spans} identifiers are few; from {FEW_NOTES} and {FEW_SPANS} on the table means something", file=sys.stderr)


if __name__ == "__main__":
    main()
