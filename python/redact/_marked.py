# SPDX-License-Identifier: Apache-2.0
"""A result as HTML, for notebooks. Colours are those of the review page."""

from __future__ import annotations

import html
from typing import Any, Iterable, Tuple

from .results import Result

_GROUPS = {
    "name": "PATIENT DOCTOR FAMILY NAME USERNAME",
    "trait": "AGE SEX NATIONALITY PROFESSION",
    "date": "DATE",
    "place": "STREET CITY STATE ZIP COUNTRY LOCATION HOSPITAL ORGANIZATION",
    "contact": "PHONE FAX EMAIL URL IP",
}
_GROUP_OF = {label: group for group, labels in _GROUPS.items() for label in labels.split()}
_COLOURS = {
    "name": ("#e3eefa", "#2b6cb0"),
    "trait": ("#e6f4ea", "#2e7d4f"),
    "date": ("#fff0d9", "#a86400"),
    "place": ("#f0e8fb", "#7a4bb8"),
    "contact": ("#dff3f4", "#14808a"),
    "id": ("#eceef1", "#6b7482"),
}
_NEAR = "border-bottom:2px dashed #b3261e"


def _style_of(label: str) -> str:
    paper, line = _COLOURS[_GROUP_OF.get(label, "id")]
    return f"background:{paper};color:#111;border-bottom:2px solid {line}"


def _page(text: str, marks: "Iterable[Tuple[int, int, str, str]]") -> str:
    """A text with marks: begin, end, style and title, in the order of the text. Of marks that overlap, the first counts."""
    parts, at = [], 0
    for begin, end, style, title in marks:
        if begin < at:
            continue
        mark = f'<mark style="{style}" title="{html.escape(title)}">{html.escape(text[begin:end])}</mark>'
        parts += [html.escape(text[at:begin]), mark]
        at = end
    body = "".join(parts) + html.escape(text[at:])
    return f'<div style="white-space:pre-wrap" dir="auto">{body}</div>'


def _head(result: "Result[Any]") -> str:
    why = f": {result.error}" if result.error is not None else ""
    return f"<p><b>{html.escape(result.status + why)}</b>, {len(result.spans)} hidden, {len(result.reasons)} to review</p>"


def marked_result(result: "Result[Any]") -> str:
    if not isinstance(result.text, str):
        return _head(result)
    spans = sorted(result.spans, key=lambda span: span.out_start)
    return _head(result) + _page(result.text, ((s.out_start, s.out_end, _style_of(s.label), s.label) for s in spans))


def marked_source(result: "Result[Any]", source: Any) -> str:
    if not isinstance(source, str):
        raise TypeError("source: is no str")
    marks = [(*part, _style_of(span.label), span.label) for span in result.spans for part in span.ranges]
    marks += [(reason.start, reason.end, _NEAR, reason.kind) for reason in result.reasons]
    return _head(result) + _page(source, sorted(marks))
