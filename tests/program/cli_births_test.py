#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Dates of birth and ages in each format, through the program. Usage: cli_births_test.py REDACT SOURCE_DIR MODEL"""

import datetime
import hashlib
import json
import re
import xml.etree.ElementTree

from cli_case import CommandLine, main, run

# One patient, born on 14 March 1948, aged 76 on 3 May 2024, in four formats.
TEXT = "Mrs Anna Greco, DOB 14/03/1948, aged 76, was seen on 03/05/2024.\n"
HL7 = "\r".join((
    r"MSH|^~\&|LAB|X|EHR|Y|20240503083000||ORU^R01|M1|P|2.5.1",
    "PID|1||4470912||GRECO^ANNA||19480314|F||||||||||||S9930417^CA^20270314",
    "OBR|1|||24331-1^Lipids^LN|||20240503",
    "OBX|1|NM|30525-0^Age^LN||76|a|||||F", ""))
YEARS = {"value": 76, "unit": "years", "system": "http://unitsofmeasure.org", "code": "a"}
RESOURCES = (
    {"resourceType": "Patient", "name": [{"family": "Greco", "given": ["Anna"]}], "birthDate": "1948-03-14"},
    {"resourceType": "Condition", "onsetAge": YEARS, "recordedDate": "2024-05-03"},
    {"resourceType": "Observation", "code": {"text": "Age"}, "effectiveDateTime": "2024-05-03T10:00:00Z", "valueQuantity": YEARS})
FHIR = json.dumps({"resourceType": "Bundle", "entry": [{"resource": resource} for resource in RESOURCES]}) + "\n"
CDA = """<ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<effectiveTime value="20240503083000+0100"/><recordTarget><patientRole><patient><name><given>Anna</given>
<family>Greco</family></name><birthTime value="19480314"/></patient></patientRole></recordTarget>
<component><structuredBody><component><section><entry><observation classCode="OBS" moodCode="EVN">
<code code="30525-0" codeSystem="2.16.840.1.113883.6.1"/><value xsi:type="PQ" value="76" unit="a"/>
</observation></entry></section></component></structuredBody></component></ClinicalDocument>
"""


def facts_of_text(text):
    birth, age, seen = re.fullmatch(r"Mrs .+, DOB (.+), aged (.+), was seen on (.+)\.\n", text).groups()
    return birth, [age], [seen]


def facts_of_hl7(text):
    rows = [line.split("|") for line in text.split("\r")]
    return rows[1][7], [rows[3][5]], [rows[0][6], rows[2][7]]


def facts_of_fhir(text):
    patient, condition, observation = (entry["resource"] for entry in json.loads(text)["entry"])
    ages = [condition["onsetAge"]["value"], observation["valueQuantity"]["value"]]
    return patient["birthDate"], ages, [condition["recordedDate"], observation["effectiveDateTime"]]


def facts_of_cda(text):
    values = [element.get("value") for element in xml.etree.ElementTree.fromstring(text).iter() if "value" in element.attrib]
    seen, birth, age = values
    return birth, [age], [seen]


FORMATS = {"txt": (TEXT, facts_of_text), "hl7": (HL7, facts_of_hl7), "json": (FHIR, facts_of_fhir), "xml": (CDA, facts_of_cda)}


def day(date):
    """The day of a date in the form of any of the four documents."""
    form = "%d/%m/%Y" if "/" in date else "%Y-%m-%d" if "-" in date[:8] else "%Y%m%d"
    return datetime.datetime.strptime(date[:8 if form == "%Y%m%d" else 10], form).date()


def age_on(date, birth):
    return date.year - birth.year - ((date.month, date.day) < (birth.month, birth.day))


class Births(CommandLine):
    def redacted(self, name, policy, *options):
        note = self.write(f"note.{name}", FORMATS[name][0])
        # A model may miss what these rules find.
        rules = self.write("rules.yaml", "rules:\n  - {label: DATE, pattern: '\\d\\d/\\d\\d/\\d{4}'}\n  - {label: AGE, pattern: 'aged (\\d+)'}\n")
        code, out, err = run("--policy", policy, "--rules", rules, *options, note)
        self.assertEqual(code, 0, err)
        return out.decode()

    def test_ages_follow_from_made_up_dates(self):
        for name, (_, facts_of) in FORMATS.items():
            for number in range(6):
                key = self.write("key", hashlib.sha256(bytes([number])).digest())
                birth, ages, seen = facts_of(self.redacted(name, "surrogate", "--key-file", key))
                self.assertNotEqual(day(birth), datetime.date(1948, 3, 14))
                for date in map(day, seen):
                    self.assertNotEqual(date, datetime.date(2024, 5, 3))
                    self.assertEqual([int(age) for age in ages], [age_on(date, day(birth))] * len(ages), (name, birth, date))

    def test_a_birth_without_a_day_is_not_made_up(self):
        key = self.write("key", bytes(range(32)))
        for name, (note, form) in {"txt": ("She was born in 1948, was 76 in 2024.\n", r"born in (.+?),"),
                                   "hl7": (HL7.replace("19480314", "1948"), r"(?i)PID(?:\|[^|]*){6}\|([^|]*)"),
                                   "json": (FHIR.replace("1948-03-14", "1948-03"), r'(birthDate.*?)}'),
                                   "xml": (CDA.replace("19480314", "1948"), r'birthTime (.*?)/>')}.items():
            rules = self.write("rules.yaml", "rules:\n  - {label: DATE, pattern: '\\b\\d{4}\\b'}\n")
            out = run("--policy", "surrogate", "--key-file", key, "--rules", rules, self.write(f"note.{name}", note))[1].decode()
            written = re.search(form, out)[1]
            self.assertRegex(written, {"json": "masked", "xml": "MSK"}.get(name, r"\[DATE\]"))
            self.assertNotRegex(written, "19")

    def test_patient_hides_day_and_month_of_birth_and_leaves_other_dates(self):
        for name, (note, facts_of) in FORMATS.items():
            out = self.redacted(name, "patient")
            birth, ages, seen = facts_of(out)
            self.assertEqual(birth, "***patient_Date_of_Birth(DOB)*** 1948" if name == "txt" else "1948")
            self.assertEqual((ages, seen), facts_of(note)[1:], name)
            self.assertNotIn("Greco", out)

    def test_patient_hides_the_licence_of_the_patient(self):
        out = self.redacted("hl7", "patient")
        self.assertEqual(out.split("\r")[1].split("|")[20].split("^")[0], "***patient_License_Number***")
        self.assertNotIn("S9930417", out)

    def test_a_date_of_birth_is_one_by_its_observation_and_where_it_is_repeated(self):
        rules = self.write("rules.yaml", "rules:\n  - {label: DATE, pattern: '\\d{4}-\\d\\d-\\d\\d'}\n")
        born, seen = "1948-03-14", "2024-05-03"
        observed = {"resourceType": "Observation", "code": {"coding": [{"code": "21112-8"}]}, "effectiveDateTime": seen, "valueDateTime": born}
        extended = {"resourceType": "Patient", "extension": [{"url": "http://x.example/b", "valueDate": born}], "birthDate": born}
        cda = CDA.replace("30525-0", "21112-8").replace('"PQ" value="76" unit="a"', '"TS" value="19480314"')
        for name, note in {
            "1.json": json.dumps(observed), "2.json": json.dumps(extended), "cda.xml": cda,
            "hl7": HL7.replace("NM|30525-0^Age^LN||76|a", "DT|21112-8^Birth date^LN||19480314|"),
            "2.hl7": HL7.replace("NM|30525-0^Age^LN||76|a", "DT|1^DOB||19480314|"),
        }.items():
            code, out, err = run("--policy", "patient", "--rules", rules, self.write(f"note.{name}", note))
            self.assertEqual(code, 0, err)
            self.assertNotRegex(out.decode(), "1948-?03", name)
            for date in (seen, "20240503"):
                self.assertEqual(out.decode().count(date), note.count(date), name)


if __name__ == "__main__":
    main()
