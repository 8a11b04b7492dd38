# SPDX-License-Identifier: Apache-2.0
"""The case of letters; a text keeps its length."""

from .turkish import grammar


def cased(text: str, capitals: bool, lang: str = "") -> str:
    """The text in capitals or in small letters, except characters that would become longer: ß
    stays. Turkish has two letters i."""
    special = {} if lang != "tr" else grammar.UPPER if capitals else grammar.LOWER
    changed = (special.get(c) or (c.upper() if capitals else c.lower()) for c in text)
    return "".join(new if len(new) == 1 else old for new, old in zip(changed, text))


def capitalised(text: str, lang: str) -> str:
    """The text with a capital first letter."""
    return cased(text[0], True, lang) + text[1:]
