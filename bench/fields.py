#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How a column of short values fares: plain values that come back unchanged, and identifying ones of which nothing is left.

The values are those that no training sees (tools/train/corpus/fields), each alone in its row, first in a column without a
name, then in a column with the name of its field.

Usage: fields.py REDACT [--model FILE...] [--writers vb]     without --model: the bundled one
"""

import argparse
import csv
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools/train/corpus"))
import fields  # noqa: E402


def outputs_of(redact: pathlib.Path, values: list[dict], named: bool, options: list[str]) -> list[str]:
    columns = sorted({value["field"] for value in values}) if named else ["1"]  # a name needs a letter
    column = {name: i for i, name in enumerate(columns)}
    places = [column[value["field"]] if named else 0 for value in values]
    with tempfile.TemporaryDirectory() as folder:
        source, result = pathlib.Path(folder, "values.csv"), pathlib.Path(folder, "out.csv")
        with source.open("w", encoding="utf-8", newline="") as file:
            rows = ([value["text"] if i == place else "" for i in range(len(columns))] for value, place in zip(values, places))
            csv.writer(file).writerows([columns, *rows])
        subprocess.run([redact, source, "--text-column", "*", "-o", result, *options], check=True, stdout=subprocess.DEVNULL)
        with result.open(encoding="utf-8", newline="") as file:
            return [row[place] for row, place in zip(list(csv.reader(file))[1:], places)]


def row(name: str, values: list[dict], outputs: list[str]) -> str:
    plain = [value["text"] == output for value, output in zip(values, outputs) if not value["spans"]]
    # An identifier is gone if its characters are nowhere in the result; digits of one may be part of a plain number.
    gone = [all(value["text"][s["start"] : s["end"]] not in output for s in value["spans"])
            for value, output in zip(values, outputs) if value["spans"]]
    return f"| {name} | {len(plain)} | {sum(plain) / len(plain):.1%} | {len(gone)} | {sum(gone) / len(gone):.1%} |"


def main():
    p = argparse.ArgumentParser()
    p.add_argument("redact", type=pathlib.Path)
    p.add_argument("--model", nargs="*", default=[None])
    p.add_argument("--writers", default=",".join(fields.HELD_BACK))
    args = p.parse_args()
    values = fields.values(args.writers.split(","))
    print("| values | plain | unchanged | identifying | gone |\n| --- | --- | --- | --- | --- |")
    for model in args.model:
        options = ["-m", model] if model else []
        for named in (False, True):
            chosen = [value for value in values if value["field"] or not named]
            outputs = outputs_of(args.redact, chosen, named, options)
            name = ("" if model is None else pathlib.Path(model).stem + ", ") + ("with the field's name" if named else "alone")
            print(row(name, chosen, outputs), flush=True)
            for lang in sorted({value["lang"] for value in chosen}):
                of = [i for i, value in enumerate(chosen) if value["lang"] == lang]
                print(row(f"{name}, {lang}", *([part[i] for i in of] for part in (chosen, outputs))), flush=True)


if __name__ == "__main__":
    main()
