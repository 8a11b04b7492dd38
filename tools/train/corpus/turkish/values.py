# SPDX-License-Identifier: Apache-2.0
"""Identifiers as in Turkish notes. Faker's Turkish towns and streets are English ones with Turkish prefixes, so they
are left out."""

from .. import streets
from ..names import FIRST, split
from ..values import Values
from . import grammar
from .numbers import OTHER_PAPERS, identity_number


class TurkishValues(Values):
    faker_has_towns = False
    common_share, words_share = 3.0, 0.6  # Faker has few Turkish surnames
    mail_ends = Values.mail_ends + ["com.tr", "gov.tr", "edu.tr", "saglik.gov.tr", "com"] * 3

    def __init__(self, seed: int, part: int):
        super().__init__("tr", seed, part)
        self.first += self._part(set(split(FIRST["tr"]))) * 10

    def name_forms(self, first: str, last: str, middle: str, second: str) -> list[str]:
        capitals = grammar.upper(last)
        return [f"{first} {last}"] * 7 + [f"{first} {capitals}"] * 5 + [grammar.upper(f"{first} {last}")] * 2 + [
            f"{last} {first}", f"{capitals} {first}", f"{last}, {first}", f"{first[0]}. {last}", f"{first[0]}. {capitals}", f"{last} {first[0]}.", grammar.plain(f"{first} {last}")]  # fmt: skip

    def fill(self, pattern: str) -> str:
        """{t} is a word that streets are named after."""
        return super().fill(pattern.replace("{t}", self.pick(streets.NAMED_AFTER["tr"])))

    def street_line(self) -> str:
        return streets.line(self)

    def places(self) -> list[str]:
        """Named places that are not towns."""
        c, n = self.name(self.city), self.name(self.last)
        return [f"{c} Gölü", f"{n} Parkı", f"{n} Dağı", f"{c} Sahili", f"{n} Deresi", f"{c} Yaylası", f"{n} Yaylası", f"{c} Otogarı", f"{c} Barajı", f"{n} Köprüsü", f"{c} Çarşısı", f"{n} Çiftliği", f"{c} Plajı", f"{c} Sanayi Sitesi", f"{n} Tepesi", f"{n} Köyü", f"{c} Köyü", "E-5", "TEM", f"{c} yolu", f"{n} Mezrası", f"{n} Pasajı"]

    def ssn(self) -> str:
        return identity_number(self.rng) if self.rng.random() < 0.9 else self.digits(self.pick(OTHER_PAPERS))

    def draw_part(self, label: str, part: str) -> str:
        if part == "unit":
            return self.digits(self.pick(["Daire ##", "Kat # D: ##", "@ Blok D: #", "Kat: #", "P.K. ###"]))
        return super().draw_part(label, part)
