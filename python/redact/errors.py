# SPDX-License-Identifier: Apache-2.0
"""The exceptions of this package. None holds a word of a document, in its message or in its context."""

from __future__ import annotations

from typing import Dict, Type


class Error(Exception):
    """The base of all errors of this package; `status` is the status of the C interface."""

    status = 12


class Misuse(Error, ValueError):
    """The call is against the documentation."""

    status = 1


class BadInput(Error, ValueError):
    """A file, the value of an option or a document is malformed."""

    status = 2


class NotFound(Error, LookupError):
    """There is no such file, name or entry."""

    status = 3


class Unsupported(Error):
    """Well formed, but this library, model or machine cannot do it."""

    status = 4


class Unreadable(Error, OSError):
    """The system refused to read a file."""

    status = 5


class OutOfMemory(Error, MemoryError):
    """Memory, or another bounded resource such as threads, ran out."""

    status = 6


class Cancelled(Error):
    """The work was stopped before the document was done."""

    status = 8


class TimedOut(Error, TimeoutError):
    """The document was not done by its deadline."""

    status = 9


class Forked(Error):
    """The object was made before a fork and belongs to the parent."""

    status = 10


class Internal(Error):
    """A fault of the library."""


_BY_STATUS: Dict[int, Type[Error]] = {
    each.status: each
    for each in (Misuse, BadInput, NotFound, Unsupported, Unreadable, OutOfMemory, Cancelled, TimedOut, Forked, Internal)
}


def error_of(status: int, message: str) -> Error:
    """The exception for a status of the C interface."""
    return _BY_STATUS.get(status, Internal)(message)
