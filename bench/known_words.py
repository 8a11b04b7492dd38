#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Both errors of hiding each word of a known name wherever it occurs again: words outside the annotated identifiers that
are hidden, and words of names that stay.

A known word has three letters or more and begins with a capital, or has no case, as in Arabic; it is found where it is
written so again (redactor/rules/term_list.h). Every name of a note counts as known. The second rule also asks whether the
note has the word in small letters, and then hides it only beside another word of a name.

Usage: known_words.py [CORPUS.jsonl.gz...]     the notes of tools/train/corpus/written, and corpora
"""

import collections
import gzip
import json
import pathlib
import re
import sys
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


def count(document: dict, counts: collections.Counter) -> None:
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
        for rule, is_hidden in hidden.items():
            counts[rule, "words of names"] += is_inside(word, True)
            counts[rule, "of these stay"] += is_inside(word, True) and not is_hidden
            counts[rule, "other words hidden"] += is_hidden and not is_inside(word, False)


def main() -> None:
    documents = written.documents()
    for path in sys.argv[1:]:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            documents += [{"lang": pathlib.Path(path).name.split(".")[0], **json.loads(line)} for line in lines]
    counts = collections.defaultdict(collections.Counter)
    for document in documents:
        count(document, counts[document["lang"]])
        count(document, counts["all"])
    print("| notes | rule | words of names | of these stay | other words hidden |\n| --- | --- | --- | --- | --- |")
    for lang in sorted(counts, key=lambda name: (name == "all", name)):
        for rule in ("each word", "small letters ask"):
            print(f"| {lang} | {rule} | " + " | ".join(str(counts[lang][rule, what]) for what in ("words of names", "of these stay", "other words hidden")) + " |")


if __name__ == "__main__":
    main()
