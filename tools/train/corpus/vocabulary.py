# SPDX-License-Identifier: Apache-2.0
"""Words that identify nobody, for the places where names occur: diseases (diagnoses.py, and the folders of single languages),
the words of the notes of this project, and German nouns of LibreOffice's help texts. Without them a model learns that
the text after "with" or in brackets is a name, because in templates it always is."""

import functools
import pathlib
import random
import re
from collections import Counter

from gazetteer import fold, person_names, regions

from . import collection, diagnoses, nationalities, plain_text, written
from .arabic import plain as arabic
from .dates import MONTHS
from .document import SLOT
from .letters import capitalised, cased
from .occupations import OCCUPATIONS
from .places import STATES, cities
from .romanian import phrases as romanian
from .turkish import phrases as turkish

OWN = {"ro": romanian.terms, "tr": turkish.terms}
SMALL = re.compile(r"(?<!\w)[^\W\d_]{3,}(?!\w)")
NOUN = re.compile(r"(?<!\w)[A-ZÄÖÜ][a-zäöüß]{3,}(?!\w)")


def diseases(lang: str, cache: pathlib.Path) -> list[str]:
    if lang == "ar":  # Arabic terms, and as often English ones, which Arabic notes also hold
        own = arabic.TERMS.split(",")
        english = [t for t in diseases("en", cache) if len(t) < 36]
        return sorted(own + english[:: max(1, len(english) // len(own))])
    return OWN[lang]() if lang in OWN else diagnoses.terms(lang)


@functools.cache
def _named(lang: str) -> set[str]:
    """The words that may identify somebody, folded: names, towns, regions, peoples, occupations and months."""
    lists = (OCCUPATIONS, STATES, MONTHS, nationalities.PEOPLES, nationalities.ORIGINS)
    named = {fold(w) for words in lists for w in re.findall(r"\w+", words[lang])}
    return named.union(*person_names(), regions(), (fold(city["name"]) for city in cities()))


def _ordinary(texts, lang: str) -> set[str]:
    """The words in small letters, in German the nouns, that occur in more than one text, but for those that may identify
    somebody, also with the s of a genitive."""
    pattern, named = NOUN if lang == "de" else SMALL, _named(lang)
    counts = Counter(w for text in texts for w in set(pattern.findall(text)) if lang == "de" or w.islower())
    return {w for w, n in counts.items() if n > 1 and not {fold(w), fold(w).removesuffix("s")} & named}


@functools.cache
def of_notes(lang: str) -> set[str]:
    """The ordinary words of the notes that are learnt, except scans, whose words are damaged."""
    texts = [SLOT.sub("|", note) for note in collection.notes(lang) if not collection.is_held_back(note)]
    return _ordinary(texts + [written.outside(n) for n in written.learnt() if n["lang"] == lang and n["kind"] != "scan"], lang)


def words_of(texts: list[str], lang: str) -> set[str]:
    return {cased(w, False, lang) for t in texts for w in re.findall(r"\w{3,}", t)}


def words(lang: str, terms: list[str], cache: pathlib.Path, rng: random.Random) -> list[str]:
    """The words for a language, capitalised if the script has capitals; in German as many of the help texts as of the
    notes."""
    if lang == "ar":
        return arabic.WORDS.split(",")
    if lang == "de":
        own = sorted(of_notes(lang) | {t for t in terms if t.isalpha()})
        more = sorted(_ordinary(plain_text.sentences(lang, cache), lang).difference(own))
        return own + rng.sample(more, min(len(own), len(more)))
    return sorted({capitalised(w, lang) for w in of_notes(lang) | words_of(terms, lang) if w.isalpha()})
