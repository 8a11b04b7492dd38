# SPDX-License-Identifier: Apache-2.0
"""Restores redacted texts."""

from __future__ import annotations

import ctypes
import warnings
from typing import Any, Optional

from . import _structs
from ._files import FileLike, file_of, string_of, unicode, utf8
from ._library import bytes_at, call, listen, quick, waiting
from .errors import BadInput, Internal
from .results import Text


class Mapping:
    """The lines that `seal` made (`Result.mapping`, joined), or those of the program's `--mapping`, with their key.

    Both are a path, or bytes. Any number of threads may use one. Warns of lines that an older version has sealed in a
    weaker way. legacy_key: the key may be text.
    """

    def __init__(self, lines: FileLike, key: FileLike, *, legacy_key: bool = False) -> None:
        options = _structs.MappingOptions(
            lines=file_of(lines, "lines"), key=file_of(key, "key"), legacy_key=1 if legacy_key else 0
        )
        told = listen(options)
        self._handle = call(waiting.redact_mapping_open, ctypes.byref(options), free=waiting.redact_mapping_free)
        for line in told:
            warnings.warn(line, RuntimeWarning, stacklevel=2)

    def restore(self, text: Text, id: Optional[str] = None, *, id_is_number: bool = False) -> Text:
        """The source of a redacted text. Raises BadInput if several documents would fit: one patient's text must not
        come back as another's; an id tells them apart. id_is_number: the id is the number of a row or line."""
        given: Any = text
        redacted = utf8(given) if isinstance(given, str) else given
        if redacted is None:
            raise BadInput("text: is not valid Unicode")
        struct = _structs.Redacted(
            text=redacted,
            text_size=len(redacted),
            id=string_of(id, "id"),
            id_is_number=1 if id_is_number else 0,
        )
        result = call(
            waiting.redact_restore, self._handle.pointer, ctypes.byref(struct), free=quick.redact_result_free
        )
        source = bytes_at(quick.redact_result_output, result.pointer)
        if source is None:
            raise Internal("the restored text is missing")
        restored: Any = unicode(source) if isinstance(given, str) else source
        if restored is None:
            raise BadInput("text: was not Unicode; as bytes it can be restored")
        return restored  # type: ignore[no-any-return]
