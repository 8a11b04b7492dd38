# SPDX-License-Identifier: Apache-2.0
"""Documents in hand: taken in the order of submission, each once it has ended."""

from __future__ import annotations

import atexit
import collections
import ctypes
import os
import threading
import weakref
from typing import Any, Deque, Generic, NamedTuple, Optional

from . import _structs
from ._library import Handle, call, message_of, quick, waiting
from ._read_result import read_result
from .errors import Error, Forked, error_of
from .results import Result, Text

MOST_BYTES = 16 << 20  # of text in hand, beside one document of any size
MOST_DOCUMENTS = max(64, 8 * (os.cpu_count() or 1))  # enough for all threads while the oldest is a long one
_POLL_MS = 100  # until a signal is noticed
_BUSY = 7


class _Submitted(NamedTuple):
    request: Optional[Handle]
    error: Optional[Error]  # why there is no request
    source: bytes
    is_str: bool
    id: Optional[str]


class Flight(Generic[Text]):
    """The documents of one caller. The library's threads work on them; this object belongs to one thread."""

    def __init__(self) -> None:
        self._submitted: Deque[_Submitted] = collections.deque()
        self._n_bytes = 0
        self._pid = os.getpid()
        self._ended = threading.Event()
        _flights.add(self)

    def __len__(self) -> int:
        return len(self._submitted)

    def has_room(self, n_bytes: int) -> bool:
        if not self._submitted:
            return True
        return len(self._submitted) < MOST_DOCUMENTS and self._n_bytes + n_bytes <= MOST_BYTES

    def submit(self, redactor: Handle, document: _structs.Document, source: bytes, is_str: bool, id: Optional[str]) -> None:
        """Hands a document over; may wait for memory. A document that is refused is done at once."""
        self._check_process()
        request, refused = None, None
        if self._ended.is_set():
            raise error_of(8, "the interpreter is ending")
        try:
            request = call(
                waiting.redact_submit,
                redactor.pointer,
                ctypes.byref(document),
                None,
                None,
                free=waiting.redact_request_free,
            )
        except Error as error:
            refused = error.with_traceback(None)  # whose frames hold the text
        self.append(_Submitted(request, refused, source, is_str, id))

    def append(self, submitted: _Submitted) -> None:
        self._submitted.append(submitted)
        self._n_bytes += len(submitted.source)

    def refuse(self, error: Error, id: Optional[str]) -> None:
        """A document that cannot be handed over still has its place in the order."""
        self.append(_Submitted(None, error, b"", True, id))

    def oldest_is_done(self) -> bool:
        if not self._submitted:
            return False
        request = self._submitted[0].request
        return request is None or waiting.redact_request_wait(request.pointer, 0, None, None) != _BUSY

    def take(self) -> Result[Text]:
        """The result of the oldest document, once it has ended."""
        self._check_process()
        submitted = self._submitted[0]
        result: Result[Text]
        if submitted.request is None:
            result = Result(status="failed", error=submitted.error, id=submitted.id)
        else:
            result = self._wait(submitted)
        self._submitted.popleft()
        self._n_bytes -= len(submitted.source)
        return result

    def _wait(self, submitted: _Submitted) -> Result[Text]:
        assert submitted.request is not None
        out, error = ctypes.c_void_p(), _structs.Error()
        status = _BUSY
        while status == _BUSY:
            status = waiting.redact_request_wait(
                submitted.request.pointer, _POLL_MS, ctypes.byref(out), ctypes.byref(error)
            )
        if status != 0:
            return Result(status="failed", error=error_of(status, message_of(error)), id=submitted.id)
        done = Handle(out.value, quick.redact_result_free)
        return read_result(done, submitted.source, submitted.is_str, submitted.id)

    def cancel(self) -> None:
        """Asks the work to stop, which takes at most a pass of the model."""
        for submitted in tuple(self._submitted):
            if submitted.request is not None:
                waiting.redact_request_cancel(submitted.request.pointer)

    def _check_process(self) -> None:
        if self._pid != os.getpid():
            raise Forked("the iterator was begun before the process forked")

    def close(self) -> None:
        self.cancel()
        self._submitted.clear()

    def end(self) -> None:
        """Cancels, and waits until the library's threads have finished with the documents."""
        self._ended.set()
        self.cancel()
        for submitted in tuple(self._submitted):
            if submitted.request is not None:
                waiting.redact_request_wait(submitted.request.pointer, 10_000, None, None)


_flights: "weakref.WeakSet[Flight[Any]]" = weakref.WeakSet()


@atexit.register
def _end_all() -> None:
    """Stops the library's threads before the process ends."""
    for flight in list(_flights):
        flight.end()


def _after_fork() -> None:
    _flights.clear()


os.register_at_fork(after_in_child=_after_fork)
