#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether a bias for each language finds more than one for all, at the same number of words hidden without need.

The notes of the writers that no training saw are dealt into two halves. Biases are chosen on one, so that they maximise
the identifying characters found less PRICE times the words hidden without need, and measured on the other.

Usage: recall_by_language.py BUILD [--writers s,t,u]
"""

import argparse
import pathlib

import kinds

BIASES = range(-4, 7)
PRICES = (8, 4, 3, 2, 1)


class Curve:
    """What a bias finds in some notes: identifying characters, and words hidden without need."""

    def __init__(self, program: pathlib.Path, documents: list[dict]):
        scores = kinds.scores(program, documents, "--curve=" + ",".join(map(str, BIASES)))
        self.n_characters = scores["total"]["gold_characters"]
        self.n_words = sum(len(d["text"].split()) for d in documents)
        points = {point["bias"]: point for point in scores["curve"]}
        self.found = {b: points[b]["character_recall"] * self.n_characters for b in BIASES}
        self.over = {b: points[b]["over_redaction_per_1000_words"] * self.n_words / 1000 for b in BIASES}


def best(curves: list[Curve], price: float) -> int:
    return max(BIASES, key=lambda b: sum(curve.found[b] - price * curve.over[b] for curve in curves))


def figures(half: dict[str, Curve], biases: dict[str, int]) -> str:
    found = sum(half[lang].found[b] for lang, b in biases.items()) / sum(curve.n_characters for curve in half.values())
    over = sum(half[lang].over[b] for lang, b in biases.items()) / sum(curve.n_words for curve in half.values())
    return f"{found:.4f} | {1000 * over:.1f}"


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("build", type=pathlib.Path)
    p.add_argument("--writers", default=",".join(kinds.written.HELD_BACK))
    args = p.parse_args()
    documents = kinds.written.documents(args.writers.split(","))
    languages = sorted({d["lang"] for d in documents})
    halves = [{lang: Curve(args.build / "bin/redact-eval", [d for d in documents if d["lang"] == lang][i::2]) for lang in languages} for i in (0, 1)]
    print("| price | measured on half | " + " | ".join(languages) + " | found | over | one bias | found | over |")
    print("| --- " * (len(languages) + 7) + "|")
    for price in PRICES:
        for i in (0, 1):
            chosen_on, measured = halves[1 - i], halves[i]
            own = {lang: best([chosen_on[lang]], price) for lang in languages}
            common = best(list(chosen_on.values()), price)
            print(f"| {price} | {i + 1} | " + " | ".join(str(b) for b in own.values()), figures(measured, own), common, figures(measured, dict.fromkeys(languages, common)) + " |", sep=" | ")


if __name__ == "__main__":
    main()
