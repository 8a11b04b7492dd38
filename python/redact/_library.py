# SPDX-License-Identifier: Apache-2.0
"""Finds libredact.so and declares its functions."""

from __future__ import annotations

import ctypes
import os
from ctypes import POINTER, c_char_p, c_int, c_size_t, c_uint32, c_void_p
from typing import Any, Callable, List, Optional

from . import _structs
from .errors import Internal, error_of

ABI = 1
NAME = f"libredact.so.{ABI}"
VARIABLE = "REDACT_LIBRARY"  # names the library of a build tree

_HANDLE, _OUT, _ERROR = c_void_p, POINTER(c_void_p), POINTER(_structs.Error)


def _path() -> str:
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return chosen
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), NAME)
    return beside if os.path.exists(beside) else NAME  # else where the system looks


def _open(kind: Callable[[str], Any]) -> Any:
    try:
        library = kind(_path())
    except OSError as error:
        raise ImportError(f"{NAME} cannot be loaded ({error}); {VARIABLE} names the library of a build tree") from None
    if library.redact_abi() != ABI:
        raise ImportError(f"the library has ABI {library.redact_abi()}, this package needs {ABI}")
    return library


# Functions that may take long are called through `waiting`, which releases the GIL. Functions that read a result are
# faster than releasing and taking the GIL, and are called through `quick`.
waiting = _open(ctypes.CDLL)
quick = _open(ctypes.PyDLL)


def _declare(library: Any, name: str, result: Any, *arguments: Any) -> None:
    function = getattr(library, name)
    function.restype, function.argtypes = result, arguments


def _pointer(struct: Any) -> Any:
    return POINTER(struct)


_declare(quick, "redact_version", c_char_p)
_declare(quick, "redact_n_labels", c_size_t)
_declare(quick, "redact_label", c_char_p, c_size_t)
_declare(quick, "redact_presidio_name", c_char_p, c_char_p)
_declare(quick, "redact_model_name", c_char_p, _HANDLE)
_declare(quick, "redact_config_policy", c_char_p, _HANDLE)
_declare(quick, "redact_result_output", c_void_p, _HANDLE, POINTER(c_size_t))
_declare(quick, "redact_result_mapping", c_void_p, _HANDLE, POINTER(c_size_t))
_declare(quick, "redact_result_summary", c_int, _HANDLE, _pointer(_structs.Summary))
_declare(quick, "redact_result_finding", c_int, _HANDLE, c_size_t, _pointer(_structs.Finding))
_declare(quick, "redact_result_evidence", c_int, _HANDLE, c_size_t, c_size_t, _pointer(_structs.Evidence))
_declare(quick, "redact_result_review", c_int, _HANDLE, c_size_t, _pointer(_structs.Review))
_declare(quick, "redact_result_free", None, _HANDLE)
_declare(waiting, "redact_model_open", c_int, _pointer(_structs.ModelOptions), _OUT, _ERROR)
_declare(waiting, "redact_model_free", None, _HANDLE)
_declare(waiting, "redact_config_open", c_int, _HANDLE, _pointer(_structs.ConfigOptions), _OUT, _ERROR)
_declare(waiting, "redact_config_free", None, _HANDLE)
_declare(waiting, "redact_redactor_open", c_int, _HANDLE, _pointer(_structs.RedactorOptions), _OUT, _ERROR)
_declare(waiting, "redact_redactor_free", None, _HANDLE)
_declare(waiting, "redact_submit", c_int, _HANDLE, _pointer(_structs.Document), c_void_p, c_void_p, _OUT, _ERROR)
_declare(waiting, "redact_request_cancel", None, _HANDLE)
_declare(waiting, "redact_request_wait", c_int, _HANDLE, c_uint32, _OUT, _ERROR)
_declare(waiting, "redact_request_free", None, _HANDLE)
_declare(waiting, "redact_mapping_open", c_int, _pointer(_structs.MappingOptions), _OUT, _ERROR)
_declare(waiting, "redact_mapping_free", None, _HANDLE)
_declare(waiting, "redact_presidio_registry", c_int, _pointer(_structs.File), _OUT, _ERROR)
_declare(waiting, "redact_restore", c_int, _HANDLE, _pointer(_structs.Redacted), _OUT, _ERROR)

LOG = ctypes.CFUNCTYPE(None, c_void_p, c_int, c_char_p)


def listen(options: Any) -> List[str]:
    """Gives a struct of options a log, which lives as long as the struct, and returns the lines that the log is told."""
    told: List[str] = []
    options.listener = LOG(lambda user, status, message: told.append(message.decode("utf-8", "replace")))
    options.log = ctypes.cast(options.listener, c_void_p)
    return told


class Handle:
    """A handle of the library, which is freed when nothing refers to it any more."""

    __slots__ = ("pointer", "_free")

    def __init__(self, pointer: Optional[int], free: Callable[[Optional[int]], None]) -> None:
        self.pointer, self._free = pointer, free

    def __del__(self) -> None:
        self._free(self.pointer)


def call(function: Any, *arguments: Any, free: Callable[[Optional[int]], None]) -> Handle:
    """Calls a function that fills a handle and an error, its last two arguments."""
    out, error = c_void_p(), _structs.Error()
    status = function(*arguments, ctypes.byref(out), ctypes.byref(error))
    if status != 0:
        raise error_of(status, message_of(error))
    return Handle(out.value, free)


def message_of(error: _structs.Error) -> str:
    message: bytes = error.message
    return message.decode("utf-8", "replace")


def bytes_at(function: Any, handle: Optional[int]) -> Optional[bytes]:
    """The bytes of a function that returns a pointer and fills a size."""
    size = c_size_t()
    pointer = function(handle, ctypes.byref(size))
    return None if pointer is None else ctypes.string_at(pointer, size.value)


def name_of(value: Optional[bytes]) -> str:
    if value is None:
        raise Internal("the library has no name here")
    return value.decode()
