# SPDX-License-Identifier: Apache-2.0
"""A component of spaCy that puts the spans to hide into `doc.spans`.

    nlp.add_pipe("redact", config={"policy": "gdpr"})

Where the package is installed, spaCy finds the component by its name; else `import redact.spacy` registers it.
"""

from __future__ import annotations

import collections
from typing import Any, Deque, Iterable, Iterator, Optional

from spacy.language import Language
from spacy.tokens import Doc, SpanGroup

from .redactor import Redactor
from .results import Result


class RedactComponent:
    """Sets `doc.spans[spans_key]`: spans of whole tokens, with their labels. The attributes of the group have for each
    span its score, its sources, and its offsets in the text, which may begin or end inside a token. A text that cannot
    be searched raises an error of redact."""

    def __init__(self, redactor: Redactor, spans_key: str = "redact") -> None:
        self.redactor, self.spans_key = redactor, spans_key

    def __call__(self, doc: Doc) -> Doc:
        return self._set(doc, self.redactor.find_one(doc.text))

    def pipe(self, stream: Iterable[Doc], batch_size: int = 128) -> Iterator[Doc]:
        """Searches many documents at a time. The redactor decides how many."""
        docs: Deque[Doc] = collections.deque()

        def texts() -> Iterator[str]:
            for doc in stream:
                docs.append(doc)
                yield doc.text

        for result in self.redactor.find(texts()):
            if result.error is not None:
                raise result.error
            yield self._set(docs.popleft(), result)

    def _set(self, doc: Doc, found: Result[str]) -> Doc:
        expanded = (doc.char_span(s.start, s.end, label=s.label, alignment_mode="expand") for s in found.spans)
        spans = [span for span in expanded if span is not None]  # none is None, as all lie inside the text
        attributes = {
            "scores": [span.score for span in found.spans],
            "sources": [list(span.sources) for span in found.spans],
            "offsets": [[span.start, span.end] for span in found.spans],
        }
        doc.spans[self.spans_key] = SpanGroup(doc, name=self.spans_key, spans=spans, attrs=attributes)
        return doc

    def to_disk(self, path: Any, exclude: Iterable[str] = ()) -> None:
        """A pipeline on disk has the configuration; its redactor is opened again."""

    def from_disk(self, path: Any, exclude: Iterable[str] = ()) -> "RedactComponent":
        return self

    def to_bytes(self, exclude: Iterable[str] = ()) -> bytes:
        return b""

    def from_bytes(self, data: bytes, exclude: Iterable[str] = ()) -> "RedactComponent":
        return self


@Language.factory(
    "redact",
    assigns=["doc.spans"],
    default_config={
        "policy": "default",
        "model": None,
        "spans_key": "redact",
        "rules": None,
        "deny": None,
        "allow": None,
        "hints": None,
        "recall": None,
        "bias": None,
    },
)
def make_component(
    nlp: Language,
    name: str,
    policy: str,
    model: Optional[str],
    spans_key: str,
    rules: Optional[str],
    deny: Optional[str],
    allow: Optional[str],
    hints: Optional[str],
    recall: Optional[str],
    bias: Optional[float],
) -> RedactComponent:
    redactor = Redactor(
        policy, model, rules=rules, deny=deny, allow=allow, hints=hints, recall=recall, bias=bias
    )  # fmt: skip
    return RedactComponent(redactor, spans_key)
