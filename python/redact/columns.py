# SPDX-License-Identifier: Apache-2.0
"""Columns of pandas and of Arrow."""

from __future__ import annotations

import collections
from typing import Any, Deque, Iterable, Iterator, Optional

from .errors import Misuse, error_of
from .redactor import Document, Redactor


def redact_column(
    column: Any,
    redactor: Redactor,
    *,
    patients: Optional[Iterable[Optional[str]]] = None,
    errors: str = "raise",
    progress: bool = False,
) -> Any:
    """Redacts the texts of a pandas Series or of an Arrow array or chunked array, and returns a column of the same kind,
    type, index and chunks. What is null stays null.

    patients: whose text each row is, or None. errors: "raise" stops at a text that cannot be redacted, and the message
    has its row; "null" puts null in its place. progress: shows a bar of tqdm.
    """
    if errors not in ("raise", "null"):
        raise Misuse("errors: is neither raise nor null")
    library = type(column).__module__.partition(".")[0]
    if library == "pandas" and hasattr(column, "dtype"):
        return _redact_series(column, _Rows(redactor, patients, errors, progress))
    if library == "pyarrow" and hasattr(column, "type"):
        return _redact_arrow(column, _Rows(redactor, patients, errors, progress))
    raise Misuse("column: is neither a Series of pandas nor an array of Arrow")


class _Rows:
    """Redacts rows, some of which are null."""

    def __init__(
        self, redactor: Redactor, patients: Optional[Iterable[Optional[str]]], errors: str, progress: bool
    ) -> None:
        self.redactor, self.patients, self.errors, self.progress = redactor, patients, errors, progress

    def redacted(self, values: Iterable[Optional[str]]) -> Iterator[Optional[str]]:
        gaps: Deque[bool] = collections.deque()  # of rows read and not yet yielded: whether each is null
        patients = iter(self.patients) if self.patients is not None else None

        def documents() -> Iterator[Document]:
            for row, value in enumerate(values):
                patient = next(patients, _NONE) if patients is not None else None
                if patient is _NONE:
                    raise Misuse("patients: are fewer than the rows")
                if value is not None and not isinstance(value, str):
                    raise Misuse(f"row {row}: is no text")
                gaps.append(value is None)
                if value is not None:
                    yield Document(value, patient=patient)

        row = 0
        for result in self.redactor.redact(documents(), progress=self.progress):
            while gaps[0]:
                yield None
                gaps.popleft()
                row += 1
            gaps.popleft()
            if result.error is not None and self.errors == "raise":
                raise error_of(result.error.status, f"row {row}: {result.error}")
            yield result.text
            row += 1
        for _ in gaps:
            yield None


_NONE: Any = object()


def _redact_series(series: Any, rows: _Rows) -> Any:
    import pandas  # type: ignore[import-untyped]

    if not (pandas.api.types.is_object_dtype(series.dtype) or pandas.api.types.is_string_dtype(series.dtype)):
        raise Misuse("column: its type is no text")
    values = (None if pandas.api.types.is_scalar(value) and pandas.isna(value) else value for value in series)
    redacted = list(rows.redacted(values))
    return pandas.Series(redacted, index=series.index, name=series.name, dtype=series.dtype)


def _redact_arrow(column: Any, rows: _Rows) -> Any:
    import pyarrow  # type: ignore[import-untyped]

    if not (pyarrow.types.is_string(column.type) or pyarrow.types.is_large_string(column.type)):
        raise Misuse("column: its type is no text")
    chunks = column.chunks if isinstance(column, pyarrow.ChunkedArray) else [column]
    redacted = rows.redacted(value.as_py() for chunk in chunks for value in chunk)
    out = [pyarrow.array([next(redacted) for _ in range(len(chunk))], type=column.type) for chunk in chunks]
    return pyarrow.chunked_array(out, type=column.type) if isinstance(column, pyarrow.ChunkedArray) else out[0]
