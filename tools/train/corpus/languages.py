# SPDX-License-Identifier: Apache-2.0
"""How documents of single languages are made and written, in addition to the tables by language."""

from . import german
from .arabic import phrases as arabic_phrases
from .arabic import writing
from .arabic.values import ArabicValues
from .document import Document
from .romanian import phrases as romanian_phrases
from .romanian.values import RomanianValues
from .romanian.writing import spelling
from .turkish import phrases as turkish_phrases
from .turkish.values import TurkishValues
from .values import Values

LANGUAGES = ("en", "es", "it", "fr", "de", "ro", "tr", "ar")
# Phrases for languages without available case reports.
PHRASES = {"de": german.phrase, "ro": romanian_phrases.phrase, "tr": turkish_phrases.phrase, "ar": arabic_phrases.phrase}
OWN_VALUES = {"ro": RomanianValues, "tr": TurkishValues, "ar": ArabicValues}


def values(lang: str, seed: int, part: int) -> Values:
    return OWN_VALUES[lang](seed, part) if lang in OWN_VALUES else Values(lang, seed, part)


def finish(doc: Document, part: int) -> None:
    """Applies the writing conventions of a document's language."""
    lang, rng = doc.values.lang, doc.rng
    if lang == "ro" and (part or rng.random() < 0.4):  # in training, data.py spells it anew at every pass
        doc.text = spelling(doc.text, rng)
    if lang == "ar":
        doc.spans = writing.whole_words(doc.text, doc.spans)
        doc.text, doc.spans = writing.plain(doc.text, doc.spans)
    if lang == "ar" and part:
        doc.text, doc.spans = writing.as_written(doc.text, doc.spans, rng)
