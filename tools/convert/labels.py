# SPDX-License-Identifier: Apache-2.0
"""The classes of a token classifier: their scheme, their kinds, and the label of each kind."""

import pathlib
import re

import yaml

NAMES = """PATIENT DOCTOR FAMILY NAME USERNAME AGE SEX NATIONALITY DATE STREET CITY STATE ZIP COUNTRY LOCATION HOSPITAL
ORGANIZATION PROFESSION PHONE FAX EMAIL URL IP MEDICAL_RECORD HEALTH_PLAN LICENSE ENCOUNTER EMPLOYEE SSN ACCOUNT VEHICLE
DEVICE BIOMETRIC ID OTHER""".split()
UNKNOWN = "OTHER"  # in the file, for a kind without a label


def read_labels(path: pathlib.Path) -> dict[str, str]:
    """The label of each kind, from a YAML file of labels with their kinds."""
    file = yaml.safe_load(path.read_text(encoding="utf-8"))
    if not isinstance(file, dict) or not all(isinstance(kinds, list) for kinds in file.values()):
        raise ValueError(f"{path.name}: is no mapping of labels to lists of kinds")
    if strange := [label for label in file if label not in NAMES]:
        raise ValueError(f"{path.name}: {strange[0]} is no label of redact")
    return {str(kind).upper(): label for label, kinds in file.items() for kind in kinds}


KNOWN = read_labels(pathlib.Path(__file__).with_name("labels.yaml"))


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
    """The label of a kind, by the user's map or else by ours."""
    return given.get(kind.upper()) or KNOWN.get(kind.upper().removeprefix("PRIVATE_"), UNKNOWN)
