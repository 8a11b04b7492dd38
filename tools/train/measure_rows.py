# SPDX-License-Identifier: Apache-2.0
"""Rows of words (rows.py) per KB of UTF-8 text beside tokens, without and with the context, BOS and lag of the windows, and
the spans with an end inside a token or a row, as a table.

    python measure_rows.py --work WORK GOLD.jsonl[.gz]...
"""

import argparse
import pathlib
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict

from data import read
from tokenizer import Tokenizer
from windows import LAG, READ_CONTEXT, make_windows


def measured(documents: list[dict], tok: Tokenizer) -> Counter:
    """Rows, rows of the windows that are read, and the spans with an end inside a row, of which other characters than white
    space are then hidden too."""
    n = Counter()
    for doc in documents:
        text, rows = doc["text"], tok.encode(doc["text"])
        n["rows"] += len(rows)
        n["read"] += sum(1 + len(w.ids) + LAG for w in make_windows(0, text, [], rows, context=READ_CONTEXT))
        begins, ends = ([row[i] for row in rows] for i in (1, 2))
        for s in doc["spans"]:
            begin, end = begins[bisect_right(ends, s["start"])], ends[bisect_left(begins, s["end"]) - 1]
            n["cut"] += bool((text[begin : s["start"]] + text[s["end"] : end]).strip())
    return n


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--work", type=pathlib.Path, required=True)
    p.add_argument("gold", type=pathlib.Path, nargs="+")
    args = p.parse_args()
    kinds = [Tokenizer(args.work / "tokenizer.model", words) for words in (False, True)]
    print("| corpus | KB | tokens / KB | words / KB | words / token | read, tokens / KB | words / KB | words / token | spans | cut, tokens | words |")
    print("|" + " --- |" * 11)
    for path in args.gold:
        of = defaultdict(list)
        for doc in read(path):
            of[doc["lang"]].append(doc)
        for lang, documents in sorted(of.items()):
            tokens, words = (measured(documents, tok) for tok in kinds)
            kb = sum(len(doc["text"].encode()) for doc in documents) / 1000
            rows = " | ".join(f"{tokens[n] / kb:.0f} | {words[n] / kb:.0f} | {words[n] / tokens[n]:.2f}" for n in ("rows", "read"))
            spans = sum(len(doc["spans"]) for doc in documents)
            print(f"| {path.name.split('.jsonl')[0]}: {lang} | {kb:.0f} | {rows} | {spans} | {tokens['cut']} | {words['cut']} |", flush=True)


if __name__ == "__main__":
    main()
