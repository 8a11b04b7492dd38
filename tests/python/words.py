# SPDX-License-Identifier: Apache-2.0
"""Redactors whose model finds the words of tests/support/words.txt, so that no test depends on the bundled model's
answers."""

import functools
import os

import redact

MODEL = os.environ["REDACT_WORD_MODEL"]
Redactor = functools.partial(redact.Redactor, model=MODEL)
