# SPDX-License-Identifier: Apache-2.0
"""A recognizer for Presidio's analyzer.

    analyzer.registry.add_recognizer(redact.presidio.RedactRecognizer())
    for recognizer in redact.presidio.read_registry("recognizers.yaml"):
        analyzer.registry.add_recognizer(recognizer)

It finds everything that the model, the rules and the lists of redact find, and needs no entities of an NLP engine, so
it takes the place that Presidio's slim engine leaves free.
"""

from __future__ import annotations

import ctypes
import json
import math
import warnings
from typing import Any, Callable, Dict, List, Mapping, Optional

from presidio_analyzer import EntityRecognizer, PatternRecognizer, RecognizerResult

from . import labels
from ._files import FileLike, file_of
from ._library import bytes_at, call, quick, waiting
from .redactor import Redactor
from .results import Result, Span

_ASKED = {
    "ACCOUNT": "CREDIT_CARD CRYPTO IBAN_CODE US_BANK_NUMBER",
    "HEALTH_PLAN": "AU_MEDICARE UK_NHS US_MBI",
    "ID": "AU_ABN AU_ACN AU_TFN ES_PASSPORT IT_IDENTITY_CARD IT_PASSPORT IT_VAT_CODE SG_NRIC_FIN US_PASSPORT",
    "LICENSE": "IT_DRIVER_LICENSE MEDICAL_LICENSE US_DRIVER_LICENSE",
    "MEDICAL_RECORD": "UK_NHS",
    "SSN": "ES_NIE ES_NIF IT_FISCAL_CODE UK_NINO US_ITIN US_SSN",
}
"""What else Presidio calls things of a label, as the server knows it (server/presidio/entities.cc)."""


def presidio_name(label: str) -> str:
    """Presidio's name for what a label identifies; the label itself if Presidio has none."""
    name: Optional[bytes] = quick.redact_presidio_name(label.encode())
    return label if name is None else name.decode()


def names_of(label: str) -> List[str]:
    """All names by which a client asks for a label: Presidio's, its own, and Presidio's for one kind of it."""
    return list(dict.fromkeys([presidio_name(label), label, *_ASKED.get(label, "").split()]))


def probability(span: Span) -> float:
    """A score between 0 and 1, as Presidio wants it: 1 for rules, lists and what is known. It orders the spans of a
    label model and says nothing about their share of errors."""
    return 1 / (1 + math.exp(-span.score)) if span.source in ("model", "repeat") else 1.0


def customized(text: str, result: Result[str], operators: Mapping[str, Callable[[str], str]]) -> str:
    """The redacted text of a plain text, with what functions write in place of some identifiers, as Presidio's operator
    `custom` does. operators: by names of Presidio, by labels, or DEFAULT; other identifiers stay as the policy wrote them."""
    if not isinstance(result.text, str) or result.format != "text":
        raise ValueError("operators of Python are for a plain text that was redacted")
    written: List[str] = []
    at = 0
    for span in sorted(result.spans, key=lambda span: span.out_start):
        operator = next((operators[name] for name in [*names_of(span.label), "DEFAULT"] if name in operators), None)
        if operator is not None:
            written += [result.text[at : span.out_start], operator(text[span.start : span.end])]
            at = span.out_end
    return "".join([*written, result.text[at:]])


class RedactRecognizer(EntityRecognizer):
    """redactor: None is a Redactor with the options. All recognizers of a model share it, so that one for each language
    costs no memory.

    A finding has the first of the asked names that mean its label; if all are asked, Presidio's name for the label."""

    def __init__(
        self,
        redactor: Optional[Redactor] = None,
        *,
        supported_entities: Optional[List[str]] = None,
        supported_language: str = "en",
        name: str = "redact",
        context: Optional[List[str]] = None,
        **options: Any,
    ) -> None:
        self.name: str
        self.redactor = redactor if redactor is not None else Redactor(**options)
        known = {entity for label in labels() for entity in names_of(label)}
        entities = supported_entities or sorted(known)
        for entity in entities:
            if entity not in known:
                warnings.warn(f"redact finds nothing that is called {entity}", RuntimeWarning, stacklevel=2)
        super().__init__(supported_entities=entities, supported_language=supported_language, name=name, context=context)

    def load(self) -> None:
        """The redactor is open."""

    def analyze(self, text: str, entities: Optional[List[str]], nlp_artifacts: Any = None) -> List[RecognizerResult]:
        """The findings in a text. Raises an error of redact if it cannot be searched."""
        names = self._names_by_label(entities)
        found = self.redactor.find_one(text)
        return [self._result(span, names[span.label]) for span in found.spans if span.label in names]

    def _names_by_label(self, asked: Optional[List[str]]) -> Dict[str, str]:
        """The name of each label that is asked for."""
        supported = set(self.supported_entities)
        wanted = [entity for entity in asked or [] if entity in supported]
        names: Dict[str, str] = {}
        for label in labels():
            own = names_of(label)
            order = own if set(wanted) in (set(), supported) else wanted
            name = next((entity for entity in order if entity in supported and entity in own), None)
            if name is not None:
                names[label] = name
        return names

    def _result(self, span: Span, entity: str) -> RecognizerResult:
        return RecognizerResult(
            entity_type=entity,
            start=span.start,
            end=span.end,
            score=probability(span),
            recognition_metadata={
                RecognizerResult.RECOGNIZER_NAME_KEY: self.name,
                RecognizerResult.RECOGNIZER_IDENTIFIER_KEY: self.id,
                "source": span.source,
                "label": span.label,
            },
        )


def read_registry(yaml: FileLike) -> List[PatternRecognizer]:
    """The recognizers of patterns and terms in a registry of Presidio's, a path or YAML as bytes, one for each language.
    redact-server reads the same file with --recognizers. Raises BadInput with the line and the key of what it does not
    read: a recognizer that is Presidio's own, an unknown key, a pattern that RE2 refuses."""
    file = file_of(yaml, "yaml")
    result = call(waiting.redact_presidio_registry, ctypes.byref(file), free=quick.redact_result_free)
    read = bytes_at(quick.redact_result_output, result.pointer)
    return [PatternRecognizer.from_dict(each) for each in json.loads(read or b"[]")]
