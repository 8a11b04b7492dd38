#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures whether one patient gets one value: redacts the notes of make_gold.py under `linked` and `surrogate` with a key
and each note's patient, and prints for each policy
- mentions: the patients' mentions; found: those that are hidden whole;
- one value: those that have the patient's value, which is the commonest of that patient's, as shares of all mentions and of
  the found ones. Under `linked` a value is a hash. Under `surrogate` it is an invented name for each word of the name; all
  words of a mention must have theirs, and initials must be those of these names;
- shared: mentions of other people in the patient's notes that have the patient's value (under `surrogate`: an invented
  name of the patient's for a word that the patient's name does not have), of so many; and pairs of patients with one value
  (under `surrogate`: with the same invented first and last names).

Each is measured with the labels alone, and with --known, which tells the patient's name.

Usage: measure.py BUILD GOLD.jsonl [--show]    --show: print each mention with another value, which is invented text
"""

import argparse
import json
import pathlib
import re
import subprocess
import tempfile
from collections import Counter, defaultdict

from name_words import WORD, fold, part_of

HASH = re.compile(r"_([0-9a-f]{12})\]$")
KEY = bytes(range(32))  # any key; the figures hold for this one


def redact(build, gold, policy, with_known):
    with tempfile.TemporaryDirectory() as folder:
        key = pathlib.Path(folder) / "key"
        key.touch(mode=0o600)
        key.write_bytes(KEY)
        notes = pathlib.Path(folder) / "notes.jsonl"
        fields = ("id", "patient", "text")
        notes.write_text("".join(json.dumps({k: doc[k] for k in fields}, ensure_ascii=False) + "\n" for doc in gold))
        known = pathlib.Path(folder) / "known.jsonl"
        names = [" ".join(filter(None, (doc["name"][part] for part in ("first", "last", "second")))) for doc in gold]
        known.write_text("".join(json.dumps({"id": doc["id"], "PATIENT": name}, ensure_ascii=False) + "\n" for doc, name in zip(gold, names)))
        command = [build / "bin/redact", notes, "--text-field", "text", "--patient-field", "patient", "--policy", policy,
                   "--key-file", key, "--format", "jsonl", "--include-text",
                   *(["--known", known] if with_known else [])]  # fmt: skip
        lines = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
    return [json.loads(line) for line in lines.splitlines()]


def word_values(entity):
    """Pairs of a word's range in the note and what replaces it; none if the words cannot be paired."""
    old, new = list(WORD.finditer(entity["text"])), WORD.findall(entity["replacement"])
    if len(old) != len(new):
        return []
    return [((entity["start"] + w.start(), entity["start"] + w.end()), n) for w, n in zip(old, new)]


def linked_values(doc, record):
    """The hash of each mention of a person; None if a letter of it is not hidden, or if it has several."""
    for span in mentions(doc):
        over = [e for e in record["entities"] if e["start"] < span["end"] and span["start"] < e["end"]]
        at = {i for e in over for i in range(e["start"], e["end"])}
        hidden = all(i in at for i in range(span["start"], span["end"]) if doc["text"][i].isalpha())
        values = {HASH.search(e["replacement"]).group(1) if HASH.search(e["replacement"]) else e["replacement"] for e in over}
        yield span, hidden, values.pop() if hidden and len(values) == 1 else None


def surrogate_values(doc, record):
    """The invented names for the words of each mention, {(part, initial or not): name} for the patient."""
    values = dict(pair for e in record["entities"] for pair in word_values(e))
    for span in mentions(doc):
        over = [e for e in record["entities"] if e["start"] < span["end"] and span["start"] < e["end"]]
        at = {i for e in over for i in range(e["start"], e["end"])}
        hidden = all(i in at for i in range(span["start"], span["end"]) if doc["text"][i].isalpha())
        words = []
        for word in WORD.finditer(doc["text"], span["start"], span["end"]):
            part = part_of(word.group(), doc["name"])[0]
            words.append((word.group(), part, values.get(word.span())))
        yield span, hidden, words


def mentions(doc):
    return [s for s in doc["spans"] if "person" in s]


def commonest(values):
    return Counter(v for v in values if v is not None).most_common(1)[0][0] if any(v is not None for v in values) else None


def measure_linked(gold, records, show):
    found, right, n, shared, others = 0, 0, 0, 0, 0
    all_values, own = defaultdict(list), defaultdict(list)
    for doc, record in zip(gold, records):
        for span, hidden, value in linked_values(doc, record):
            all_values[doc["patient"]].append((doc, span, hidden, value))
    for patient, list_ in all_values.items():
        one = commonest([v for _, s, _, v in list_ if s["person"] == "patient"])
        own[one].append(patient)
        for doc, span, hidden, value in list_:
            mine = span["person"] == "patient"
            n, found, others = n + mine, found + (mine and hidden), others + (not mine)
            right += mine and value == one
            shared += not mine and value == one
            if show and mine != (value == one):
                print("  ", doc["id"], "mine" if mine else "other", hidden, repr(doc["text"][span["start"] : span["end"]]), value)
    return n, found, right, shared, others, sum(len(p) - 1 for p in own.values())


def measure_surrogate(gold, records, show):
    n, found, right, shared, others = 0, 0, 0, 0, 0
    all_words, own = defaultdict(list), Counter()
    for doc, record in zip(gold, records):
        for span, hidden, words in surrogate_values(doc, record):
            all_words[doc["patient"]].append((doc, span, hidden, words))
    for list_ in all_words.values():
        by_part = defaultdict(list)
        for _, span, _, words in list_:
            for _, part, value in words:
                if span["person"] == "patient" and part and not part.endswith(".") and value:
                    by_part["first" if part == "nick" else part].append(fold(value))
        one = {part: commonest(values) for part, values in by_part.items()}
        own[one.get("first"), one.get("last")] += 1

        def fits(part, value):
            if not part or value is None:
                return part is None and value is not None  # a title or a particle, which stays
            whole = one.get("first" if part == "nick" else part.rstrip("."))
            if whole is None:
                return False
            return fold(value)[0] == whole[0] if part.endswith(".") else fold(value).startswith(whole) and len(fold(value)) <= len(whole) + 3

        for doc, span, hidden, words in list_:
            mine = span["person"] == "patient"
            n, found, others = n + mine, found + (mine and hidden), others + (not mine)
            good = mine and hidden and all(fits(part, value) for _, part, value in words)
            taken = not mine and any(
                part is None and len(word) > 1 and value and fold(word) != fold(value) and fold(value) in one.values() for word, part, value in words
            )
            right, shared = right + good, shared + taken
            if show and (taken or mine and not good):
                print("  ", doc["id"], "mine" if mine else "other", hidden, words, one)
    return n, found, right, shared, others, sum(k - 1 for k in own.values())


def main():
    p = argparse.ArgumentParser()
    p.add_argument("build", type=pathlib.Path)
    p.add_argument("gold", type=pathlib.Path)
    p.add_argument("--show", action="store_true")
    args = p.parse_args()
    gold = [json.loads(line) for line in args.gold.read_text().splitlines()]
    print("| policy | known | notes | mentions | found | one value, of all | of the found | shared with others | of | pairs of patients |")
    print("| --- " * 10 + "|")
    for policy, measure in (("linked", measure_linked), ("surrogate", measure_surrogate)):
        for with_known in (False, True):
            records = redact(args.build, gold, policy, with_known)
            n, found, right, shared, others, pairs = measure(gold, records, args.show)
            print(f"| {policy} | {'yes' if with_known else 'no'} | {len(gold)} | {n} | {found} ({100 * found / n:.1f} %) | {right} ({100 * right / n:.1f} %) | "
                  f"{100 * right / max(1, found):.1f} % | {shared} | {others} | {pairs} |")  # fmt: skip


if __name__ == "__main__":
    main()
