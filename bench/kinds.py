#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What models find in notes as they are typed and spoken, by kind and by language, on the writers that no training saw.

Leaks come first: notes without a leaked character, then identifying characters found, then words hidden without need.

Usage: kinds.py BUILD [--model FILE...] [--writers s,t,u] [--recall NAME]     without --model: the bundled one
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools/train/corpus"))
import written  # noqa: E402

# Kinds that readers meet alike: prose that was composed, and notes that were typed in haste or spoken.
GROUPS = {
    "letters, mails, forms": ("letter", "mail", "form", "official", "list"),
    "reports, social": ("report", "social"),
    "ward notes": ("ward",),
    "dictation": ("dictation",),
    "scans": ("scan",),
    "ambulance, theatre": ("ambulance", "theatre"),
    "handovers, nursing": ("handover", "nursing", "homecare", "dialysis", "midwifery"),
    "chats, calls, portals": ("chat", "telephone", "portal"),
    "boards, expert reports": ("board", "expert"),
    "discharge letters": ("discharge",),
    "other new kinds": ("dental", "prison", "school", "pharmacy", "radiology", "laboratory"),
}


def scores(program: pathlib.Path, documents: list[dict], *options: str) -> dict:
    """What `redact-eval` says of the documents."""
    with tempfile.TemporaryDirectory() as folder:
        gold, out = pathlib.Path(folder, "gold.jsonl"), pathlib.Path(folder, "out.json")
        gold.write_text("".join(json.dumps(d, ensure_ascii=False) + "\n" for d in documents), encoding="utf-8")
        subprocess.run([program, gold, "--json", out, *options], stdout=subprocess.DEVNULL, check=True)
        return json.loads(out.read_text())


def row(name: str, total: dict) -> str:
    clean = 1 - total["documents_with_leak"] / total["documents"]
    return f"{name} | {total['documents']:.0f} | {clean:.0%} | {total['character_recall']:.3f} | {total['over_redaction_per_1000_words']:.1f}"


def main():
    p = argparse.ArgumentParser()
    p.add_argument("build", type=pathlib.Path)
    p.add_argument("--model", nargs="*", default=[None])
    p.add_argument("--writers", default=",".join(written.HELD_BACK))
    p.add_argument("--recall")
    args = p.parse_args()
    program = args.build / "bin/redact-eval"
    documents = written.documents(args.writers.split(","))
    print("| model | notes | number | without a leak | characters found | over / 1,000 words |\n| --- | --- | --- | --- | --- | --- |")
    for model in args.model:
        name = pathlib.Path(model).stem if model else "bundled"
        options = (["-m", model] if model else []) + (["--recall", args.recall] if args.recall else [])
        for group, kinds in GROUPS.items():
            chosen = [d for d in documents if d["kind"] in kinds]
            if chosen:
                print(f"| {name} | " + row(group, scores(program, chosen, *options)["total"]) + " |", flush=True)
        whole = scores(program, documents, *options)
        for lang, total in whole["by_language"].items():
            print(f"| {name} | " + row(lang, total) + " |")
        print(f"| {name} | " + row("all", whole["total"]) + " |", flush=True)


if __name__ == "__main__":
    main()
