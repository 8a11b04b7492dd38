# SPDX-License-Identifier: Apache-2.0
"""Published case reports as carriers: which of their sentences name nobody, and which identifiers these still hold."""

import gzip
import json
import pathlib
import re

from .occupations import SURE
from .dates import MONTHS

# Ages and dates as published cases write them; group 1 is the identifier.
MONTH = {lang: "|".join(names.split()) for lang, names in MONTHS.items()}
MONTH |= {lang: f"(?i:{MONTH[lang]})" for lang in ("es", "it", "fr")}  # in lower case or capitalised
LEFT_OVER = {
    lang: [
        ("AGE", age),
        ("DATE", rf"\b((?:\d{{1,2}} (?:de )?)?(?:{MONTH[lang]})(?: \d{{1,2}})?,? (?:del? )?(?:19|20)\d\d)\b"),
        ("DATE", rf"\b(\d{{1,2}}(?:st|nd|rd|th|er)? (?:de |of )?(?:{MONTH[lang]}))\b"),
        ("DATE", rf"\b((?:{MONTH[lang]}) \d{{1,2}}(?:st|nd|rd|th)?)\b"),
        ("DATE", rf"\b(?i:desde|hasta|since|until|dal?|depuis|nel|nell'|a fine|fin de|début|finales de|principios de|mediados de|mes de|mese di|mois de|in|en) ({MONTH[lang]})\b"),
        ("DATE", r"\b(?:el|día|dia|le|il|on) (\d{1,2}/\d{1,2})\b"),
        ("DATE", r"\b(\d{1,2}/\d{1,2}/(?:19|20)?\d\d|\d{1,2}-\d{1,2}-(?:19|20)\d\d|\d{1,2}\.\d{1,2}\.(?:19|20)\d\d|\d{1,2}/(?:19|20)\d\d)\b"),
        ("DATE", r"(?:\b(?:el|día|dia|le|il|dal|del|al|hasta|desde) |\()(\d{1,2}[-.]\d{1,2}[-.]\d\d)\b(?![-.,/]\d)"),
        ("DATE", r"\b(?i:in|en|nel|dal|since|desde|depuis|del|de|année|anno|año|from|hasta|al|until) ((?:19|20)\d\d)\b"),
        ("DATE", r"\b(?:19|20)\d\d(?: to | al | a | y | et | and | e |-|–)((?:19|20)\d\d)\b"),
    ]
    for lang, age in {
        "en": r"\b(\d{1,3}[- ](?:years?|months?|weeks?|days?|yrs?)[- ]olds?)\b|\baged (\d{1,2}(?: years)?)\b|\bat (?:the )?age (?:of )?(\d{1,2}(?: years)?)\b",
        "es": r"\bde (\d{1,3} (?:años|meses))\b(?! de (?:evol|segu|trat))|\ba los (\d{1,2} años)\b(?! de)|"
        r"\b(\d{1,2} (?:años|meses|días)) de (?:edad|vida)\b",
        "it": r"\bdi (\d{1,3} (?:anni|mesi))\b|\b(?i:donna|uomo|paziente|bambin[oa]|ragazz[oa]|femmina|maschio|maschile|femminile),? (\d{1,2} anni)\b|\b([Aa]nni \d{1,3})\b|\b(?i:di|donna|uomo|pz|paziente|giovane|maschio|femmina|maschile|femminile),? ?\(?(\d{1,3} ?aa)\b|^(\d{1,3} ?aa)\b|\bdi (\d{1,2}) e \d{1,2} anni",
        "fr": r"\b[âa]g[ée]e?s? de (\d{1,3} ?(?:ans|mois))\b|\b(?i:patiente?|homme|femme|garçon|fille|fillette|enfant|nourrisson|sportif|sportive|sujet|monsieur|dame) de (\d{1,3} ?(?:ans|mois|semaines|jours))\b",
    }.items()
}
# MEDDOCAN also marks words of sex and family. On its training notes these patterns are right in 420 of 430 and 126 of
# 132 places.
KIN = [
    ("SEX", r"\b((?i:varón|mujer|hombre|niñ[oa]|masculin[oa]|femenin[oa]))\b|\b(?i:sexo):? ?([HMFV])\b"),
    ("FAMILY", r"\b((?i:madre|padres?|hij[oa]s?|herman[oa]s?(?: (?:mayor|menor|gemel[oa]))?|espos[oa]|marido|tí[oa]s?|niet[oa]s?|abuel[oa]s?(?: (?:matern|patern)[oa]s?)?|suegr[oa]|cuñad[oa]|sobrin[oa]s?|yerno|nuera|prim[oa]s?|pareja|mamá|papás?|novi[oa]|ex-?marido)|(?<!de )familia)\b"),
]
LEFT_OVER["es"] += KIN
# Occupations, except those that mean something else in a case report as often.
NO_OCCUPATION = "nurse student enfermera mecánico militar policía pintor infermiera meccanico facteur militaire infirmière secrétaire".split()
for lang in LEFT_OVER:
    told = sorted((w for w in SURE[lang].split(",") if w not in NO_OCCUPATION), key=len, reverse=True)
    LEFT_OVER[lang].append(("PROFESSION", r"\b(" + "|".join(told) + r")\b"))
# Sentences that may name a person or a place: after a title, two capitalised words in a row of which one is not a
# medical word, or an institution.
SUSPECT = re.compile(
    r"\b(?:Drs?|Dra|Mr|Mrs|Ms|Miss|Prof|Sr|Sra|[Ss]ig(?:\.?ra)?|[Ss]ignor\w*|[Dd]ott|dr|Mme|Monsieur|Madame|M)\b\.? *[A-Z]|\bH\. [A-Z]|"
    r"\bhôpital [A-Z]|\b(?:Hospital|Clinic|Institut|Klinik|Cl[íi]nica|Centr[eo]|H[ôo]pital|Ospedale|Policlinico|CH[UR])\w* |Universi|"
    r"\b(?:Mlle|Mademoiselle|[Ee]nfant|[Nn]ouveau-né|[Pp]azient[ei]) [A-Z]{1,2}\b|\b[A-Z]\. ?[A-Z]\b\.?[ ,]*(?:est|âgée?|\d|a été|présent|di anni)|"
    r"\b[A-ZÀ-Ú]\. ?[A-ZÀ-Ú][a-zà-ú]{3,}|\b(?:named|nommée?|llamad[oa]|nom|born in|né à|from) [A-Z]"
)
# Words that can be a first name or a town, but in a case report are mostly neither.
NO_NAME = set("April June Gene Douglas Patrick Abril Julio Dolores Donna Durante Claude Bernard Como Vista Most Oral Glasgow Leiden Kawasaki Hashimoto Allen Moore Epworth Boston Paris Lancaster Vancouver Cela Celle Modesto".split())
PAIR = re.compile(r"(?<=[a-zà-ú,] )([A-ZÀ-Ú][a-zà-ú]{2,}) ([A-ZÀ-Ú][a-zà-ú]{2,})")


def carriers(path: pathlib.Path, lang: str, medical: set[str], named: set[str], left_out: set[str]) -> list[list[str]]:
    """Runs of up to 10 sentences that are unlikely to hold a person's name, any of the names in `named`, or a year that
    no pattern finds. `left_out`: ids of documents used for measuring."""

    def may_train(sentence: str) -> bool:
        pairs = [w.lower() for pair in PAIR.findall(sentence) for w in pair]
        known = named.intersection(re.findall(r"\b[A-ZÀ-Ú][\w'-]{3,}", sentence))
        if known or SUSPECT.search(sentence) or not all(w in medical for w in pairs):
            return False
        found = identifiers(sentence, LEFT_OVER[lang])
        years = [m.start() for m in re.finditer(r"\b(?:19|20)\d\d\b", sentence)]
        return all(any(begin <= year < end for begin, end, _ in found) for year in years)

    runs = []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for doc in map(json.loads, lines):
            if doc["id"] in left_out:
                continue
            sentences = re.split(r"(?<=[.!?])(?<!\bDr\.)(?<!\bDra\.)(?<!\bSr\.)(?<!\bSra\.)(?<!\bMr\.) +", re.sub(r"\s", " ", doc["text"]))
            kept = [s for s in sentences if 20 < len(s) < 500 and may_train(s)]
            runs += [kept[i : i + 10] for i in range(0, len(kept) - 3, 10)]
    return runs


def identifiers(sentence: str, patterns) -> list[tuple[int, int, str]]:
    """(begin, end, label) of the matches of the patterns, in order and disjoint; the earlier and longer one wins."""
    found = sorted(
        ((*m.span(m.lastindex), label) for label, pattern in patterns for m in re.finditer(pattern, sentence)),
        key=lambda f: (f[0], -f[1]),
    )
    apart, reached = [], 0
    for begin, end, label in found:
        if begin >= reached:
            apart.append((begin, end, label))
            reached = end
    return apart
