# SPDX-License-Identifier: Apache-2.0
"""A recognizer for Presidio's analyzer.

    analyzer.registry.add_recognizer(redact.presidio.RedactRecognizer())

It finds everything that the model, the rules and the lists of redact find, and needs no entities of an NLP engine, so
it takes the place that Presidio's slim engine leaves free.
"""

from __future__ import annotations

import math
from typing import Any, List, Optional

from presidio_analyzer import EntityRecognizer, RecognizerResult

from . import labels
from ._library import quick
from .redactor import Redactor
from .results import Span

def presidio_name(label: str) -> str:
    """Presidio's name for what a label identifies; the label itself if Presidio has none."""
    name: Optional[bytes] = quick.redact_presidio_name(label.encode())
    return label if name is None else name.decode()


def probability(span: Span) -> float:
    """A score between 0 and 1, as Presidio wants it: 1 for rules, lists and what is known. It orders the spans of a
    label model and says nothing about their share of errors."""
    return 1 / (1 + math.exp(-span.score)) if span.source in ("model", "repeat") else 1.0


class RedactRecognizer(EntityRecognizer):
    """redactor: None is a Redactor with the options. All recognizers of a model share it, so that one for each language
    costs no memory."""

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
        entities = supported_entities or sorted({presidio_name(label) for label in labels()})
        super().__init__(supported_entities=entities, supported_language=supported_language, name=name, context=context)

    def load(self) -> None:
        """The redactor is open."""

    def analyze(self, text: str, entities: Optional[List[str]], nlp_artifacts: Any = None) -> List[RecognizerResult]:
        """The findings in a text. Raises an error of redact if it cannot be searched."""
        wanted = set(entities or self.supported_entities)
        found = self.redactor.find_one(text)
        return [self._result(span) for span in found.spans if presidio_name(span.label) in wanted]

    def _result(self, span: Span) -> RecognizerResult:
        return RecognizerResult(
            entity_type=presidio_name(span.label),
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
