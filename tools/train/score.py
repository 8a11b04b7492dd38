# SPDX-License-Identifier: Apache-2.0
"""Scores predictions against gold spans; both as (begin, end, label) in code points of a document.

    python score.py --work WORK GOLD.jsonl[.gz]...     those of WORK/model.pt
"""

import argparse
import pathlib

import torch

from data import read, read_meddocan
from decode import decode
from labels import LABELS, to_meddocan
from model import Model, Shape
from tokenizer import Tokenizer
from windows import READ_CONTEXT, make_windows

# Everything that this project removes counts as found, whatever its label. These labels of other corpora are not
# identifiers here (titles, nationalities).
NOT_REMOVED = {"NAME_TITLE", "TITLE", "NRP"}


def predict(model, tok, documents, bias=0.0):
    """Per document, sorted (begin, end, label name); white space at the ends of spans trimmed."""
    windows = []
    for d, doc in enumerate(documents):
        windows += make_windows(d, doc["text"], [], tok.encode(doc["text"]), context=READ_CONTEXT)
    found = decode(model.eval(), tok, windows, bias)
    predictions = [[] for _ in documents]
    for window, spans in zip(windows, found):
        text = documents[window.doc]["text"]
        for first, last, label in spans:
            begin, end = window.begin[first], window.end[last - 1]
            surface = text[begin:end]
            begin += len(surface) - len(surface.lstrip())
            end -= len(surface) - len(surface.rstrip())
            if begin < end:
                predictions[window.doc].append((begin, end, LABELS[label]))
    return predictions


def strict_f1(gold, predicted):
    """Micro precision, recall and F1 over exact spans with labels; lists of sets per document."""
    hits = sum(len(g & p) for g, p in zip(gold, predicted))
    n_gold, n_predicted = sum(map(len, gold)), sum(map(len, predicted))
    precision, recall = hits / max(n_predicted, 1), hits / max(n_gold, 1)
    return precision, recall, 2 * precision * recall / max(precision + recall, 1e-9)


def characters(documents, gold, predicted):
    """Share of identifying characters found, documents without a leak, words removed outside the gold per 1,000 words.
    White space does not count."""
    found = total = clean = wrong = words = 0
    for doc, g, p in zip(documents, gold, predicted):
        text = doc["text"]
        covered = set().union(*(range(b, e) for b, e, *_ in p)) if p else set()
        wanted = set().union(*(range(b, e) for b, e, *_ in g)) if g else set()
        wanted = {i for i in wanted if not text[i].isspace()}
        total += len(wanted)
        found += len(wanted & covered)
        clean += wanted <= covered
        words += len(text.split())
        extra = "".join(c if i in covered - wanted else " " for i, c in enumerate(text))
        wrong += len([w for w in extra.split() if any(c.isalnum() for c in w)])
    return found / max(total, 1), clean / len(documents), 1000 * wrong / words


def merged(spans, text):
    """Spans without labels; neighbours that only punctuation separates are joined (MEDDOCAN's second subtrack)."""
    out = []
    for begin, end, *_ in sorted(spans):
        if out and not any(c.isalnum() for c in text[out[-1][1] : begin]):
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((begin, end))
    return set(out)


def asked(documents, predictions):
    """The predictions without words of sex, kinship and origin if no gold span has these labels: finding them is then
    neither right nor wrong."""
    marked = {s["label"] for d in documents for s in d["spans"]}
    left_out = {label for label in ("SEX", "FAMILY", "NATIONALITY") if label not in marked}
    return [[p for p in found if p[2] not in left_out] for found in predictions]


def figures(name, documents, predictions, to_gold_label):
    """One dict of figures. Documents with "gold" are MEDDOCAN's, scored in its labels; other corpora keep their own
    labels, so only the figures that ignore labels are meaningful there."""
    predictions = asked(documents, predictions)
    if "gold" in documents[0]:
        exact = [{(s["start"], s["end"], s["label"]) for s in d["gold"]} for d in documents]
        same = {"CENTRO_SALUD": "HOSPITAL"}
        gold = [{(b, e, same.get(label, label)) for b, e, label in g} for g in exact]
        named = [{(b, e, to_gold_label(label)) for b, e, label in p} for p in predictions]
    else:
        gold = [
            {(s["start"], s["end"], s["label"]) for s in d["spans"] if s["label"] not in NOT_REMOVED}
            for d in documents
        ]
        exact, named = gold, [set(p) for p in predictions]
    precision, recall, f1 = strict_f1(gold, named)
    chars, clean, over = characters(documents, gold, predictions)
    texts = [d["text"] for d in documents]
    merged_f1 = strict_f1([merged(g, t) for g, t in zip(gold, texts)], [merged(p, t) for p, t in zip(predictions, texts)])[2]
    return {
        "corpus": name, "documents": len(documents), "precision": precision, "recall": recall,
        "f1": f1, "merged_f1": merged_f1, "f1_exact_labels": strict_f1(exact, named)[2], "characters": chars,
        "clean": clean, "over_per_1000_words": over,
    }  # fmt: skip


def report(model, tok, name, documents, bias=0.0):
    """The figures of a model on documents, and its predictions."""
    predictions = predict(model, tok, documents, bias)
    return figures(name, documents, predictions, to_meddocan), predictions


def show(figures: dict) -> str:
    return (
        f"{figures['corpus']:16} {figures['documents']:4} docs  P {figures['precision']:.4f} "
        f"R {figures['recall']:.4f} F1 {figures['f1']:.4f} (exact {figures['f1_exact_labels']:.4f}) merged {figures['merged_f1']:.4f}  "
        f"characters {figures['characters']:.4f}  clean {figures['clean']:.3f}  "
        f"over/1000w {figures['over_per_1000_words']:.2f}"
    )


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--work", type=pathlib.Path, required=True)
    p.add_argument("--bias", type=float, default=0.0)
    p.add_argument("gold", type=pathlib.Path, nargs="+", help="documents; those of MEDDOCAN in files whose names begin so")
    args = p.parse_args()
    saved = torch.load(args.work / "model.pt", weights_only=True)
    model = Model(Shape(**saved["shape"]))
    model.load_state_dict(saved["weights"])
    tok = Tokenizer(args.work / "tokenizer.model")
    for path in args.gold:
        documents = read_meddocan(path) if path.name.startswith("meddocan") else read(path)
        print(show(report(model, tok, path.name.split(".jsonl")[0], documents, args.bias)[0]), flush=True)


if __name__ == "__main__":
    main()
