# SPDX-License-Identifier: Apache-2.0
"""Writes train and held-back documents of six languages. Deterministic for a seed.

A document is a note of the collection, or a few sentences of general text, or a form header, sentences and
a closing, most often with a piece of a published case report (a "carrier") between them that identifiers are
put into; in German and Arabic, phrases of our own stand where the other languages have carriers.
"""

import argparse
import gzip
import json
import pathlib
import random
import re
import zlib

from . import collection, correspondence, general_text, german, plain_text, vocabulary
from .arabic import phrases, writing
from .arabic import plain as arabic_plain
from .arabic.tables import add_to_tables
from .arabic.values import ArabicValues
from .case_reports import NO_NAME, carriers
from .document import Document
from .notes import NOTES
from .plain_slots import HERE, LINES, PATIENT, PLAIN
from .templates import BODY, CLOSINGS, GENERAL, HARD, HARD_NUMBERS, HEADERS, TITLES
from .values import Values

LANGUAGES = ("en", "es", "it", "fr", "de", "ar")
AUDITED = set(json.loads((pathlib.Path(__file__).parents[2] / "eval/audit/e3c-carriers.json").read_text()))

# What may stand at a comma of any sentence, or before or behind it.
WOVEN = {
    "en": [" (according to {NAME})", ", says {NAME},", " ({CITY}, {COUNTRY})", " ({ORGANIZATION})", " since {DATE}", " with {NAME.first}", " at {ORGANIZATION}", " of {HOSPITAL}", " ({PROFESSION})", ", a {PROFESSION},", ", a retired {PROFESSION},", " ({P.initials})", " in rural {STATE}", " from northern {COUNTRY}", " who lives in {CITY}", " from {DATE}", " on the {LOCATION}", " near {LOCATION}"],
    "es": [" (según {NAME})", ", dice {NAME},", " ({CITY}, {COUNTRY})", " ({ORGANIZATION})", " desde {DATE}", " con {NAME.first}", " ({DATE})", " en {HOSPITAL}", ", {PROFESSION},", " ({PROFESSION})", " ({DATE})", " ({ORGANIZATION.maker}, {CITY})", " ({DRUG}® {N.2} mg, {ORGANIZATION.maker}, {CITY})", " ({DRUG}®, {ORGANIZATION.maker})", ", de {STATE},", " en {CITY} ({STATE})", " con su {FAMILY}", " a los {AGE}", " en la {LOCATION}", ", padre de un hijo de {AGE},"],
    "it": [" (secondo {NAME})", ", dice {NAME},", " ({CITY}, {COUNTRY})", " ({ORGANIZATION})", " dal {DATE}", " con {NAME.first}", " ({DATE})", " presso {HOSPITAL}", " dall'{HOSPITAL}", " all'{HOSPITAL}", ", {PROFESSION},", ", {PROFESSION} in pensione,", " ({P.initials})", " in {STATE}", " in {COUNTRY}", " sulla {LOCATION}", ", originario di {CITY},", ", con un figlio di {AGE},"],
    "fr": [" (selon {NAME})", ", dit {NAME},", " ({CITY}, {COUNTRY})", " ({ORGANIZATION})", " depuis {DATE}", " avec {NAME.first}", " ({DATE})", " à {HOSPITAL}", " de l'{HOSPITAL}", ", {PROFESSION},", ", {PROFESSION} de profession,", " ({P.initials})", " dans la région de {STATE}", ", originaire de {CITY},", " au nord de {COUNTRY}", " sur la {LOCATION}", " ({PROFESSION})", ", mère d'un enfant de {AGE},"],
    "de": [" (laut {NAME})", ", so {NAME},", " ({CITY}, {COUNTRY})", " ({ORGANIZATION})", " seit {DATE}", " mit {NAME.first}", " ({DATE})", " im {HOSPITAL}", " auf der {LOCATION}", " durch Dr. {D}", " in {CITY}", " Frau {P.last}", " Herrn {P.last}", ", {PROFESSION},", " ({PROFESSION})", ", Vater eines Kindes ({AGE}),"],
}  # fmt: skip
add_to_tables(WOVEN)


def weave(doc: Document, sentence: str) -> None:
    """A sentence with an identifier, or what looks like one, put between two of its words."""
    marks = doc.labelled(sentence)
    spaces = [m.start() for m in re.finditer(" ", sentence) if not any(b <= m.start() < e for b, e, _ in marks)]
    at = doc.rng.choice(spaces) if spaces else len(sentence)
    doc.add_marked(sentence[:at], [m for m in marks if m[0] < at])
    doc.add(doc.rng.choice((WOVEN if doc.rng.random() < 0.5 else PLAIN)[doc.values.lang]))
    doc.add_marked(sentence[at:], [(b - at, e - at, label) for b, e, label in marks if b >= at])


class Persona:
    """How a document speaks of its patient and its hospital: as published, or by name."""

    def __init__(self, doc: Document):
        self.doc, rng, lang = doc, doc.rng, doc.values.lang
        self.rate = rng.choice([0.0, 0.0, 0.4, 0.9])
        pattern, forms = PATIENT[lang]
        self.usual = rng.choice(forms)
        self.rules = [(re.compile(pattern), forms), (re.compile(HERE[lang][0]), [HERE[lang][1]])]

    def add(self, sentence: str) -> None:
        rng, at = self.doc.rng, 0
        found = sorted((*m.span(), forms) for pattern, forms in self.rules for m in pattern.finditer(sentence))
        for begin, end, forms in found:
            if begin >= at and rng.random() < self.rate:
                self.doc.add_labelled(sentence[at:begin])
                self.doc.add(self.usual if len(forms) > 1 and rng.random() < 0.7 else rng.choice(forms))
                at = end
        self.doc.add_labelled(sentence[at:])


def note(doc: Document, carrier: list[str] | None) -> None:
    rng, lang, persona = doc.rng, doc.values.lang, Persona(doc)
    newline = rng.choice(["\n", "\n", "\n", "\r\n", "  "]) if rng.random() < 0.3 else "\n"
    short = rng.choice(NOTES[lang])
    if rng.random() < 0.15:  # a short note alone
        doc.add(short)
        return
    if rng.random() < 0.5:
        doc.add(rng.choice(TITLES[lang]))
        doc.text += newline * rng.choice([1, 2])
    for line in rng.sample(HEADERS[lang], rng.choice([0, 2, 4, 7, 10])):
        doc.add(line)
        doc.text += newline if rng.random() < 0.85 else rng.choice(["   ", "\t", ", ", " - "])
    doc.text += newline if doc.text else ""
    sentences = [(BODY[lang], s) for s in rng.sample(BODY[lang], rng.randint(1, 6))]
    sentences += [(HARD[lang], s) for s in rng.sample(HARD[lang], rng.randint(1, 6))]
    sentences += [(HARD[lang], rng.choice(HARD_NUMBERS[lang])) for _ in range(rng.randint(0, 3))]
    sentences += [(HARD[lang], rng.choice(TITLES[lang])) for _ in range(rng.randint(0, 2))]
    sentences += [(HARD[lang], rng.choice(LINES[lang])) for _ in range(rng.choice([0, 0, 2, 5]))]
    sentences += [(NOTES[lang], short)] if rng.random() < 0.3 else []
    rng.shuffle(sentences)
    if carrier:
        own = [(None, s) for s in carrier]
        for pair in sentences[: rng.randint(1, 5)]:
            own.insert(rng.randint(0, len(own)), pair)
        sentences = own
    between = rng.choice([" ", " ", "\n", "\n- ", " "])
    woven = rng.choice([0.0, 0.05, 0.2])
    for kind, sentence in sentences:
        if kind is None and rng.random() < woven:
            weave(doc, sentence)
        elif kind is None:
            persona.add(sentence)
        else:
            doc.add(sentence)
        doc.text += between if kind is not HARD[lang] or rng.random() < 0.7 else newline
    if rng.random() < 0.6:
        doc.text += newline
        doc.add(correspondence.line(lang, rng) if rng.random() < 0.75 else rng.choice(CLOSINGS[lang]))


def general(doc: Document, plain: list[str]) -> None:
    """Sentences of any text, `plain` ones among them."""
    lang, rng = doc.values.lang, doc.rng
    pool = GENERAL[lang] + BODY[lang][:8] + HARD_NUMBERS[lang] + HARD[lang][:3]
    pool += [general_text.piece(lang, rng) for _ in range(len(pool))]
    sentences = [(True, s) for s in rng.sample(pool, rng.randint(0 if plain else 1, 3))]
    sentences += [(False, s) for s in plain]
    rng.shuffle(sentences)
    woven = rng.choice([0.0, 0.1, 0.4])
    for ours, sentence in sentences:
        if ours:
            doc.add(sentence)
        elif rng.random() < woven:
            weave(doc, sentence)
        else:
            doc.text += sentence
        doc.text += rng.choice([" ", "\n"])


def phrase_run(lang: str, rng: random.Random) -> list[str]:
    phrase = phrases.phrase if lang == "ar" else german.phrase
    return [phrase(rng) for _ in range(rng.randint(4, 16))]


def shuffled(runs: list, rng: random.Random):
    """Every run once in random order, and again."""
    while runs:
        yield from rng.sample(runs, len(runs))


def build(lang: str, corpora: pathlib.Path, cache: pathlib.Path, seed: int, part: int, n: int):
    values = ArabicValues(seed, part) if lang == "ar" else Values(lang, seed, part)
    terms = vocabulary.diseases(lang, cache)
    medical = {w.lower() for t in terms for w in re.findall(r"\w{3,}", t)}
    words = vocabulary.german_words(cache, values.rng) if lang == "de" else sorted(w.capitalize() for w in medical if w.isalpha())
    words = arabic_plain.WORDS.split(",") if lang == "ar" else words
    path = corpora / f"e3c.carriers.{lang}.jsonl.gz"
    runs = carriers(path, lang, medical, values.first_names_and_towns() - NO_NAME, AUDITED) if path.exists() else [phrase_run(lang, values.rng) for _ in range(n)]
    plain = plain_text.sentences(lang, cache)
    written = [n for n in collection.notes(lang) if (zlib.crc32(n.encode()) % 10 == 3) == bool(part)]
    split, split_plain = len(runs) // 10, len(plain) // 10
    runs = shuffled(runs[:split] if part else runs[split:], values.rng)
    plain = plain[:split_plain] if part else plain[split_plain:]
    # German and Arabic have no case reports, and their forms are dense with identifiers: more notes of the collection.
    collected, up_to_general = (0.7, 0.78) if lang in ("de", "ar") else (0.55, 0.68)
    for i in range(n):
        kind, doc = values.rng.random(), Document(values, terms, words)
        if kind < collected:
            n_pieces = values.rng.choice([1, 1, 2, 3]) if lang == "ar" else 1  # its notes are half as long
            piece = "\n".join(collection.piece(written, values.rng) for _ in range(n_pieces))
            doc.add(piece)
            doc.write_as(piece)
        elif kind < up_to_general:
            general(doc, values.rng.sample(plain, values.rng.randint(0, 4)) if plain else [])
        else:
            note(doc, next(runs) if kind < 0.95 else None)
        if lang == "ar":
            doc.spans = writing.whole_words(doc.text, doc.spans)
            doc.text, doc.spans = writing.plain(doc.text, doc.spans)
        if lang == "ar" and part:
            doc.text, doc.spans = writing.as_written(doc.text, doc.spans, values.rng)
        yield {"id": f"{lang}-{part}-{i}", "lang": lang, "text": doc.text, "spans": doc.spans}


def main() -> None:
    p = argparse.ArgumentParser()
    p.add_argument("--corpora", type=pathlib.Path, required=True)
    p.add_argument("--out", type=pathlib.Path, required=True)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--documents", type=int, default=12000, help="training documents a language")
    args = p.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for lang in LANGUAGES:
        for part, name, n in ((0, "train", args.documents), (1, "heldback", 150)):
            path = args.out / f"{name}.{lang}.jsonl.gz"
            cache = args.out / "packages"
            with gzip.open(path, "wt", encoding="utf-8") as out:
                for doc in build(lang, args.corpora, cache, args.seed, part, n):
                    out.write(json.dumps(doc, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
