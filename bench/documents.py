#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures hidden identifiers in files of FHIR, CDA, HL7 v2, HTML and Word, and whether the rest of these files is unchanged.

Each published example, and some letters (letters.py), are filled with identifiers of each of eight languages: in the fields
that identify by their place, and as annotated passages at the end of every text. The same texts as plain notes give what the
model finds in them. Counted are the identifiers that can still be read in the field where they were put, changes of anything
else, and files that an independent validator accepted before and no longer accepts.

Usage: documents.py REDACT DOCUMENTS [--number N] [--show]    (a Python with fhir.resources<8, hl7, lxml and python-docx)
"""

import argparse
import base64
import collections
import copy
import html
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import hl7
import letters
from fhir.resources import get_fhir_model_class as r5_class
from fhir.resources.R4B import get_fhir_model_class as r4_class
from injected import LANGUAGES, Identifiers, passages
from lxml import etree
from xml_paths import xml_paths

FHIR, CDA = "{http://hl7.org/fhir}", "{urn:hl7-org:v3}"
# Names of JSON members and XML elements whose values must stay.
KEPT = {"system", "code", "unit", "status", "use", "comparator", "currency", "codeSystem", "unitCode", "moodCode", "classCode", "typeCode", "displayName", "nullFlavor"}
BLOCKS = "div|p|br|hr|h[1-6]|ul|ol|li|table|thead|tbody|tr|td|th|caption|text|paragraph|list|item|title"


def as_read(markup: str) -> str:
    """A narrative of XHTML or CDA as a reader sees it."""
    lines = html.unescape(re.sub("<[^>]*>", "", re.sub(rf"\s*</?(?:\w+:)?(?:{BLOCKS})\b[^>]*>\s*", "\n", re.sub(r"\s+", " ", markup))))
    return re.sub(r"\n+", "\n", lines).strip()


class Filled:
    """A file with the identifiers put into it: (where, value) of fields and of texts."""

    def __init__(self, language: str, seed: int, all_passages):
        self.ids = Identifiers(language, seed)
        self.rng = random.Random(seed)
        self.passages = all_passages
        self.fields, self.texts, self.used = {}, {}, []

    def text(self, where: str, old: str, around=lambda text: text, above: str = "") -> str:
        """The old text followed by a passage; `above`: the text above it in the same narrative."""
        passage, surfaces = self.rng.choice(self.passages)
        self.texts[where] = surfaces
        text = f"{old} {passage}" if old.strip() else passage
        self.used.append((f"{above}\n{text}".lstrip(), surfaces))
        return around(text)

    def field(self, where: str, value: str) -> str:
        self.fields[where] = value
        return value


def leaves(node, where=""):
    """The values of a JSON document by their path."""
    if isinstance(node, dict):
        for name, value in node.items():
            yield from leaves(value, f"{where}.{name}")
    elif isinstance(node, list):
        for i, value in enumerate(node):
            yield from leaves(value, f"{where}[{i}]")
    else:
        yield where, node


TEXTS = {"div", "comment", "description", "conclusion", "note", "valueString", "details", "summary", "patientInstruction"}


def fill_json(node, filled: Filled, where=""):
    for name, value in node.items() if isinstance(node, dict) else enumerate(node):
        at = f"{where}.{name}" if isinstance(node, dict) else f"{where}[{name}]"
        if isinstance(value, (dict, list)):
            fill_json(value, filled, at)
            continue
        last = re.sub(r"\[\d+\]", "", at).rsplit(".", 1)[-1]
        parent = re.sub(r"\[\d+\]", "", where).rsplit(".", 1)[-1]
        if not isinstance(value, str):
            continue
        drawn = filled.ids.of(last, {})
        if drawn is None and last == "value" and parent in ("telecom", "identifier"):
            kind = node.get("system", "")
            drawn = f"{filled.ids.one('last')}{filled.ids.number(3)}@clinic.example" if kind == "email" else filled.ids.number(9)
        if drawn is not None:
            node[name] = filled.field(at, drawn)
        elif last == "div":
            node[name] = filled.text(at, "", lambda text: value.replace("</div>", f"<p>{html.escape(text)}</p></div>", 1), as_read(value))
        elif last == "text" and parent == "note" or last in TEXTS:
            node[name] = filled.text(at, value)
        elif last == "data" and parent in ("attachment", "content"):
            node[name] = base64.b64encode(filled.text(at, "").encode()).decode()


def read_json_value(value: str, where: str) -> str:
    if where.endswith(".data"):
        return base64.b64decode(value).decode(errors="replace")
    return html.unescape(re.sub("<[^>]*>", "", value)) if where.endswith(".div") else value


def fill_fhir_xml(root, filled: Filled):
    for element, where in xml_paths(root).items():
        name = etree.QName(element).localname
        parent = etree.QName(element.getparent()).localname if element.getparent() is not None else ""
        if name == "div":
            above = as_read(etree.tostring(element, encoding="unicode"))
            after = etree.SubElement(element, "{http://www.w3.org/1999/xhtml}p")
            after.text = filled.text(xml_paths(root)[after], "", above=above)
            continue
        value = element.get("value")
        if value is None:
            continue
        drawn = filled.ids.of(name, {})
        if drawn is None and name == "value" and parent in ("telecom", "identifier"):
            drawn = filled.ids.number(9)
        at = where + "/@value"
        if drawn is not None:
            element.set("value", filled.field(at, drawn))
        elif name in TEXTS:
            element.set("value", filled.text(at, value))


def fill_cda(root, filled: Filled):
    for element, where in xml_paths(root).items():
        name = etree.QName(element).localname
        parents = [etree.QName(p).localname for p in element.iterancestors()]
        if name in ("given", "family", "city", "postalCode", "streetAddressLine") and element.text:
            element.text = filled.field(where, filled.ids.of(name, {}))
        elif name == "telecom" and element.get("value", "").startswith("tel:"):
            number = filled.field(where + "/@value", filled.ids.number(9))
            element.set("value", "tel:" + number)
        elif name == "text" and "section" in parents[:1]:
            above = as_read(etree.tostring(element, encoding="unicode", with_tail=False))
            after = etree.SubElement(element, CDA + "paragraph")
            after.text = filled.text(xml_paths(root)[after], "", above=above)


def xml_values(root):
    for element, where in xml_paths(root).items():
        if element.text and element.text.strip():
            yield where, "".join(element.itertext())
        for name, value in element.attrib.items():
            yield f"{where}/@{etree.QName(name).localname}", value


HL7_FIELDS = {("PID", 5): "name", ("PID", 11): "address", ("PID", 13): "number", ("PID", 3): "number", ("NK1", 2): "name", ("PV1", 7): "name", ("PID", 7): "date"}


def fill_hl7(message: str, filled: Filled) -> str:
    lines = []
    for n, line in enumerate(message.splitlines()):
        fields = line.split("|")
        for (segment, i), kind in HL7_FIELDS.items():
            if fields[0] != segment or i >= len(fields) or not fields[i]:
                continue
            parts = {"name": [filled.ids.one("last"), filled.ids.first()], "address": [filled.ids.one("street"), "", filled.ids.one("city")],
                     "number": [filled.ids.number(9)], "date": [filled.ids.date().replace("-", "")]}[kind]  # fmt: skip
            fields[i] = "^".join(filled.field(f"{n}.{i}.{j}", part) if part else "" for j, part in enumerate(parts))
        text = {"OBX": 5, "NTE": 3}.get(fields[0])
        if text and text < len(fields) and (fields[0] == "NTE" or fields[2] in ("TX", "FT", "ST")):
            old = fields[text]
            fields[text] = filled.text(f"{n}.{text}", "", above=old)
            fields[text] = (old + " " if old else "") + fields[text].replace("\\", "").replace("&", "and").replace("^", " ").replace("~", " ")
        lines.append("|".join(fields))
    return "\r".join(lines) + "\r"


def hl7_values(message: str):
    for n, line in enumerate(re.split(r"[\r\n]+", message)):
        for i, field in enumerate(line.split("|")):
            yield f"{n}.{i}", field
            for j, part in enumerate(field.split("^")):
                yield f"{n}.{i}.{j}", part


class Counts(collections.Counter):
    def add(self, other):
        for name, n in other.items():
            self[name] += n


def is_kept(kind: str, where: str, value) -> bool:
    """Whether a value is a code, a system, a unit, a status or a quantity; in a letter, its structure, looks and numbers."""
    if kind in letters.VALUES:
        return re.split("[.@]", where)[-1] in letters.KEPT
    names = re.sub(r"\[\d+\]|\w+:", "", where).replace("/@value", "").replace("/@", ".").replace("/", ".").split(".")
    return names[-1] in KEPT or isinstance(value, (int, float))


def judge(kind: str, filled: Filled, before: dict, after: dict, show: bool) -> Counts:
    """Counts the identifiers that are left, and other changes."""
    c = Counts()
    for where, value in filled.fields.items():
        c["fields"] += 1
        c["fields left"] += value in str(after.get(where, ""))
    for where, surfaces in filled.texts.items():
        left = str(after.get(where, ""))
        for surface in surfaces:
            c["characters"] += len(surface)
            c["characters left"] += len(surface) if surface in left else 0
    for where, value in before.items():
        if where in filled.fields or where in filled.texts or not is_kept(kind, where, value):
            continue
        c["kept"] += 1
        c["kept changed"] += after.get(where) != value
        if after.get(where) != value and show:
            print("changed:", where, value, "->", after.get(where), file=sys.stderr)
    return c


def accepts(kind: str, content: bytes) -> bool:
    try:
        if kind == "fhir json":
            resource = json.loads(content)
            r4_class(resource["resourceType"]).parse_obj(copy.deepcopy(resource))
        elif kind == "hl7":
            return len(hl7.parse(content.decode())) > 0
        elif kind in letters.VALUES:
            letters.VALUES[kind](content)
        else:
            etree.fromstring(content)
        return True
    except Exception:
        return False


def accepts_r5(content: bytes) -> bool:
    try:
        resource = json.loads(content)
        r5_class(resource["resourceType"]).parse_obj(resource)
        return True
    except Exception:
        return False


def redact(program: str, folder: pathlib.Path, out: pathlib.Path) -> int:
    return subprocess.run([program, "--quiet", folder, "-o", out], stderr=subprocess.DEVNULL).returncode


def declared(xml: bytes) -> bytes:
    """A section with the declarations of the document that it was cut from."""
    spaces = [b'xmlns="urn:hl7-org:v3"', b'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"', b'xmlns:sdtc="urn:hl7-org:sdtc"']

    def with_spaces(tag):
        missing = [space for space in spaces if space.split(b"=")[0] + b"=" not in tag[2]]
        return b" ".join([tag[1], *missing]) + tag[2]

    return re.sub(rb"(<[A-Za-z][\w:]*)([^>]*)", with_spaces, xml, count=1)


def fill(path: pathlib.Path, filled: Filled) -> tuple[str, bytes]:
    if path.parent.name == "hl7v2":
        return "hl7", fill_hl7(path.read_text(errors="replace").replace("\\r", "\r"), filled).encode()
    if path.suffix.lower() == ".json":
        resource = json.loads(path.read_text())
        fill_json(resource, filled)
        return "fhir json", json.dumps(resource, ensure_ascii=False, indent=2).encode()
    root = etree.fromstring(declared(path.read_bytes()))
    kind = "cda" if path.parent.name == "cda" else "fhir xml"
    (fill_cda if kind == "cda" else fill_fhir_xml)(root, filled)
    return kind, etree.tostring(root, encoding="unicode").encode()


def values(kind: str, content: bytes) -> dict:
    if kind in letters.VALUES:
        return letters.VALUES[kind](content)
    if kind == "hl7":
        return dict(hl7_values(content.decode()))
    if kind == "fhir json":
        return {at: read_json_value(v, at) if isinstance(v, str) else v for at, v in leaves(json.loads(content))}
    return dict(xml_values(etree.fromstring(content)))


def by_rules(program: str, documents: pathlib.Path, rules: pathlib.Path) -> None:
    """The published files of FHIR by the sample rules of Microsoft's anonymizer: the values removed, and the validity of the results."""
    c = Counts()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        key = folder / "key"
        key.touch(0o600)
        key.write_bytes(bytes(range(32)))
        arguments = ["--quiet", "--key-file", key, "--fhir-rules", rules]
        subprocess.run([program, *arguments, documents / "fhir", "-o", folder / "out"], stderr=subprocess.DEVNULL)
        for path in sorted((documents / "fhir").iterdir()):
            out = folder / "out" / path.name
            kind = "fhir json" if path.suffix == ".json" else "fhir xml"
            c["files"] += 1
            if not out.exists():
                c["withheld"] += 1
                continue
            before, after = path.read_bytes(), out.read_bytes()
            c["values before"] += len(values(kind, before))
            c["values after"] += len(values(kind, after))
            if accepts(kind, before):
                c["valid before"] += 1
                c["valid after"] += accepts(kind, after)
            if kind == "fhir json" and accepts_r5(before):
                c["R5 before"] += 1
                c["R5 after"] += accepts_r5(after)
    print("| files by rules | withheld | values before, after | valid before, after | R5 |")
    print("| --- " * 5 + "|")
    print(f"| {c['files']} | {c['withheld']} | {c['values before']:,}, {c['values after']:,} | {c['valid before']}, {c['valid after']} | {c['R5 before']}, {c['R5 after']} |")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("redact")
    parser.add_argument("documents", type=pathlib.Path)
    parser.add_argument("--number", type=int, help="files of each format and language")
    parser.add_argument("--show", action="store_true", help="changed values of one language")
    args = parser.parse_args()
    program, documents = args.redact, args.documents
    paths = [p for folder in ("fhir", "cda", "hl7v2") for p in sorted((documents / folder).iterdir())[: args.number]]
    n_letters = min(letters.NUMBER, args.number or letters.NUMBER)
    total = collections.defaultdict(Counts)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for language in LANGUAGES[: 1 if args.show else None]:
            texts = passages(language)
            sources = {}
            (folder / language).mkdir()

            def add(name: str, filled: Filled, kind: str, content: bytes):
                (folder / language / name).write_bytes(content)
                sources[name] = (kind, content, filled)

            for seed, path in enumerate(paths):
                filled = Filled(language, seed, texts)
                kind, content = fill(path, filled)
                add(f"{seed:03}{path.suffix if kind != 'hl7' else '.hl7'}", filled, kind, content)
            for kind, make in letters.MAKERS.items():
                for n in range(n_letters):
                    filled = Filled(language, 1000 + n, texts)
                    add(f"{n:03}.{kind}", filled, kind, make(filled))
            plain = folder / f"{language}-plain"
            plain.mkdir()
            used = [(kind, *u) for kind, _, filled in sources.values() for u in filled.used]
            for i, (_, text, _) in enumerate(used):
                (plain / f"{i:05}.txt").write_text(text)
            redact(program, folder / language, folder / f"{language}-out")
            redact(program, plain, folder / f"{language}-plain-out")
            for i, (kind, _, surfaces) in enumerate(used):
                left = (folder / f"{language}-plain-out/{i:05}.txt").read_text()
                for surface in surfaces:
                    total[kind]["characters of notes"] += len(surface)
                    total[kind]["characters of notes left"] += len(surface) if surface in left else 0
            for file, (kind, content, filled) in sources.items():
                c = total[kind]
                c["files"] += 1
                out = folder / f"{language}-out" / file
                if not out.exists():
                    c["withheld"] += 1
                    continue
                after = out.read_bytes()
                c.add(judge(kind, filled, values(kind, content), values(kind, after), args.show))
                if accepts(kind, content):
                    c["valid before"] += 1
                    c["valid after"] += accepts(kind, after)
                    if args.show and not accepts(kind, after):
                        print("no longer valid:", language, file, file=sys.stderr)
                if kind == "fhir json" and accepts_r5(content):
                    c["R5 before"] += 1
                    c["R5 after"] += accepts_r5(after)
    print("| format | files | withheld | fields left | characters in texts found | as notes | kept values changed | valid before, after |")
    print("| --- " * 8 + "|")
    for kind, c in total.items():
        found, as_notes = (1 - c[f"characters{of} left"] / c[f"characters{of}"] for of in ("", " of notes"))
        valid = f"{c['valid before']}, {c['valid after']}"
        if kind == "fhir json":
            valid += f" (R5 {c['R5 before']}, {c['R5 after']})"
        print(f"| {kind} | {c['files']} | {c['withheld']} | {c['fields left']} of {c['fields']:,} | {found:.3f} of {c['characters']:,} | {as_notes:.3f} | {c['kept changed']} of {c['kept']:,} | {valid} |")
    by_rules(program, documents, documents / "microsoft/configuration-sample.json")


if __name__ == "__main__":
    main()
