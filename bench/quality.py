#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints one table of what models find: a row for each gold file, scored by redact-eval.

Usage: quality.py BUILD [--model GGUF]... [--bias B]... GOLD.jsonl[.gz] [...]    no --model: the bundled one
       quality.py BUILD --policies a,b GOLD.jsonl[.gz] [...]    what leaks of what each policy is to hide
"""

import argparse
import gzip
import json
import pathlib
import subprocess
import tempfile

HEAD = "| model | bias | corpus | documents | P | R | F1 | merged F1 | characters | clean | over |"


def number(value, digits):
    return "n/a" if value is None else f"{value:.{digits}f}"


def evaluate(build, gold, *options):
    with tempfile.NamedTemporaryFile(suffix=".json") as out, tempfile.TemporaryDirectory() as folder:
        plain = pathlib.Path(folder) / gold.name.removesuffix(".gz")
        plain.write_bytes(gzip.decompress(gold.read_bytes()) if gold.suffix == ".gz" else gold.read_bytes())
        command = [build / "bin/redact-eval", plain, "--json", out.name, *options]
        done = subprocess.run(command, stdout=subprocess.DEVNULL)
        if done.returncode not in (0, 3):  # 3: documents were withheld, which leak nothing
            raise SystemExit(f"redact-eval ended with {done.returncode}")
        return json.load(open(out.name))


def scores(build, gold, model, bias, rules):
    options = ["--model", model] if model else []
    options += ["--bias", str(bias)] if bias is not None else []
    options += [] if rules else ["--no-rules"]
    return evaluate(build, gold, *options)["total"]


def print_leaks(build, golds, policies):
    print("| policy | corpus | documents | to hide | leaked | documents that leak | of these `ok` | unclear, left |")
    print("| --- " * 8 + "|")
    for gold in golds:
        for row in evaluate(build, gold, "--policies", policies)["policies"]:
            share = row["leaked_characters"] / row["characters_to_hide"] if row["characters_to_hide"] else 0
            print(f"| {row['policy']} | {gold.name.split('.jsonl')[0]} | {row['documents']:.0f} | "
                  f"{row['characters_to_hide']:,.0f} | {row['leaked_characters']:,.0f} ({100 * share:.1f} %) | "
                  f"{row['documents_with_leak']:.0f} | {row['documents_with_leak_ok']:.0f} | "
                  f"{row['unclear_characters_left']:,.0f} |", flush=True)  # fmt: skip


def main():
    p = argparse.ArgumentParser()
    p.add_argument("build", type=pathlib.Path)
    p.add_argument("gold", type=pathlib.Path, nargs="+")
    p.add_argument("--model", action="append")
    p.add_argument("--bias", type=float, action="append")
    p.add_argument("--no-rules", action="store_true")
    p.add_argument("--policies")
    args = p.parse_args()
    if args.policies:
        return print_leaks(args.build, args.gold, args.policies)
    print(HEAD + "\n" + "| --- " * (HEAD.count("|") - 1) + "|")
    for model in args.model or [None]:
        for bias in args.bias or [None]:
            for gold in args.gold:
                t = scores(args.build, gold, model, bias, not args.no_rules)
                s = t["strict"]
                print(f"| {pathlib.Path(model).stem if model else 'bundled'} | {'own' if bias is None else bias} | "
                      f"{gold.name.split('.jsonl')[0]} | {t['documents']:.0f} | "
                      f"{number(s['precision'], 4)} | {number(s['recall'], 4)} | {number(s['f1'], 4)} | "
                      f"{number(t['merged_spans']['f1'], 4)} | {number(t['character_recall'], 4)} | "
                      f"{100 * (1 - t['documents_with_leak'] / t['documents']):.0f} % | "
                      f"{number(t['over_redaction_per_1000_words'], 2)} |", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
