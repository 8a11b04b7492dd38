# SPDX-License-Identifier: Apache-2.0
"""Objects that each process opens for itself."""

from __future__ import annotations

import os
import threading
from typing import Callable, Optional, Protocol, TypeVar


class Opened(Protocol):
    @property
    def pid(self) -> int:
        """The process that opened it."""


T = TypeVar("T", bound=Opened)


class Holder(Protocol[T]):
    _opened: Optional[T]


def opened_here(holder: Holder[T], make: Callable[[], T]) -> T:
    """The object of a holder in this process: made on first use, and again in a forked child."""
    opened = holder._opened
    if opened is None or opened.pid != os.getpid():
        with _lock:
            opened = holder._opened
            if opened is None or opened.pid != os.getpid():
                holder._opened = opened = make()
    return opened


def _after_fork() -> None:
    """Another thread of the parent may have held the lock."""
    global _lock
    _lock = threading.RLock()


_lock = threading.RLock()  # a redactor opens its model
os.register_at_fork(after_in_child=_after_fork)
