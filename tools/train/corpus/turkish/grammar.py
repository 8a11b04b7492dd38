# SPDX-License-Identifier: Apache-2.0
"""Functions that only Turkish templates need: suffixes that agree with the word before them, letters with special rules
for case, and text written without Turkish letters.

Templates write suffixes in any of their forms, "{CITY}'dan"; it is replaced by the form that fits the drawn value. A
suffix after an apostrophe is not part of the identifier. Without an apostrophe ("Ankaradan") it is, since the program
never splits a word.
"""

import re

UPPER = {**{c: c.upper() for c in "abcçdefgğhjklmnoöpqrsştuüvwxyz"}, "i": "İ", "ı": "I"}
LOWER = {v: k for k, v in UPPER.items()}
PLAIN = str.maketrans("çğıöşüâîûÇĞİÖŞÜÂÎÛ", "cgiosuaiuCGIOSUAIU")
TURKISH = set("çğıöşüÇĞİÖŞÜ")

# A = a/e, I = ı/i/u/ü, D = d/t, C = c/ç; the part in brackets is used only after a vowel.
FORMS = {
    "(n)In": "ın in un ün nın nin nun nün", "(y)A": "a e ya ye na ne", "(y)I": "ı i u ü yı yi yu yü nı ni nu nü", "DA": "da de ta te nda nde",
    "DAn": "dan den tan ten ndan nden", "DAki": "daki deki taki teki ndaki ndeki", "(y)lA": "la le yla yle", "lI": "lı li lu lü",
    "lAr": "lar ler", "DIr": "dır dir dur dür tır tir tur tür", "CA": "ca ce ça çe nca nce", "lArDA": "larda lerde", "DAydI": "daydı deydi taydı teydi",
    "DAydIm": "daydım deydim taydım teydim", "DAyIm": "dayım deyim tayım teyim", "DAdIr": "dadır dedir tadır tedir",
}  # fmt: skip
KIND = {form: kind for kind, forms in FORMS.items() for form in forms.split()}
SUFFIX = re.compile(r"(['’]?)(" + "|".join(sorted(KIND, key=len, reverse=True)) + "|" + "|".join(sorted({"".join(UPPER[c] for c in k) for k in KIND}, key=len, reverse=True)) + r")(?!\w)")
# The units of an age in numbers.
AGE_UNIT = re.compile(r" ?(?:ya[şs]\w*|(?:ayl[ıi]k|g[üu]nl[üu]k|haftal[ıi]k)(?:ken)?|ay|gün|hafta)(?!\w)| ?y\b\.?", re.IGNORECASE)
DIGITS = "sıfır bir iki üç dört beş altı yedi sekiz dokuz".split()
TENS = "- on yirmi otuz kırk elli altmış yetmiş seksen doksan".split()
# Names that end in a possessive, which takes an n before cases: "Hastanesi'nde".
VOWELS = tuple("aeıioöuüâîû")
POSSESSED = re.compile(r"[^\W\d]{4,}[ıiuü]$")


def upper(text: str) -> str:
    return "".join(UPPER.get(c, c.upper() if len(c.upper()) == 1 else c) for c in text)


def lower(text: str) -> str:
    return "".join(LOWER.get(c, c.lower()) for c in text)


def plain(text: str) -> str:
    """The text without Turkish letters; its length does not change."""
    return text.translate(PLAIN)


def is_plain(template: str) -> bool:
    """Whether a template of some length was written without Turkish letters."""
    letters = [c for c in template if c.isalpha()]
    return len(letters) > 60 and not TURKISH.intersection(letters)


def number_in_words(n: int) -> str:
    """1 to 99 in words."""
    return " ".join(w for w in (TENS[n // 10] if n > 9 else "", DIGITS[n % 10] if n % 10 else "") if w)


def spoken(surface: str) -> str:
    """The last word of a surface as it is read aloud, as far as it matters for suffixes."""
    digits = re.search(r"\d+\D?$", surface)
    if digits:
        n = int(re.sub(r"\D", "", digits.group()))
        return "sıfır" if n == 0 else "bin" if n % 1000 == 0 else "yüz" if n % 100 == 0 else number_in_words(n % 100).split()[-1]
    word = re.split(r"[^\w]+", surface.rstrip(".)\"' "))[-1]
    if word.isupper() and (len(word) < 4 or not set(word) & set("AEIİOÖUÜ")):
        return {"K": "ka", "H": "haş"}.get(word[-1], word[-1] + "e" if word[-1] not in "AEIİOÖUÜ" else word[-1])
    return word


def suffixed(surface: str, suffix: str, label: str = "") -> str:
    """The form of a suffix that fits a surface: ("İzmir", "dan") is "den", ("Hastanesi", "de", "HOSPITAL") "nde"."""
    kind, word = KIND[lower(suffix)], lower(spoken(surface))
    vowels = [c for c in word if c in VOWELS] or ["e"]
    back, rounded = vowels[-1] in "aıouâû", vowels[-1] in "oöuüû" and "A" not in kind  # no rounding after a or e
    hard = word[-1:] in tuple("çfhkpsşt")
    possessed = label in ("HOSPITAL", "ORGANIZATION", "LOCATION", "STREET") and POSSESSED.search(lower(surface)) is not None
    if possessed and kind[:2] not in ("(n", "lI", "lA") and kind != "(y)lA":
        kind = "n" + kind.removeprefix("(y)")
    sounds = {"A": "a" if back else "e", "I": ("u" if rounded else "ı") if back else ("ü" if rounded else "i"), "D": "t" if hard else "d", "C": "ç" if hard else "c"}
    out = "".join(sounds.get(c, c) for c in re.sub(r"\((.)\)", r"\1" if word[-1:] in VOWELS else "", kind))
    return upper(out) if suffix[0] in LOWER else out
