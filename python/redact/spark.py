# SPDX-License-Identifier: Apache-2.0
"""Columns of PySpark. The package has to be installed on every worker; each worker process opens the model once.

    notes.withColumn("note", redact_udf(policy="gdpr")("note").text)
    redact_frame(notes, "note", policy="gdpr", key="/etc/redact.key", patient="mrn")
"""

from __future__ import annotations

import os
import pickle
import threading
from typing import Any, Dict, Iterable, Iterator, List, Optional

from .columns import id_of
from .errors import Misuse
from .model import Model
from .redactor import Document, Redactor
from .results import Result

RESULT = "text string, status string, spans array<struct<label:string,start:int,end:int>>"
"""The result of `redact_udf` for a text. Spans lie in the redacted text, since the table holds that: places in the source
would tell how long the hidden words are. A withheld text has the status failed and no text; null stays null."""

_redactors: Dict[bytes, Redactor] = {}
_lock = threading.Lock()


def redact_udf(**options: Any) -> Any:
    """A function of columns of texts, whose results are structs (RESULT). options: of Redactor, and threads, of each
    worker process: 1, since an executor has a process for each of its cores. Files, such as a key, are paths on the
    workers."""
    import pandas  # type: ignore[import-untyped]
    from pyspark.sql.pandas.functions import pandas_udf

    opening = _opening(options)

    def redacted(columns: Iterator[Any]) -> Iterator[Any]:
        redactor = _redactor(opening)
        for column in columns:
            texts = [text if isinstance(text, str) else None for text in column]
            yield pandas.DataFrame(list(_rows(redactor, texts)), columns=["text", "status", "spans"])

    # Spark reads the hints, which `from __future__ import annotations` makes strings that it cannot resolve.
    redacted.__annotations__ = {"columns": Iterator[pandas.Series], "return": Iterator[pandas.DataFrame]}
    udf: Any = pandas_udf  # whose own hints know no iterators of frames
    return udf(redacted, RESULT)


def redact_frame(
    frame: Any, column: str, *, patient: Optional[str] = None, status: Optional[str] = "status", **options: Any
) -> Any:
    """The frame with the texts of a column redacted, and how that went in a column of its own (ok, review, failed; null
    for null). All other columns stay as they are. patient: the column that says whose note a row is. options: as of
    redact_udf."""
    from pyspark.sql.types import StringType, StructField, StructType

    for name in filter(None, (column, patient)):
        if name not in frame.columns:
            raise Misuse("column, patient: are columns of the frame")
    if status is not None and status in frame.columns:
        raise Misuse("status: is a column that the frame has not")
    opening = _opening(options)
    fields = [StructField(f.name, StringType(), True) if f.name == column else f for f in frame.schema.fields]
    if status is not None:
        fields.append(StructField(status, StringType(), True))

    def redacted(batches: Iterable[Any]) -> Iterator[Any]:
        redactor = _redactor(opening)
        for batch in batches:
            texts = [text if isinstance(text, str) else None for text in batch[column]]
            patients = list(batch[patient]) if patient is not None else None
            rows = list(_rows(redactor, texts, patients))
            batch = batch.assign(**{column: [row[0] for row in rows]})
            yield batch if status is None else batch.assign(**{status: [row[1] for row in rows]})

    return frame.mapInPandas(redacted, StructType(fields))


def _rows(redactor: Redactor, texts: List[Optional[str]], patients: Optional[List[Any]] = None) -> Iterator[Any]:
    """For each text its row of RESULT."""
    whose = [id_of(patient) for patient in patients or [None] * len(texts)]
    documents = [Document(text, patient=patient) for text, patient in zip(texts, whose) if text is not None]
    results: Iterator[Result[str]] = redactor.redact(documents)
    for text in texts:
        if text is None:
            yield None, None, None
            continue
        result = next(results)
        spans = [(span.label, span.out_start, span.out_end) for span in result.spans]
        yield result.text, result.status, spans


def _opening(options: Dict[str, Any]) -> bytes:
    """A worker's options, checked without opening anything, so that they travel as a few hundred bytes."""
    if isinstance(options.get("key"), (bytes, bytearray)):
        raise Misuse("key: is the path of a file on the workers, so that it does not travel with the job")
    if isinstance(options.get("model"), Model):
        raise Misuse("model: is the path of a file on the workers")
    return pickle.dumps(options)


def _redactor(opening: bytes) -> Redactor:
    """Opened once in each process: workers are used for one task after another."""
    with _lock:
        redactor = _redactors.get(opening)
        if redactor is None:
            options = pickle.loads(opening)
            model = Model(options.pop("model", None), threads=options.pop("threads", 1))
            redactor = _redactors[opening] = Redactor(model=model, **options)
        return redactor


def _after_fork() -> None:
    global _lock
    _lock = threading.Lock()


os.register_at_fork(after_in_child=_after_fork)
