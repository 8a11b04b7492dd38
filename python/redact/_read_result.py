# SPDX-License-Identifier: Apache-2.0
"""A result of the library as a value of Python."""

from __future__ import annotations

import ctypes
from typing import Any, List, Optional, Tuple

from . import _structs
from ._files import unicode
from ._library import Handle, bytes_at, name_of, quick
from .errors import Internal, error_of
from .results import Evidence, Reason, Result, Span

FORMATS = ("auto", "text", "html", "xml", "json", "hl7", "docx", "mail", "rtf", "xlsx", "ods", "odt")
_SOURCES = {1: "list", 2: "known", 4: "field", 8: "rule", 16: "model", 32: "repeat", 64: "correction"}
_REASONS = {1: "nearly-hidden", 2: "unsure-name"}


class Offsets:
    """Offsets of bytes as offsets of the text that was given: code points, if it was a str. A call takes time for the
    distance to the one before."""

    def __init__(self, data: bytes, is_str: bool) -> None:
        self._data = None if not is_str or data.isascii() else data
        self._byte = self._point = 0

    def at(self, byte: int) -> int:
        if self._data is None:
            return byte
        if byte >= self._byte:
            self._point += len(self._data[self._byte : byte].decode("utf-8", "ignore"))
        else:
            self._point -= len(self._data[byte : self._byte].decode("utf-8", "ignore"))
        self._byte = byte
        return self._point


def _check(status: int) -> None:
    if status != 0:
        raise error_of(status, "the result cannot be read")


def _evidence_of(result: int, index: int, n: int) -> Tuple[Evidence, ...]:
    evidence = _structs.Evidence()
    out = []
    for i in range(n):
        _check(quick.redact_result_evidence(result, index, i, ctypes.byref(evidence)))
        out.append(Evidence(_SOURCES.get(evidence.source, "other"), name_of(evidence.label)))
    return tuple(out)


def _spans_of(result: int, n: int, offsets: Offsets, out_offsets: Optional[Offsets]) -> Tuple[Span, ...]:
    finding = _structs.Finding()
    reference = ctypes.byref(finding)
    spans: List[Span] = []
    for i in range(n):
        _check(quick.redact_result_finding(result, i, reference))
        source, label = _SOURCES.get(finding.source, "other"), name_of(finding.label)
        start, end = offsets.at(finding.begin), offsets.at(finding.end)
        ranges: Tuple[Tuple[int, int], ...] = ((start, end),)
        if finding.n_ranges > 1:
            ranges = tuple((offsets.at(each.begin), offsets.at(each.end)) for each in finding.ranges[: finding.n_ranges])
        evidence: Tuple[Evidence, ...] = (Evidence(source, label),)
        if finding.n_evidence > 1:
            evidence = _evidence_of(result, i, finding.n_evidence)
        replacement, out_start, out_end = None, 0, 0
        if out_offsets is not None:
            replacement = ctypes.string_at(finding.replacement, finding.replacement_size).decode("utf-8", "replace")
            out_start, out_end = out_offsets.at(finding.out_begin), out_offsets.at(finding.out_end)
        spans.append(
            Span(label, start, end, finding.score, source, evidence, ranges, replacement, out_start, out_end)
        )  # fmt: skip
    return tuple(spans)


def _reasons_of(result: int, n: int, offsets: Offsets) -> Tuple[Reason, ...]:
    review = _structs.Review()
    out = []
    for i in range(n):
        _check(quick.redact_result_review(result, i, ctypes.byref(review)))
        kind = _REASONS.get(review.reason, "other")
        out.append(Reason(kind, offsets.at(review.begin), offsets.at(review.end), review.score))
    return tuple(out)


def read_result(done: Handle, source: bytes, is_str: bool, id: Optional[str]) -> Result[Any]:
    handle = done.pointer
    assert handle is not None
    summary = _structs.Summary()
    _check(quick.redact_result_summary(handle, ctypes.byref(summary)))
    output = bytes_at(quick.redact_result_output, handle)
    text: Any = unicode(output) if is_str and output is not None else output
    if text is None and output is not None:  # a str may be redacted as UTF-16
        return Result(status="failed", error=Internal("the output of a str is not Unicode"), id=id)
    out_offsets = Offsets(output, is_str) if output is not None else None
    offsets = Offsets(source, is_str)
    return Result(
        text=text,
        status="review" if summary.needs_review else "ok",
        spans=_spans_of(handle, summary.n_findings, offsets, out_offsets),
        reasons=_reasons_of(handle, summary.n_reviews, offsets),
        id=id,
        format=FORMATS[summary.format] if summary.format < len(FORMATS) else "other",
        n_unread=summary.n_unread,
        n_tags_in_text=summary.n_tags_in_text,
        mapping=bytes_at(quick.redact_result_mapping, handle),
    )
