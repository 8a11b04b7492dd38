# SPDX-License-Identifier: Apache-2.0
"""Dates of every form, complete and partial."""

import random
import re

from .romanian import dates as romanian
from .turkish import dates as turkish

MONTHS = {
    "en": "January February March April May June July August September October November December",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "ro": romanian.MONTHS,
    "tr": turkish.MONTHS,
}
FRENCH_MONTHS = "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.".split()
# Words after which a date has a day, and those after which it has none.
BEFORE_DAYS = {"en": "on", "es": "el día", "it": "il al", "fr": "le au", "de": "am den", "ro": "pe de", "tr": ""}
BEFORE_PARTS = {"en": "in", "es": "en", "it": "nel", "fr": "en", "de": "im", "ro": "în", "tr": ""}
SEASONS = {
    "en": "spring,summer,autumn,fall,winter", "es": "primavera,verano,otoño,invierno", "it": "estate,autunno,inverno,primavera",
    "fr": "été,automne,hiver", "de": "Frühjahr,Frühling,Sommer,Herbst,Winter",
    "ro": romanian.SEASONS, "tr": turkish.SEASONS,
}  # fmt: skip


def ordinal(n: int) -> str:
    return f"{n}{'th' if 10 < n % 100 < 14 else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}"


def date(lang: str, rng: random.Random, before: str = "") -> str:
    """A date in one of many forms that may follow the word `before`: "el 2015" and "en 3 de mayo" are not written."""
    part = r"(?:[^\W\d]+\.?(?: del?)? ?'?)?(?:\d{4})?|\d\d?[./-]\d{4}|[^\W\d]+-\d\d"
    part += {"en": "", "de": r"|[^\W\d]+ \d\d|\d\d?/\d\d"}.get(lang, r"|[^\W\d]+ \d\d")
    for _ in range(20):
        date = _any_date(lang, rng)
        has_day = not re.fullmatch(part, date)
        if before not in (BEFORE_PARTS if has_day else BEFORE_DAYS)[lang].split():
            break
    return date


def _any_date(lang: str, r: random.Random) -> str:
    month = MONTHS[lang].split()
    d, m, y = r.randint(1, 28), r.randint(1, 12), r.randint(1930, 2026)
    nth = ordinal(d)
    name = month[m - 1]
    sep = {"de": ".", "ro": ".", "tr": "."}.get(lang, "/")
    sep = r.choice([sep, sep, sep, "-", "."]) if lang != "de" else "."
    numeric = r.choice([f"{d:02}{sep}{m:02}{sep}{y}", f"{d}{sep}{m}{sep}{y}",
                        f"{d:02}{sep}{m:02}{sep}{y % 100:02}", f"{y}-{m:02}-{d:02}",
                        f"{d:02}{sep}{m:02}{sep}{y}"])  # fmt: skip
    words = {
        "en": [f"{d} {name} {y}", f"{name} {d}, {y}", f"{name}", f"{name} {d}", f"{m}/{d}/{y % 100:02}", f"{name[:3]} {d}, {y}", f"{name} {nth}", f"{name} {y}", f"{name[:3]} {d}", f"{nth} {name}",
               f"{d}-{name[:3]}-{y}", f"{name[:3]} {y}", f"{m}/{y}", f"{m:02}/{d:02}", f"{m:02}/{d:02}/{y}", f"{m}/{d}/{y}", f"{d} {name[:3]} {y}", f"{d}-{name[:3]}-{y % 100:02}", f"{nth} {name} {y}",
               f"{nth} of {name}", f"{name} {nth}, {y}", f"{name[:3]}. {y}"],
        "es": [f"{d} de {name} de {y}", f"{d} de {name}", f"{name} de {y}", f"{name} del {y}", f"{name} {y}", f"{name}", f"{d}-{m}-{y % 100:02}",
               f"{name[:3]}-{y % 100:02}", f"{name.capitalize()} de {y}", f"{m}/{y}", f"{d}-{name}-{y}", f"{d} {name[:3]} {y}", f"{name[:3]}. {y}"],
        "it": [f"{d} {name} {y}", f"{d} {name}", f"{name} {y}", f"{d:02}/{m:02}", f"{name} del {y}", f"{m}/{y}", f"{d}/{m}/{y % 100:02}", f"1° {name} {y}", f"{d} {name[:3]}. {y}"],
        "fr": [f"{d} {name} {y}", f"{d} {name}", f"{name} {y}", f"1er {name} {y}", f"{d:02}/{m:02}", f"{m}/{y}", f"{d}/{m}/{y % 100:02}"],
        "de": [f"{d}. {name} {y}", f"{name} {y}", f"{d:02}.{m:02}.", f"{d}.{m}.", f"{m:02}/{y}",
               f"{d}.{m}.{y % 100:02}", f"{m:02}/{y % 100:02}", f"{d}. {name}", f"{m}/{y % 100:02}", f"{m}/{y}", f"{d}/{m}/{y}", f"{d:02}.{m:02} {y}", f"{d}.", f"{m:02}.{y}", f"{d}. {name[:3]}. {y}",
               f"{name}", f"{name} {y % 100:02}", f"{d}.{name} {y}"],
        "ro": romanian.date_forms(d, m, y, name),
        "tr": turkish.date_forms(d, m, y, name),
    }[lang]  # fmt: skip
    return r.choice([numeric, numeric, *words[:1], r.choice(words), str(y)] if r.random() < 0.9
                    else words)  # fmt: skip


def part(lang: str, what: str, r: random.Random) -> str:
    """y a year, m a month, d a day, dm, my and num two or all three of them, nth an English ordinal, season."""
    d, m, y = r.randint(1, 28), r.randint(1, 12), r.randint(1940, 2026)
    nth = ordinal(d)
    name = MONTHS[lang].split()[m - 1]
    month = r.choice([name] * 3 + [FRENCH_MONTHS[m - 1] if lang == "fr" else name[:3]])
    sep = "." if lang in ("de", "tr") else r.choice("......-/" if lang == "ro" else "/////-.")
    words = {"en": [f"{month} {d}", f"{d} {month}", f"{month} {nth}", f"{nth} {month}", f"{m}/{d}", f"{d}/{m}"],
             "es": [f"{d} de {month}", f"{d}/{m}", f"{d:02}/{m:02}", f"{d}-{m}", f"{d:02}.{m:02}", f"{d}/{month[:3]}", f"{d}-{month[:3]}", f"{d} {month}"],
             "it": [f"{d} {month}", f"{d}/{m}", f"{d:02}/{m:02}", f"{d}.{m}"],
             "fr": [f"{d} {month}", f"{d}/{m}", f"{d:02}/{m:02}", f"1er {month}", f"{d:02}.{m:02}"],
             "de": [f"{d}.{m}.", f"{d:02}.{m:02}.", f"{d}. {month}", f"{d}.{m}"],
             "ro": romanian.day_and_month(d, m, month), "tr": turkish.day_and_month(d, m, month)}  # fmt: skip
    of = {"es": " de "}.get(lang, " ")
    season = r.choice(SEASONS[lang].split(",")) + (f"{of}{y}" if r.random() < 0.8 else "")
    return {"y": str(y), "m": month, "season": season, "nth": nth, "my": r.choice([f"{month}{of}{y}", f"{month} {y}", f"{m}/{y}", f"{m:02}/{y}", f"{m:02}/{y % 100:02}", f"{m}/{y % 100:02}"]),
            "dm": r.choice(words[lang]), "d": f"{d}." if lang == "de" else str(d),
            "num": r.choice([f"{d:02}{sep}{m:02}{sep}{y}", f"{d}{sep}{m}{sep}{y}", f"{d}{sep}{m}{sep}{y % 100:02}", f"{d:02}{sep}{m:02}{sep}{y % 100:02}"])}[what]  # fmt: skip
