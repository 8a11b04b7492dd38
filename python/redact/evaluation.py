# SPDX-License-Identifier: Apache-2.0
"""Scores on annotated texts in a frame. `redact-eval` computes the same figures, and more, on files."""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Set, Tuple

from .errors import Misuse
from .redactor import Redactor
from .results import Result


@dataclasses.dataclass
class Counts:
    """Of one label, or of all."""

    characters: int = 0
    """Of gold spans, without white space."""
    leaked: int = 0
    """Of these, the ones outside every found span."""
    right: int = 0
    """Found spans with the ends and the label of a gold span."""
    wrong: int = 0
    missed: int = 0

    @property
    def recall_of_characters(self) -> float:
        return _share(self.characters - self.leaked, self.characters)

    @property
    def precision(self) -> float:
        return _share(self.right, self.right + self.wrong)

    @property
    def recall(self) -> float:
        return _share(self.right, self.right + self.missed)

    @property
    def f1(self) -> float:
        return _share(2 * self.right, 2 * self.right + self.wrong + self.missed)


@dataclasses.dataclass
class Scores:
    """Its representation and dictionary hold no text."""

    documents: int = 0
    withheld: int = 0
    """Documents that cannot be redacted: nothing of them leaks, and their spans count as missed."""
    leaky: int = 0
    """Documents with a leaked character."""
    total: Counts = dataclasses.field(default_factory=Counts)
    by_label: Dict[str, Counts] = dataclasses.field(default_factory=dict)

    def to_dict(self) -> Dict[str, Any]:
        return dataclasses.asdict(self)

    def rows(self) -> List[Dict[str, Any]]:
        """A row for all labels and for each, for a frame: pandas.DataFrame(scores.rows())."""
        names = ("characters", "leaked", "recall_of_characters", "precision", "recall", "f1")
        each = {"all": self.total, **{label: self.by_label[label] for label in sorted(self.by_label)}}
        return [{"label": label, **{name: getattr(counts, name) for name in names}} for label, counts in each.items()]


def evaluate(frame: Any, redactor: Redactor, *, text: str = "text", spans: str = "spans", progress: bool = False) -> Scores:
    """Searches the texts of a frame of pandas, Arrow or Polars, or of rows that are mappings, and compares what it finds
    with the gold spans beside them.

    text, spans: the names of the columns. A gold span is a mapping with `start` and `end`, in code points, and `label`.
    Use a policy that lists every label of the gold, such as meddocan; labels that the policy leaves count as missed.
    """
    rows = list(_rows_of(frame, text, spans))
    scores = Scores(documents=len(rows))
    results = redactor.find((each for each, _ in rows), progress=progress)
    for number, ((source, gold), result) in enumerate(zip(rows, results)):
        _add(scores, source, _gold_of(gold, len(source), number), result)
    return scores


def _rows_of(frame: Any, text: str, spans: str) -> Iterator[Tuple[str, Any]]:
    library = type(frame).__module__.partition(".")[0]
    rows: Iterable[Any]
    if library == "pandas":
        rows = frame[[text, spans]].to_dict("records")
    elif library == "pyarrow":
        rows = frame.select([text, spans]).to_pylist()
    elif library == "polars":
        rows = frame.select([text, spans]).iter_rows(named=True)
    else:
        rows = frame
    for number, row in enumerate(rows):
        if not isinstance(row, Mapping) or not isinstance(row.get(text), str) or row.get(spans) is None:
            raise Misuse(f"row {number}: has no text and list of spans")
        yield row[text], row[spans]


_Span = Tuple[int, int, str]


def _gold_of(gold: Any, length: int, number: int) -> Set[_Span]:
    try:
        spans = {(int(one["start"]), int(one["end"]), str(one["label"])) for one in gold}
    except (TypeError, KeyError, ValueError):
        raise Misuse(f"row {number}: has a span without start, end and label") from None
    if not all(0 <= start < end <= length for start, end, _ in spans):
        raise Misuse(f"row {number}: has a span outside its text")
    return spans


def _add(scores: Scores, text: str, gold: Set[_Span], result: "Result[Any]") -> None:
    found = {(span.start, span.end, span.label) for span in result.spans}
    is_withheld = result.error is not None
    hidden = bytearray(len(text))
    for start, end, _ in found:
        hidden[start:end] = b"\1" * (end - start)
    all_marked: Set[int] = set()
    for label in {each[2] for each in gold | found}:
        counts = scores.by_label.setdefault(label, Counts())
        marked = {at for start, end, own in gold if own == label for at in range(start, end) if not text[at].isspace()}
        _count(counts, marked, hidden, is_withheld)
        all_marked |= marked
    _count(scores.total, all_marked, hidden, is_withheld)
    for counts, wanted, given in _by_label(scores, gold, found):
        counts.right += len(wanted & given)
        counts.wrong += len(given - wanted)
        counts.missed += len(wanted - given)
    scores.withheld += is_withheld
    scores.leaky += not is_withheld and any(not hidden[at] for at in all_marked)


def _count(counts: Counts, marked: Set[int], hidden: bytearray, is_withheld: bool) -> None:
    counts.characters += len(marked)
    counts.leaked += 0 if is_withheld else sum(not hidden[at] for at in marked)


def _by_label(scores: Scores, gold: Set[_Span], found: Set[_Span]) -> Iterator[Tuple[Counts, Set[_Span], Set[_Span]]]:
    yield scores.total, gold, found
    for label in {each[2] for each in gold | found}:
        own, given = ({each for each in spans if each[2] == label} for spans in (gold, found))
        yield scores.by_label[label], own, given


def _share(part: int, whole: int) -> float:
    return part / whole if whole else float("nan")
