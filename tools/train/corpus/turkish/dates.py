# SPDX-License-Identifier: Apache-2.0
"""Dates and ages in Turkish."""

from . import grammar

MONTHS = "Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık"
SEASONS = "ilkbahar,yaz,sonbahar,kış"


def date_forms(d: int, m: int, y: int, name: str) -> list[str]:
    """The forms of a date other than day, month and year in numbers; the first is the commonest."""
    return [f"{d} {name} {y}", f"{d:02}.{m:02}.{y}", f"{d} {name}", f"{name} {y}", f"{name}", f"{d:02}/{m:02}/{y}", f"{d}.{m}.{y % 100:02}", f"{m:02}/{y}", f"{m:02}.{y}", f"{d:02}.{m:02}", f"{d} {grammar.upper(name)} {y}", f"{d} {name[:3]} {y}", f"{d}-{name[:3]}-{y}", f"{name[:3]} {y}",
            f"{y} {name}", f"{d:02}{m:02}{y}", f"{d:02}.{m:02}.{y % 100:02}", f"{d} {grammar.lower(name)} {y}", f"{d}/{m}", f"{name}-{y}", f"{grammar.lower(name)} {y}", f"{d}.{m}.{y}"]  # fmt: skip


def day_and_month(d: int, m: int, month: str) -> list[str]:
    return [f"{d} {month}", f"{d}.{m}", f"{d:02}.{m:02}", f"{d:02}/{m:02}", f"{d} {grammar.upper(month)}", f"{d} {grammar.lower(month)}", f"{d}/{m}"]


def age_forms(n: int, months: int) -> list[str]:
    """Forms of an age of n years, or in months."""
    words = grammar.number_in_words
    return [f"{n} yaşında"] * 6 + [f"{n} yaşındaki"] * 2 + [
        f"{n} yaş", f"{n} Y", f"{n}Y", f"{n} y", f"{n} y.", f"{months} aylık", f"{months} aylık", f"{months} günlük", f"{months} haftalık", f"{months} ay", f"{words(n)} yaşında", f"{words(n)} yaşındaki", f"{n} yaşlarında",
        f"{n % 9 + 1},5 yaşında", f"{n % 9 + 1} yaş {months % 10 + 2} ay", f"{words(months)} aylık", f"{months % 9 + 1} buçuk yaşında"]  # fmt: skip
