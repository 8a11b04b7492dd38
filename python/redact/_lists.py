# SPDX-License-Identifier: Apache-2.0
"""Policies, lists and known people as values of Python, in the form of their files."""

from __future__ import annotations

import datetime
import os
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Union

from ._files import FileLike
from .errors import Misuse

Terms = Mapping[str, Union[str, Sequence[str]]]
"""Terms by label: {"OTHER": ["Project Heron"]}."""
Facts = Mapping[str, Union[str, Sequence[str]]]
"""Known identifiers by label: {"PATIENT": "Margaret Ellison", "DATE": ["1948-03-14"]}."""
People = Union[Mapping[str, Facts], Sequence[Mapping[str, Any]]]
"""Facts by the id of their document, or the lines of a file of known people."""


def value_of(value: Any, name: str) -> FileLike:
    """The content of the file that a value stands for; a path and bytes are files already."""
    if isinstance(value, (str, bytes, bytearray, os.PathLike)):
        return value  # type: ignore[return-value]
    write = _WRITERS.get(name)
    if write is None or not isinstance(value, Iterable):
        raise Misuse(f"{name}: is neither a path nor bytes")
    try:
        return "".join(write(value, name)).encode()
    except UnicodeEncodeError:
        raise Misuse(f"{name}: is not Unicode") from None


def json_of(value: Any, name: str) -> str:
    """JSON, which is YAML too. Dates are written as in ISO 8601."""
    import json  # here, since it takes a tenth of the time of importing this package

    try:
        return json.dumps(value, default=_date)
    except (TypeError, ValueError):
        raise Misuse(f"{name}: has a value that JSON has not") from None


def _date(value: Any) -> str:
    if isinstance(value, (datetime.date, datetime.datetime)):
        return value.isoformat()[:10]
    raise TypeError


def _term(term: Any, name: str) -> str:
    """Terms match words alone, whatever lies between them, so a term may be written on one line."""
    words = " ".join(term.split()).lstrip("#") if isinstance(term, str) else ""
    if not any(character.isalnum() for character in words):
        raise Misuse(f"{name}: has a term without a letter or digit")
    return words


def _terms(value: Any, name: str) -> Iterator[str]:
    if isinstance(value, Mapping):
        raise Misuse(f"{name}: is no list of terms")
    for term in value:
        yield _term(term, name) + "\n"


def _labelled_terms(value: Any, name: str) -> Iterator[str]:
    if not isinstance(value, Mapping):
        raise Misuse(f"{name}: is no mapping of terms by label")
    for label, terms in value.items():
        for term in terms if isinstance(terms, Iterable) and not isinstance(terms, str) else [terms]:
            yield f"{' '.join(str(label).split())}\t{_term(term, name)}\n"


def _yaml(value: Any, name: str) -> List[str]:
    return [json_of(dict(value) if isinstance(value, Mapping) else list(value), name)]


def _lines(value: Any, name: str) -> Iterator[str]:
    lines = list(value.values() if isinstance(value, Mapping) else value)
    if not all(isinstance(line, Mapping) for line in lines):
        raise Misuse(f"{name}: is no list of mappings")
    if isinstance(value, Mapping):
        lines = [{"id": str(id), **facts} for id, facts in value.items()]
    for line in lines:
        yield json_of(dict(line), name) + "\n"


_WRITERS: Dict[str, Callable[[Any, str], Iterable[str]]] = {
    "policy": _yaml,
    "rules": _yaml,
    "fhir_rules": _yaml,
    "allow": _terms,
    "deny": _labelled_terms,
    "hints": _labelled_terms,
    "known": _lines,
    "known_fhir": _lines,
    "corrections": _lines,
}
