#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A mapping that the program writes is one that the library reads. Usage: restore_test.py REDACT RESTORE_TEST"""

import pathlib
import subprocess
import sys
import tempfile

REDACT, RESTORE = sys.argv[1:3]

with tempfile.TemporaryDirectory() as folder:
    key, note, mapping = (pathlib.Path(folder) / name for name in ("key", "note.txt", "mapping"))
    key.write_bytes(bytes(range(32)))
    key.chmod(0o600)
    note.write_text("Patient: Margaret Ellison\nNo fever.\n")
    redacted = subprocess.run([REDACT, "--key-file", key, "--mapping", mapping, note], check=True, capture_output=True)
    assert redacted.stdout == b"Patient: [PATIENT]\nNo fever.\n", redacted.stdout
    subprocess.run([RESTORE, mapping, key], check=True)
