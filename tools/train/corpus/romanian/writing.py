# SPDX-License-Identifier: Apache-2.0
"""The three ways in which Romanian is typed, with commas, with cedillas and without diacritics; the genitive of names."""

PLAIN = str.maketrans("ăâîșțĂÂÎȘȚşţŞŢ", "aaistAAISTstST")
CEDILLA = str.maketrans("șțȘȚ", "şţŞŢ")
COMMA = str.maketrans("şţŞŢ", "șțȘȚ")


def spelling(text: str, rng) -> str:
    """As keyboards of Romanian hospitals give it: with commas, with cedillas as before 2007, or without diacritics; the
    length stays."""
    r = rng.random()
    text = text.translate(COMMA)
    if r < 0.42:
        return text
    return text.translate(CEDILLA) if r < 0.62 else text.translate(PLAIN)


def respelt(text: str, document: str, rng) -> str:
    """`text`, which is `document` with other names in it, in one spelling throughout: another one than the document's, but
    diacritics that it lacks don't come back."""
    plain = not any(c in document for c in "ăâîșțşţ")
    return text.translate(PLAIN) if plain else spelling(text, rng)


def genitive(first: str) -> str:
    """Of Maria "Mariei", of Anca "Ancăi"; a name that takes no ending stays."""
    if first.endswith(("ca", "ga")):
        return first[:-1] + "ăi"
    if first.endswith("ea"):
        return first[:-1] + "i"
    return first[:-1] + "ei" if first.endswith("a") else first
