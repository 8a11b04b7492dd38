# SPDX-License-Identifier: Apache-2.0
"""Ways of writing an identifier that evade detectors. The program undoes invisible and look-alike characters before the
model reads (redactor/text/reading_view.h); the model has to learn the others."""

import base64
import random
import unicodedata

ZERO_WIDTH = "\u200b\u200c\u200d\u2060\u00ad"
HOMOGLYPHS = str.maketrans("aeopcxyABEKMHOPCTX", "аеорсхуАВЕКМНОРСТХ")  # Latin to Cyrillic
LEET = str.maketrans("aeiostAEIOST", "431057431057")
OCR = [("rn", "m"), ("m", "rn"), ("l", "1"), ("O", "0"), ("0", "O"), ("cl", "d"), ("e", "c"), ("ü", "u"), ("5", "S"), ("B", "8")]
DIGIT_WORDS = {
    "en": "zero one two three four five six seven eight nine".split(),
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve".split(),
    "it": "zero uno due tre quattro cinque sei sette otto nove".split(),
    "fr": "zéro un deux trois quatre cinq six sept huit neuf".split(),
    "de": "null eins zwei drei vier fünf sechs sieben acht neun".split(),
    "ro": "zero unu doi trei patru cinci șase șapte opt nouă".split(),
    "tr": "sıfır bir iki üç dört beş altı yedi sekiz dokuz".split(),
    "ar": "صفر واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة".split(),
}


def full_width(text):
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


def ocr(text, rng):
    for old, new in rng.sample(OCR, 4):
        if old in text:
            at = rng.choice([i for i in range(len(text)) if text.startswith(old, i)])
            text = text[:at] + new + text[at + len(old) :]
    return text


def misspelt(text, rng):
    if len(text) < 5:
        return text
    at = rng.randrange(1, len(text) - 2)
    return text[:at] + rng.choice([text[at + 1] + text[at], text[at] * 2 + text[at + 1], text[at + 1]]) + text[at + 2 :]


def digits_in_words(text, lang):
    if sum(c.isdigit() for c in text) < 5:
        return text
    return " ".join(DIGIT_WORDS[lang][int(c)] if c in "0123456789" else c for c in text if c != " ")


# How an identifier may be written: (surface, label, language, random) -> surface.
SURFACES = {
    "zero-width": lambda s, k, lang, r: s[: len(s) // 2] + r.choice(ZERO_WIDTH) + s[len(s) // 2 :],
    "homoglyphs": lambda s, k, lang, r: s.translate(HOMOGLYPHS),
    "full-width": lambda s, k, lang, r: full_width(s),
    "decomposed": lambda s, k, lang, r: unicodedata.normalize("NFD", s),
    "stacked-marks": lambda s, k, lang, r: s[:1] + "\u0301\u0327" * 4 + s[1:],
    "bidi": lambda s, k, lang, r: "\u202e" + s + "\u202c",
    "leet": lambda s, k, lang, r: s.translate(LEET),
    "ocr": lambda s, k, lang, r: ocr(s, r),
    "misspelt": lambda s, k, lang, r: misspelt(s, r),
    "lower-case": lambda s, k, lang, r: s.lower() if len(s.lower()) == len(s) else s,
    "upper-case": lambda s, k, lang, r: s.upper() if len(s.upper()) == len(s) else s,
    "hyphenated": lambda s, k, lang, r: s[: len(s) // 2] + "-\n" + s[len(s) // 2 :] if len(s) > 5 else s,
    "line-break": lambda s, k, lang, r: s.replace(" ", "\n", 1),
    "spaced": lambda s, k, lang, r: " ".join(s) if len(s) < 20 else s,
    "digits-in-words": lambda s, k, lang, r: digits_in_words(s, lang),
    "at-dot": lambda s, k, lang, r: s.replace("@", " at ").replace(".", " dot ") if k == "EMAIL" else s,
    "percent-encoded": lambda s, k, lang, r: s.replace("@", "%40").replace(" ", "%20"),
    "base64": lambda s, k, lang, r: base64.b64encode(s.encode()).decode() if k in ("EMAIL", "SSN") else s,
}  # fmt: skip

# Those that are used in training.
LEARNT = ("leet", "ocr", "misspelt", "lower-case", "upper-case", "hyphenated", "line-break", "spaced", "digits-in-words", "at-dot", "percent-encoded")
