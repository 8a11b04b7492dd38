# SPDX-License-Identifier: Apache-2.0
"""Dates and ages in Romanian."""

MONTHS = "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie"
SHORT_MONTHS = "ian. feb. mar. apr. mai iun. iul. aug. sept. oct. nov. dec.".split()
ROMAN = "I II III IV V VI VII VIII IX X XI XII".split()
SEASONS = "primăvara,vara,toamna,iarna"
UNITS = "zero unu doi trei patru cinci șase șapte opt nouă zece unsprezece doisprezece treisprezece paisprezece cincisprezece șaisprezece șaptesprezece optsprezece nouăsprezece".split()
TENS = "- - douăzeci treizeci patruzeci cincizeci șaizeci șaptezeci optzeci nouăzeci".split()


def in_words(n: int) -> str:
    """1 to 99 in words, as used for years: "douăzeci și unu"."""
    if n < 20:
        return UNITS[n]
    return TENS[n // 10] + (f" și {UNITS[n % 10]}" if n % 10 else "")


def years(n: int) -> str:
    return "ani" if n % 100 in range(1, 20) else "de ani"


def date_forms(d: int, m: int, y: int, name: str) -> list[str]:
    short, roman = SHORT_MONTHS[m - 1], ROMAN[m - 1]
    return [f"{d} {name} {y}", f"{d} {name}", f"{name} {y}", f"{name}", f"{d:02}.{m:02}.{y}", f"{d}.{roman}.{y}", f"{d:02}.{roman}.{y % 100:02}", f"{d} {short} {y}", f"{d} {short}", f"{m:02}.{y}", f"{m}/{y}", f"{roman}.{y}", f"{d:02}.{m:02}", f"{d}.{m}", f"{name} {y % 100:02}", f"{d} {name} a.c.", f"{name} a.c.", f"1 {name} {y}", f"{d}-{short.rstrip('.')}-{y % 100:02}", f"{d}/{m}/{y % 100:02}", f"'{y % 100:02}", f"{name.upper()} {y}"]  # fmt: skip


def day_and_month(d: int, m: int, month: str) -> list[str]:
    return [f"{d} {month}", f"{d}.{m:02}", f"{d:02}.{m:02}", f"{d}/{m}", f"{d}.{ROMAN[m - 1]}", f"{d} {SHORT_MONTHS[m - 1]}", f"{d:02}.{m:02}."]


def age_forms(n: int, months: int) -> list[str]:
    """Forms of an age of n years, or in months, weeks and days."""
    of = "de " if months > 19 else ""
    word = in_words(n)
    forms = [f"{n} {years(n)}"] * 8 + [f"{n} ani"] * 4 + [f"{n} a", f"{n}a", f"{n} ani și jumătate", f"{n % 9 + 2} ani și {months % 10 + 2} luni", f"1 an și {months % 10 + 2} luni", f"{months} {of}luni", f"{months} {of}luni", f"{months % 12 + 1} luni și jumătate",
             f"{months} {of}săptămâni", f"{months} săpt.", f"{months} {of}zile", f"{months} {of}ore", f"{word} {years(n)}", f"{in_words(n % 9 + 3)} luni", "un an", "un an și jumătate", "doi ani", "o lună", "două luni", "trei săptămâni", f"{n}ani"]  # fmt: skip
    return forms
