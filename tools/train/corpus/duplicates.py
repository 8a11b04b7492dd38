# SPDX-License-Identifier: Apache-2.0
"""Near-duplicates between training documents and dev sets: documents that share a sequence of 12 words (letters and digits
folded, identifiers removed on both sides, so that a sentence with another name still counts). Runs that occur in more
than 5 documents of a dev set belong to the form of its notes and do not count.

Usage: python -m corpus.duplicates --corpora CORPORA --work WORK [--remove]     prints a table
"""

import argparse
import collections
import gzip
import json
import pathlib
import re

from data import read

RUN, FORM = 12, 5
DEV = ("meddocan.dev", "grascco.dev", "presidio.dev", "case_reports.dev")  # the last in WORK/corpus


def words(doc) -> list[str]:
    text, out, at = doc["text"], [], 0
    for s in sorted(doc["spans"], key=lambda s: s["start"]):
        if s["start"] >= at:
            out.append(text[at : s["start"]])
            at = s["end"]
    out.append(text[at:])
    return re.findall(r"\w+", " ".join(out).lower())


def runs(doc) -> set[int]:
    w = words(doc)
    return {hash(tuple(w[i : i + RUN])) for i in range(len(w) - RUN + 1)}


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--corpora", type=pathlib.Path, required=True)
    p.add_argument("--work", type=pathlib.Path, required=True)
    p.add_argument("--remove", action="store_true", help="rewrite the files in WORK without them; corpus/left_out.json tells those of MEDDOCAN that are case reports of dev")
    args = p.parse_args()
    dev = {name: read(args.corpora / f"{name}.jsonl.gz") for name in DEV[:-1]}
    dev[DEV[-1]] = read(args.work / "corpus" / f"{DEV[-1]}.jsonl.gz")
    in_dev = {}
    for name, documents in dev.items():
        counts = collections.Counter(r for doc in documents for r in runs(doc))
        in_dev[name] = {r for r, n in counts.items() if n <= FORM}
    paths = [args.corpora / "meddocan.train.jsonl.gz", *sorted((args.work / "corpus").glob("*train*.jsonl.gz"))]
    print("| training documents | " + " | ".join(DEV) + " |\n| --- |" + " --- |" * len(DEV))
    for path in paths:
        documents = read(path)
        shares = [{name: bool(r & seen) for name, seen in in_dev.items()} for r in map(runs, documents)]
        counts = [str(sum(s[name] for s in shares)) for name in DEV]
        print(f"| {path.name.removesuffix('.jsonl.gz')} ({len(documents)}) | " + " | ".join(counts) + " |")
        if args.remove and path.name == "meddocan.train.jsonl.gz":  # E3C contains some of its cases
            left_out = [doc["id"] for doc, share in zip(documents, shares) if share[DEV[-1]]]
            (args.work / "corpus/left_out.json").write_text(json.dumps(left_out))
        if args.remove and path.parent.name == "corpus":
            with gzip.open(path, "wt", encoding="utf-8") as out:
                for doc, share in zip(documents, shares):
                    if not any(share.values()):
                        out.write(json.dumps(doc, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
