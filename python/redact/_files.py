# SPDX-License-Identifier: Apache-2.0
"""Values of Python as arguments of the C interface."""

from __future__ import annotations

import os
from typing import Optional, Union

from . import _structs
from .errors import Misuse

FileLike = Union[str, "os.PathLike[str]", bytes]
"""A file: its path, or its content as bytes."""


def file_of(value: Optional[FileLike], name: str) -> _structs.File:
    if value is None:
        return _structs.File()
    if isinstance(value, (bytes, bytearray)):
        return _structs.File(data=bytes(value), data_size=len(value))
    try:
        path = os.fspath(value)
    except TypeError:
        raise Misuse(f"{name}: is neither a path nor bytes") from None
    return _structs.File(path=os.fsencode(path))


def string_of(value: Optional[str], name: str) -> Optional[bytes]:
    """A string of the caller. It may name a patient, so errors do not quote it."""
    if value is None:
        return None
    encoded = utf8(value) if isinstance(value, str) else None
    if encoded is None or b"\0" in encoded:
        raise Misuse(f"{name}: is not a string of Unicode without NUL")
    return encoded


def unicode(data: bytes) -> Optional[str]:
    """None for bytes that are not UTF-8. The decoder's exception holds the text, so it is not passed on."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def utf8(text: str) -> Optional[bytes]:
    """None for a text with lone surrogates. The encoder's exception holds the text, so it is not passed on."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return None
