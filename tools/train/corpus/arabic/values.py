# SPDX-License-Identifier: Apache-2.0
"""Identifiers as in Arabic notes of Egypt, the Gulf, the Levant, Iraq and the Maghreb."""

import random
import re

from babel import Locale

from ..places import NO_COUNTRY, cities
from ..values import Values
from . import names, places
from .institutions import BARE, EMPLOYERS, HEALTH_SERVICES, HOSPITALS, KNOWN_HOSPITALS, ORGANIZATIONS
from .occupations import OCCUPATIONS

MONTHS = [  # of Egypt and the Gulf, the Levant and Iraq, Algeria and Tunisia, Morocco
    "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر".split(),
    "كانون الثاني,شباط,آذار,نيسان,أيار,حزيران,تموز,آب,أيلول,تشرين الأول,تشرين الثاني,كانون الأول".split(","),
    "جانفي فيفري مارس أفريل ماي جوان جويلية أوت سبتمبر أكتوبر نوفمبر ديسمبر".split(),
    "يناير فبراير مارس أبريل ماي يونيو يوليوز غشت شتنبر أكتوبر نونبر دجنبر".split(),
]
HIJRI = "محرم,صفر,ربيع الأول,ربيع الآخر,ربيع الثاني,جمادى الأولى,جمادى الآخرة,رجب,شعبان,رمضان,شوال,ذو القعدة,ذي القعدة,ذو الحجة,ذي الحجة".split(",")
# Words after which a day is not written: "في عام", "سنة".
YEARS_BEHIND = ("عام", "سنة", "عامي")
FEMININE = "ثلاث أربع خمس ست سبع ثماني تسع عشر".split()
MASCULINE = "ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة".split()
TENS = "عشرون ثلاثون أربعون خمسون ستون سبعون ثمانون تسعون عشرين ثلاثين أربعين خمسين ستين سبعين ثمانين".split()
UNITS = "واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة".split()
ARABIC = re.compile(r"[\u0621-\u064a ]+")
GOVERNORATES = "01 02 03 04 11 12 13 14 15 16 17 18 19 21 22 23 24 25 26 27 28 29 31 32 33 34 35 88".split()

# Numbers without a form of their own; {} is a name in Latin letters.
NUMBERS = {
    "ZIP": ["#####", "#####", "#####-####", "####"], "URL": ["www.{}.com", "https://{}.org/p/###", "{}.net", "https://{}.gov.sa", "{}.example/j/########"], "USERNAME": ["{}##", "{}_##", "dr.{}", "{}.k", "m{}#"],
    "VEHICLE": ["س ص ع ###", "أ ب ج ####", "ط ه ####", "د ر س ####", "##-#####", "#####", "####-أ-##", "####|ب|#", "ر ق م ###", "@@@ ####", "## أ #####", "بغداد #####", "#### تونس ###"], "EMPLOYEE": ["#####", "######", "E#####", "@@####"],
    "MEDICAL_RECORD": ["#######", "######", "########", "####/##", "##-##-##", "MRN ######", "#####/20##", "@######", "### ### ###"], "HEALTH_PLAN": ["##########", "########", "###-######-##", "@@@########", "#############", "#### #### ####"],
    "LICENSE": ["#####", "######", "#######", "##@####", "####/####"], "ENCOUNTER": ["######", "####/##", "##########", "@#######", "####-#####"], "DEVICE": ["SN ######", "@@########", "########", "@@@-#####", "@#####", "##@####"],
    "ID": ["####", "#####", "#######", "####/20##", "##/####", "@######", "@##-#####", "####-##", "20##/####", "########"],
}  # fmt: skip


def luhn_digit(digits: str) -> int:
    """The check digit that completes `digits` to a number of ISO 7812."""
    doubled = [int(d) * (2 - i % 2) for i, d in enumerate(reversed(digits))]
    return -sum(d - 9 * (d > 9) for d in doubled) % 10


def arabic_names_of_towns() -> tuple[dict[str, list[str]], list[str]]:
    """GeoNames' towns that have an Arabic spelling: those of home countries by country, and the large ones abroad."""
    home, abroad = {}, []
    for city in cities():
        name = next((n.strip() for n in city["alternatenames"] if ARABIC.fullmatch(n)), None)
        if name and len(name) > 2 and city["countrycode"] in places.HOME:
            home.setdefault(city["countrycode"], []).append(name)
        elif name and len(name) > 2 and city["population"] > 250_000:
            abroad.append(name)
    return home, abroad


class ArabicValues(Values):
    def __init__(self, seed: int, part: int):
        self.lang, self.part = "ar", part
        self.rng = rng = random.Random(f"ar{seed}{part}")
        self.latin = names.spellings(names.MEN) | names.spellings(names.WOMEN) | names.spellings(names.FAMILIES) | names.servants()
        self.men = self._part(set(names.spellings(names.MEN)) | set(names.servants()))
        self.women = self._part(set(names.spellings(names.WOMEN)))
        self.first = self.men + self.women
        words = self._part(set(names.WORDS.split(",")))
        families = self._part(set(names.spellings(names.FAMILIES)))
        self.last = families * 3 + words + self.men[::3]
        home, abroad = arabic_names_of_towns()
        drawn = [t for code, n in places.HOME.items() for t in rng.sample(sorted(home[code]), min(n, len(home[code])))]
        self.city = self._part({*drawn, *places.TOWNS.split(",")})
        self.large_towns = self._part(set(places.TOWNS.split(",")))
        self.city_abroad = self._part(set(abroad))
        self.country = [n for code, n in Locale("ar").territories.items() if code.isalpha() and code not in NO_COUNTRY and "(" not in n]
        known = sorted({*self.country, *places.COUNTRIES.split(",")}, key=len, reverse=True)
        self.country_pattern = re.compile(r"(?<!\w)(" + "|".join(map(re.escape, known)) + r")(?!\w)")
        self.far_names = self._part(set(names.FAR.split(",")))

    def first_names_and_towns(self) -> set[str]:
        return set()  # used only for carriers, which Arabic does not have

    def in_latin(self, name: str) -> str:
        if name in self.latin:
            return self.pick(self.latin[name])
        return self.pick([s for spellings in self.latin.values() for s in spellings])

    def person(self) -> dict[str, str]:
        r = self.rng
        given = self.pick(self.women if r.random() < 0.45 else self.men)
        first = self.name([given]) if r.random() < 0.9 else self.name(self.first)
        father, grandfather, last = self.pick(self.men), self.pick(self.men), self.name(self.last)
        child = self.pick(["بنت", "بن"]) if r.random() < 0.15 else ""
        father_of = f" {child} {father}" if child else f" {father}"
        three = f"{first}{father_of} {last if r.random() < 0.7 else grandfather}"
        four = f"{first}{father_of} {grandfather} {last}"
        a, b, c = first[0], last.removeprefix("ال")[0], father[0]
        initials = [f"{a}. {b}.", f"{a}.{b}", f"{a}.{b}.", f"{a}. {c}. {b}.", f"{a}.{c}.{b}", f"{a} {b}", f"{a}.{c}", f"{a} . {b}"]
        latin = f"{self.in_latin(first)} {self.in_latin(last)}"
        latin_forms = [latin] * 4 + [f"{self.in_latin(first)} {self.in_latin(father)} {self.in_latin(last)}", latin.upper(), f"{self.in_latin(last).upper()} {self.in_latin(first)}", f"{self.in_latin(first)[0]}. {self.in_latin(last)}"]
        latin = self.pick(latin_forms)
        full = self.pick([f"{first} {last}"] * 4 + [three] * 4 + [four] * 3 + [f"{first}{father_of}", f"{last} {first}", f"{first} آل {last.removeprefix('ال')}", latin])
        full = full if r.random() < 0.97 else self.pick(self.far_names)
        eldest = self.pick(self.men if r.random() < 0.85 else self.women)
        return {"full": full, "first": first, "last": last, "father": father, "three": three, "four": four, "initials": self.pick(initials),
                "plain": f"{first} {last}", "latin": latin, "kunya": f"{self.pick(['أم', 'أم', 'أبو'])} {eldest}", "abu": f"أبو {eldest}", "woman": self.pick(self.women)}  # fmt: skip

    def date(self, before: str = "") -> str:
        return str(self.rng.randint(1940, 2026)) if before in YEARS_BEHIND else self._any_date()

    def _numeric(self) -> str:
        r = self.rng
        d, m, y = r.randint(1, 28), r.randint(1, 12), r.randint(1930, 2026)
        sep = r.choice("////--.")
        forms = [f"{d}{sep}{m}{sep}{y}", f"{d:02}{sep}{m:02}{sep}{y}", f"{y}{sep}{m}{sep}{d}", f"{y}-{m:02}-{d:02}", f"{d}{sep}{m}{sep}{y % 100:02}", f"{d:02}/{m:02}/{y}"]
        return r.choice(forms) + (r.choice(["م", " م"]) if r.random() < 0.07 else "")

    def _hijri(self) -> str:
        r = self.rng
        d, m, y = r.randint(1, 29), r.randint(1, 12), r.choice([r.randint(1360, 1448), r.randint(1430, 1448)])
        mark = r.choice(["هـ", "هـ", " هـ", "ه", ""])
        return r.choice([f"{d}/{m}/{y}{mark}", f"{d:02}/{m:02}/{y}{mark}", f"{y}/{m}/{d}{mark}", f"{y}-{m:02}-{d:02}{mark}", f"{d} {r.choice(HIJRI)} {y}{mark}", f"{d} {r.choice(HIJRI)}", f"{r.choice(HIJRI)} {y}{mark}", f"{y}{mark or 'هـ'}"])

    def _month(self) -> tuple[int, str]:
        m, calendar = self.rng.randint(0, 11), self.rng.choice([0, 0, 0, 1, 1, 2, 3])
        name = MONTHS[calendar][m]
        if self.rng.random() < 0.05:
            name = f"{MONTHS[1][m]}/{MONTHS[0][m]}"
        return m + 1, name

    def _any_date(self) -> str:
        r = self.rng
        (m, name), d, y = self._month(), r.randint(1, 28), r.randint(1930, 2026)
        words = [f"{d} {name} {y}", f"{d} {name} {y}", f"{d} {name}", f"{name} {y}", f"{name}", f"{d} من {name}", f"{d} {name} {y}م", f"{d}/{m}", f"{m}/{y}", f"{d} {name} سنة {y}", f"شهر {name}", f"{d}-{name}-{y}", str(y)]
        kind = r.random()
        return self._hijri() if kind < 0.12 else self._numeric() if kind < 0.55 else r.choice(words)

    def draw_part(self, label: str, part: str) -> str:
        if label == "DATE":
            r = self.rng
            (m, name), d, y = self._month(), r.randint(1, 28), r.randint(1940, 2026)
            return {"y": str(y), "m": name, "my": r.choice([f"{name} {y}", f"{name} {y}", f"{m}/{y}", f"{m:02}/{y}"]), "dm": r.choice([f"{d} {name}", f"{d}/{m}", f"{d:02}/{m:02}", f"{d} {name}", f"{d}-{m}"]), "d": str(d), "num": self._numeric(), "h": self._hijri()}[part]  # fmt: skip
        if part == "known":
            return self.known_hospital()
        if part == "bare":
            return self.known_hospital() if label == "HOSPITAL" and self.rng.random() < 0.25 else self.fill(self.pick(BARE[label]))
        if part == "sn":
            return self.draw(label)
        if part == "service":
            return self.health_service()
        if part == "code":
            return self.pick(places.STATES)
        if part == "n":
            return str(self.rng.choice([self.rng.randint(1, 99), self.rng.randint(20, 90)]))
        return self.digits(self.pick({"ext": ["####", "####", "###", "#####"], "unit": ["شقة ##", "الدور #", "ص.ب ####"]}.get(part, ["@@@", "@@@@", "CHU"])))

    def age(self) -> str:
        r = self.rng
        n, few = r.choice([r.randint(11, 99), r.randint(20, 90)]), r.randint(3, 10)
        spelt = lambda words: words[few - 3]
        tens = r.choice(TENS)
        return self.pick([f"{n} سنة"] * 6 + [f"{n} عاما"] * 5 + [f"{n} عام", f"{n} سنه", f"{n} س", f"{few} سنوات", f"{few} سنوات", f"{few} أعوام", f"{few} سنين", "سنة", "سنتان", "سنتين", "سنة ونصف", "سنتين ونصف", "عام ونصف", f"{few} شهور", f"{few} أشهر", f"{few} أشهر", f"{r.randint(11, 30)} شهرا", f"{few} أسابيع",
            f"{few} أيام", f"{r.randint(11, 28)} يوما", "يوم واحد", "يومان", "يومين", "أسبوع", "أسبوعان", "أسبوعين", "شهر", "شهرين", "شهر ونصف", f"{spelt(FEMININE)} سنوات", f"{spelt(MASCULINE)} أعوام", f"{spelt(MASCULINE)} أشهر", f"{spelt(MASCULINE)} أيام", f"{tens} عاما", f"{tens} سنة", f"{r.choice(UNITS)} و{tens} عاما", f"{n}Y", f"{n} Y", f"{n}", f"{n} سنة و{few} أشهر", f"{few} سنوات وشهرين", f"{n} years", f"{few} ساعات"])  # fmt: skip

    def ssn(self) -> str:
        r = self.rng
        kind = r.random()
        if kind < 0.3:  # Egypt: century, birth, governorate, serial, check digit
            y = r.randint(1930, 2024)
            return f"{2 + (y >= 2000)}{y % 100:02}{r.randint(1, 12):02}{r.randint(1, 28):02}{r.choice(GOVERNORATES)}" + self.digits("#####")
        if kind < 0.55:  # Saudi citizens and residents
            body = r.choice("1112") + self.digits("########")
            return body + str(luhn_digit(body))
        return self.digits(r.choice(["9#########", "2#########", "1985########", "19##########", "784-19##-#######-#", "784-####-#######-#", "78419##########", "2##########", "2##########", "3###########", "2###########", "@@######", "@######", "@@#####", "########", "0#######", "#########", "############", "##########", "11##########", "10##########"]))

    def phone(self) -> str:
        return self.digits(self.pick(["010########", "011########", "012########", "0100 ### ####", "0122#######", "010-####-####", "+20 10 #### ####", "00201########", "02########", "03#######", "040#######", "05########", "05########", "05# ### ####", "+9665########", "+966 5# ### ####", "009665########", "011#######", "9200#####", "079#######", "078#######", "077#######", "079 ### ####",
            "+962 7 #### ####", "00962#########", "06#######", "03 ######", "03/######", "70 ######", "71/######", "+961 3 ######", "01 ######", "09########", "+963 9## ### ###", "0770#######", "0780#######", "0750 ### ####", "+964 7## ### ####", "06########", "06 ## ## ## ##", "06-##-##-##-##", "+212 6 ## ## ## ##", "0661######", "05## ######", "0550 ## ## ##", "0770 ## ## ##", "+213 5## ## ## ##",
            "98 ### ###", "+216 ## ### ###", "2# ### ###", "091#######", "092-#######", "+218 9# #######", "0912######", "+249 9########", "77#######", "+967 7########", "9#######", "6#######", "+965 #### ####", "050#######", "+971 5# ### ####", "04#######", "3#######", "+973 #### ####", "5#######", "+974 #### ####", "9### ####", "+968 #### ####", "059#######", "+970 59 ### ####"] if self.rng.random() < 0.93 else ["####", "###", "#####"]))  # fmt: skip

    def account(self) -> str:
        iban = self.pick(["EG## #### #### #### #### #### #### #", "SA## #### #### #### #### ####", "JO## @@@@ #### #### #### #### #### ##", "AE## #### #### #### #### ###", "KW## @@@@ #### #### #### #### #### ##", "MA## #### #### #### #### #### ####", "LB## #### #### #### #### #### ####", "QA## @@@@ #### #### #### #### #### #"])
        return self.digits(self.pick([iban, iban.replace(" ", ""), "################", "############", "####-####-####-####", "4### #### #### ####"]))

    def street_line(self) -> str:
        pattern = self.digits(self.pick(places.STREETS))
        line = re.sub(r"\{t\}", lambda _: self.pick(places.NAMED_AFTER), pattern)
        line = line.format(n=self.name(self.last), f=self.pick(self.men), c=self.town())
        return re.sub(r"(?<!\d)0+(\d*)", lambda m: m.group(1) or "1", line)

    def location(self) -> str:
        return re.sub(r"\{(\w)\}", lambda m: {"c": self.town, "n": lambda: self.name(self.last), "f": lambda: self.pick(self.men)}[m.group(1)](), self.pick(places.LOCATIONS))

    def email_address(self) -> str:
        a, b, c = (re.sub("[^a-z]", "", self.pick(self.latin[self.pick(pool)]).lower()) for pool in (self.men, self.women, sorted(names.spellings(names.FAMILIES))))
        user = self.pick([f"{a}.{c}", f"{b}.{c}", f"dr.{a}", f"dr_{b}{self.rng.randint(1, 99)}", f"{a[0]}.{c}", f"{c}{self.rng.randint(60, 2005)}", f"{a}_{c}", f"{b}{c[0]}"])
        return f"{user}@{self.pick(['gmail', 'hotmail', 'yahoo', 'outlook', 'moh', 'hospital', 'kfsh', 'mohp', 'ju', 'aub', c])}.{self.pick(['com', 'com', 'net', 'org', 'com.eg', 'gov.sa', 'med.sa', 'edu.eg', 'jo', 'edu.lb', 'ma', 'iq', 'ae', 'example'])}"

    def hospital(self) -> str:
        return self.known_hospital() if self.rng.random() < 0.2 else self.fill(self.pick(HOSPITALS))

    def known_hospital(self) -> str:
        return self.pick(KNOWN_HOSPITALS.split(";"))

    def health_service(self) -> str:
        return self.fill(self.pick(HEALTH_SERVICES.split(";")))

    def organization(self) -> str:
        r = self.rng.random()
        return self.pick(EMPLOYERS) if r < 0.15 else self.health_service() if r < 0.23 else self.fill(self.pick(ORGANIZATIONS.split(";")))

    def fill(self, pattern: str) -> str:
        """After this preposition the article's alef stays: ب + القاهرة is بالقاهرة."""
        return pattern.format(c=self.town(), n=self.name(self.last), f=self.pick(self.first))

    def draw(self, label: str) -> str:
        own = {
            "DATE": self.date, "AGE": self.age, "SSN": self.ssn, "PHONE": self.phone, "FAX": self.phone, "ACCOUNT": self.account, "STREET": self.street_line, "CITY": self.town, "LOCATION": self.location,
            "EMAIL": self.email_address, "HOSPITAL": self.hospital, "ORGANIZATION": self.organization, "STATE": lambda: self.pick(places.STATES), "PROFESSION": lambda: self.pick(OCCUPATIONS),
            "COUNTRY": lambda: self.pick(places.COUNTRIES if self.rng.random() < 0.7 else self.country), "SEX": lambda: self.pick("ذكر,أنثى"),
            "IP": lambda: ".".join(str(self.rng.randint(1, 254)) for _ in range(4)),
        }  # fmt: skip
        if label in own:
            return own[label]()
        if label in ("ID", "DEVICE", "HEALTH_PLAN", "LICENSE", "ENCOUNTER", "MEDICAL_RECORD") and self.rng.random() < 0.5:
            return self.digits(self.shape())
        latin = re.sub("[^a-z]", "", self.in_latin(self.pick(self.men)).lower())
        return self.digits(self.pick(NUMBERS[label])).format(latin)
