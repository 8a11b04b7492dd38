# SPDX-License-Identifier: Apache-2.0
"""Writes train and held-back documents of each language. Deterministic for a seed.

A document is a note of the collection, or a few sentences of general text, or a form header, sentences and a closing,
most often with a piece of a published case report (a "carrier") between them into which identifiers are put. In German,
Romanian, Turkish and Arabic, generated phrases replace the case reports.
"""

import argparse
import gzip
import json
import pathlib
import random
import re
import zlib

from . import collection, correspondence, general_text, languages, plain_text, vocabulary
from .case_reports import NO_NAME, carriers
from .document import Document
from .letters import capitalised
from .notes import NOTES
from .plain_slots import HERE, LINES, PATIENT, PLAIN
from .prose import OPENINGS, PLAIN_PROSE, SAID
from .templates import BODY, CLOSINGS, GENERAL, HARD, HARD_NUMBERS, HEADERS, TITLES, WOVEN
from .values import Values

EVAL = pathlib.Path(__file__).parents[2] / "eval"
AUDITED = set(json.loads((EVAL / "audit/e3c-carriers.json").read_text()))
# Documents annotated by reading: nothing is trained on those of dev, and those of train come with their labels
# (data.py).
READ = {name for part in ("dev", "train") for name in json.loads((EVAL / f"case_reports/{part}.json").read_text())}

def weave(doc: Document, sentence: str) -> None:
    """Adds a sentence with an identifier, or something that looks like one, between two of its words."""
    marks = doc.labelled(sentence)
    spaces = [m.start() for m in re.finditer(" ", sentence) if not any(b <= m.start() < e for b, e, _ in marks)]
    at = doc.rng.choice(spaces) if spaces else len(sentence)
    doc.add_marked(sentence[:at], [m for m in marks if m[0] < at])
    doc.add(doc.rng.choice((WOVEN if doc.rng.random() < 0.5 else PLAIN)[doc.values.lang]))
    doc.add_marked(sentence[at:], [(b - at, e - at, label) for b, e, label in marks if b >= at])


class Persona:
    """How a document refers to its patient and its hospital: as published, or by name."""

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
    if rng.random() < 0.15:  # only a short note
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
    sentences += [(HARD[lang], s) for s in rng.sample(SAID[lang], rng.choice([0, 0, 1, 3])) + rng.sample(PLAIN_PROSE[lang], rng.choice([0, 0, 1, 3]))]
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


def report(doc: Document, carrier: list[str] | None) -> None:
    """A case as a narrative, in template sentences between those of a published one, or in the lines of a ward note."""
    rng, lang, persona = doc.rng, doc.values.lang, Persona(doc)
    own = rng.sample(SAID[lang], rng.randint(1, 6)) + rng.sample(PLAIN_PROSE[lang], rng.randint(1, 5))
    sentences = [(None, s) for s in carrier or []]
    for sentence in own:
        sentences.insert(rng.randint(0, len(sentences)), (SAID, sentence))
    if rng.random() < 0.7:
        sentences.insert(0, (OPENINGS, rng.choice(OPENINGS[lang])))
    between = rng.choice([" ", " ", " ", " ", "\n", "\n- "])
    for ours, sentence in sentences:
        if ours is None:
            persona.add(sentence)
        else:
            doc.add(sentence if rng.random() < 0.5 else capitalised(sentence, lang))
            doc.text += "" if sentence[-1] in ".:;" or rng.random() < 0.2 else "."
        doc.text += between


def general(doc: Document, plain: list[str]) -> None:
    """Sentences of general text, with some of `plain` among them."""
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


def shuffled(runs: list, rng: random.Random):
    """Every run once in random order, then all again, without end."""
    while runs:
        yield from rng.sample(runs, len(runs))


def number_of(sentence: str) -> int:
    return zlib.crc32(sentence.encode())


def carrier_runs(lang: str, corpora: pathlib.Path, cache: pathlib.Path, values: Values) -> list[list[str]]:
    """Runs of sentences of the documents that are not annotated."""
    left_out = AUDITED | {name.split("/")[1] for name in READ if name.startswith(f"{lang}/")}
    named = values.first_names_and_towns() - NO_NAME
    medical = vocabulary.words_of(vocabulary.diseases(lang, cache), lang) | vocabulary.of_notes(lang)
    return carriers(corpora / f"e3c.carriers.{lang}.jsonl.gz", lang, medical, named, left_out)


def build(lang: str, corpora: pathlib.Path, cache: pathlib.Path, clean: set[int], seed: int, part: int, n: int):
    values = languages.values(lang, seed, part)
    terms = vocabulary.diseases(lang, cache)
    words = vocabulary.words(lang, terms, cache, values.rng)
    if lang in languages.PHRASES:
        runs = [[languages.PHRASES[lang](values.rng) for _ in range(values.rng.randint(4, 16))] for _ in range(n)]
    else:
        runs = [[s for s in run if number_of(s) in clean] for run in carrier_runs(lang, corpora, cache, values)]
        runs = [run for run in runs if len(run) > 2]
    plain = plain_text.sentences(lang, cache)
    written = [n for n in collection.notes(lang) if collection.is_held_back(n) == bool(part)]
    split, split_plain = len(runs) // 10, len(plain) // 10
    runs = shuffled(runs[:split] if part else runs[split:], values.rng)
    plain = plain[:split_plain] if part else plain[split_plain:]
    # Languages without case reports get more notes of the collection; German forms are also dense with identifiers.
    collected, up_to_general, up_to_reports = (0.6, 0.74, 0.84) if lang in languages.PHRASES else (0.42, 0.6, 0.78)
    for i in range(n):
        kind, doc = values.rng.random(), Document(values, terms, words)
        if kind < collected:
            n_pieces = values.rng.choice([1, 1, 2, 3]) if lang == "ar" else 1  # Arabic notes are half as long
            piece = "\n".join(collection.piece(written, values.rng) for _ in range(n_pieces))
            doc.add(piece)
            doc.write_as(piece)
        elif kind < up_to_general:
            general(doc, values.rng.sample(plain, values.rng.randint(0, 4)) if plain else [])
        elif kind < up_to_reports:
            report(doc, next(runs) if values.rng.random() < 0.6 else None)
        else:
            note(doc, next(runs) if kind < 0.95 else None)
        doc.finish()
        if part:  # for measuring
            doc.spans = [s for s in doc.spans if s["label"] != "UNKNOWN"]
        languages.finish(doc, part)
        yield {"id": f"{lang}-{part}-{i}", "lang": lang, "text": doc.text, "spans": doc.spans}


def main() -> None:
    p = argparse.ArgumentParser()
    p.add_argument("--corpora", type=pathlib.Path, required=True)
    p.add_argument("--out", type=pathlib.Path, required=True)
    p.add_argument("--clean", type=pathlib.Path, required=True, help="clean_carriers.py's list")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--documents", type=int, default=12000, help="training documents a language")
    args = p.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    clean = {lang: set(numbers) for lang, numbers in json.loads(args.clean.read_text()).items()}
    for lang in languages.LANGUAGES:
        for part, name, n in ((0, "train", args.documents), (1, "heldback", 150)):
            path = args.out / f"{name}.{lang}.jsonl.gz"
            cache = args.out / "packages"
            with gzip.open(path, "wt", encoding="utf-8") as out:
                for doc in build(lang, args.corpora, cache, clean.get(lang, set()), args.seed, part, n):
                    out.write(json.dumps(doc, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
