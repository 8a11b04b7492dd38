#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that includes follow the layers of folders, that files keep within their size limits, and that no two headers
define types of the same name.

   tests  bench  tools  examples    may use everything; nothing may use them
         server                     only <redact/redact.h>
         program  python (the wheel)
         c_api
         redactor
   documents      runtime           may not use each other
   language   gguf_loader  kernels  may not use each other
   crypto  base                     everything else may use them; crypto uses base

Inside documents/, kernels/, redactor/ and program/ (ROOMS), a folder uses those listed with it; "" is the files of the
folder itself. Of kernels/, other folders use no device (OPEN). The public header, include/redact/redact.h, includes
nothing of the tree, and only c_api/ includes it.

Usage: check_layers.py [ROOT]; prints each violation and exits with 1 if there is one.
"""

import pathlib
import re
import sys

MAY_INCLUDE = {
    "base": {"base"},
    "crypto": {"base", "crypto"},
    "language": {"base", "language"},
    "documents": {"base", "language", "documents"},
    "gguf_loader": {"base", "gguf_loader"},
    "kernels": {"base", "kernels"},
    "runtime": {"base", "gguf_loader", "kernels", "runtime"},
    "redactor": {"base", "crypto", "language", "documents", "runtime", "redactor"},
    "include": set(),
    "c_api": {"base", "crypto", "language", "documents", "redactor", "c_api"},
    "program": {"base", "crypto", "language", "documents", "redactor", "program"},
    "python": {"program", "python", "tools"},
    "server": {"server"},
}
# The folders of redactor/ below its own files.
BELOW = {"settings", "span", "text", "spoken", "persons", "policy", "rules", "copy", "labelling", "listing", "prompt", "finder", "fields"}
ROOMS = {
    "documents": {
        "": {""},
        "files": {"", "files"},
        "structured": {"structured"},
        "formats": {"", "files", "structured", "formats"},
    },
    "kernels": {
        "formats": {"formats"},
        "cpu": {"", "formats", "cpu"},
        "cuda": {"", "formats", "cuda"},
        "": {"formats", "cpu", "cuda", ""},
    },
    "redactor": {
        "settings": {"settings"},
        "span": {"span"},
        "text": {"span", "text"},
        "spoken": {"span", "text", "spoken"},
        "persons": {"span", "persons"},
        "policy": {"span", "persons", "policy"},
        "rules": {"span", "rules"},
        "copy": {"span", "copy"},
        "labelling": {"span", "labelling"},
        "listing": {"span", "copy", "listing"},
        "prompt": {"span", "policy", "prompt"},
        "finder": {"span", "text", "copy", "labelling", "listing", "prompt", "settings", "finder"},
        "fields": {"span", "policy", "rules", "fields"},
        "": BELOW | {""},
        "records": BELOW | {"", "records"},
    },
    "program": {
        "pages": {"pages", "batch"},
        "batch": {"", "pages", "batch"},
        "": {"", "pages", "batch"},
    },
}
# What other folders may include of a folder.
OPEN = {"kernels": {"", "formats"}}
FREE = ("tests", "bench", "tools", "examples")
PUBLIC = "redact/redact.h"

# Deliberate exceptions, each with its reason.
EXCEPTIONS = {
    # A label model describes its grammar in its own metadata.
    ("redactor/labelling/label_format.cc", "gguf_loader/metadata.h"),
    ("redactor/labelling/class_format.cc", "gguf_loader/metadata.h"),
    # The pipeline picks the device; it calls no kernel.
    ("redactor/finder/redaction_model.cc", "kernels/open_device.h"),
    ("redactor/finder/device_name.cc", "kernels/open_device.h"),
    ("program/args.cc", "kernels/open_device.h"),
    # The program opens no model itself; it digests a model's files and refuses to write over them.
    ("program/batch/run_setup.cc", "gguf_loader/split.h"),
    ("program/clashes.cc", "gguf_loader/split.h"),
}

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
TYPE = re.compile(r"^(?:class|struct|enum|enum class) (?:\[\[\w+\]\] )?(\w+)(?: final)?(?: : [^;{]*)? ?\{", re.MULTILINE)
MAX_LINES = 400  # of a source file; tables of data are elsewhere


def room(name: str) -> str:
    """The folder inside a top-level folder that contains a file; "" for a file directly in the top-level folder."""
    inside = name.split("/")[1:-1]
    return inside[0] if inside else ""


def breaches(root: pathlib.Path):
    for path in sorted(root.rglob("*")):
        if path.suffix not in {".h", ".cc", ".c", ".cuh", ".cu"}:
            continue
        name = path.relative_to(root).as_posix()
        folder = name.split("/")[0]
        if folder not in MAY_INCLUDE and folder not in FREE:
            continue
        text = path.read_text()
        if "SPDX-License-Identifier: Apache-2.0" not in text.partition("\n")[0]:
            yield f"{name}: the first line is not the licence line"
        if text.count("\n") > MAX_LINES:
            yield f"{name}: {text.count(chr(10))} lines, more than {MAX_LINES}"
        if folder in FREE:
            continue
        for include in INCLUDE.findall(text):
            target = include.split("/")[0]
            if include == PUBLIC and name.startswith("c_api/"):
                continue
            if target not in MAY_INCLUDE[folder] and (name, include) not in EXCEPTIONS:
                yield f"{name}: includes {include}, against the arrows"
            elif target == folder in ROOMS and room(include) not in ROOMS[folder][room(name)]:
                yield f"{name}: includes {include}, against the arrows inside {folder}/"
            elif target in OPEN and target != folder and room(include) not in OPEN[target]:
                yield f"{name}: includes {include}, which only {target}/ may use"


def clashes(root: pathlib.Path):
    """Types of one name in two headers: they share a namespace, so a program that links both would use one for both."""
    headers = {}
    for path in sorted(root.rglob("*.h")):
        name = path.relative_to(root).as_posix()
        if name.split("/")[0] in MAY_INCLUDE:
            for defined in set(TYPE.findall(path.read_text())):
                headers.setdefault(defined, []).append(name)
    for defined, names in headers.items():
        if len(names) > 1:
            yield f"{defined} is defined in " + " and ".join(names)


def main() -> int:
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    found = [*breaches(root), *clashes(root)]
    print("\n".join(found) if found else "every include follows the arrows")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
