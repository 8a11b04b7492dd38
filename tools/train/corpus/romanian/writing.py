# SPDX-License-Identifier: Apache-2.0
"""The three ways in which Romanian is typed, with commas, with cedillas and without diacritics; the genitive of names."""

PLAIN = str.maketrans("ăâîșțĂÂÎȘȚşţŞŢ", "aaistAAISTstST")
CEDILLA = str.maketrans("șțȘȚ", "şţŞŢ")
COMMA = str.maketrans("şţŞŢ", "șțȘȚ")


def spelling(text: str, rng) -> str:
    """The text as typed in Romanian hospitals: with commas, with cedillas as before 2007, or without diacritics; its
    length does not change."""
    r = rng.random()
    text = text.translate(COMMA)
    if r < 0.42:
        return text
    return text.translate(CEDILLA) if r < 0.62 else text.translate(PLAIN)


def respelt(text: str, document: str, rng) -> str:
    """`text`, which is `document` with other names in it, in one spelling throughout. The spelling may differ from the
    document's, but if the document has no diacritics, the result has none either."""
    plain = not any(c in document for c in "ăâîșțşţ")
    return text.translate(PLAIN) if plain else spelling(text, rng)


def genitive(first: str) -> str:
    """The genitive: "Mariei" of Maria, "Ancăi" of Anca; a name that takes no ending stays."""
    if first.endswith(("ca", "ga")):
        return first[:-1] + "ăi"
    if first.endswith("ea"):
        return first[:-1] + "i"
    return first[:-1] + "ei" if first.endswith("a") else first
