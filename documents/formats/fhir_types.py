#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes fhir_types.txt: the elements of FHIR STU3, R4, R4B and R5 with their types.

Usage: fhir_types.py > fhir_types.txt    (a Python with fhir.resources 7 and fhirpathpy 2)
"""

import collections
import importlib
import json
import pathlib
import typing

import fhirpathpy

HEAD = """\
# SPDX-License-Identifier: CC0-1.0
# The elements of FHIR STU3, R4, R4B and R5, whose definitions are in the public domain, written by fhir_types.py: a
# line for each type, a word for each type of its elements. A type is a resource (*), a part of one (.) or a data type.
# An element that has to be there in R4B or R5 ends in "!", one of several types in "[x]", without a type.
"""
PACKAGES = ["fhir.resources.R4B", "fhir.resources"]
# What the others inherit.
BASES = ["Element", "BackboneElement", "Resource", "DomainResource"]
OURS = {"resource_type", "fhir_comments"}


def type_of(field) -> str:
    kind = field.type_
    if typing.get_origin(kind) is typing.Union:  # of lists of primitives
        kind = typing.get_args(kind)[0]
    name = kind.__name__
    if name in ("bool", "Boolean"):
        return "boolean"
    return name[:-4] if name.endswith("Type") else name[0].lower() + name[1:]


def elements_of(cls) -> dict:
    elements = {}
    for field in cls.__fields__.values():
        if field.name.endswith("__ext") or field.name in OURS:
            continue
        extra = field.field_info.extra
        choice = extra.get("one_of_many")
        if choice:
            elements[choice + "[x]"] = ("", bool(extra.get("one_of_many_required")))
        else:
            elements[field.alias] = (type_of(field), bool(field.required or extra.get("element_required")))
    return elements


class Older:
    """STU3 or R4 as paths with their types: "Account.coverage.priority" is a positiveInt."""

    def __init__(self, release: str, types: dict, marks: dict):
        folder = pathlib.Path(fhirpathpy.__file__).parent / "models" / release
        read = lambda name: json.loads((folder / f"{name}.json").read_text())  # noqa: E731
        self.paths, self.choices = read("path2Type"), read("choiceTypePaths")
        self.elsewhere, self.parents = read("pathsDefinedElsewhere"), read("type2Parent")
        self.types, self.marks = types, marks

    def is_inherited(self, path: str) -> bool:
        element = path.rsplit(".", 1)[1]
        return any(element in self.types[base] for base in BASES)

    def type_at(self, path: str) -> str:
        """The type whose elements follow a path, which has a name if it is a part of a resource."""
        if "." not in path:
            return path
        around, element = path.rsplit(".", 1)
        around = self.type_at(around)
        for kind in self.types[around].get(element, ([], False))[0]:
            if self.marks.get(kind) == ".":
                return kind
        name = around + element[0].upper() + element[1:]
        self.add(around, element, name)
        self.marks.setdefault(name, ".")
        return name

    def add(self, name: str, element: str, kind: str) -> None:
        kinds, needed = self.types[name].setdefault(element, ([], False))
        if kind not in kinds:
            kinds.append(kind)

    def add_all(self) -> None:
        for name, parent in self.parents.items():
            if parent in ("Resource", "DomainResource"):
                self.marks.setdefault(name, "*")
        for path, kind in sorted(self.paths.items()):
            around, element = path.rsplit(".", 1)
            name = self.type_at(around)
            self.marks.setdefault(name, "")
            chosen = [c for c in self.choices if path.startswith(c) and path[len(c) :] and path[len(c)].isupper()]
            if chosen:
                self.add(name, chosen[0].rsplit(".", 1)[1] + "[x]", "")
            elif not self.is_inherited(path):
                self.add(name, element, kind)
        for path, there in self.elsewhere.items():
            around, element = path.rsplit(".", 1)
            self.add(self.type_at(around), element, self.type_at(there))


def main() -> None:
    types, marks = collections.defaultdict(dict), {}
    for package in PACKAGES:
        base = {name: getattr(importlib.import_module(f"{package}.{name.lower()}"), name) for name in BASES}
        for name, (_, module) in importlib.import_module(package + ".fhirtypesvalidators").MODEL_CLASSES.items():
            if name in ("FHIRPrimitiveExtension", "Base", "DataType", "BackboneType", "PrimitiveType"):
                continue
            cls = getattr(importlib.import_module(package + module), name)
            inherited = {}
            for parent in base.values():
                if cls is not parent and issubclass(cls, parent):
                    inherited.update(elements_of(parent))
            marks[name] = "*" if issubclass(cls, base["Resource"]) else "." if issubclass(cls, base["BackboneElement"]) else ""
            for element, (kind, required) in elements_of(cls).items():
                if inherited.get(element) == (kind, required):
                    continue
                kinds, needed = types[name].setdefault(element, ([], False))
                types[name][element] = (kinds + [kind] * (kind not in kinds), needed or required)
    for release in ("r4", "stu3"):
        Older(release, types, marks).add_all()
    print(HEAD, end="")
    for name in sorted(types):
        by_kind = collections.defaultdict(list)
        for element, (kinds, required) in sorted(types[name].items()):
            by_kind["|".join(kinds)].append(element + "!" * required)
        words = [f"{kind}:{','.join(elements)}" for kind, elements in sorted(by_kind.items())]
        print(marks[name] + name, *words)


if __name__ == "__main__":
    main()
