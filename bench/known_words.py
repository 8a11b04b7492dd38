#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Both errors of hiding each word of a known name wherever it occurs again: words outside the annotated identifiers that
are hidden, and words of names that stay.

A known word has three letters or more and begins with a capital, or has no case, as in Arabic; it is found where it is
written so again (redactor/rules/term_list.h). Every name of a note counts as known. The second rule also asks whether the
note has the word in small letters, and then hides it only beside another word of a name. The third rule, with --redact,
leaves an ordinary word only if the model neither finds nor nearly finds a name there; ordinary is a word that this note or
three notes of writers who are not held back have in small letters.

Usage: known_words.py [CORPUS.jsonl.gz...]                the notes of tools/train/corpus/written, and corpora
       known_words.py --redact REDACT --writers ra,s,t    notes of some writers, also by the third rule
"""

import argparse
import collections
import gzip
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unicodedata

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tools/train/corpus"))
import written  # noqa: E402

WORD = re.compile(r"[^\W\d_]+")
NAMES = {"PATIENT", "DOCTOR", "NAME"}
NEAR = 25  # characters between two words of one name


def fold(word: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", word.lower()) if not unicodedata.combining(c))


def is_small(word: re.Match) -> bool:
    return word.group()[0].islower()


def findings_of(redact: str, documents: list[dict]) -> list[dict]:
    """What the model hides and nearly hides in each document."""
    with tempfile.TemporaryDirectory() as folder:
        source, out = pathlib.Path(folder, "in.jsonl"), pathlib.Path(folder, "out.jsonl")
        with source.open("w", encoding="utf-8") as file:
            for i, document in enumerate(documents):
                file.write(json.dumps({"id": str(i), "text": document["text"]}, ensure_ascii=False) + "\n")
        subprocess.run([redact, "--quiet", "--text-field", "text", "--include-evidence", "-o", out, source], check=True)
        records = {record["id"]: record for record in map(json.loads, out.read_text(encoding="utf-8").splitlines())}
    ranges = lambda spans: [(s["start"], s["end"]) for s in spans]
    found = [records[str(i)] for i in range(len(documents))]
    return [{"hidden": ranges(record["entities"]), "nearly": ranges(record.get("review", []))} for record in found]


def ordinary_words() -> dict[str, set[str]]:
    """By language: the words that three notes have in small letters."""
    held_back = {*written.HELD_BACK, *written.NEW_KINDS, *written.REPEATS}
    notes = collections.defaultdict(collections.Counter)
    for document in written.documents():
        if document["writer"] not in held_back:
            notes[document["lang"]].update({fold(w.group()) for w in WORD.finditer(written.outside(document)) if is_small(w)})
    return {lang: {word for word, n in of.items() if n > 2} for lang, of in notes.items()}


def count(document: dict, counts: collections.Counter, found: dict | None = None, ordinary: frozenset = frozenset()) -> None:
    spans = [(s["start"], s["end"], s["label"] in NAMES) for s in document["spans"]]
    words = list(WORD.finditer(document["text"]))

    def is_inside(word: re.Match, of_name: bool) -> bool:
        return any(begin <= word.start() and word.end() <= end and (is_name or not of_name) for begin, end, is_name in spans)

    known = {fold(w.group()) for w in words if len(w.group()) > 2 and not is_small(w) and is_inside(w, True)}
    small = {fold(w.group()) for w in words if is_small(w)}
    for i, word in enumerate(words):
        if fold(word.group()) not in known:
            continue
        beside = [w for w in words[max(i - 1, 0) : i] + words[i + 1 : i + 2] if not is_small(w) and fold(w.group()) in known]
        is_beside = any(abs(w.start() - word.start()) < NEAR for w in beside)
        hidden = {"each word": not is_small(word), "small letters ask": not is_small(word) and (is_beside or fold(word.group()) not in small)}
        if found is not None:
            touches = lambda spans: any(begin < word.end() and word.start() < end for begin, end in spans)
            is_ordinary = fold(word.group()) in small or fold(word.group()) in ordinary
            hidden["the model decides"] = not is_small(word) and (touches(found["nearly"]) or is_beside or not is_ordinary)
            hidden = {rule: is_hidden or touches(found["hidden"]) for rule, is_hidden in hidden.items()}
        for rule, is_hidden in hidden.items():
            counts[rule, "words of names"] += is_inside(word, True)
            counts[rule, "of these stay"] += is_inside(word, True) and not is_hidden
            counts[rule, "other words hidden"] += is_hidden and not is_inside(word, False)


def main() -> None:
    p = argparse.ArgumentParser()
    p.add_argument("corpora", nargs="*")
    p.add_argument("--redact")
    p.add_argument("--writers", default="")
    args = p.parse_args()
    documents = written.documents(args.writers.split(",") if args.writers else None)
    for path in args.corpora:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            documents += [{"lang": pathlib.Path(path).name.split(".")[0], **json.loads(line)} for line in lines]
    found = findings_of(args.redact, documents) if args.redact else [None] * len(documents)
    ordinary = ordinary_words() if args.redact else {}
    counts = collections.defaultdict(collections.Counter)
    for document, of_model in zip(documents, found, strict=True):
        for name in (document["lang"], "all"):
            count(document, counts[name], of_model, ordinary.get(document["lang"], frozenset()))
    rules = ["each word", "small letters ask"] + ["the model decides"] * bool(args.redact)
    print("| notes | rule | words of names | of these stay | other words hidden |\n| --- | --- | --- | --- | --- |")
    for lang in sorted(counts, key=lambda name: (name == "all", name)):
        for rule in rules:
            print(f"| {lang} | {rule} | " + " | ".join(str(counts[lang][rule, what]) for what in ("words of names", "of these stay", "other words hidden")) + " |")


if __name__ == "__main__":
    main()
