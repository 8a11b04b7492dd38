# SPDX-License-Identifier: Apache-2.0
"""Words of names in notes, compared as in language/words.h."""

import re
import unicodedata

WORD = re.compile(r"(?:[^\W\d_]|[\u0300-\u036f\u064b-\u065f])+")


def fold(word):
    plain = unicodedata.normalize("NFKD", word.casefold())
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    return plain.replace("ı", "i").translate(str.maketrans("ةىأإآ", "هيااا"))


def part_of(word, name):
    """The word of a name that a word stands for ("first"; "first." for an initial), and the ending behind it; (None, "")
    if it is none."""
    folded = fold(word)
    for part, value in name.items():
        if value and folded == fold(value):
            return part, ""
    for part, value in name.items():
        if value and len(value) > 3 and folded.startswith(fold(value)) and len(folded) <= len(value) + 2:
            return part, word[len(value) :]
    if len(word) == 1 and word.isupper():
        for part, value in name.items():
            if value and part != "nick" and fold(value)[0] == folded:
                return part + ".", ""
    return None, ""
