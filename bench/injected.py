# SPDX-License-Identifier: Apache-2.0
"""Invented identifiers and annotated passages in eight languages, for benchmarks that put them into files."""

import pathlib
import random
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools/train/corpus"))
import written  # noqa: E402

LANGUAGES = ["en", "es", "fr", "it", "de", "ro", "tr", "ar"]
ADDRESS = {"line": "street", "streetAddressLine": "street", "city": "city"}


class Identifiers:
    """Identifiers of one language, each drawn once."""

    def __init__(self, language: str, seed: int):
        text = (ROOT / "redactor/policy/surrogates.yaml").read_text(encoding="utf-8")
        lists = re.findall(r"  (\w+): (.*)", re.search(rf"(?m)^{language}:\n((?:  .*\n)*)", text)[1])
        self.lists = {name: values.split("|") if "|" in values else values.split() for name, values in lists}
        self.rng = random.Random(f"{language}{seed}")

    def one(self, name: str) -> str:
        return self.rng.choice(self.lists[name])

    def first(self) -> str:
        return self.one(self.rng.choice(["female", "male"]))

    def number(self, n: int) -> str:
        return "".join(self.rng.choices("123456789", k=n))

    def date(self) -> str:
        return f"{self.rng.randrange(1930, 2010)}-{self.rng.randrange(1, 13):02}-{self.rng.randrange(1, 29):02}"

    def of(self, element: str, beside: dict) -> str | None:
        """A value for a field by its name and the fields beside it; None if the field does not identify by its place."""
        if element == "family":
            return self.one("last")
        if element == "given":
            return self.first()
        if element in ADDRESS:
            return self.one(ADDRESS[element]) + (" " + self.number(3) if ADDRESS[element] == "street" else "")
        if element == "postalCode":
            return self.number(5)
        if element == "birthDate":
            return self.date()
        return None


def passages(language: str) -> list[tuple[str, list[str]]]:
    """Paragraphs of annotated notes with their identifiers."""
    out = []
    for note in written.documents():
        if note["lang"] != language or note["kind"] not in ("letter", "report", "mail", "social"):
            continue
        at = 0
        for paragraph in note["text"].split("\n"):
            end = at + len(paragraph)
            spans = [s for s in note["spans"] if at <= s["start"] and s["end"] <= end]
            cut = any(s["start"] < end < s["end"] or s["start"] < at < s["end"] for s in note["spans"])
            if spans and not cut and 40 <= len(paragraph) <= 400 and "|" not in paragraph:
                out.append((paragraph, [note["text"][s["start"] : s["end"]] for s in spans]))
            at = end + 1
    return out
