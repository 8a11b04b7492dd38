# SPDX-License-Identifier: Apache-2.0
"""Columns of pandas, Arrow and Polars."""

from __future__ import annotations

import numbers
from typing import Any, Deque, Iterable, Iterator, List, Optional, Tuple
from collections import deque

from ._lists import Facts
from .errors import Error, Misuse, error_of
from .redactor import Document, Redactor
from .results import Result


def redact_column(
    column: Any,
    redactor: Redactor,
    *,
    patients: Optional[Iterable[Any]] = None,
    ids: Optional[Iterable[Any]] = None,
    known: Optional[Iterable[Optional[Facts]]] = None,
    errors: str = "raise",
    progress: bool = False,
    details: bool = False,
    seal: bool = False,
) -> Any:
    """Redacts the texts of a Series of pandas or Polars, or of an Arrow array or chunked array, and returns a column of
    the same kind, type, index and chunks. What is null stays null. A categorical column gets the categories that it
    needs.

    patients: whose text each row is. ids: the name of each row in the redactor's `known` and `corrections`, and in
    mappings. Both are of any type, and None, NaN and NA name nobody; 7 and 7.0 are one. known: what is known about the
    people of each row, or None.

    errors: "raise" stops at a text that cannot be redacted, and the message has its row, counted from 0; "null" puts
    null in its place. progress: shows a bar of tqdm.

    details: returns a frame of the same library with the columns text, status, error, spans and reasons, and, with seal,
    mapping (`redact.Mapping`). Keep it as safe as the texts.
    """
    if errors not in ("raise", "null"):
        raise Misuse("errors: is neither raise nor null")
    rows = _Rows(redactor, _Facts(patients, ids, known), errors, progress, seal)
    library = type(column).__module__.partition(".")[0]
    if library == "pandas" and hasattr(column, "dtype"):
        return _redact_pandas(column, rows, details)
    if library == "pyarrow" and hasattr(column, "type"):
        return _redact_arrow(column, rows, details)
    if library == "polars" and hasattr(column, "dtype"):
        return _redact_polars(column, rows, details)
    raise Misuse("column: is neither a Series of pandas or Polars nor an array of Arrow")


class _Facts:
    """The facts about each row, read beside the texts."""

    def __init__(self, patients: Any, ids: Any, known: Any) -> None:
        given = {"patients": patients, "ids": ids, "known": known}
        self._read = {name: iter(values) for name, values in given.items() if values is not None}

    def next(self) -> Tuple[Optional[str], Optional[str], Optional[Facts]]:
        """Patient, id and known people of the next row."""
        values = {name: _plain(next(values, _NONE)) for name, values in self._read.items()}
        for name, value in values.items():
            if value is _NONE:
                raise _Shorter(f"{name}: are fewer than the rows")
        known = values.get("known")
        return id_of(values.get("patients")), id_of(values.get("ids")), None if _is_null(known) else known

    def end(self) -> None:
        for name, values in self._read.items():
            if next(values, _NONE) is not _NONE:
                raise _Shorter(f"{name}: are more than the rows")


class _Shorter(Misuse):
    """Of two columns, which has no row to name."""


class _Rows:
    """Redacts rows, some of which are null."""

    def __init__(self, redactor: Redactor, facts: _Facts, errors: str, progress: bool, seal: bool) -> None:
        self.redactor, self.facts, self.errors, self.progress, self.seal = redactor, facts, errors, progress, seal

    def texts(self, values: Iterable[Any]) -> Iterator[Optional[str]]:
        return (result.text if result else None for result in self.results(values))

    def results(self, values: Iterable[Any]) -> Iterator[Optional["Result[str]"]]:
        gaps: Deque[bool] = deque()  # of rows read and not yet yielded: whether each is null
        reading = 0  # the row that is read

        def documents() -> Iterator[Document]:
            nonlocal reading
            for reading, value in enumerate(values):
                patient, id, known = self.facts.next()
                if not (_is_null(value) or isinstance(value, str)):
                    raise Misuse("is no text")
                gaps.append(_is_null(value))
                if not gaps[-1]:
                    yield Document(value, id=id, patient=patient, known=known)
            self.facts.end()

        row = 0
        results = self.redactor.redact(documents(), seal=self.seal, progress=self.progress)
        while True:
            try:
                result: Optional[Result[str]] = next(results, None)
            except _Shorter as error:
                raise Misuse(str(error)) from None
            except Misuse as error:
                raise Misuse(f"row {reading}: {error}") from None
            while gaps and (gaps[0] or result is None):
                yield None
                gaps.popleft()
                row += 1
            if result is None:
                return
            gaps.popleft()
            if result.error is not None and self.errors == "raise":
                raise _at(row, result.error)
            yield result
            row += 1

    def details(self, values: Iterable[Any]) -> "List[Tuple[str, List[Any]]]":
        """The columns of a frame."""
        results = list(self.results(values))
        given = [result.to_dict() if result else {} for result in results]
        names = ("text", "status", "error", "spans", "reasons", *(["mapping"] if self.seal else []))
        return [(name, [one.get(name) for one in given]) for name in names]


def _at(row: int, error: Error) -> Error:
    return error_of(error.status, f"row {row}: {error}")


_NONE: Any = object()


def _plain(value: Any) -> Any:
    """A scalar of Arrow as a value of Python."""
    return value.as_py() if hasattr(value, "as_py") else value


def _is_null(value: Any) -> bool:
    """None, NaN, and NA and NaT of pandas."""
    return value is None or type(value).__name__ in ("NAType", "NaTType") or (isinstance(value, numbers.Real) and value != value)


def id_of(value: Any) -> Optional[str]:
    """An id as a string. pandas makes floats of whole numbers that stand beside NaN."""
    if _is_null(value):
        return None
    if isinstance(value, numbers.Real) and not isinstance(value, numbers.Integral) and float(value).is_integer():
        value = int(float(value))
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else str(value)


def _redact_pandas(series: Any, rows: _Rows, details: bool) -> Any:
    import pandas  # type: ignore[import-untyped]

    is_category = isinstance(series.dtype, pandas.CategoricalDtype)
    dtype = series.dtype.categories.dtype if is_category else series.dtype
    if not (pandas.api.types.is_object_dtype(dtype) or pandas.api.types.is_string_dtype(dtype)):
        raise Misuse("column: its type is no text")
    if details:
        return pandas.DataFrame(
            {name: pandas.Series(values, index=series.index, dtype=object) for name, values in rows.details(series)}
        )
    redacted = pandas.Series(list(rows.texts(series)), index=series.index, name=series.name, dtype=dtype)
    return redacted.astype("category") if is_category else redacted


def _redact_arrow(column: Any, rows: _Rows, details: bool) -> Any:
    import pyarrow  # type: ignore[import-untyped]

    types = pyarrow.types
    kind = column.type.value_type if types.is_dictionary(column.type) else column.type
    if not (types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind)):
        raise Misuse("column: its type is no text")
    chunks = column.chunks if isinstance(column, pyarrow.ChunkedArray) else [column]
    values = (value.as_py() for chunk in chunks for value in chunk)
    if details:
        return _arrow_table(rows.details(values))
    redacted = rows.texts(values)
    out = [pyarrow.array([next(redacted) for _ in range(len(chunk))], type=kind) for chunk in chunks]
    for _ in redacted:  # the end of the facts
        pass
    if types.is_dictionary(column.type):
        out = [chunk.dictionary_encode().cast(column.type) for chunk in out]
    return pyarrow.chunked_array(out, type=column.type) if isinstance(column, pyarrow.ChunkedArray) else out[0]


def _arrow_table(columns: "List[Tuple[str, List[Any]]]") -> Any:
    import pyarrow

    text, number, score = pyarrow.string(), pyarrow.int64(), pyarrow.float64()
    place = [("start", number), ("end", number), ("score", score)]
    evidence = pyarrow.list_(pyarrow.struct([("source", text), ("label", text)]))
    out = [("replacement", text), ("out_start", number), ("out_end", number)]
    ranges = pyarrow.list_(pyarrow.list_(number))
    span = [("label", text), *place, ("source", text), ("evidence", evidence), ("ranges", ranges), *out]
    types = {
        "spans": pyarrow.list_(pyarrow.struct(span)),
        "reasons": pyarrow.list_(pyarrow.struct([("kind", text), *place])),
    }
    return pyarrow.table({name: pyarrow.array(values, type=types.get(name, text)) for name, values in columns})


def _redact_polars(series: Any, rows: _Rows, details: bool) -> Any:
    import polars

    is_category = isinstance(series.dtype, (polars.Categorical, polars.Enum))
    if not (is_category or series.dtype == polars.String):
        raise Misuse("column: its type is no text")
    if details:
        return polars.from_arrow(_arrow_table(rows.details(series)))
    redacted = polars.Series(series.name, list(rows.texts(series)), dtype=polars.String)
    return redacted.cast(polars.Categorical) if is_category else redacted
