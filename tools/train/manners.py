# SPDX-License-Identifier: Apache-2.0
"""A composed document as it would be typed in haste, dictated or scanned. The written notes teach how such notes really
sound; this teaches it with all the names, places and numbers of the documents that are built from parts.

Each function takes a text and its spans (begin, end, label) in code points, and returns both anew. An edit lies within
one span or outside all of them, so that a span keeps what it marks."""

import random
import re

from num2words import num2words

from corpus.dates import MONTHS
from corpus.letters import cased
from labels import LABELS

NUMBERS = {LABELS.index(label) for label in ("PHONE", "FAX", "MEDICAL_RECORD", "HEALTH_PLAN", "SSN", "ACCOUNT", "ID", "ZIP", "ENCOUNTER")}
ADDRESSES = {LABELS.index(label) for label in ("EMAIL", "URL")}
# What a person who dictates says for a sign.
SIGNS = {
    "en": {",": ["comma"], ".": ["full stop", "period", "stop"], ":": ["colon"], "\n": ["new line", "next line", "new paragraph"]},
    "es": {",": ["coma"], ".": ["punto"], ":": ["dos puntos"], "\n": ["punto y aparte", "nueva línea", "aparte"]},
    "it": {",": ["virgola"], ".": ["punto"], ":": ["due punti"], "\n": ["a capo", "punto e a capo"]},
    "fr": {",": ["virgule"], ".": ["point"], ":": ["deux points"], "\n": ["à la ligne", "point à la ligne"]},
    "de": {",": ["Komma"], ".": ["Punkt"], ":": ["Doppelpunkt"], "\n": ["neue Zeile", "Absatz", "neuer Absatz"]},
    "ro": {",": ["virgulă"], ".": ["punct"], ":": ["două puncte"], "\n": ["rând nou", "de la capăt", "alineat"]},
    "tr": {",": ["virgül"], ".": ["nokta"], ":": ["iki nokta"], "\n": ["satır başı", "yeni satır", "paragraf"]},
    "ar": {",": ["فاصلة"], "،": ["فاصلة"], ".": ["نقطة"], ":": ["نقطتان"], "\n": ["سطر جديد", "نقطة سطر جديد"]},
}
IN_ADDRESSES = {
    "en": {"@": "at", ".": "dot", "-": "dash", "_": "underscore", "/": "slash"},
    "es": {"@": "arroba", ".": "punto", "-": "guion", "_": "guion bajo", "/": "barra"},
    "it": {"@": "chiocciola", ".": "punto", "-": "trattino", "_": "underscore", "/": "barra"},
    "fr": {"@": "arobase", ".": "point", "-": "tiret", "_": "tiret bas", "/": "slash"},
    "de": {"@": "at", ".": "Punkt", "-": "minus", "_": "Unterstrich", "/": "Schrägstrich"},
    "ro": {"@": "arond", ".": "punct", "-": "cratimă", "_": "liniuță jos", "/": "slash"},
    "tr": {"@": "et", ".": "nokta", "-": "tire", "_": "alt çizgi", "/": "bölü"},
    "ar": {"@": "آت", ".": "دوت", "-": "شرطة", "_": "شرطة سفلية", "/": "سلاش"},
}
DATE = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{2}|\d{4})")
# What a scanner takes for what.
CONFUSED = {
    "l": "1I", "I": "l1", "1": "lI", "O": "0", "0": "O", "o": "0", "5": "S", "S": "5", "8": "B", "B": "8", "e": "c", "c": "e", "m": ["rn"],
    "u": "v", "g": "q", "ü": "u", "é": "e", "è": "e", "à": "a", "ö": "o", "ß": "B", "ñ": "n", "ț": "t", "ș": "s", "ş": "s", "ı": "i", ",": ".", ".": ",",
}  # fmt: skip


def edited(text: str, spans, edits):
    """The text after edits (begin, end, new), which are in order and do not overlap, and the spans in it."""
    pieces, moved, at, length = [], [0] * (len(text) + 1), 0, 0
    for begin, end, new in [*edits, (len(text), len(text), "")]:
        moved[at : begin + 1] = range(length, length + begin - at + 1)
        pieces += [text[at:begin], new]
        length += begin - at
        moved[begin + 1 : end] = [length] * max(0, end - begin - 1)
        length += len(new)
        moved[end] = length
        at = end
    return "".join(pieces), [(moved[b], moved[e], label) for b, e, label in spans]


def gaps(text: str, spans):
    """The stretches outside all spans."""
    at = 0
    for begin, end, _ in [*spans, (len(text), len(text), 0)]:
        if at < begin:
            yield at, begin
        at = end


def hasty(text: str, spans, lang: str, rng: random.Random):
    """Small letters, few signs, words cut short, slips of the fingers."""
    if rng.random() < 0.7:
        text = cased(text, False, lang)
    unsigned, unbroken, cut = rng.uniform(0.3, 1), rng.uniform(0, 0.4), rng.choice((0, 0.05, 0.15))
    edits = []
    for begin, end in gaps(text, spans):
        for m in re.finditer(r"[,;:.](?=\s)|\n(?=\w)|[^\W\d_]{7,}", text[begin:end]):
            at, sign = begin + m.start(), m.group()
            if sign == "\n":
                if rng.random() < unbroken:
                    edits.append((at, at + 1, " "))
            elif len(sign) == 1:
                if rng.random() < unsigned:
                    edits.append((at, at + 1, ""))
            elif rng.random() < cut:
                edits.append((at + rng.randint(3, 5), at + len(sign), rng.choice(("", ".", ""))))
            elif rng.random() < 0.02:
                i = at + rng.randrange(1, len(sign) - 2)
                edits.append((i, i + 2, text[i + 1] + text[i]))
    return edited(text, spans, edits)


def in_words(digits: str, lang: str, rng: random.Random) -> str:
    """A row of digits as it is read out: one by one, or in groups of two or three."""
    size = rng.choice((1, 1, 2, 2, 3))
    groups = [digits[i : i + size] for i in range(0, len(digits), size)]
    return " ".join("".join(num2words(0, lang=lang) + " " for _ in g[: len(g) - len(g.lstrip("0"))]) + (num2words(int(g), lang=lang) if g.strip("0") else "") for g in groups).replace("  ", " ").strip()


def spoken_date(date: re.Match, lang: str, rng: random.Random) -> str:
    day, month, year = (int(part) for part in date.groups())
    if lang == "en" and rng.random() < 0.3:
        day, month = month, day
    form = "ordinal" if lang == "en" or (lang == "de" and rng.random() < 0.8) or day == 1 else "cardinal"
    first = num2words(day, lang=lang, to=form) if rng.random() < 0.7 else str(day)
    years = num2words(year, lang=lang, to="year" if lang in ("en", "de") else "cardinal") if rng.random() < 0.7 else str(year)
    of = {"en": rng.choice(("of ", "")), "es": "de "}.get(lang, "")
    return f"{first} {of}{MONTHS[lang].split()[month - 1] if 1 <= month <= 12 else month} {of if lang == 'es' else ''}{years}"


def spoken(text: str, spans, lang: str, rng: random.Random):
    """Signs and numbers in words, or signs left out as a recogniser leaves them out."""
    signs, words = SIGNS[lang], rng.choice((0.9, 0.5, 0.0))  # the share of signs that are said; the others are left out
    numbers = rng.choice((0.9, 0.6, 0.0))
    edits = []
    for begin, end in gaps(text, spans):
        for m in re.finditer(r"[,،.:](?=\s|$)|\n+|(?<![\w.,/])\d{1,3}(?![\w.,/]*\d)", text[begin:end]):
            at, sign = begin + m.start(), m.group()
            if sign[0].isdigit():
                if rng.random() < numbers:
                    edits.append((at, at + len(sign), num2words(int(sign), lang=lang)))
            else:
                said = f" {rng.choice(signs[sign[0]])}" if sign[0] in signs and rng.random() < words else ""
                edits.append((at, at + len(sign), said + (" " if sign[0] == "\n" else "")))
    for begin, end, label in spans:
        if label in ADDRESSES and rng.random() < 0.8:
            say = IN_ADDRESSES[lang]
            edits += [(i, i + 1, f" {say[text[i]]} ") for i in range(begin, end) if text[i] in say]
        elif LABELS[label] == "DATE" and lang in MONTHS and rng.random() < numbers and (m := DATE.fullmatch(text[begin:end])):
            edits.append((begin, end, spoken_date(m, lang, rng)))
        elif rng.random() < numbers:
            for m in re.finditer(r"[0-9]+", text[begin:end]):
                read = in_words(m.group(), lang, rng) if label in NUMBERS or len(m.group()) > 4 else num2words(int(m.group()), lang=lang)
                edits.append((begin + m.start(), begin + m.end(), read))
            edits += [(i, i + 1, " ") for i in range(begin, end) if text[i] in "/-." and text[i - 1 : i].isdigit()]
    text, spans = edited(text, spans, sorted(edits))
    return (cased(text, False, lang), spans) if rng.random() < 0.6 else (text, spans)


def scanned(text: str, spans, lang: str, rng: random.Random):
    """Signs taken for others, words divided, spaces and line ends lost, columns apart."""
    rate = rng.choice((0.004, 0.012, 0.03))
    divided = rng.choice((0.5, 1.0, 2.0)) * rate
    edits, edges = [], {at for begin, end, _ in spans for at in (begin, end)}
    for i, c in enumerate(text):
        draw = rng.random()
        if c in CONFUSED and draw < 2 * rate:
            edits.append((i, i + 1, rng.choice(CONFUSED[c])))
        elif c == " " and 0 < i < len(text) - 1 and draw < rate and i + 1 not in edges and i not in edges:
            edits.append((i, i + 1, rng.choice(("", "", "\n", "    "))))
        elif c == "\n" and draw < 4 * rate:
            edits.append((i, i + 1, rng.choice((" ", "     "))))
        elif c.isalnum() and text[i - 1 : i].isalnum() and i not in edges and draw > 1 - divided:
            edits.append((i, i, " "))
    return edited(text, spans, edits)


MANNERS = (hasty, spoken, scanned)
