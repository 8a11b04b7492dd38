#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes eval.json: documents with gold and found spans, and the scores that other programs give them.

BLEU is sacrebleu's, counts of spans with labels are seqeval's over one tag per character, and MEDDOCAN's three
counts follow the task's definition, implemented here from its description. Needs sacrebleu and seqeval.
Usage: make_eval.py > eval.json
"""

import json
import random

import sacrebleu
from seqeval.metrics.sequence_labeling import get_entities

WORDS = "Ana Gómez acude, con fiebre: 38.5 °C (desde ayer) \"sic\" & tos; Dr. Ruiz-Díaz 12/03/2021 C/ Mayor 3-B ½ naïve x-ray e.g. 1,000 mg\n a_b µl <3 日本".split(" ")
LABELS = ("NAME", "DATE", "PLACE")


def text_of(rng):
    return "".join(rng.choice(WORDS) + rng.choice([" ", " ", " ", "\n", ", ", "  ", "."]) for _ in range(rng.randint(1, 40)))


def spans_of(rng, text):
    spans, at = [], rng.randint(0, 8)
    while at < len(text):
        end = min(len(text), at + rng.randint(1, 9))
        spans.append([at, end, rng.choice(LABELS)])
        at = end + rng.choice([1, 1, 2, 5, 20])
    return spans


def disturbed(rng, text, gold):
    """Spans as a system could find them: most are right, some cut, joined, renamed, missed or made up."""
    found = []
    for begin, end, label in gold:
        r = rng.random()
        if r < 0.15:
            continue
        if r < 0.3 and end - begin > 1:
            begin += 1
        if r > 0.9:
            label = rng.choice(LABELS)
        if r > 0.75 and found and begin - found[-1][1] <= 2:
            found[-1][1] = end
            continue
        found.append([begin, end, label])
    return found or spans_of(rng, text)[:1]


def tagged(text, spans):
    out, at = "", 0
    for begin, end, label in spans:
        out += text[at:begin] + f"[{label}]"
        at = end
    return out + text[at:]


def entities(text, spans):
    tags = ["O"] * len(text)
    for begin, end, label in spans:
        tags[begin:end] = ["I-" + label] * (end - begin)
        tags[begin] = "B-" + label
    return set(get_entities(tags))


def merged(text, ranges):
    out = []
    for begin, end in sorted(ranges):
        if out and not any(c.isalnum() for c in text[out[-1][1] : begin]):
            out[-1] = (out[-1][0], end)
        else:
            out.append((begin, end))
    return set(out)


def merged_counts(text, gold, found):
    gold, found = {(b, e) for b, e, _ in gold}, {(b, e) for b, e, _ in found}
    right = (gold & found) | (merged(text, gold) & merged(text, found))

    def inside(span):
        return any(b <= span[0] and span[1] <= e for b, e in right)

    return [len(right), sum(not inside(s) for s in found - gold), sum(not inside(s) for s in gold - found)]


def main():
    rng = random.Random(5)
    documents, sums = [], {"strict": [0, 0, 0], "spans": [0, 0, 0], "merged": [0, 0, 0]}
    for i in range(60):
        text = text_of(rng)
        gold = spans_of(rng, text)
        found = disturbed(rng, text, gold)
        documents.append({"id": str(i), "text": text, "spans": [{"start": b, "end": e, "label": k} for b, e, k in gold],
                          "found": [{"start": b, "end": e, "entity_type": k} for b, e, k in found]})  # fmt: skip
        g, f = entities(text, gold), entities(text, found)
        gs, fs = {(b, e) for b, e, _ in gold}, {(b, e) for b, e, _ in found}
        for name, counts in (("strict", [len(g & f), len(f - g), len(g - f)]),
                             ("spans", [len(gs & fs), len(fs - gs), len(gs - fs)]),
                             ("merged", merged_counts(text, gold, found))):  # fmt: skip
            sums[name] = [a + b for a, b in zip(sums[name], counts)]
    pairs = [(tagged(d["text"], [[s["start"], s["end"], s["entity_type"]] for s in d["found"]]),
              tagged(d["text"], [[s["start"], s["end"], s["label"]] for s in d["spans"]])) for d in documents]  # fmt: skip
    bleu = sacrebleu.corpus_bleu([h for h, _ in pairs], [[r for _, r in pairs]]).score
    each = [sacrebleu.corpus_bleu([h], [[r]]).score for h, r in pairs]
    print(json.dumps({"documents": documents, **sums, "bleu": bleu, "bleu_each": each}, ensure_ascii=False, indent=0))


if __name__ == "__main__":
    main()
