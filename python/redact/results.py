# SPDX-License-Identifier: Apache-2.0
"""The findings in a document, and their replacements."""

from __future__ import annotations

from typing import Any, Dict, Generic, NamedTuple, Optional, Tuple, TypeVar

from .errors import Error

Text = TypeVar("Text", str, bytes)


class Evidence(NamedTuple):
    """A source, and a label that it gave."""

    source: str
    label: str


class Span(NamedTuple):
    """An identifier. It holds none of the source: offsets index the text that was given, so `text[span.start:span.end]`
    is the identifier, in code points of a str and bytes of a bytes."""

    label: str
    """Its label: PATIENT, DATE and so on (`redact.labels()`)."""
    start: int
    end: int
    score: float
    """How far the model was from leaving it in the text; 0 unless it comes from the model or from repeats."""
    source: str
    """The source of label and score: list, known, field, rule, model or repeat."""
    evidence: Tuple[Evidence, ...]
    """All sources that found it, with their labels, the strongest source first."""
    ranges: Tuple[Tuple[int, int], ...]
    """The same as start and end, without the markup between its parts; at least one."""
    replacement: Optional[str]
    """Its replacement; None if the document was only searched."""
    out_start: int
    """The position of the replacement in the result's text."""
    out_end: int

    @property
    def sources(self) -> Tuple[str, ...]:
        """All sources, each once, the strongest first."""
        return tuple(dict.fromkeys(each.source for each in self.evidence))


class Reason(NamedTuple):
    """A place at which a person should look."""

    kind: str
    """nearly-hidden: the model nearly hid the text; unsure-name: a name that stays and may be the patient's."""
    start: int
    end: int
    score: float


class Result(Generic[Text]):
    """A finished document. Its representation shows no text; a notebook shows the redacted text."""

    __slots__ = ("text", "status", "error", "spans", "reasons", "id", "format", "n_unread", "n_tags_in_text", "mapping")

    def __init__(
        self,
        text: Optional[Text] = None,
        status: str = "ok",
        error: Optional[Error] = None,
        spans: Tuple[Span, ...] = (),
        reasons: Tuple[Reason, ...] = (),
        id: Optional[str] = None,
        format: str = "text",
        n_unread: int = 0,
        n_tags_in_text: int = 0,
        mapping: Optional[bytes] = None,
    ) -> None:
        self.text: Optional[Text] = text
        """The redacted text, str or bytes like the input; None if the document was only searched, or withheld."""
        self.status = status
        """ok; review, if a person should look at the document; failed, if it was withheld."""
        self.error = error
        """Why it was withheld."""
        self.spans = spans
        """Disjoint, in the order of the text."""
        self.reasons = reasons
        """Why a person should look."""
        self.id = id
        self.format = format
        """The format in which the document was read."""
        self.n_unread = n_unread
        """Embedded files that could not be read, and were removed; a person should look then."""
        self.n_tags_in_text = n_tags_in_text
        """Placeholders of the policy that the source already held."""
        self.mapping = mapping
        """The line that restores the text (`redact.Mapping`); None unless `seal` was asked for."""

    def to_dict(self) -> Dict[str, Any]:
        """All of it as values that JSON has, except a text of bytes."""
        return {
            "id": self.id,
            "text": self.text,
            "status": self.status,
            "error": None if self.error is None else str(self.error),
            "spans": [_dict_of_span(span) for span in self.spans],
            "reasons": [reason._asdict() for reason in self.reasons],
            "format": self.format,
            "n_unread": self.n_unread,
            "n_tags_in_text": self.n_tags_in_text,
            "mapping": None if self.mapping is None else self.mapping.decode(),
        }

    def to_html(self, source: Optional[Text] = None) -> str:
        """The redacted text as HTML, with coloured replacements; with the source, that, with coloured identifiers and a
        line under each place that needs a person."""
        from ._marked import marked_result, marked_source

        return marked_result(self) if source is None else marked_source(self, source)

    def _repr_html_(self) -> str:
        return self.to_html()

    def __repr__(self) -> str:
        return f"<Result {self.status}, {len(self.spans)} spans>"


def _dict_of_span(span: Span) -> Dict[str, Any]:
    evidence, ranges = [each._asdict() for each in span.evidence], [list(each) for each in span.ranges]
    return {**span._asdict(), "evidence": evidence, "ranges": ranges}
