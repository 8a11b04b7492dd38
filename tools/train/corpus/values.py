# SPDX-License-Identifier: Apache-2.0
"""Identifiers of each kind and country. Names, towns, streets and firms come from Faker's lists,
numbers, dates and ages from grammars here. Real check digits where a country has them."""

import random
import re

from faker import Faker

LOCALES = {"en": ["en_US", "en_GB"], "es": ["es_ES"], "it": ["it_IT"], "fr": ["fr_FR"], "de": ["de_DE"]}
FOREIGN = ["pl_PL", "tr_TR", "ro_RO", "nl_NL", "pt_BR", "vi_VN", "sv_SE", "hu_HU"]
POOL = 1500  # values drawn of each kind; Faker is too slow to ask for every slot

MONTHS = {
    "en": "January February March April May June July August September October November December",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
}
HOSPITALS = {
    "en": ["{c} General Hospital", "St {n} Hospital", "{c} Medical Center", "{n} Memorial Hospital",
           "Royal {c} Infirmary", "University Hospital of {c}", "{n} Clinic", "{c} Community Hospital",
           "{n} Health Centre", "Mercy {c}"],
    "es": ["Hospital General de {c}", "Hospital Universitario {n}", "Clínica {n}", "Hospital Virgen de {c}",
           "Complejo Hospitalario de {c}", "Centro de Salud {c}", "Hospital {n}", "Hospital San {f}",
           "Hospital Universitario de {c}", "Complejo Hospitalario Universitario de {c}", "Hospital Clínico Universitario",
           "Hospital Regional {n}", "Hospital Infanta {f}", "Hospital Nuestra Señora de {n}", "Policlínica {n}",
           "C.H.U. {c}", "Hospital del {n}", "Hospital Clínic de {c}", "Hospital Universitario Dr. {f} {n}", "Hospital \"{f} {n}\"",
           "Hospital General", "Clínica Universitaria de {c}", "Hospital Materno Infantil {n}", "Centro Médico {n}"],
    "it": ["Ospedale {n}", "Ospedale San {f}", "Policlinico di {c}", "Azienda Ospedaliera di {c}",
           "Clinica {n}", "ASL di {c}", "Ospedale Civile di {c}", "Casa di Cura {n}"],
    "fr": ["CHU de {c}", "Hôpital {n}", "Clinique {n}", "Centre Hospitalier de {c}", "Hôpital Saint-{f}",
           "Polyclinique de {c}", "CH {c}", "Maison de santé {n}"],
    "de": ["Klinikum {c}", "Universitätsklinikum {c}", "St. {f}-Krankenhaus", "Krankenhaus {c}",
           "{n}-Klinik", "Kreiskrankenhaus {c}", "Rehaklinik {n}", "Städtisches Krankenhaus {c}", "Klinik {n}"],
}  # fmt: skip
PROFESSIONS = {
    "en": "teacher,retired librarian,carpenter,bus driver,nurse,software engineer,farmer,hairdresser,plumber,accountant,electrician,lawyer,factory worker,chef,police officer,shop assistant,welder,miner,secretary,journalist",
    "es": "albañil,profesora,camionero,administrativa,agricultor,enfermera,electricista,peluquera,abogado,cocinero,militar,pescador,ama de casa,jubilado de la construcción,fontanero,taxista,soldador,maestra,ganadero,auxiliar de clínica",
    "it": "insegnante,muratore,autista,impiegata,agricoltore,infermiera,elettricista,parrucchiera,avvocato,cuoco,casalinga,operaio,idraulico,commessa,meccanico,falegname,ingegnere,pensionata,barista,postino",
    "fr": "enseignante,maçon,chauffeur routier,secrétaire,agriculteur,infirmière,électricien,coiffeuse,avocat,cuisinier,menuisier,retraité de la SNCF,plombier,vendeuse,mécanicien,ingénieur,comptable,facteur,boulanger,ouvrier",
    "de": "Lehrerin,Maurer,LKW-Fahrer,Sekretärin,Landwirt,Krankenschwester,Elektriker,Friseurin,Rechtsanwalt,Koch,Tischler,Rentner,Klempner,Verkäuferin,Mechaniker,Ingenieur,Buchhalterin,Postbote,Bäcker,Schweißer",
}  # fmt: skip
# MEDDOCAN alone marks the words of kinship.
FAMILY_ES = (
    "madre,padre,padres,hermano,hermana,hermanos,hermana mayor,hermano menor,hermano gemelo,hermana gemela,esposa,esposo,marido,hijo,hija,hijos,dos hijos,tres hermanos,2 hermanas,abuelo materno,"
    "abuela paterna,abuelos,tío,tía materna,tíos paternos,sobrino,2 sobrinos,primo hermano,prima,pareja,familia,hijo de 3 años,nieta,cuñado,suegra,hermanastro"
)
COUNTRIES = {
    "en": "United States,UK,Ireland,Canada,Australia,Mexico,Poland,India,Nigeria,Pakistan,Jamaica,Italy",
    "es": "España,Marruecos,Colombia,Ecuador,Rumanía,Perú,Argentina,Bolivia,Francia,Senegal,México,Portugal",
    "it": "Italia,Albania,Romania,Marocco,Perù,Ucraina,Germania,Svizzera,Tunisia,Filippine,Argentina,India",
    "fr": "France,Belgique,Maroc,Algérie,Tunisie,Sénégal,Portugal,Italie,Suisse,Mali,Espagne,Vietnam",
    "de": "Deutschland,Österreich,Türkei,Polen,Schweiz,Syrien,Italien,Rumänien,Russland,Kroatien,Griechenland,Ukraine",
}  # fmt: skip
STATES = {
    "en": "Ohio,Texas,California,NY,CA,TX,FL,Kent,Essex,Florida,Ontario,WA,Yorkshire,New Jersey,Victoria",
    "es": "Andalucía,Galicia,Aragón,Comunidad Valenciana,Castilla y León,Cataluña,Asturias,Extremadura,Murcia",
    "it": "Lombardia,Lazio,Toscana,Sicilia,Piemonte,MI,RM,TO,BG,NA,Veneto,Puglia,Campania",
    "fr": "Bretagne,Normandie,Occitanie,Alsace,Rhône,Gironde,Provence,Bourgogne,Nord,Île-de-France",
    "de": "Bayern,Hessen,Sachsen,Niedersachsen,Baden-Württemberg,Brandenburg,Thüringen,Saarland,NRW",
}  # fmt: skip
ORG_EXTRA = {
    "en": ["University of {c}", "{n} & Sons", "{n} Foundation", "{c} City Council", "{n} Pharmaceuticals"],
    "es": ["Universidad de {c}", "Ayuntamiento de {c}", "Fundación {n}", "Colegio {n}", "Transportes {n}",
           "Facultad de Medicina. Universidad de {c}", "Facultad de Odontología", "Instituto {n}", "Instituto de {c}",
           "Centro Penitenciario de {c}", "Instituto de Medicina Legal de {c}", "Asociación {n} de {c}", "Laboratorios {n}",
           "{n} Pharma", "Fundación {f} {n}", "Universidad Autónoma de {c}", "Residencia {n}"],
    "it": ["Università di {c}", "Comune di {c}", "Fondazione {n}", "Liceo {n}", "Officine {n}"],
    "fr": ["Université de {c}", "Mairie de {c}", "Fondation {n}", "Lycée {n}", "Transports {n}"],
    "de": ["Universität {c}", "Stadtwerke {c}", "{n}-Stiftung", "Pflegeheim {n}", "Spedition {n}"],
}  # fmt: skip


class Values:
    """Draws identifiers of one language. `part` keeps held-back surfaces apart: 0 is for training,
    1 for the held-back documents; one name, town and street in ten belongs to part 1."""

    def __init__(self, lang: str, seed: int, part: int):
        self.lang, self.rng, self.part = lang, random.Random(f"{lang}{seed}{part}"), part
        home = Faker(LOCALES[lang])
        away = Faker(FOREIGN)
        home.seed_instance(seed), away.seed_instance(seed)
        self.first = self._pool(home.first_name, away.first_name)
        self.last = self._pool(home.last_name, away.last_name)
        self.city = self._pool(home.city)
        self.street = self._pool(home.street_name)
        self.company = self._pool(home.company)
        self.email = self._pool(home.email)
        self.ip = self._pool(home.ipv4)

    def _pool(self, draw, other=None):
        values = {draw() for _ in range(POOL)} | {other() for _ in range(POOL // 5) if other}
        mine = [v for v in sorted(values) if (sum(v.encode()) % 10 == 3) == bool(self.part)]
        return mine or sorted(values)

    def name(self, pool: list[str]) -> str:
        """A name of the pool, or now and then one made of two halves of others: names are endless, and
        those of a list are soon known by heart."""
        name = self.pick(pool)
        if self.rng.random() < 0.25 and len(name) > 4:
            other = self.pick(pool)
            name = name[: len(name) // 2] + other[len(other) // 2 :].lower()
        return name

    def pick(self, values):
        return self.rng.choice(values.split(",") if isinstance(values, str) else values)

    def digits(self, pattern: str) -> str:
        """# a digit, @ a capital; anything else stands for itself."""
        out = re.sub("#", lambda _: self.rng.choice("0123456789"), pattern)
        return re.sub("@", lambda _: self.rng.choice("ABCDEFGHJKLMNPRSTVWXYZ"), out)

    def person(self) -> dict[str, str]:
        first, last = self.name(self.first), self.name(self.last)
        r = self.rng.random()
        if r < 0.12:
            first += (" " if self.lang != "fr" else "-") + self.pick(self.first)
        if (self.lang == "es" and r < 0.7) or 0.12 < r < 0.2:
            last += ("-" if self.lang in ("fr", "de", "en") else " ") + self.pick(self.last)
        middle = f" {self.pick(self.first)[0]}." if self.lang in ("en", "de") and r > 0.9 else ""
        forms = [f"{first}{middle} {last}"] * 6 + [f"{last} {first}", f"{last}, {first}",
                 f"{first[0]}. {last}", f"{last.upper()} {first}", f"{first} {last}".upper()]  # fmt: skip
        return {"full": self.pick(forms), "first": first, "last": last,
                "initials": f"{first[0]}.{last[0]}.", "plain": f"{first} {last}"}  # fmt: skip

    def date(self) -> str:
        r, month = self.rng, MONTHS[self.lang].split()
        d, m, y = r.randint(1, 28), r.randint(1, 12), r.randint(1930, 2026)
        name = month[m - 1]
        sep = {"de": ".", "it": "/", "fr": "/", "es": "/", "en": "/"}[self.lang]
        sep = r.choice([sep, sep, sep, "-", "."]) if self.lang != "de" else "."
        numeric = r.choice([f"{d:02}{sep}{m:02}{sep}{y}", f"{d}{sep}{m}{sep}{y}",
                            f"{d:02}{sep}{m:02}{sep}{y % 100:02}", f"{y}-{m:02}-{d:02}",
                            f"{d:02}{sep}{m:02}{sep}{y}"])  # fmt: skip
        words = {
            "en": [f"{d} {name} {y}", f"{name} {d}, {y}", f"{name} {y}", f"{name[:3]} {d}", f"{d}th {name}",
                   f"{d}-{name[:3]}-{y}", f"{name[:3]} {y}", f"{m}/{y}", f"{m:02}/{d:02}"],
            "es": [f"{d} de {name} de {y}", f"{d} de {name}", f"{name} de {y}", f"{name} del {y}", f"{name} {y}"],
            "it": [f"{d} {name} {y}", f"{d} {name}", f"{name} {y}", f"{d:02}/{m:02}"],
            "fr": [f"{d} {name} {y}", f"{d} {name}", f"{name} {y}", f"1er {name} {y}", f"{d:02}/{m:02}"],
            "de": [f"{d}. {name} {y}", f"{name} {y}", f"{d:02}.{m:02}.", f"{d}.{m}.", f"{m:02}/{y}",
                   f"{d}.{m}.{y % 100:02}", f"{m:02}/{y % 100:02}", f"{d}. {name}"],
        }[self.lang]  # fmt: skip
        return r.choice([numeric, numeric, *words[:1], r.choice(words), str(y)] if r.random() < 0.9
                        else words)  # fmt: skip

    def age(self) -> str:
        n = self.rng.choice([self.rng.randint(1, 99), self.rng.randint(20, 90)])
        months = self.rng.randint(2, 23)
        return self.pick({
            "en": [f"{n}-year-old", f"{n} year old", f"{n} years old", f"{n} years", f"{n}yo", f"{n} y/o",
                   f"{months}-month-old", f"{n} yrs"],
            "es": [f"{n} años"] * 6 + [f"{months} meses", f"{months} días"],
            "it": [f"{n} anni"] * 6 + [f"{months} mesi"],
            "fr": [f"{n} ans"] * 6 + [f"{months} mois"],
            "de": [f"{n} Jahre", f"{n}-jährige", f"{n}-jähriger", f"{n}jährigen", f"{n} Jahre alt",
                   f"{months} Monate", f"{n} J."],
        }[self.lang])  # fmt: skip

    def fill(self, pattern: str) -> str:
        return pattern.format(c=self.name(self.city), n=self.name(self.last), f=self.name(self.first))

    def spanish_street(self) -> str:
        """As Spanish and Latin American senders write them, which is in every way."""
        r, name = self.pick, self.name
        kind = r("C/ |C/|Calle |c/ |C. |Avda. |Av. |Avda |Avenida |Plaza |Pza. |Pz de |Ctra. |Carretera de |Paseo |Pº |Camino |Ronda |Glorieta |Vía |Rúa |Rua |".split("|"))
        body = r([name(self.last), f"{name(self.first)} {name(self.last)}", f"Dr. {name(self.last)}", f"de {name(self.city)}",
                  f"de los {name(self.last)}", f"San {name(self.first)}", f"{name(self.last)} y {name(self.last)}"])  # fmt: skip
        n = self.rng.randint(1, 350)
        number = r([f", {n}", f" {n}", f" nº {n}", f", nº {n}", f" Nº{n}", " s/n", ", s/n", " S/N", f",{n}", f" {n}-{n + 2}", f", km. {n % 30},{n % 10}00", ""])
        tail = self.digits(r([""] * 9 + [", #º @", ", #º", " - #º", ", #-#", ". #@", ", bajo", " Bajo B", ", Esc. #, #º@", ", piso #", ", Col. Centro", ", Edificio " + name(self.last),
                                         " Torre #", ", portal #, #º dcha.", " #º piso dto. @", ", #ª planta", " esquina " + name(self.last), ". Edif. @"]))  # fmt: skip
        return kind + body + number + tail

    def street_line(self) -> str:
        if self.lang == "es" and self.rng.random() < 0.7:
            return self.spanish_street()
        name, n = self.pick(self.street), self.rng.randint(1, 240)
        floor = self.pick(["", "", "", self.digits(", #@"), f", {self.rng.randint(1, 9)}"])
        return {"en": f"{n} {name}" + self.pick(["", "", f", Apt {n % 30 + 1}", f" Suite {n + 100}"]),
                "es": f"{name} {n}{floor}", "it": f"{name} {n}", "fr": f"{n} {name}",
                "de": f"{name} {n}" + self.pick(["", "", "a", "b"])}[self.lang]  # fmt: skip

    def phone(self) -> str:
        return self.digits(self.pick({
            "en": ["(###) ###-####", "###-###-####", "+1 ### ### ####", "0#### ######", "+44 7### ######"],
            "es": ["9## ### ###", "6########", "+34 6## ## ## ##", "9## ## ## ##"],
            "it": ["0## #######", "3## ### ####", "+39 3## #######", "0##/######"],
            "fr": ["0# ## ## ## ##", "0#.##.##.##.##", "+33 6 ## ## ## ##", "0#########"],
            "de": ["0### #######", "0### / ### ###", "+49 1## #######", "0####-#####", "0###/####-#"],
        }[self.lang]))  # fmt: skip

    def ssn(self) -> str:
        if self.lang == "es":
            number = self.rng.randint(10_000_000, 99_999_999)
            return f"{number}{self.pick(['', '-', ' '])}{'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23]}"
        if self.lang == "fr":
            body = self.digits(self.pick("1,2") + "##0#" + "######")
            body = body[:10] + self.digits("###") if len(body) < 13 else body
            key = f"{97 - int(body) % 97:02}"
            spaced = f"{body[0]} {body[1:3]} {body[3:5]} {body[5:7]} {body[7:10]} {body[10:]} {key}"
            return self.pick([body + key, spaced, f"{body} {key}"])
        return self.digits(self.pick({
            "en": ["###-##-####", "### ### ####", "@@ ## ## ## @", "#########"],
            "it": ["@@@@@@##@##@###@"], "de": ["## ######@###", "###########", "## ### ### ###"],
        }[self.lang]))  # fmt: skip

    def account(self) -> str:
        country = {"en": "GB", "es": "ES", "it": "IT", "fr": "FR", "de": "DE"}[self.lang]
        return self.digits(self.pick([f"{country}## #### #### #### #### ##", f"{country}##@@@@##############",
                                      "4### #### #### ####", "5###############", "3##############"]))  # fmt: skip

    def draw(self, label: str) -> str:
        """One surface of a label other than a person's name."""
        r = self.pick
        simple = {
            "DATE": self.date, "AGE": self.age, "STREET": self.street_line, "PHONE": self.phone,
            "FAX": self.phone, "SSN": self.ssn, "ACCOUNT": self.account,
            "CITY": lambda: self.name(self.city), "EMAIL": lambda: r(self.email), "IP": lambda: r(self.ip),
            "STATE": lambda: r(STATES[self.lang]), "COUNTRY": lambda: r(COUNTRIES[self.lang]),
            "PROFESSION": lambda: r(PROFESSIONS[self.lang]), "FAMILY": lambda: r(FAMILY_ES),
            "HOSPITAL": lambda: self.fill(r(HOSPITALS[self.lang])),
            "ORGANIZATION": lambda: r([r(self.company), self.fill(r(ORG_EXTRA[self.lang]))]),
        }  # fmt: skip
        if label in simple:
            return simple[label]()
        return self.digits(r({
            "ZIP": {"en": ["#####", "#####-####", "@@# #@@", "@## #@@"]}.get(self.lang, ["#####"]),
            "SEX": {"en": ["M", "F", "male", "female", "Male", "Female"], "es": ["H", "M", "Varón", "Mujer"],
                    "it": ["M", "F", "maschio", "femmina"], "fr": ["M", "F", "masculin", "féminin"],
                    "de": ["m", "w", "männlich", "weiblich"]}[self.lang],
            "URL": ["www.{}.com", "https://{}.org/p/###", "{}.net", "http://www.{}.eu"],
            "USERNAME": ["{}##", "{}_@#", "@{}"], "MEDICAL_RECORD": ["#######", "######", "MRN-######", "@@#######",
                                                                    "##-####-##", "HC ######", "########"],
            "HEALTH_PLAN": ["## ######## ##", "##/########/##", "@@@ ### ###", "@#########"],
            "LICENSE": ["## ## #####", "#######", "@@-#####", "###########"],
            "ENCOUNTER": ["@#######", "####/####", "E-########", "##########"],
            "EMPLOYEE": ["@@####", "E#####"], "VEHICLE": ["#### @@@", "@@-###-@@", "@@## @@@", "@-@@ ####"],
            "DEVICE": ["SN ######@", "@@@-########", "########-@#"], "ID": ["@@######", "########", "#####/##", "@###-####"],
            "BIOMETRIC": ["FP-########"], "LOCATION": [self.pick(self.city)],
        }[label])).format(self.pick(self.last).lower().replace(" ", ""))  # fmt: skip
