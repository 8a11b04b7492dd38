#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The arguments of tools/adapt. Run as a program, it only checks them, which needs no package and takes no time."""

import argparse
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The share of the adapted weights in the mean; the rest is the original model's.
SHARE = 0.5
MINUTES = 5  # some 300,000 rows on 2 cores


def arguments() -> argparse.Namespace:
    p = argparse.ArgumentParser(prog="tools/adapt", description="Teaches the bundled model a hospital's own annotated notes.")
    p.add_argument("gold", type=pathlib.Path, help='lines {"text", "spans": [{"start", "end", "label"}]}, offsets in code points')
    p.add_argument("--test", type=pathlib.Path, nargs="*", action="extend", help="gold files for the table; default: a fifth of GOLD, held out")
    p.add_argument("--model", type=pathlib.Path, default=next(ROOT.glob("models/redact-*.gguf"), None))
    p.add_argument("--out", type=pathlib.Path, default=pathlib.Path("adapted.gguf"))
    p.add_argument("--minutes", type=float, default=MINUTES)
    p.add_argument("--share", type=float, default=SHARE, help="of the weights that have learnt in the mean")
    p.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release", help="where redact-eval is built")
    args = p.parse_args()
    for name, paths in (("GOLD", [args.gold]), ("--test", args.test or []), ("--model", [args.model])):
        if not all(path and path.is_file() for path in paths):
            raise SystemExit(f"tools/adapt: {name}: there is no such file")
    program = args.build / "bin/redact-eval"
    if not program.exists():
        raise SystemExit(f"tools/adapt: {program} is not there: tools/check builds it")
    return args


if __name__ == "__main__":
    arguments()
