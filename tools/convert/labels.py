# SPDX-License-Identifier: Apache-2.0
"""The classes of a token classifier: their scheme, their kinds, and the label of each kind."""

import re

# Kinds that published models name, in upper case without PRIVATE_ in front, and the labels of redact.
LABELS = {
    "PATIENT": "PATIENT",
    "DOCTOR": "HCW STAFF DOCTOR HEALTHCAREWORKER",
    "NAME": "PER PERS PERSON NAME GIVEN_NAME SURNAME FIRSTNAME FIRST_NAME MIDDLENAME LASTNAME LAST_NAME GIVENNAME",
    "USERNAME": "USERNAME USER_NAME",
    "AGE": "AGE",
    "SEX": "SEX GENDER",
    "DATE": "DATE DOB DATEOFBIRTH DATE_OF_BIRTH",
    "STREET": "STREET STREET_NAME STREETNAME BUILDING_NUMBER BUILDINGNUM SECONDARY_ADDRESS STREET_ADDRESS",
    "CITY": "CITY TOWN",
    "STATE": "STATE COUNTY",
    "ZIP": "ZIP ZIP_CODE ZIPCODE POSTCODE POSTAL_CODE",
    "COUNTRY": "COUNTRY",
    "LOCATION": "LOC GPE LOCATION ADDRESS FACILITY FAC",
    "HOSPITAL": "HOSP HOSPITAL",
    "ORGANIZATION": "ORG ORGANIZATION ORGANISATION PATORG VENDOR COMPANYNAME COMPANY",
    "PROFESSION": "PROFESSION JOBTITLE JOB_TITLE OCCUPATION",
    "PHONE": "PHONE TELEPHONENUM PHONE_NUMBER PHONENUMBER",
    "FAX": "FAX FAX_NUMBER",
    "EMAIL": "EMAIL EMAIL_ADDRESS",
    "URL": "URL",
    "IP": "IP IPV4 IPV6 IP_ADDRESS",
    "MEDICAL_RECORD": "MEDICALRECORD MEDICAL_RECORD MEDICAL_RECORD_NUMBER MRN",
    "HEALTH_PLAN": "HEALTHPLAN HEALTH_PLAN HEALTH_PLAN_NUMBER",
    "LICENSE": "DRIVERS_LICENSE DRIVERLICENSENUM DRIVER_LICENSE LICENSE LICENSE_NUMBER",
    "SSN": "SSN SOCIALNUM TAX_ID TAXNUM SOCIAL_SECURITY_NUMBER",
    "ACCOUNT": "BANK_ACCOUNT ROUTING_NUMBER ACCOUNT_NUMBER ACCOUNTNUM IBAN CREDITCARDNUMBER CREDIT_CARD_NUMBER",
    "VEHICLE": "VEHICLE LICENSE_PLATE VIN",
    "DEVICE": "DEVICE",
    "ID": "ID IDNUM GOVERNMENT_ID PASSPORT PASSPORTNUM IDCARDNUM ID_NUMBER",
}
LABEL_OF = {kind: label for label, kinds in LABELS.items() for kind in kinds.split()}
NAMES = [*LABELS, "FAMILY", "NATIONALITY", "ENCOUNTER", "EMPLOYEE", "BIOMETRIC", "OTHER"]


def classes_of(id2label: dict[str, str]) -> list[str]:
    """The classes in the order of their numbers, which JSON keeps as text."""
    names = [id2label[key] for key in sorted(id2label, key=int)]
    if [int(key) for key in sorted(id2label, key=int)] != list(range(len(names))):
        raise ValueError("id2label does not number its classes from 0")
    if all(re.fullmatch(r"LABEL_\d+", name) for name in names):
        raise ValueError("id2label names no kinds, only LABEL_n")
    if names.count("O") != 1:
        raise ValueError("id2label has no class O, or two")
    return names


def is_prefixed(name: str) -> bool:
    return len(name) > 2 and name[1] == "-"


def scheme_of(classes: list[str]) -> str:
    names = [name for name in classes if name != "O"]
    letters = {name[0] for name in names}
    if not all(map(is_prefixed, names)) or letters == {"I"}:
        return "io"
    for scheme, known in (("bio", "BI"), ("bioes", "BIES"), ("bilou", "BILU")):
        if letters <= set(known):
            return scheme
    raise ValueError(f"id2label has the prefixes {' '.join(sorted(letters))}, which no known scheme has")


def kinds_of(classes: list[str]) -> list[str]:
    """The kinds, in the order in which the classes first name them."""
    return list(dict.fromkeys(name[2:] if is_prefixed(name) else name for name in classes if name != "O"))


def label_of(kind: str, given: dict[str, str]) -> str:
    """The label of a kind; OTHER for one that is not known, since a model's finding must not be lost."""
    return given.get(kind) or LABEL_OF.get(kind.upper().removeprefix("PRIVATE_"), "OTHER")
