#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a copy of the public header with longer or shorter structs, as those of a later or an earlier release.
Usage: grow_header.py longer|shorter HEADER OUT"""

import pathlib
import re
import sys

# How many declarations at its end each struct lacks in the earlier release.
SHORTER = {"redact_model_options": 2, "redact_config_options": 2, "redact_redactor_options": 2, "redact_document": 1,
           "redact_summary": 2, "redact_finding": 2, "redact_evidence": 1, "redact_review": 1, "redact_redacted": 1}
STRUCT = re.compile(r"typedef struct (\w+) \{\n  size_t size;(.*?)\n\} \1;", re.S)


def without_comments(text):
    return re.sub(r"/\*.*?\*/", "", text, flags=re.S)


def longer(match):
    return match[0].replace(f"\n}} {match[1]};", f"\n  size_t added[2];\n}} {match[1]};")


def shorter(match):
    fields = re.findall(r"[^;]+;", match[2])
    kept = fields[:len(fields) - SHORTER.get(match[1], 0)]
    if match[1] == "redact_error":
        kept = [" char message[24];"]
    return f"typedef struct {match[1]} {{\n  size_t size;{''.join(kept)}\n}} {match[1]};"


def main():
    which, header, out = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    text = without_comments(header.read_text())
    names = {match[1] for match in STRUCT.finditer(text)}
    assert len(names) == 11 and set(SHORTER) < names, names
    text = STRUCT.sub(longer if which == "longer" else shorter, text)
    if which == "longer":  # of which the library tells its version
        text = re.sub(r"(REDACT_VERSION_PATCH) \d+", r"\1 99", text)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text("/* SPDX-License-Identifier: Apache-2.0 */\n" + text)


main()
