# SPDX-License-Identifier: Apache-2.0
"""Identifiers of each kind and country. Names come from Faker's lists and from names.py, towns from GeoNames too,
countries from CLDR, institutions, occupations and streets from the other files of this folder; numbers, dates and ages
from grammars here."""

import random
import re
import unicodedata

from babel import Locale
from faker import Faker

from . import ages, dates, names, nationalities, numbers, streets
from .institutions import BARE, EMPLOYERS, HEALTH_SERVICES, HOSPITALS, KNOWN_HOSPITALS, MAKERS, ORGANIZATIONS
from .occupations import OCCUPATIONS
from .places import COUNTRIES, HOME, NO_COUNTRY, STATE_CODES, STATES, cities, towns_by_country

LOCALES = {"en": ["en_US", "en_GB"], "es": ["es_ES"], "it": ["it_IT"], "fr": ["fr_FR"], "de": ["de_DE"], "ro": ["ro_RO"], "tr": ["tr_TR"]}
FOREIGN = (
    "pl_PL tr_TR ro_RO nl_NL pt_BR vi_VN sv_SE hu_HU cs_CZ da_DK fi_FI no_NO hr_HR sl_SI sk_SK et_EE lt_LT en_IN id_ID es_MX pt_PT fr_FR de_DE it_IT "
    "es_ES en_US yo_NG zu_ZA"
).split()
OTHER_SCRIPTS = "ru_RU el_GR zh_CN ja_JP uk_UA bg_BG".split()
POOL = 1500  # values drawn of each kind; Faker is too slow to call for every slot

# Only MEDDOCAN marks the words of kinship.
FAMILY_ES = (
    "madre,padre,padres,hermano,hermana,hermanos,hermana mayor,hermano menor,hermano gemelo,hermana gemela,esposa,esposo,marido,hijo,hija,hijos,dos hijos,tres hermanos,2 hermanas,abuelo materno,"
    "abuela paterna,abuelos,tío,tía materna,tíos paternos,sobrino,2 sobrinos,primo hermano,prima,pareja,familia,hijo de 3 años,nieta,cuñado,suegra,hermanastro"
)


class Values:
    """Draws identifiers of one language. `part` keeps held-back surfaces separate: 0 is for training, 1 for the
    held-back documents; one in ten of the names, towns and Faker's streets belongs to part 1."""

    # Values that the subclasses of single languages change.
    faker_has_towns = True
    common_share, words_share = 0.8, 0.22  # of common surnames and of those that are words, relative to Faker's
    mail_ends = ["com", "org", "net", "es", "it", "fr", "de", "at", "ch", "co.uk", "ie", "example", "info", "mx", "ar"]

    def __init__(self, lang: str, seed: int, part: int):
        self.lang, self.rng, self.part = lang, random.Random(f"{lang}{seed}{part}"), part
        home, away, far = Faker(LOCALES[lang]), Faker(FOREIGN), Faker(OTHER_SCRIPTS)
        home.seed_instance(seed), away.seed_instance(seed), far.seed_instance(seed)
        # Faker picks a country when a method is looked up, not when it is called.
        self.first = self._pool(lambda: home.first_name(), lambda: away.first_name())
        self.first += self._part(set(names.split(names.FIRST_ABROAD)))
        # One name in three is among the commonest, one in ten is also a word, one in ten from elsewhere.
        last = self._pool(lambda: home.last_name(), lambda: away.last_name())
        self.last = list(last)
        for more, share in ((names.COMMON[lang], self.common_share), (names.WORDS[lang], self.words_share), (names.LAST_ABROAD, 0.22)):
            more = self._part(set(names.split(more)))
            self.last += more * max(1, round(share * len(last) / len(more)))
        towns = towns_by_country(lang)
        homely = [t for code, n in HOME[lang].items() for t in self.rng.sample(towns[code], min(n, len(towns[code])))]
        self.city = self._part(set(homely) | {home.city() for _ in range(POOL if self.faker_has_towns else 0)})
        large = towns_by_country(lang, 120_000)
        self.large_towns = [t for code in HOME[lang] if code in large for t in self._part(set(large[code]))]
        self.city_abroad = self._part({t for some in towns.values() for t in some})
        self.country = [n for code, n in Locale(lang).territories.items() if code.isalpha() and code not in NO_COUNTRY and "(" not in n and n not in STATES[lang].split(",")]
        known = sorted({c for c in self.country + COUNTRIES[lang].split(",") if len(c) > 3}, key=len, reverse=True)
        self.country_pattern = re.compile(r"\b(" + "|".join(map(re.escape, known)) + r")\b")
        self.street = self._pool(lambda: home.street_name())
        self.street_abroad = self._pool(lambda: away.street_name())
        self.far_names = self._part({far.name() for _ in range(POOL // 5)})
        self.company = self._pool(lambda: home.company())
        self.email = self._pool(lambda: home.email())
        self.ip = self._pool(lambda: home.ipv4())
        # Faker's occupations come from registers, some with commas and slashes.
        jobs = {home.job() for _ in range(POOL)} if lang in ("en", "es", "fr") else OCCUPATIONS[lang].split(",")
        self.jobs = sorted(j[0].lower() + j[1:] if lang != "de" and j[1].islower() else j for j in jobs if not re.search("[,/(]", j) and len(j) < 36)

    def first_names_and_towns(self) -> set[str]:
        """The first names of the language and the world's towns of more than 60,000."""
        home = Faker(LOCALES[self.lang])
        home.seed_instance(0)
        return {home.first_name() for _ in range(4 * POOL)} | {c["name"] for c in cities() if c["population"] > 60000}

    def _pool(self, draw, other=None):
        return self._part({draw() for _ in range(POOL)} | {other() for _ in range(POOL // 2) if other})

    def _part(self, values: set[str]) -> list[str]:
        mine = [v for v in sorted(values) if (sum(v.encode()) % 10 == 3) == bool(self.part)]
        return mine or sorted(values)

    def name(self, pool: list[str]) -> str:
        """A name of the pool, or now and then one made of the halves of two others: names are endless, and those of a
        list are soon learnt by heart."""
        name = self.pick(pool)
        other = self.pick(pool)
        if self.rng.random() < 0.25 and len(name) > 4 and " " not in name + other:
            name = name[: len(name) // 2] + other[len(other) // 2 :].lower()
        return name

    def pick(self, values):
        return self.rng.choice(values.split(",") if isinstance(values, str) else values)

    def digits(self, pattern: str) -> str:
        """Replaces # by a digit and @ by a capital; anything else is kept."""
        out = re.sub("#", lambda _: self.rng.choice("0123456789"), pattern)
        return re.sub("@", lambda _: self.rng.choice("ABCDEFGHJKLMNPRSTVWXYZ"), out)

    def person(self) -> dict[str, str]:
        first, last = self.name(self.first), self.name(self.last)
        r = self.rng.random()
        if r < 0.12:
            first += (" " if self.lang != "fr" else "-") + self.pick(self.first)
        if (self.lang == "es" and r < 0.7) or 0.12 < r < 0.2:
            last += ("-" if self.lang in ("fr", "de", "en") else " ") + self.pick(self.last)
        middle = f" {self.pick(self.first)[0]}{self.pick(['.', '.', ''])}" if self.lang in ("en", "de") and r > 0.85 else ""
        second = self.pick(self.first)[0]
        full = self.pick(self.name_forms(first, last, middle, second)) if self.rng.random() < 0.985 else self.pick(self.far_names)
        a, b = first[0], last[0]
        c = last[-1].upper()
        initials = [f"{a}.{b}.", f"{a}. {b}.", f"{a}.{b}", f"{a}{b}", f"{a}. {b}", f"{a} {b}", f"{a}.{b}.{c}.", f"{a}. {b}. {c}.", f"{a}{b}{c}", f"{a}.{b}{c}"]
        return {"full": full, "first": first, "last": last,
                "initials": self.pick(initials), "plain": f"{first} {last}"}  # fmt: skip

    def name_forms(self, first: str, last: str, middle: str, second: str) -> list[str]:
        return [f"{first}{middle} {last}"] * 7 + [f"{last} {first}", f"{last}, {first}",
                 f"{first[0]}. {last}", f"{last.upper()} {first}", f"{last.upper()}, {first}", f"{first[0]}. {second}. {last}", f"{last} {first[0]}{second}", f"{first} {last}".upper(), f"{last} {first[0]}."]  # fmt: skip

    def town(self) -> str:
        """One in five is an unchanged large town: most people live there, and the names of large towns are well
        known."""
        r = self.rng.random()
        return self.pick(self.large_towns) if r < 0.2 else self.name(self.city if r < 0.9 else self.city_abroad)

    def date(self, before: str = "") -> str:
        """A date in one of many forms that may follow the word `before`."""
        return dates.date(self.lang, self.rng, before)

    def nationality(self, part: str) -> str:
        """A word of origin in a gender and number, or with a German ending; now and then with a capital it lacks."""
        word = self.pick((nationalities.PEOPLES if self.rng.random() < 0.6 else nationalities.ORIGINS)[self.lang])
        word = nationalities.form(self.lang, word, part)
        return word[0].upper() + word[1:] if self.rng.random() < 0.08 else word

    def people(self, part: str) -> str:
        man, woman = self.pick(nationalities.GERMANS).split("/")
        return man if part == "m" else woman

    def fill(self, pattern: str) -> str:
        return pattern.format(c=self.name(self.city), n=self.name(self.last), f=self.name(self.first))

    def organization(self) -> str:
        r, named = self.rng.random(), ORGANIZATIONS[self.lang].split(";")
        if r < 0.08:
            return self.pick(EMPLOYERS)
        if r < 0.25:
            return self.pick(self.company)
        if r < 0.32:
            return self.health_service()
        if r < 0.36 and self.lang == "es":  # makers of drugs and devices are marked only in Spanish
            return self.maker()
        if r < 0.93:
            return self.fill(self.pick(named))
        return self.digits("@@@" + self.pick(["", "@", "@@"]))

    def health_service(self) -> str:
        return self.fill(self.pick(HEALTH_SERVICES[self.lang].split(";")))

    def known_hospital(self) -> str:
        return self.pick(KNOWN_HOSPITALS[self.lang].split(";"))

    def hospital(self) -> str:
        """One in five is a known hospital, the others follow a pattern."""
        if self.rng.random() < 0.2:
            return self.known_hospital()
        return self.fill(self.pick(HOSPITALS[self.lang]))

    def maker(self) -> str:
        """A maker of drugs and devices: a known one, or a name of that style."""
        if self.rng.random() < 0.6:
            return self.pick(MAKERS)
        return self.name(self.last).replace(" ", "") + self.pick(["", "", "soft", "tech", " Group", " Labs", " & Co", "works", " Data", " Pharma", " Medical", " S.A.", " Diagnostics"])

    def street_line(self) -> str:
        """Two in three follow the patterns of streets.py, the others have Faker's names."""
        if self.rng.random() < 0.67:
            return streets.line(self)
        name, n = self.pick(self.street if self.rng.random() < 0.9 else self.street_abroad), self.rng.randint(1, 240)
        floor = self.pick(["", "", "", self.digits(", #@"), f", {self.rng.randint(1, 9)}"])
        return {"en": f"{n} {name}", "es": f"{name} {n}{floor}", "it": f"{name} {n}", "fr": f"{n} {name}", "de": f"{name} {n}"}[self.lang]

    def location(self) -> str:
        """A named place that is not a town: a road, a lake, a hill, a park."""
        road = self.digits(self.pick(["A#", "A ##", "N-###", "B ##", "L ##", "M-##", "A## km ##", "RN #", "I-##", "Route ##", "SS ##", "AP-#"])).replace("0", "7")
        return road if self.rng.random() < 0.3 else self.pick(self.places())

    def places(self) -> list[str]:
        c, n = self.name(self.city), self.name(self.last)
        return {
            "en": [f"Lake {n}", f"{n} Park", f"Mount {n}", f"{c} Beach", f"River {n}", f"{n} Creek", f"{c} Pier"],
            "es": [f"playa de {c}", f"parque {n}", f"sierra de {c}", f"embalse de {c}", f"ría de {c}", f"cerro {n}"],
            "it": [f"lago di {c}", f"parco {n}", f"monte {n}", f"Bagno {self.rng.randint(1, 90)}", f"rifugio {n}", f"valle di {c}"],
            "fr": [f"lac de {c}", f"parc {n}", f"forêt de {c}", f"plage de {c}", f"aire de {c}", f"mont {n}"],
            "de": [f"{n}see", f"{n}-Park", f"{c}er Forst", f"{n}alm", f"Bahnhof {c}", f"{n}hütte", f"Raststätte {c}"],
        }[self.lang]  # fmt: skip

    def email_address(self) -> str:
        """Half are Faker's, half belong to invented hospitals, firms and mail providers."""
        if self.rng.random() < 0.5:
            return self.pick(self.email)
        plain = lambda text: unicodedata.normalize("NFKD", text.replace("ı", "i")).encode("ascii", "ignore").decode().lower().replace(" ", "").replace("'", "")
        a, b, c = plain(self.pick(self.first)), plain(self.pick(self.last)), plain(self.pick(self.city))
        user = self.pick([f"{a}.{b}", f"{a[0]}.{b}", f"{a[0]}{b}", f"{b}{self.rng.randint(1, 99)}", f"{b}_{a}", f"secretary.{b}", f"{a}-{b}"])
        host = self.pick([f"chu-{c}", f"{c}hospital", f"osp{c}", f"klinikum-{c}", f"hosp-{c}", "nhs", "gmail", "hotmail", "yahoo", "web", f"{b}", f"praxis-{b}", f"ospedale.{c}", f"salud.{c}"])
        return f"{user}@{host}.{self.pick(self.mail_ends)}"

    def phone(self) -> str:
        return self.digits(self.pick(numbers.PHONES[self.lang] if self.rng.random() < 0.92 else numbers.EXTENSIONS))

    def ssn(self) -> str:
        if self.rng.random() < 0.35:  # the numbers of other countries of the language
            return self.digits(self.pick(numbers.SSN_ABROAD[self.lang]))
        if self.lang == "es":
            number = self.rng.randint(10_000_000, 99_999_999)
            return f"{number}{self.pick(['', '-', ' '])}{'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23]}"
        if self.lang == "fr":
            body = self.digits(self.pick("1,2") + "##" + f"{self.rng.randint(1, 12):02}" + "########")
            key = f"{97 - int(body) % 97:02}"
            spaced = f"{body[0]} {body[1:3]} {body[3:5]} {body[5:7]} {body[7:10]} {body[10:]} {key}"
            return self.pick([body + key, spaced, f"{body} {key}"])
        return self.digits(self.pick(numbers.SSN[self.lang]))

    def shape(self) -> str:
        """A pattern for a number of any kind: groups of digits or letters with one kind of separator, now and then with
        a year."""
        r = self.rng
        n = r.choice([1, 2, 2, 3, 4])
        longest = {1: 10, 2: 8, 3: 5, 4: 4}[n]
        groups = ["#" * r.randint(1, longest) if i or r.random() < 0.6 else "@" * r.randint(1, 3) for i in range(n)]
        if len(groups) == 1:
            groups[0] = "#" * r.randint(4, 10) if groups[0][0] == "#" else groups[0] + "#" * r.randint(3, 8)
        if r.random() < 0.2:
            groups.insert(r.choice([0, len(groups)]), str(r.randint(2005, 2026)) if r.random() < 0.6 else f"{r.randint(5, 26):02}")
        if r.random() < 0.1:
            groups.append("@")
        shape = r.choice(["-", "-", "/", ".", " ", ""]).join(groups)
        return shape if sum(c in "#@" for c in shape) > 2 else shape + "###"

    def account(self) -> str:
        iban = self.pick(numbers.ACCOUNTS[self.lang])
        iban = iban if self.rng.random() < 0.6 else iban.replace(" ", "")
        return self.digits(self.pick([iban, iban, "4### #### #### ####", "5###############", "3##############", "########", "## ### ### ##", "#### #### ## ##########"]))

    def draw_part(self, label: str, part: str) -> str:
        """A partial or special surface: {DATE.y} is a year, {AGE.n} a number."""
        r = self.rng
        if label == "DATE":
            return dates.part(self.lang, part, r)
        if label == "AGE" and part != "n":  # ages.py
            return {"t": ages.time_of_life, "adj": ages.described, "s": ages.short}[part](self.lang, r)
        if part == "court":
            return self.digits(self.pick(numbers.COURT[self.lang]).replace("~", str(r.randint(2008, 2026))).replace("^", f"{r.randint(8, 26):02}"))
        if part == "sn":  # a serial or lot number
            return self.draw(label)
        if part == "n":
            return str(r.choice([r.randint(1, 99), r.randint(20, 90)]))
        if part == "maker":  # of drugs and devices, which MEDDOCAN marks as institutions
            return self.maker()
        if part == "code":
            return self.pick(STATE_CODES.get(self.lang, STATES[self.lang]))
        if part == "service":
            return self.health_service()
        if part == "known":  # without its own town
            return self.pick([h for h in KNOWN_HOSPITALS[self.lang].split(";") if not re.search(r" (?:de|di|of|do) ", h)])
        if part == "bare" and label == "HOSPITAL" and r.random() < 0.25:
            return self.known_hospital()
        if part == "bare":
            forms = BARE[self.lang][label]
            fixed = [f for f in forms if "{" not in f]  # together they weigh as much as one pattern
            return self.fill(r.choice([f for f in forms if "{" in f] + ["{n}"] + ([r.choice(fixed)] if fixed else [])))
        if part == "ext":  # an extension or a pager
            return self.digits(self.pick(["####", "####", "###", "#####", "#-##", "## ###", "##-##"]))
        if part == "unit":  # a separate line in addition to the street's
            return self.digits(self.pick(["Apt. ###", "Apt. #@", "Suite ####", "Suite ###", "Unit ##", "P.O. Box ####", "Floor #"]))
        return self.digits(self.pick(["@@@", "@@@@", "@@@-@@", "CHU@@"] if label == "HOSPITAL" else ["@@@", "@@@@", "@@", "@&@"]))

    def draw(self, label: str) -> str:
        """One surface of a label other than a person's name."""
        r = self.pick
        simple = {
            "DATE": self.date, "AGE": lambda: ages.any_form(self.lang, self.rng), "STREET": self.street_line, "PHONE": self.phone,
            "FAX": self.phone, "SSN": self.ssn, "ACCOUNT": self.account,
            "CITY": self.town, "EMAIL": self.email_address, "IP": lambda: r(self.ip),
            "STATE": lambda: r(STATES[self.lang]), "COUNTRY": lambda: r(COUNTRIES[self.lang] if self.rng.random() < 0.6 else self.country),
            "PROFESSION": lambda: r(self.jobs if self.rng.random() < 0.2 else OCCUPATIONS[self.lang]), "FAMILY": lambda: r(FAMILY_ES),
            "HOSPITAL": self.hospital, "ORGANIZATION": self.organization, "LOCATION": self.location,
        }  # fmt: skip
        if label in simple:
            return simple[label]()
        if label in ("ID", "DEVICE", "HEALTH_PLAN", "LICENSE", "ENCOUNTER", "MEDICAL_RECORD") and self.rng.random() < 0.5:
            return self.digits(self.shape())
        own = {"ZIP": numbers.ZIPS.get(self.lang), "SEX": numbers.SEXES.get(self.lang), **numbers.OWN.get(self.lang, {})}
        patterns = own.get(label) or numbers.NUMBERS[label]
        return self.digits(r(patterns)).format(self.pick(self.last).lower().replace(" ", "")).replace("~", "@")
