# SPDX-License-Identifier: Apache-2.0
"""Takes identifying information out of clinical and other text, on this machine.

    import redact
    redactor = redact.Redactor(policy="default")
    for result in redactor.redact(["Mrs Ellison has no fever."]):
        print(result.text)  # Mrs [PATIENT] has no fever.

Threads: a Redactor, a Model and a Mapping may be used by any number of threads at a time; an iterator of results belongs
to one thread at a time. The GIL is given up while the library works. A result depends on its text and the redactor's
options alone, never on other texts, their order or the threads (surrogates without a key are random).

Processes: a Redactor may be pickled and may be used in a forked child; each process opens its own model on first use.
An iterator that was begun before a fork is the parent's: in the child it raises Forked.
"""

from ._library import name_of as _name_of
from ._library import quick as _quick
from .errors import (
    BadInput,
    Cancelled,
    Error,
    Forked,
    Internal,
    Misuse,
    NotFound,
    OutOfMemory,
    TimedOut,
    Unreadable,
    Unsupported,
)
from .mapping import Mapping
from .model import Model
from .redactor import Document, Redactor
from .results import Evidence, Reason, Result, Span

__version__ = _name_of(_quick.redact_version())


def labels() -> "tuple[str, ...]":
    """The labels of spans: PATIENT, DATE and so on."""
    return tuple(_name_of(_quick.redact_label(i)) for i in range(_quick.redact_n_labels()))


__all__ = [
    "BadInput",
    "Cancelled",
    "Document",
    "Error",
    "Evidence",
    "Forked",
    "Internal",
    "Mapping",
    "Misuse",
    "Model",
    "NotFound",
    "OutOfMemory",
    "Reason",
    "Redactor",
    "Result",
    "Span",
    "TimedOut",
    "Unreadable",
    "Unsupported",
    "labels",
]
