# SPDX-License-Identifier: Apache-2.0
"""Puts Arabic beside the other languages in the tables that are asked by language."""

from .. import correspondence, general_text, notes, plain_slots, templates
from . import plain, prose
from . import templates as arabic


def add_to_tables(woven: dict[str, list[str]]) -> None:
    """`woven`: of build.py."""
    for module, names in (
        (templates, ("HEADERS", "GENERAL", "HARD_NUMBERS", "TITLES", "CLOSINGS")),
        (notes, ("NOTES",)),
        (correspondence, ("INTRODUCTION", "DEPARTMENT", "FIELD", "ROLE", "INDOORS", "CONTACT")),
    ):
        for name in names:
            getattr(module, name)["ar"] = getattr(arabic, name)
    templates.BODY["ar"] = arabic.BODY + prose.OPENINGS + prose.SAID
    templates.HARD["ar"] = arabic.HARD + prose.PLAIN_PROSE
    correspondence.TOWN_OF["ar"] = " ب{CITY}"
    general_text.PARTS["ar"], general_text.AND["ar"] = arabic.EVERYDAY, " و"
    plain_slots.PLAIN["ar"], plain_slots.LINES["ar"] = plain.BETWEEN, plain.LINES
    plain_slots.PATIENT["ar"], plain_slots.HERE["ar"] = plain.PATIENT, plain.HERE
    woven["ar"] = plain.WOVEN
