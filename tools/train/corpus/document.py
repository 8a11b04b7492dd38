# SPDX-License-Identifier: Apache-2.0
"""A document that is built from templates and sentences of case reports, and knows where its identifiers are."""

import re

from . import nationalities
from .arabic import writing
from .case_reports import KIN, LEFT_OVER, identifiers
from .institutions import MAKERS
from .letters import cased
from .plain_slots import LISTS, OWN_LISTS
from .prose import SCORES, SPECIES
from .turkish.grammar import AGE_UNIT, KIND, SUFFIX, is_plain, lower, plain, suffixed
from .values import Values

SLOT = re.compile(r"\{(\w+)(?:\.(\w+))?\}")
# Slots that identify nobody.
PLAIN = {*LISTS, "TERM", "WORD", "TIME", "PRESSURE", "PULSE", "TEMPERATURE", "YEAR", "CODE", "SPECIES", "SCORE", "THING", "DEMONYM"}
# Makers of drugs and devices, except those that are also words, or an abbreviation for an arm ("miembro superior
# derecho").
MAKER = ("ORGANIZATION", r"\b(" + "|".join(re.escape(m) for m in sorted(set(MAKERS.split(",")) - {"Ventana", "Esteve", "Ferrer", "MSD"}, key=len, reverse=True)) + r")\b")  # fmt: skip
# The units of an age in numbers.
UNIT = re.compile(
    r"(?: de)? ?(?:ani|luni|săptămâni|săpt|zile)\b|[- ]?(?:años|meses|semanas|días|ans|mois|jours|semaines|anni|mesi|giorni|settimane|enne|(?:years?|months?|weeks?|days?)(?:[- ]old)?|Jahre?n?|Monate?n?|Wochen?|Tage?n?)\b|[- ]?(?:yrs?|yo|aa|j|lj|wo)\b\.?|"
    r"[- ]?(?:سنوات|سنة|سنه|سنين|عام[اًا]{0,2}|أعوام|شهر[اًا]{0,2}|شهور|أشهر|أسبوع[اًا]{0,2}|أسابيع|أيام|يوم[اًا]{0,2}|ساعات|ساعة|س)(?![^\W_])|"
    r"[- ]?(?:-?jährig\w*|y/o\b|y\.o\.|a\b(?=\s{2,}|[,.;)|–·\n]| [|–·]| (?:masc|fem)| (?-i:[A-Z]{1,3})\b))",
    re.IGNORECASE,
)
# People by slot: the patient of the document, and other people of a template. A NAME is a new person every time.
PEOPLE = {"P": "PATIENT", "NAME": "NAME"} | {f"D{n}": "DOCTOR" for n in ("", *range(2, 7))} | {f"R{n}": "NAME" for n in ("", *range(2, 10))}


class Document:
    def __init__(self, values: Values, terms: list[str], words: list[str]):
        self.values, self.rng, self.terms, self.words = values, values.rng, terms, words
        self.patient, self.text, self.spans = values.person(), "", []
        self.things: list[tuple[int, int]] = []  # ranges where words of origin describe things
        # Turkish suffixes follow an apostrophe of either form, or directly the name.
        self.apostrophe = self.rng.choice(["'"] * 6 + ["’", "’", ""]) if values.lang == "tr" else "'"

    def add(self, template: str) -> None:
        at, people = 0, {"P": self.patient}
        self.named = ""  # the slot of the person named last
        for slot in SLOT.finditer(template):
            self._add_plain(template[at : slot.start()])
            at = slot.end()
            name, part = slot.groups()
            if name == "N":
                first = self.rng.choice("1112" if part == "3" else "123456789")  # mostly pressures and weights
                self.text += first + self.values.digits("#" * (int(part) - 1))
            elif name in ("THING", "DEMONYM"):
                begin = len(self.text)
                self.text += self.values.pick(nationalities.THINGS[self.values.lang]) if name == "THING" else self.values.nationality(part or "")
                self.things.append((begin, len(self.text)))
            elif name in PLAIN and not part:  # {DEVICE} is a kind of device, {DEVICE.sn} one of them
                self._add_plain(self.plain(name))
            elif name in PEOPLE:
                person = self.values.person() if name == "NAME" else people.setdefault(name, self.values.person())
                if part == "gen" and not person["first"].endswith("a"):  # Romanian: "lui Ion", "Mariei"
                    self.text += "lui "
                self._put_person(name, person[part or ("full" if self.rng.random() < 0.5 else "plain")].strip())
            elif name == "SEX" and self.values.lang != "es":  # only MEDDOCAN marks it
                self.text += self.values.draw(name)
            else:
                self.named = ""
                if name == "STATE" and template[: slot.start()].endswith("(") and self.rng.random() < (0.95 if self.values.lang == "it" else 0.5):
                    part = "code"
                if name in ("NATIONALITY", "PEOPLE"):
                    surface = self.values.nationality(part or "") if name == "NATIONALITY" else self.values.people(part)
                    name = "NATIONALITY"
                elif part:
                    surface = self.values.draw_part(name, part)
                elif name == "DATE":
                    before = re.search(r"(\w+) $", self.text[-20:])
                    surface = self.values.date(before.group(1).lower() if before else "")
                else:
                    surface = self.values.draw(name)
                self.put(name, surface.strip())
                unit = (AGE_UNIT if self.values.lang == "tr" else UNIT).match(template, at) if (name, part) == ("AGE", "n") else None
                if unit:  # an age is marked with its unit
                    self.text += unit.group()
                    self.spans[-1]["end"] = len(self.text)
                    at = unit.end()
            at = self._add_suffix(template, at, name) if self.values.lang == "tr" and name != "N" else at
        self._add_plain(template[at:])

    def _add_suffix(self, template: str, at: int, label: str) -> int:
        """Adds the Turkish suffix after a slot, in the form that fits the drawn value; returns where the template
        continues."""
        suffix = SUFFIX.match(template, at)
        if not suffix or not self.text:
            return at
        short = not self.text[-1].islower()  # a number or an abbreviation keeps its apostrophe
        of_origin = KIND[lower(suffix[2])] == "lI" and not short  # "Ankaralı", "Suriyeli"
        apostrophe = "" if of_origin else suffix[1] and (self.apostrophe or ("'" if short else ""))
        labelled = self.spans and self.spans[-1]["end"] == len(self.text)
        self.text += apostrophe + suffixed(self.text[self.spans[-1]["start"] :] if labelled else self.text[-40:], suffix[2], label)
        if labelled and not apostrophe:
            self.spans[-1]["end"] = len(self.text)
            if of_origin and label == "COUNTRY":
                self.spans[-1]["label"] = "NATIONALITY"
        return suffix.end()

    def write_as(self, template: str) -> None:
        """Writes identifiers in capitals or small letters if nearly all words of their template are, and without
        Turkish letters if the template has none."""
        lang = self.values.lang
        if lang == "tr" and is_plain(SLOT.sub("", template)):
            self.text = plain(self.text)
        letters = [c for c in SLOT.sub("", template) if c.isalpha()]
        if 2 * sum(c.lower() != c.upper() for c in letters) < len(letters):  # a script without capitals
            return
        capitals = sum(c.isupper() for c in letters) / max(1, len(letters))
        if capitals < 0.03 and self.rng.random() < 0.7:
            self.text = cased(self.text, False, lang)
        elif capitals > 0.85:
            self.text = cased(self.text, True, lang)

    def plain(self, slot: str) -> str:
        if slot in LISTS:
            names = OWN_LISTS.get(self.values.lang, {}).get(slot, LISTS[slot])
            return self.values.pick(names[self.values.lang] if isinstance(names, dict) else names)
        if slot in ("SPECIES", "SCORE"):
            return self.values.pick(SPECIES if slot == "SPECIES" else SCORES)
        if slot == "YEAR":
            return str(self.rng.randint(1978, 2025))
        if slot == "CODE":
            return self.values.digits("#######")
        if slot == "TIME":
            return f"{self.rng.randint(0, 23):02}{'h' if self.values.lang == 'fr' else ':'}{self.rng.randint(0, 59):02}"
        if slot == "PRESSURE":
            return f"{self.rng.randint(85, 200)}/{self.rng.randint(45, 110)}"
        if slot == "PULSE":
            return str(self.rng.randint(45, 140))
        if slot == "TEMPERATURE":
            return f"{self.rng.randint(35, 40)}{'.' if self.values.lang == 'en' else ','}{self.rng.randint(0, 9)}"
        if slot == "WORD":
            return self.rng.choice(self.words)
        term = self.rng.choice(self.terms)
        return cased(term[0], False, self.values.lang) + term[1:] if self.values.lang != "de" and self.rng.random() < 0.5 else term

    def put(self, label: str, surface: str) -> None:
        if self.values.lang == "ar" and writing.joins_article(self.text, surface):
            surface = surface[1:]
        self.spans.append({"start": len(self.text), "end": len(self.text) + len(surface), "label": label})
        self.text += surface

    def _put_person(self, slot: str, surface: str) -> None:
        """Consecutive parts of one person's name are one identifier."""
        last = self.spans[-1] if self.spans else None
        if slot == self.named and slot != "NAME" and self.text[last["end"] :] in (" ", ", "):
            self.text += surface
            last["end"] = len(self.text)
        else:
            self.put(PEOPLE[slot], surface)
        self.named = slot

    def finish(self) -> None:
        """Marks the words of origin that no template marked, and makers of drugs and devices: the annotation guide of
        the case reports includes them, the notes do not."""
        lang, taken = self.values.lang, [(s["start"], s["end"]) for s in self.spans] + self.things
        patterns = nationalities.patterns(lang) + [("UNKNOWN", MAKER[1])] * (lang != "es")
        for begin, end, label in identifiers(self.text, patterns):
            if not any(b < end and begin < e for b, e in taken):
                self.spans.append({"start": begin, "end": end, "label": label})
        self.spans.sort(key=lambda s: s["start"])

    def labelled(self, sentence: str) -> list[tuple[int, int, str]]:
        """The ages, dates, countries and occupations (in Spanish also the makers) in a carrier's sentence."""
        patterns = [*LEFT_OVER.get(self.values.lang, []), ("COUNTRY", self.values.country_pattern)]
        return identifiers(sentence, patterns + [MAKER] * (self.values.lang == "es"))

    def add_marked(self, text: str, marks: list[tuple[int, int, str]]) -> None:
        """Adds a text with these pieces labelled."""
        for begin, end, label in marks:
            self.spans.append({"start": len(self.text) + begin, "end": len(self.text) + end, "label": label})
        self.text += text

    def add_labelled(self, sentence: str) -> None:
        self.add_marked(sentence, self.labelled(sentence))

    def _add_plain(self, words: str) -> None:
        """Adds the words of a template between its slots. In Spanish words of sex and kinship and makers are labelled,
        as in MEDDOCAN."""
        self.add_marked(words, identifiers(words, [*KIN, MAKER] if self.values.lang == "es" else ()))
