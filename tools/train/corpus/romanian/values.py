# SPDX-License-Identifier: Apache-2.0
"""Identifiers as in Romanian notes."""

from .. import streets
from ..names import COMMON, FIRST, split
from ..values import Values
from .numbers import MOLDOVAN, PAPERS, personal_number
from .writing import genitive


class RomanianValues(Values):
    mail_ends = ["ro", "ro", "ro", "com", "md", "example"]

    def __init__(self, seed: int, part: int):
        super().__init__("ro", seed, part)
        self.first += self._part(set(split(FIRST["ro"]))) * 3
        self.last += self._part(set(split(COMMON["ro"]))) * 3

    def name_forms(self, first: str, last: str, middle: str, second: str) -> list[str]:
        """The initial of the father's name may be between first and last name."""
        forms = super().name_forms(first, last, middle, second)
        return forms + [f"{last} {second}. {first}", f"{last.upper()} {second}. {first}", f"{last} {first}", f"{last.upper()} {first.upper()}"]

    def person(self) -> dict[str, str]:
        """Adds the genitive of the first name as "gen"."""
        person = super().person()
        return {**person, "gen": genitive(person["first"])}

    def street_line(self) -> str:
        if self.rng.random() < 0.67:
            return streets.line(self)
        return f"{self.pick(self.street if self.rng.random() < 0.9 else self.street_abroad)} nr. {self.rng.randint(1, 240)}"

    def places(self) -> list[str]:
        c, n = self.name(self.city), self.name(self.last)
        return [f"pădurea {c}", f"lacul {c}", f"cartierul {n}", f"cart. {c}", f"parcul {n}", f"Dealul {n}", f"Valea {n}", f"DN{self.rng.randint(1, 79)}", f"DJ {self.rng.randint(101, 799)}", f"A{self.rng.randint(1, 10)} km {self.rng.randint(2, 300)}", f"E{self.rng.randint(60, 90)}", f"gara {c}", f"piața {n}", f"plaja {c}", f"pasul {n}", f"muntele {n}", f"cabana {n}", f"centura {c}", f"podul {n}"]

    def ssn(self) -> str:
        """Mostly personal numbers; the others are numbers of identity cards, of passports and of Moldova."""
        r, number = self.rng.random(), personal_number(self.rng)
        if r < 0.75:
            return number
        if r < 0.82:
            return f"{number[0]} {number[1:7]} {number[7:]}" if r < 0.79 else f"{number[0]}-{number[1:7]}-{number[7:]}"
        return self.digits(self.pick(PAPERS["ci"] if r < 0.93 else PAPERS["passport"] if r < 0.97 else MOLDOVAN))

    def draw_part(self, label: str, part: str) -> str:
        if part in PAPERS:
            return self.digits(self.pick(PAPERS[part]))
        return super().draw_part(label, part)
