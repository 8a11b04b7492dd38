#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes redactor/policy/surrogate_names.txt: the names that made-up names are drawn from, with how often people bear
them where Faker says so. They are the names of the gazetteer's lists in the eight languages, one word each, and those
of redactor/policy/surrogates.yaml.

Usage: surrogate_names.py > ../../redactor/policy/surrogate_names.txt    (requirements.txt, and PyYAML)
"""

import importlib
import pathlib
import re
import unicodedata
from collections import defaultdict

import yaml

from corpus.names import COMMON
from gazetteer import PARTICLES

HEAD = """\
# SPDX-License-Identifier: Apache-2.0
# Names, one word each in small letters, written by tools/train/surrogate_names.py from the lists of Faker (MIT licence)
# and of this project. A line has a language, a list, a weight and the names that weigh as much: of two names, one that
# weighs twice as much is drawn twice as often.
"""
LOCALES = {
    "en": "en_US en_GB en_IE en_NZ",
    "es": "es_ES es_MX es_CO es_AR es_CL",
    "it": "it_IT",
    "fr": "fr_FR fr_BE fr_CA fr_CH",
    "de": "de_DE de_AT de_CH",
    "ro": "ro_RO",
    "tr": "tr_TR",
    "ar": "ar_AA ar_SA ar_PS ar_DZ",
}
LISTS = {"female": "first_names_female", "male": "first_names_male", "last": "last_names"}
WORD = re.compile(r"[^\W\d_]+")
LENGTHS = range(3, 13)  # letters; shorter words are particles and initials, longer ones join two names
HEAVIEST = 64  # the commonest names weigh as much as this many rare ones: enough to tell them apart
ROOT = pathlib.Path(__file__).parents[2]


def words(name: str, language: str) -> list[str]:
    name = unicodedata.normalize("NFC", name)
    if language == "tr":
        name = name.replace("İ", "i").replace("I", "ı")
    found = WORD.findall(unicodedata.normalize("NFC", name.lower()))
    return [w for w in found if len(w) in LENGTHS and w not in PARTICLES]


def shares(language: str, kind: str) -> dict[str, float]:
    """How often each name occurs, relative to the mean of its source."""
    out = defaultdict(float)
    for locale in LOCALES[language].split():
        provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
        names = defaultdict(float)
        for attribute in dir(provider):
            if attribute == LISTS[kind] or (kind == "last" and attribute.startswith("last_names")):
                listed = getattr(provider, attribute) or ()
                for name, weight in listed.items() if isinstance(listed, dict) else ((n, 1) for n in listed):
                    names[name] = max(names[name], weight)
        mean = sum(names.values()) / max(1, len(names))
        for name, weight in names.items():
            for word in words(name, language):
                out[word] = max(out[word], weight / mean)
    own = yaml.safe_load((ROOT / "redactor/policy/surrogates.yaml").read_text(encoding="utf-8"))[language]
    ours = f"{own[kind]} {own.get('common', '')} {COMMON.get(language, '')}" if kind == "last" else own[kind]
    for name in ours.split():
        for word in words(name, language):
            out[word] = max(out[word], 1.0)
    return out


print(HEAD, end="")
for language in LOCALES:
    for kind in LISTS:
        groups = defaultdict(list)
        for name, share in shares(language, kind).items():
            weight = 1
            while weight < HEAVIEST and weight * 2 <= share * 4:  # a quarter of the mean weighs 1
                weight *= 2
            groups[weight].append(name)
        for weight in sorted(groups, reverse=True):
            print(language, kind, weight, *sorted(groups[weight]))
