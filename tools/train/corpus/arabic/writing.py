# SPDX-License-Identifier: Apache-2.0
"""How Arabic is written, and how the program reads it.

Training documents hold the text in the form that redactor/text/reading_view.h gives to the model: digits of the Arabic
and Persian sets as 0 to 9, no tatweel, no vowel marks, no presentation forms, no marks of direction. Held-back
documents are written as in hospitals, with all of these.

Spans are whole words, since the program hides whole words: a conjunction, a preposition or an article that is joined to
the name ("ومحمد", "للرياض", "بالقاهرة") is part of the span."""

import random
import re
import unicodedata

MARKS = re.compile("[\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]")
INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\u061c\u0640]")
DIGITS = {ord(c): str(i) for digits in ("٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹") for i, c in enumerate(digits)}
DIGITS |= {ord("٪"): "%", ord("٫"): ".", ord("٬"): ",", ord("ی"): "ي", ord("ک"): "ك"}
WORD = re.compile(r"[^\W_]|[\u0640\u064b-\u065f\u0670]")


def plain(text: str, spans: list[dict]) -> tuple[str, list[dict]]:
    """The text as the program reads it, and its spans there."""
    out, at = [], [0]
    for c in text:
        gone = MARKS.match(c) or INVISIBLE.match(c)
        form = "" if gone else c.translate(DIGITS)
        if "\ufb50" <= c <= "\ufdff" or "\ufe70" <= c <= "\ufeff":
            form = INVISIBLE.sub("", MARKS.sub("", unicodedata.normalize("NFKC", c)))
        out.append(form)
        at.append(at[-1] + len(form))
    return "".join(out), [{**s, "start": at[s["start"]], "end": at[s["end"]]} for s in spans]


def whole_words(text: str, spans: list[dict]) -> list[dict]:
    """The spans widened to whole words, each up to the next."""
    wide, reached = [], 0
    for i, s in enumerate(spans):
        begin, end = s["start"], s["end"]
        limit = spans[i + 1]["start"] if i + 1 < len(spans) else len(text)
        while begin > reached and WORD.match(text[begin]) and WORD.match(text[begin - 1]):
            begin -= 1
        while end < limit and WORD.match(text[end]) and WORD.match(text[end - 1]):
            end += 1
        wide.append({**s, "start": begin, "end": end})
        reached = end
    return wide


def joins_article(before: str, surface: str) -> bool:
    """Whether the alef of the surface's article is dropped after the preposition that ends `before`: ل + الرياض is
    للرياض."""
    return surface.startswith("ال") and bool(re.search(r"(?:^|[^\w])[وف]?ل$", before))


# A number without an adjacent Latin letter, with the stops and strokes of a date or an amount.
NUMBER = re.compile(r"(?<![A-Za-z0-9@._/-])\d+(?:[.,/:-]\d+)*(?![A-Za-z0-9@_-]|[./]\w)")
EASTERN, PERSIAN = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩"), str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")
FORMS = {unicodedata.normalize("NFKC", chr(c)): chr(c) for c in range(0xFE80, 0xFEF5) if "ISOLATED" in unicodedata.name(chr(c), "")}


class _Edits:
    """Changes of a text that keep its spans in place."""

    def __init__(self, text: str, spans: list[dict]):
        self.text, self.spans = text, [dict(s) for s in spans]

    def insert(self, at: int, piece: str) -> None:
        """Inserts `piece`; it becomes part of a span that covers both sides of `at`, and stays outside at the edge of a
        span."""
        self.text = self.text[:at] + piece + self.text[at:]
        for s in self.spans:
            s["start"] += len(piece) * (s["start"] >= at)
            s["end"] += len(piece) * (s["end"] > at)


def as_written(text: str, spans: list[dict], rng: random.Random) -> tuple[str, list[dict]]:
    """A document of plain characters as it would be typed or exported in practice."""
    digits = rng.choice([None, None, EASTERN, EASTERN, PERSIAN])
    if digits:
        text = NUMBER.sub(lambda m: m.group().translate(digits), text)
    if rng.random() < 0.06:  # text from a PDF
        text = "".join(FORMS.get(c, c) for c in text)
    if rng.random() < 0.1:  # a Persian keyboard
        text = text.translate({ord("ي"): "ی", ord("ك"): "ک"})
    edits = _Edits(text, spans)
    words = [m for m in re.finditer(r"[\u0621-\u064a]{4,}", text)]
    marked = rng.choice([0, 0, 0, 0.02, 0.3])
    stretched = rng.choice([0, 0, 0, 0.02, 0.1])
    for m in reversed(words):  # from the end, so that earlier positions stay valid
        if rng.random() < marked:
            edits.insert(rng.randint(m.start() + 1, m.end() - 1), rng.choice("\u064e\u064f\u0650\u0651\u0652"))
        if rng.random() < stretched and text[m.start() + 1] in "بتثجحخسشصضطظعغفقكلمنهيئ":
            edits.insert(m.start() + 2, "\u0640" * rng.randint(1, 4))
    if rng.random() < 0.15:  # direction marks, away from identifiers, whose edges they would blur
        edges = {edge for s in edits.spans for edge in (s["start"], s["end"])}
        for m in reversed([*re.finditer(" ", edits.text)]):
            if rng.random() < 0.2 and not edges & {m.start(), m.end()}:
                edits.insert(m.end(), rng.choice("\u200f\u200e"))
    return edits.text, edits.spans
