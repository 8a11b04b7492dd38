#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether numbers, booleans and codes of FHIR, CDA and HL7 v2 stay what they were.

The published files are redacted as they are. The types come from other lists than the program's: fhirpathpy's R4 for
FHIR, hl7apy's for HL7 v2, and for CDA the attributes that its schema types as numbers, booleans, codes and object
identifiers. A value counts as changed if the output lacks it or has another one at its place. Ages, coordinates and days
of the week, which identify or move with dates, are counted apart.

Usage: typed_values.py REDACT FOLDER...    (a Python with fhirpathpy 2, hl7apy 1.3 and lxml)
"""

import collections
import hashlib
import importlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import fhirpathpy
from lxml import etree
from xml_paths import local_name, xml_paths

POLICIES = ["default", "surrogate", "linked", "hipaa-safe-harbor"]
STAY = {"boolean": "booleans", "code": "codes", "oid": "codes"} | dict.fromkeys(["decimal", "integer", "positiveInt", "unsignedInt"], "numbers")
MODELS = pathlib.Path(fhirpathpy.__file__).parent / "models/r4"
PATHS, ELSEWHERE = (json.loads((MODELS / f"{name}.json").read_text()) for name in ("path2Type", "pathsDefinedElsewhere"))
FHIR, CDA, XSI = "{http://hl7.org/fhir}", "{urn:hl7-org:v3}", "{http://www.w3.org/2001/XMLSchema-instance}"
# Of the schema of CDA: attributes by type. A "value" is a number or a boolean by its form, unless its element is a time.
CDA_CODES = {"code", "codeSystem", "codeSystemName", "unit", "nullFlavor", "classCode", "moodCode", "typeCode", "use", "mediaType", "valueSet"}
TIME = re.compile(r"(time|low|high|center|useablePeriod)$", re.IGNORECASE)
CODED = {"CE", "CWE", "CNE"}
# What identifies although its type says that it stays: ages and coordinates; and days of the week, which move with dates.
IDENTIFIES = re.compile(r"(Age|Range)[.\[/].*value|latitude|longitude|altitude|dayOfWeek|\[years\]")


def path_of(kind: str, name: str) -> str:
    """The path or the type behind an element of a path or a type."""
    path = ELSEWHERE.get(f"{kind}.{name}", f"{kind}.{name}")
    found = PATHS.get(path)
    if found is None and name in ("id", "extension", "modifierExtension"):
        found = "Extension" if name != "id" else "string"
    return path if found is None else found


def fhir_json(node, kind: str, where: str = ""):
    """(where, type, value) of the primitives of a resource."""
    if isinstance(node, list):
        for i, item in enumerate(node):
            yield from fhir_json(item, kind, f"{where}[{i}]")
    elif isinstance(node, dict):
        kind = node.get("resourceType", kind)
        for name, value in node.items():
            if name != "resourceType":
                yield from fhir_json(value, path_of(kind, name.lstrip("_")), f"{where}.{name}")
    else:
        yield where, kind, node


def fhir_xml(root):
    kinds = {}
    for element, where in xml_paths(root).items():
        if not element.tag.startswith(FHIR):
            continue
        name = local_name(element.tag)
        kinds[element] = kind = name if name[0].isupper() else path_of(kinds.get(element.getparent(), ""), name)
        if "value" in element.attrib:
            yield where, kind, element.get("value")


def cda(root):
    for element, path in xml_paths(root).items():
        if not element.tag.startswith((CDA, "{urn:hl7-org:sdtc}")):
            continue
        for name, value in element.attrib.items():
            local, where = local_name(name), f"{path}/@{name}"
            if local in CDA_CODES:
                yield where, "code", value
            elif local == "value" and re.fullmatch(r"true|false", value):
                yield where, "boolean", value
            elif local == "value" and re.fullmatch(r"-?\d+(\.\d+)?", value) and not is_time(element):
                yield where + "[years]" * (element.get("unit") == "a"), "decimal", value


def is_time(element) -> bool:
    kinds = [e.get(XSI + "type", "") for e in (element, element.getparent())]
    return bool(TIME.search(local_name(element.tag))) or any(kind.endswith("TS") for kind in kinds)


def hl7_v2(message: str):
    lines = re.split(r"[\r\n]+", message)
    version = next((line.split("|")[11].split("^")[0] for line in lines if line.startswith("MSH")), "2.5")
    segments = importlib.import_module(f"hl7apy.v{version.replace('.', '_')}.segments").SEGMENTS
    for n, line in enumerate(lines):
        fields = line.split("|")
        definitions = segments.get(fields[0], ((), ()))[1]
        is_header = fields[0] == "MSH"  # whose first field is the separator
        for i, field in enumerate(fields[1:]):
            i += is_header
            kind = definitions[i][1][2] if i < len(definitions) else "ST"
            if fields[0] == "OBX" and i == 4:
                kind = fields[2]
            for r, repetition in enumerate(field.split("~")):
                parts = repetition.split("^")
                for j, part in enumerate(parts):
                    where = f"{n}.{fields[0]}.{i + 1}[{r}].{j + 1}"
                    if kind in ("NM", "SI") and re.fullmatch(r"-?[\d.]+", part):
                        yield where, "decimal", part
                    elif part and " " not in part and (kind in ("ID", "IS") or (kind in CODED and j in (0, 2, 3, 5))):
                        yield where, "code", part


def values(path: pathlib.Path, content: bytes) -> dict:
    """The values whose types say that they stay, by their place."""
    text = content.decode(errors="replace")
    if text.lstrip("\ufeff").startswith("MSH"):
        found = hl7_v2(text)
    elif text.lstrip("\ufeff \n").startswith("{"):
        found = fhir_json(json.loads(text, parse_float=str, parse_int=str), "")
    else:
        root = etree.fromstring(content, etree.XMLParser(recover=True))  # sections lack declarations
        found = fhir_xml(root) if root.tag.startswith(FHIR) else cda(root)
    return {where: (STAY[kind], value) for where, kind, value in found if kind in STAY}


def kind_of(path: pathlib.Path) -> str:
    return {"fhir": "FHIR, XML" if path.suffix == ".xml" else "FHIR, JSON", "cda": "CDA"}.get(path.parent.name, "HL7 v2")


def main() -> None:
    program, show = sys.argv[1], "--show" in sys.argv
    folders = [pathlib.Path(name) for name in sys.argv[2:] if name != "--show"]
    paths = [p for folder in folders for p in sorted(folder.rglob("*")) if p.suffix.lower() in (".json", ".xml", ".hl7")]
    total = collections.defaultdict(collections.Counter)
    with tempfile.TemporaryDirectory() as name:
        key = pathlib.Path(name) / "key"
        key.touch(0o600)
        key.write_bytes(hashlib.sha256(b"typed values").digest())
        for policy in POLICIES:
            for folder in folders:
                out = pathlib.Path(name) / policy / folder.name
                out.parent.mkdir(exist_ok=True)
                subprocess.run([program, "--quiet", "--policy", policy, "--key-file", key, folder, "-o", out], stderr=subprocess.DEVNULL)
            for path in paths:
                c = total[kind_of(path), policy]
                folder = next(f for f in folders if path.is_relative_to(f))
                written = pathlib.Path(name) / policy / folder.name / path.relative_to(folder)
                c["files"] += 1
                if not written.exists():
                    c["withheld"] += 1
                    continue
                before, after = values(path, path.read_bytes()), values(path, written.read_bytes())
                for where, (what, value) in before.items():
                    c[what] += 1
                    if after.get(where) == (what, value):
                        continue
                    c["apart" if IDENTIFIES.search(where) else what + " changed"] += 1
                    if show and not IDENTIFIES.search(where):
                        print(policy, path.name, where, value, "->", after.get(where), file=sys.stderr)
    print("| format | policy | files | withheld | numbers changed | booleans | codes | ages, coordinates, weekdays |")
    print("| --- " * 8 + "|")
    for (kind, policy), c in sorted(total.items()):
        changed = [f"{c[what + ' changed']} of {c[what]:,}" for what in ("numbers", "booleans", "codes")]
        print("|", " | ".join([kind, policy, str(c["files"]), str(c["withheld"]), *changed, str(c["apart"])]), "|")


if __name__ == "__main__":
    main()
