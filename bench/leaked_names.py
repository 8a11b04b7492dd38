#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How well the names that a run missed can be told from the made-up ones around them.

The notes are redacted with `--policy surrogate`. A leaked word is a word of a name in the gold of which nothing is
hidden; a made-up one is a word written in place of a name. An attacker who has the program's lists judges each word.
The accuracy is the mean of the shares of leaked and of made-up words that are judged right; 50 % is chance.

- listed: a word is made up if it is on a list;
- joined: if it is on a list, or the beginning of a listed name joined to the end of another (surrogate_names.h);
- changed: if it is joined, or would be with another inner letter, which is what the program makes;
- pairs: by its likelihood under the pairs of letters of the lists; the threshold is the best one for half of the
  documents, and is tried on the others.

Usage: leaked_names.py REDACT GOLD
"""

import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict

import yaml

ROOT = pathlib.Path(__file__).parents[1]
NAMES = {"PATIENT", "DOCTOR", "NAME"}
WORD = re.compile(r"[^\W\d_]{3,}")
KEY = bytes(range(32))  # of this measurement alone


def lists() -> list[set[str]]:
    """The names of each list, in small letters."""
    file = ROOT / "redactor/policy/surrogate_names.txt"
    if file.exists():
        groups = defaultdict(set)
        for line in file.read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                language, kind, _, *names = line.split()
                groups[language, kind] |= set(names)
        return list(groups.values())
    of_languages = yaml.safe_load((ROOT / "redactor/policy/surrogates.yaml").read_text(encoding="utf-8"))
    return [set(of[kind].lower().split()) for of in of_languages.values() for kind in ("female", "male", "last") if "last" in of]


def parts(names: set[str]) -> tuple[set[str], set[str]]:
    """The beginnings of names up to a letter at which they may be joined, and the ends from one on."""
    return {n[: i + 1] for n in names for i in range(1, len(n))}, {n[j:] for n in names for j in range(1, len(n) - 1)}


def words(redact: str, gold: list[dict]) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """The leaked and the made-up words, in small letters, each with the number of its document."""
    with tempfile.TemporaryDirectory() as folder:
        notes, key = pathlib.Path(folder) / "notes.jsonl", pathlib.Path(folder) / "key"
        notes.write_text("".join(json.dumps({"id": str(i), "text": d["text"]}) + "\n" for i, d in enumerate(gold)), encoding="utf-8")
        key.write_bytes(KEY)
        key.chmod(0o600)
        command = [redact, notes, "--policy", "surrogate", "--key-file", key, "--format", "jsonl", "--include-text"]
        out = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout
    leaked, made_up = [], []
    for i, (document, line) in enumerate(zip(gold, out.splitlines(), strict=True)):
        entities = json.loads(line)["entities"]
        hidden = [(e["start"], e["end"]) for e in entities]
        for entity in entities:
            if entity["entity_type"] in NAMES:
                made_up += [(i, w.lower()) for w in WORD.findall(entity["replacement"] or "")]
        for span in document["spans"]:
            if span["label"] in NAMES:
                for word in WORD.finditer(document["text"], span["start"], span["end"]):
                    if not any(b < word.end() and word.start() < e for b, e in hidden):
                        leaked.append((i, word.group().lower()))
    return leaked, made_up


def accuracy(leaked: list[bool], made_up: list[bool]) -> float:
    """The arguments say which words are judged to be made up."""
    return (leaked.count(False) / len(leaked) + made_up.count(True) / len(made_up)) / 2


class Pairs:
    def __init__(self, names: set[str]):
        self.pairs = Counter(p for n in names for p in zip(f"^{n}", f"{n}$"))
        self.firsts = Counter(c for n in names for c in f"^{n}")

    def likelihood(self, word: str) -> float:
        """Per letter, with half a pair added to each count."""
        pairs = list(zip(f"^{word}", f"{word}$"))
        return sum(math.log((self.pairs[p] + 0.5) / (self.firsts[p[0]] + 30)) for p in pairs) / len(pairs)


def by_pairs(names: list[set[str]], leaked, made_up) -> float:
    models = [Pairs(of) for of in names]
    scored = [[(i % 2, max(m.likelihood(w) for m in models)) for i, w in words] for words in (leaked, made_up)]
    total = 0.0
    for half in (0, 1):
        learnt = [[x for h, x in words if h == half] for words in scored]
        tried = [[x for h, x in words if h != half] for words in scored]
        best = max(learnt[0] + learnt[1], key=lambda t: accuracy(*[[x >= t for x in words] for words in learnt]))
        total += accuracy(*[[x >= best for x in words] for words in tried])
    return total / 2


def main() -> None:
    redact, gold = sys.argv[1:]
    documents = [json.loads(line) for line in pathlib.Path(gold).read_text(encoding="utf-8").splitlines()]
    leaked, made_up = words(redact, documents)
    names = lists()
    listed = set().union(*names)
    joints = [parts(of) for of in names]

    def joined(word: str) -> bool:
        return word in listed or any(
            word[: i + 1] in begins and word[i:] in ends for begins, ends in joints for i in range(1, len(word) - 1)
        )

    letters = sorted({c for n in listed for c in n})

    def changed(word: str) -> bool:
        return joined(word) or any(joined(word[:i] + c + word[i + 1 :]) for i in range(1, len(word) - 1) for c in letters)

    print(f"{len(leaked)} words leaked, {len(made_up)} made up")
    for name, judge in (("listed", lambda w: w in listed), ("joined", joined), ("changed", changed)):
        print(f"{name}: {accuracy(*[[judge(w) for _, w in words] for words in (leaked, made_up)]):.1%}")
    print(f"pairs: {by_pairs(names, leaked, made_up):.1%}")


if __name__ == "__main__":
    main()
