# SPDX-License-Identifier: Apache-2.0
"""Ages of every form: in years, months, weeks, days and halves, in digits and in words."""

import random

from .romanian import dates as romanian
from .turkish import dates as turkish

UNITS = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve",
    "it": "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf",
    "de": "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn",
}
TENS = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "es": "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "it": "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
    "fr": "vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt",
    "de": "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
}


def in_words(lang: str, n: int) -> str:
    """A number below 100 in words, as used for counting."""
    units = UNITS[lang].split()
    if n < len(units):
        return units[n]
    ten, one = TENS[lang].split()[n // 10 - 2], n % 10
    if lang == "en":
        return f"{ten}-{units[one]}" if one else ten
    if lang == "es":
        return f"{ten} y {units[one]}" if one else ten
    if lang == "it":
        return (ten[:-1] if one in (1, 8) else ten) + (("tré" if one == 3 else units[one]) if one else "")
    if lang == "de":
        return f"{units[one]}und{ten}" if one else ten
    one = n % 20 if n >= 60 else one  # soixante-dix, quatre-vingt-onze
    if one == 0:
        return ten + ("s" if n == 80 else "")
    return ten + (" et " if one in (1, 11) and n < 80 else "-") + units[one]


# The names of the units of age, singular and plural.
UNIT = {
    "en": {"y": ("year", "years"), "m": ("month", "months"), "w": ("week", "weeks"), "d": ("day", "days")},
    "es": {"y": ("año", "años"), "m": ("mes", "meses"), "w": ("semana", "semanas"), "d": ("día", "días")},
    "it": {"y": ("anno", "anni"), "m": ("mese", "mesi"), "w": ("settimana", "settimane"), "d": ("giorno", "giorni")},
    "fr": {"y": ("an", "ans"), "m": ("mois", "mois"), "w": ("semaine", "semaines"), "d": ("jour", "jours")},
    "de": {"y": ("Jahr", "Jahre"), "m": ("Monat", "Monate"), "w": ("Woche", "Wochen"), "d": ("Tag", "Tage")},
}  # fmt: skip
ONE = {"en": ("one", "one"), "es": ("un", "una"), "it": ("un", "una"), "fr": ("un", "une"), "de": ("ein", "eine")}
HALF = {"en": "and a half", "es": "y medio", "it": "e mezzo", "fr": "et demi"}


def time_of_life(lang: str, rng: random.Random) -> str:
    """An age as a duration: "41 years", "huit mois", "un anno e mezzo", "3 años y 2 meses"."""
    unit = rng.choice("yyyyyymmmwd")
    most = {"y": 99, "m": 23, "w": 20, "d": 28}[unit]
    n, words = rng.randint(1, most), rng.random() < 0.3
    one, more = UNIT[lang][unit]
    if n == 1 and (words or rng.random() < 0.5):
        number = ONE[lang][more == "semanas" or more in ("settimane", "semaines", "Wochen")]
    else:
        number = in_words(lang, n) if words else str(n)
        if lang == "es" and number.endswith("uno"):
            number = number[:-4] + "ún" if number.endswith("tiuno") else number[:-1]
    text = f"{number} {one if n == 1 else more}"
    if unit == "y" and n < 20:
        r = rng.random()
        if r < 0.12 and lang in HALF:
            text += " " + HALF[lang] if lang != "en" else ""
            text = f"{number} {HALF['en']} years" if lang == "en" else text
        elif r < 0.24:
            months, joined = rng.randint(2, 11), {"en": "and ", "es": "y ", "it": "e ", "fr": "et ", "de": "und "}[lang]
            text += f" {joined}{in_words(lang, months) if words else months} {UNIT[lang]['m'][1]}"
    return text


def described(lang: str, rng: random.Random) -> str:
    """English and German: an age before the noun it describes, "forty-one-year-old", "8 Monate alter"."""
    unit = rng.choice(["year"] * 6 + ["month", "month", "week", "day"])
    n = rng.randint(1, {"year": 99, "month": 23, "week": 20, "day": 28}[unit])
    words = rng.random() < 0.3
    number = in_words(lang, n) if words else str(n)
    if lang == "de":
        stem = {"year": "jährig", "month": "monatig", "week": "wöchig", "day": "tägig"}[unit]
        return number + ("" if words else rng.choice(["-", "-", ""])) + stem + rng.choice(["e", "er", "en", "es", "em"])
    joint = rng.choice(["-", "-", "-", " "])
    return f"{number}{joint}{unit if rng.random() < 0.9 or n == 1 else unit + 's'}{joint}old"


def short(lang: str, rng: random.Random) -> str:
    """An abbreviated age, as in notes: "54J", "34a", "41yo", "8m"."""
    n, months = rng.randint(1, 98), rng.randint(1, 23)
    return rng.choice({
        "en": [f"{n}yo", f"{n} yo", f"{n}y", f"{n} y.o.", f"{n}yr", f"{months}mo", f"{months}/12", f"{n}F", f"{n}M", f"{n} y/o", f"{n}yrs"][: 7 + 4 * (n > 20)],
        "es": [f"{n}a", f"{n} a.", f"{n}años", f"{months}m", f"{n} años", f"{months}meses"],
        "it": [f"{n}aa", f"{n} aa", f"{n}a", f"{n}enne", f"aa {n}", f"{n} a.", f"{months}m", f"{months} m.", f"{n}anni"],
        "fr": [f"{n}a", f"{n}ans", f"{n} a.", f"{months}m", f"{months}mois"],
        "de": [f"{n}J", f"{n}J.", f"{n}a", f"{n} J.", f"{n}j.", f"{n}jähr.", f"{months}M", f"{n}LJ", f"{n}-j.", f"{n} Lj."],
    }[lang])  # fmt: skip


SPANISH_NUMBERS = "dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho veinte treinta cuarenta".split()


def any_form(lang: str, rng: random.Random) -> str:
    """An age in one of the forms of notes: "41 years", "8 Monate"."""
    n = rng.choice([rng.randint(1, 99), rng.randint(20, 90)])
    months = rng.randint(2, 23)
    return rng.choice({
        "en": [f"{n}-year-old", f"{n} year old", f"{n} years old", f"{n} years", f"{n}yo", f"{n} y/o",
               f"{months}-month-old", f"{n} yrs", f"{months}-week-old", f"{months}-day-old", f"{months} weeks old"],
        "es": [f"{n} años"] * 8 + [f"{months} meses", f"{months} días", f"{n}", f"{n % 9 + 2} años y {months % 10 + 2} meses", f"{n} a", f"{months} semanas",
                                  f"{SPANISH_NUMBERS[n % len(SPANISH_NUMBERS)]} años", f"{SPANISH_NUMBERS[n % 9]} meses"],
        "it": [f"{n} anni"] * 6 + [f"anni {n}", f"anni {n}", f"{n} aa", f"{n} a.", f"{months} mesi", f"mesi {months}", f"{months} settimane", f"{months} giorni"],
        "fr": [f"{n} ans"] * 6 + [f"{n}ans", f"{months} mois", f"{n} a", f"{n}a", f"{n % 9 + 1} ans et demi", f"{months} semaines", f"{months} jours"],
        "de": [f"{n} Jahre", f"{n}-jährige", f"{n}-jähriger", f"{n}jährigen", f"{n} Jahre alt",
               f"{months} Monate", f"{months} Wochen", f"{months} Tage", f"{n} J.", f"{n}–jährige", f"{n}-jähriges", f"{n} Lj", f"{n}. Lebensjahr", f"{n}j.", f"{n}a", f"{n} a", f"{n}J", f"{n} LJ", f"{n}-Jährige"],
        "ro": romanian.age_forms(n, months),
        "tr": turkish.age_forms(n, months),
    }[lang])  # fmt: skip
