# SPDX-License-Identifier: Apache-2.0
"""Reads corpora, and varies training documents in every pass."""

import gzip
import json
import pathlib
import random
import re
from collections import defaultdict

from corpus import fields, nationalities, written
from corpus.arabic.writing import plain
from corpus.case_reports import KIN, identifiers
from corpus.letters import cased
from corpus.places import STATES
from corpus.romanian.writing import respelt
from disguises import LEARNT, SURFACES
from labels import LABELS, from_meddocan
from manners import MANNERS
from windows import UNKNOWN

PROVINCES = set(STATES["es"].split(","))
INDEX = {label: i for i, label in enumerate(LABELS)} | {"UNKNOWN": UNKNOWN}


def read(path: pathlib.Path) -> list[dict]:
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def read_gold(path: pathlib.Path) -> list[dict]:
    """Annotated documents in the format of redact-eval. A document without a language is taken as English; the language
    only decides which surfaces may replace each other."""
    documents = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        doc = json.loads(line)
        spans = sorted(doc["spans"], key=lambda s: (s["start"], -s["end"]))
        for s in spans:
            if s["label"] not in LABELS:
                raise SystemExit(f"{path.name}, line {number}: {s['label']} is none of {', '.join(LABELS)}")
        apart = [s for i, s in enumerate(spans) if not any(s["start"] < other["end"] for other in spans[:i])]
        documents.append({"lang": "en", **doc, "spans": apart})
    return documents


def read_meddocan(path: pathlib.Path) -> list[dict]:
    """Documents with the project's labels; the corpus' own labels stay under "gold"."""
    documents = []
    for doc in read(path):
        spans = sorted(doc["spans"], key=lambda s: (s["start"], -s["end"]))
        ours, reached = [], 0
        for s in spans:
            if s["start"] >= reached:  # of the few nested spans, only the outer one
                surface = doc["text"][s["start"] : s["end"]]
                label = from_meddocan(s["label"], surface)
                # A province after a town: "Cartagena, Murcia".
                between = doc["text"][reached : s["start"]]
                if label == "CITY" and ours and ours[-1]["label"] == "CITY" and surface in PROVINCES and re.fullmatch(r"[\s,.(]+", between):
                    label = "STATE"
                ours.append({**s, "label": label})
                reached = s["end"]
        # Its annotation guide does not cover nationalities, so nothing is learnt about them here.
        doubtful = [("UNKNOWN", pattern) for _, pattern in nationalities.patterns("es")]
        documents.append({**doc, "gold": doc["spans"], "spans": with_found(doc["text"], ours, doubtful)})
    return documents


def with_kin(documents: list[dict]) -> list[dict]:
    """The documents; the Spanish ones also with the words of sex and kinship that MEDDOCAN marks."""
    return [doc | {"spans": with_found(doc["text"], doc["spans"], KIN)} if doc["lang"] == "es" else doc for doc in documents]


def read_case_reports(path: pathlib.Path) -> list[dict]:
    """Documents of tools/eval/case_reports."""
    return with_kin(read(path))


def read_written(share: float = 1.0) -> list[dict]:
    """Notes as they are typed and spoken, but for those of the writers who are held back."""
    return with_kin(as_read(written.learnt(share)))


def read_fields() -> list[dict]:
    """Values of fields, alone, behind their fields' names and among others."""
    return with_kin(as_read(fields.learnt()))


def as_read(documents: list[dict]) -> list[dict]:
    """The documents; those in Arabic as the program shows them to the model: digits 0 to 9, no tatweel or vowel marks."""
    out = []
    for doc in documents:
        text, spans = plain(doc["text"], doc["spans"]) if doc["lang"] == "ar" else (doc["text"], doc["spans"])
        out.append({**doc, "text": text, "spans": spans})
    return out


def with_found(text: str, spans: list[dict], patterns) -> list[dict]:
    """The spans, and the matches of the patterns outside them."""
    found = [
        {"start": begin, "end": end, "label": label}
        for begin, end, label in identifiers(text, patterns)
        if not any(s["start"] < end and begin < s["end"] for s in spans)
    ]
    return sorted(spans + found, key=lambda s: s["start"])


# Labels whose surfaces may replace each other anywhere. Words of sex, family and origin agree with the sentence around
# them, so they stay.
SWAPPED = set(LABELS) - {"SEX", "FAMILY", "AGE", "NATIONALITY"}
DIGITS = set(LABELS) - {"SEX", "FAMILY", "COUNTRY", "DATE", "HOSPITAL", "ORGANIZATION", "IP"}
# Labels whose surfaces begin with digits that identify their kind.
LED = {"PHONE", "FAX", "ACCOUNT", "SSN"}
DATE_KINDS = [
    ("year", r"\d{4}"),
    ("bare", r"\d{1,2}\.?"),
    ("month", r"[^\W\d]+\.?|(?:كانون|تشرين|ربيع|جمادى|ذو|ذي|شهر) [^\W\d]+"),
    ("month and year", r"[^\W\d]+\.?(?: del?)?[ -]?'?(?:\d{4}|[3-9]\d)|\d{1,2}[./-]\d{4}"),
    ("two numbers", r"\d{1,2}/\d{1,2}"),
    ("day and month", r"[^\W\d]+\.? \d{1,2}\w*|\d{1,2}\w*[.°º]?[ -]?(?:de |of )?[^\W\d]+\.?|\d{1,2}[.-]\d{1,2}\.?"),
]


def kind(label: str, surface: str) -> str:
    """The kind of a surface, which replaces only surfaces of the same kind: no month for a day, no initials for a
    name."""
    if label == "DATE":
        for name, form in DATE_KINDS:
            if re.fullmatch(form, surface):
                return name
        return "whole"
    letters = [c for c in surface if c.isalpha()]
    if label in ("PATIENT", "DOCTOR", "NAME"):
        short = len(letters) <= 3 and not any(c.islower() for c in letters)
        arabic = any("\u0621" <= c <= "\u064a" for c in letters)  # without case, initials are single letters
        return "initials" if short and not (arabic and re.search(r"[^\W\d]{2}", surface)) else "one" if len(surface.split()) == 1 else "more"
    if not letters:
        return "short" if len(surface) <= 6 else "long"
    return "code" if len(letters) <= 6 and surface.isupper() and label in ("STATE", "ORGANIZATION", "HOSPITAL") else ""


def pools(documents: list[dict]) -> dict[tuple[str, str, str], list[str]]:
    """Surfaces of each language, label and kind."""
    found = defaultdict(list)
    for doc in documents:
        for s in doc["spans"]:
            surface = doc["text"][s["start"] : s["end"]]
            found[doc["lang"], s["label"], kind(s["label"], surface)].append(surface)
    return found


def redraw_date(surface: str, rng: random.Random) -> str:
    """Other numbers that a date may have in the same places: a date is also recognised by the range of its numbers."""

    def other(m: re.Match) -> str:
        digits = m.group()
        n = int(digits)
        if len(digits) == 4:
            return str(rng.randint(1930, 2026)) if 1900 <= n < 2100 else digits
        if len(digits) > 2 or n == 0:
            return digits
        low, high = (1, 9) if len(digits) == 1 else (1, 12) if n <= 12 else (13, 31) if n <= 31 else (32, 99)
        return f"{rng.randint(low, high):0{len(digits)}}"

    return re.sub(r"\d+(?!\d|st\b|nd\b|rd\b|th\b|er\b)", other, surface)


def wrapped(text: str, width: int) -> str:
    """Lines broken at spaces so that they hold at most `width` characters if possible: a name may continue on the next
    line."""
    out = []
    for line in text.split("\n"):
        while len(line) > width and (at := line.rfind(" ", width // 2, width + 1)) > 0:
            out.append(line[:at])
            line = line[at + 1 :]
        out.append(line)
    return "\n".join(out)


# Fields of sender lines, and the separators between two of them: only the words show where one field ends and the next
# begins.
FIELDS = {"DOCTOR", "HOSPITAL", "ORGANIZATION", "STREET", "ZIP", "CITY", "STATE", "COUNTRY", "PHONE", "FAX", "EMAIL"}
SEPARATORS = (" ", " ", ". ", ", ")


def relaid(doc: dict, rate: float, surfaces: dict, rng: random.Random) -> dict:
    """The document with other separators before a share `rate` of its neighbouring fields; a third of these fields are
    left out, and a third get an institution of `surfaces` before them."""
    text, spans, at, last = "", [], 0, None

    def add(surface: str, label: str):
        nonlocal text
        spans.append({"start": len(text), "end": len(text) + len(surface), "label": label})
        text += surface

    for s in doc["spans"]:
        gap = doc["text"][at : s["start"]]
        if last in FIELDS and s["label"] in FIELDS and gap in SEPARATORS and rng.random() < rate:
            gap, change = rng.choice(SEPARATORS), rng.randrange(3)
            if change == 0:
                at = s["end"]
                continue
            institution = rng.choice(("HOSPITAL", "ORGANIZATION"))
            others = surfaces.get((doc["lang"], institution, ""))
            if change == 1 and others and last != "ZIP":  # nothing comes between postal code and town
                text += gap
                add(rng.choice(others), institution)
                gap = rng.choice(SEPARATORS)
        text += gap
        add(doc["text"][s["start"] : s["end"]], s["label"])
        at, last = s["end"], s["label"]
    return {**doc, "text": text + doc["text"][at:], "spans": spans}


class Variation:
    """Swaps surfaces for others of their label, redraws digits, and changes case and the separators of sender lines,
    consistently within a document, and respells Romanian; a share `manners` of the
    documents is written as typed in haste, dictated or scanned. Pools come only from the training documents; `more` are
    documents whose surfaces are also used, in two swaps of five."""

    def __init__(self, documents: list[dict], more: list[dict] = (), manners: float = 0.0):
        self.pools, self.more, self.manners = pools(documents), pools(more), manners

    def vary(self, doc: dict, rng: random.Random):
        """(text, spans): spans are (begin, end, label index) in code points."""
        if rng.random() < 1 / 3:
            doc = relaid(doc, 0.4, self.pools, rng)
        swap_rate = rng.choice((0.0, 0.5, 0.9))
        upper = rng.random() < 0.03
        lower = not upper and rng.random() < 0.10
        # One document in 16 writes its identifiers in a way that evades detectors.
        disguise = SURFACES[rng.choice(LEARNT)] if rng.random() < 0.06 else None
        chosen: dict[tuple[str, str], str] = {}
        pieces, spans, at, length = [], [], 0, 0

        def add(piece: str):
            nonlocal length
            pieces.append(piece)
            length += len(piece)

        for s in doc["spans"]:
            add(doc["text"][at : s["start"]])
            key = (s["label"], doc["text"][s["start"] : s["end"]])
            if key not in chosen:
                surface = self._surface(doc["lang"], *key, swap_rate, rng)
                if disguise and s["label"] in SWAPPED and rng.random() < 0.7:
                    surface = disguise(surface, s["label"], doc["lang"], rng) or surface
                chosen[key] = surface
            begin = length
            add(chosen[key])
            spans.append((begin, length, INDEX[s["label"]]))
            at = s["end"]
        add(doc["text"][at:])
        text = "".join(pieces)
        if doc["lang"] == "ro":
            text = respelt(text, doc["text"], rng)
        if upper or lower:
            text = cased(text, upper, doc["lang"])
        if rng.random() < 0.08:
            text = wrapped(text, rng.randint(40, 110))  # the length does not change, so the spans stay valid
        if rng.random() < self.manners:
            text, spans = rng.choice(MANNERS)(text, spans, doc["lang"], rng)
        return text, spans

    def _surface(self, lang, label, surface, swap_rate, rng):
        old = surface
        if label in SWAPPED and rng.random() < swap_rate:
            key = (lang, label, kind(label, surface))
            others = self.more.get(key) if rng.random() < 0.4 else None
            surface = rng.choice(others or self.pools[key])
        if (old.islower() and len(surface) > 2) or (old.isupper() and sum(map(str.isalpha, old)) > 4):  # keeps the case
            surface = cased(surface, old.isupper(), lang)
        if label == "DATE" and rng.random() < 0.7:
            surface = redraw_date(surface, rng)
        if label in DIGITS and rng.random() < 0.7:
            lead = re.match(r"\W*\w{1,5}\W|.{3}", surface).end() if label in LED and len(surface) > 6 else 0
            surface = surface[:lead] + "".join(
                rng.choice("123456789") if c in "123456789" and rng.random() < 0.8 else c
                for c in surface[lead:]
            )
        if label in SWAPPED and len(surface) > 2 and rng.random() < 0.04:
            surface = cased(surface, rng.random() < 0.5, lang)
        return surface or "x"
