# SPDX-License-Identifier: Apache-2.0
"""A model, and the threads that run it."""

from __future__ import annotations

import os
import threading
import weakref
from ctypes import c_char_p
from typing import Any, Dict, Optional, Sequence, Tuple, Union

from . import _structs
from ._library import call, name_of, quick, waiting
from ._per_process import opened_here
from .errors import Misuse

Path = Union[str, "os.PathLike[str]"]


class _Opened:
    """The model in one process."""

    def __init__(self, options: Dict[str, Any]) -> None:
        path, lora = (os.fsencode(options[name]) if options[name] is not None else None for name in ("path", "lora"))
        more = [None if name is None else os.fsencode(name) for name in options["more"]]
        self.model = call(
            waiting.redact_model_open,
            _structs.ModelOptions(
                path=path,
                lora_path=lora,
                device=options["device"].encode(),
                n_threads=options["threads"],
                no_draft=0 if options["draft"] else 1,
                context=options["context"],
                more_paths=(c_char_p * len(more))(*more),
                n_more_paths=len(more),
            ),
            free=waiting.redact_model_free,
        )
        self.redactor = call(
            waiting.redact_redactor_open,
            self.model.pointer,
            _structs.RedactorOptions(n_threads=options["threads"], memory_bytes=options["memory"]),
            free=waiting.redact_redactor_free,
        )
        self.pid = os.getpid()


class Model:
    """A model and the threads that run it, for any number of redactors and threads.

    Most programs need none of their own: redactors that name no model, or the same file, share one. It is opened at
    once; in a forked child, or after it was pickled, it is opened again when it is needed.

    path: a GGUF file; None is the bundled model. more: further label models
    that read each text, too (Redactor's agree). lora: an adapter of it. device: "cpu", "cuda", "cuda:1" or "auto".
    threads: 0 is one for each hardware thread. memory: bytes for documents in hand, each of which takes some 16 times
    its text; 0 is 32 MiB. context, draft: of an instruct model (redact/redact.h).
    """

    def __init__(
        self,
        path: Optional[Path] = None,
        *,
        more: Sequence[Optional[Path]] = (),
        lora: Optional[Path] = None,
        device: str = "cpu",
        threads: int = 0,
        memory: int = 0,
        context: int = 0,
        draft: bool = True,
    ) -> None:
        if min(threads, memory, context) < 0:
            raise Misuse("threads, memory and context: are not negative")
        self._options = {
            "path": path if path is None else os.fspath(path),
            "more": [name if name is None else os.fspath(name) for name in more],
            "lora": lora if lora is None else os.fspath(lora),
            "device": device,
            "threads": threads,
            "memory": memory,
            "context": context,
            "draft": draft,
        }
        self._opened: Optional[_Opened] = None
        self._open()

    def _open(self) -> _Opened:
        """The model in this process."""
        return opened_here(self, lambda: _Opened(self._options))

    @property
    def name(self) -> str:
        return name_of(quick.redact_model_name(self._open().model.pointer))

    def __reduce__(self) -> Tuple[Any, ...]:
        return _unpickled, (self._options,)

    def __repr__(self) -> str:
        return f"<Model {self.name}>"


def _unpickled(options: Dict[str, Any]) -> Model:
    model = Model.__new__(Model)
    model._options, model._opened = options, None
    return model


def shared(path: Optional[Path]) -> Model:
    """The model of a file, opened once while anything uses it."""
    key = None if path is None else os.path.abspath(os.fspath(path))
    with _sharing:
        model = _shared.get(key)
        if model is None:
            model = _shared[key] = Model(path)
        return model


def _after_fork() -> None:
    """Another thread of the parent may have held the lock."""
    global _sharing
    _sharing = threading.Lock()


_sharing = threading.Lock()
_shared: "weakref.WeakValueDictionary[Optional[str], Model]" = weakref.WeakValueDictionary()
os.register_at_fork(after_in_child=_after_fork)

