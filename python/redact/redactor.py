# SPDX-License-Identifier: Apache-2.0
"""A configuration on a model: the choice of what to hide, and the replacements."""

from __future__ import annotations

import ctypes
import os
import warnings
from typing import Any, Dict, Iterable, Iterator, Mapping, NamedTuple, Optional, Sequence, Sized, Tuple, Union

from . import _structs
from ._files import FileLike, file_of, string_of, utf8
from ._flight import Flight
from ._lists import Facts, People, Terms, json_of, value_of
from ._library import Handle, call, listen, name_of, quick, waiting
from ._per_process import opened_here
from ._read_result import FORMATS
from .errors import BadInput, Misuse
from .model import Model, Path, shared
from .results import Result, Text

_FILES = [name for name, type, *_ in _structs.ConfigOptions._fields_ if type is _structs.File and name != "policy_file"]


class Document(NamedTuple):
    """A text with facts about it. Without facts, pass the text itself."""

    text: Union[str, bytes]
    id: Optional[str] = None
    """The name of the document in the redactor's `known` and `corrections`, and in mappings."""
    patient: Optional[str] = None
    """With a key, values drawn for a patient agree in all their texts. None: of a resource of FHIR in JSON its own."""
    known: Optional[Facts] = None
    """Known identifiers of the people in it, by label: {"PATIENT": "Margaret Ellison", "DATE": ["1948-03-14"]}."""
    format: str = "auto"
    """auto, text, html, xml, json, hl7, docx, mail, rtf, xlsx, ods or odt; auto recognises the format by the content."""
    file_name: Optional[str] = None
    """Only its ending is used, to recognise pages."""
    timeout: float = 0
    """Seconds after which the document fails; 0 is never."""


class _Opened(NamedTuple):
    redactor: Handle
    config: Handle
    pid: int


class Redactor:
    """Redacts texts, or finds the identifiers in them. Any number of threads may use one.

    Options are those of the program `redact` and of redact/redact.h, whose names errors use. Files are a path, bytes
    with the content, or the value of Python that they stand for: deny={"OTHER": ["Project Heron"]}, allow=["Heron"],
    known={"note-17": {"PATIENT": "Margaret Ellison"}}, policy={"name": "ours", "placeholders": {"PATIENT": "[P]"}}.
    known and corrections name documents by their id, known_fhir patients as "Patient/ID".

    policy: the name of a shipped policy; a path (a PathLike, or a str with a slash or with the ending .yaml), bytes or
    a mapping of one of your own. model: a Model, the path of a GGUF file, or None for the bundled model. recall: "high",
    "balanced" or "precise"; bias: a number in its place. agree: "any", "majority" or "all" of several models. key: a
    path, or random bytes, at least 16; legacy_key: it may be text. builtin_rules: False leaves out the shipped
    patterns. keep_ids: ids of FHIR resources stay. task, language, chat_template, prompt, shots: how an instruct model
    is asked.
    """

    def __init__(
        self,
        policy: Union[FileLike, Mapping[str, Any]] = "default",
        model: Union[Model, Path, None] = None,
        *,
        rules: Union[FileLike, Mapping[str, Any], Sequence[Any], None] = None,
        deny: Union[FileLike, Terms, None] = None,
        allow: Union[FileLike, Iterable[str], None] = None,
        hints: Union[FileLike, Terms, None] = None,
        known: Union[FileLike, People, None] = None,
        known_fhir: Union[FileLike, Sequence[Mapping[str, Any]], None] = None,
        corrections: Union[FileLike, Sequence[Mapping[str, Any]], None] = None,
        fhir_rules: Union[FileLike, Mapping[str, Any], Sequence[Any], None] = None,
        key: Optional[FileLike] = None,
        legacy_key: bool = False,
        builtin_rules: bool = True,
        keep_ids: bool = False,
        recall: Optional[str] = None,
        bias: Optional[float] = None,
        agree: Optional[str] = None,
        task: Optional[str] = None,
        language: Optional[str] = None,
        chat_template: Optional[str] = None,
        prompt: Optional[FileLike] = None,
        shots: Optional[FileLike] = None,
    ) -> None:
        options = dict(locals())
        del options["self"], options["model"]
        files = {name: value_of(options[name], name) for name in ("policy", *_FILES) if options[name] is not None}
        self._options: Dict[str, Any] = {**options, **files}
        self._model = model if isinstance(model, Model) else shared(model)
        self._opened: Optional[_Opened] = None
        self._open()

    @property
    def model(self) -> Model:
        return self._model

    @property
    def policy(self) -> str:
        """The name of the policy."""
        return name_of(quick.redact_config_policy(self._open().config.pointer))

    def redact(
        self,
        texts: Iterable[Union[Text, Document]],
        *,
        format: str = "auto",
        seal: bool = False,
        progress: bool = False,
    ) -> Iterator[Result[Text]]:
        """Redacts texts, str or bytes, or Documents; yields their results in their order.

        Texts are read ahead as far as all threads need, at most 16 MiB, so memory does not grow with their number. A
        document that cannot be redacted has a result without text whose status is "failed", and the others go on. An
        iterator that is dropped or closed cancels what is in hand. It belongs to one thread at a time.

        format: of texts that are no Documents. seal: with a key, results have the line that restores their text;
        documents need an id. progress: shows a bar of tqdm, which has to be installed.
        """
        return self._run(texts, format, False, seal, progress)

    def find(
        self, texts: Iterable[Union[Text, Document]], *, format: str = "auto", progress: bool = False
    ) -> Iterator[Result[Text]]:
        """The same without an output: results have spans only, those of all labels that the policy lists."""
        return self._run(texts, format, True, False, progress)

    def redact_one(self, text: Union[Text, Document], *, format: str = "auto", seal: bool = False) -> Result[Text]:
        """Redacts a text and waits for it. Raises an error if it cannot be redacted."""
        return self._one(text, format, False, seal)

    def find_one(self, text: Union[Text, Document], *, format: str = "auto") -> Result[Text]:
        """Searches a text and waits for it. Raises an error if it cannot be searched."""
        return self._one(text, format, True, False)

    def __reduce__(self) -> Tuple[Any, ...]:
        if isinstance(self._options["key"], (bytes, bytearray)):
            raise TypeError("a redactor with a key in memory is not pickled; give the path of the key")
        return _unpickled, (self._options, self._model)

    def __repr__(self) -> str:
        return f"<Redactor {self.policy}, {self._model.name}>"

    def _open(self) -> _Opened:
        """The redactor's library objects in this process."""
        return opened_here(self, self._open_here)

    def _open_here(self) -> _Opened:
        model = self._model._open()
        config = _open_config(model.model, self._options)
        return _Opened(model.redactor, config, os.getpid())

    def _one(self, text: Union[Text, Document], format: str, detect: bool, seal: bool) -> Result[Text]:
        flight: Flight[Text] = Flight()
        try:
            self._submit(flight, text, format, detect, seal)
            result = flight.take()
        finally:
            flight.close()
        if result.error is not None:
            raise result.error
        return result

    def _run(
        self, texts: Iterable[Union[Text, Document]], format: str, detect: bool, seal: bool, progress: bool
    ) -> Iterator[Result[Text]]:
        if isinstance(texts, (str, bytes)):
            raise Misuse("texts: is one text; redact_one and find_one take those")
        _format_of(format)
        results = self._stream(texts, format, detect, seal)
        if not progress:
            return results
        from tqdm.auto import tqdm  # type: ignore[import-untyped]

        total = len(texts) if isinstance(texts, Sized) else None
        return iter(tqdm(results, total=total, unit=" notes"))

    def _stream(
        self, texts: Iterable[Union[Text, Document]], format: str, detect: bool, seal: bool
    ) -> Iterator[Result[Text]]:
        flight: Flight[Text] = Flight()
        try:
            for text in texts:
                while len(flight) > 0 and not flight.has_room(_size_of(text)):
                    yield flight.take()
                self._submit(flight, text, format, detect, seal)
                while flight.oldest_is_done():
                    yield flight.take()
            while len(flight) > 0:
                yield flight.take()
        finally:
            flight.close()

    def _submit(self, flight: Flight[Text], given: Any, format: str, detect: bool, seal: bool) -> None:
        document = given if isinstance(given, Document) else Document(given, format=format)
        text = document.text
        if not isinstance(text, (str, bytes)):
            raise Misuse("a text is neither str nor bytes")
        source = utf8(text) if isinstance(text, str) else text
        if source is None:
            flight.refuse(BadInput("text: is not valid Unicode"), document.id)
            return
        opened = self._open()
        known = _json_of(document.known)
        struct = _structs.Document(
            config=opened.config.pointer,
            text=source,
            text_size=len(source),
            format=_format_of(document.format),
            detect=1 if detect else 0,
            file_name=string_of(document.file_name, "file_name"),
            id=string_of(document.id, "id"),
            patient=string_of(document.patient, "patient"),
            known=known,
            known_size=len(known or b""),
            timeout_ms=_milliseconds(document.timeout),
            seal=1 if seal else 0,
        )
        flight.submit(opened.redactor, struct, source, isinstance(text, str), document.id)


def _unpickled(options: Dict[str, Any], model: Model) -> Redactor:
    redactor = Redactor.__new__(Redactor)
    redactor._options, redactor._model, redactor._opened = options, model, None
    return redactor


def _open_config(model: Handle, options: Dict[str, Any]) -> Handle:
    struct = _structs.ConfigOptions(
        no_builtin_rules=0 if options["builtin_rules"] else 1,
        keep_ids=1 if options["keep_ids"] else 0,
        legacy_key=1 if options["legacy_key"] else 0,
    )
    policy = options["policy"]
    if isinstance(policy, str) and "/" not in policy and not policy.endswith(".yaml"):
        struct.policy = string_of(policy, "policy")
    else:
        struct.policy_file = file_of(policy, "policy")
    for name in _FILES:
        setattr(struct, name, file_of(options[name], name))
    for name in ("recall", "agree", "task", "language", "chat_template"):
        setattr(struct, name, string_of(options[name], name))
    if options["bias"] is not None:
        struct.bias = ctypes.pointer(ctypes.c_float(options["bias"]))
    told = listen(struct)
    config = call(waiting.redact_config_open, model.pointer, ctypes.byref(struct), free=waiting.redact_config_free)
    for line in told:
        warnings.warn(line, RuntimeWarning, stacklevel=6)
    return config


def _format_of(name: str) -> int:
    if name not in FORMATS:
        raise Misuse("format: is none of " + ", ".join(FORMATS))
    return FORMATS.index(name)


def _size_of(given: Any) -> int:
    text = given.text if isinstance(given, Document) else given
    return len(text) if isinstance(text, (str, bytes)) else 0


def _milliseconds(seconds: float) -> int:
    if not 0 <= seconds < 4e6:
        raise Misuse("timeout: is not between 0 and 4e6 seconds")
    return max(1, round(seconds * 1000)) if seconds > 0 else 0


def _json_of(known: Optional[Facts]) -> Optional[bytes]:
    if known is None:
        return None
    if not isinstance(known, Mapping):
        raise Misuse("known: is no mapping of labels")
    return json_of(dict(known), "known").encode()
