#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes hl7_types.txt: the types of the fields and components of HL7 v2 in its versions.

Usage: hl7_types.py > hl7_types.txt    (a Python with hl7apy 1.3)
"""

import collections
import importlib

HEAD = """\
# SPDX-License-Identifier: MIT
# The segments and the composite types of HL7 v2 as hl7apy (MIT) lists them, written by hl7_types.py: a line for each
# with the type of each field or component in its order. "ST/2.3=CX" is ST before 2.3 and CX since. "-" has none.
"""
VERSIONS = ["2.1", "2.2", "2.3", "2.3.1", "2.4", "2.5", "2.5.1", "2.6", "2.7", "2.8", "2.8.1", "2.8.2"]


def main() -> None:
    lines = collections.defaultdict(dict)  # by name and number the words "type" or "version=type"
    for version in VERSIONS:
        package = "hl7apy.v" + version.replace(".", "_")
        segments = importlib.import_module(package + ".segments").SEGMENTS
        composites = importlib.import_module(package + ".datatypes").DATATYPES_STRUCTS
        for name, parts in [*((name, segment[1]) for name, segment in segments.items() if len(segment) > 1), *composites.items()]:
            for part in parts or ():
                if not str(part[0]).startswith(name + "_"):  # ORO of 2.1 is listed otherwise
                    continue
                kind = part[1][2]
                words = lines[name].setdefault(int(part[0].rsplit("_", 1)[1]), [])
                if kind in (None, "WD"):  # withdrawn
                    continue
                if not words:
                    words.append(kind)
                elif words[-1].rsplit("=", 1)[-1] != kind:
                    words.append(f"{version}={kind}")
    print(HEAD, end="")
    for name, parts in sorted(lines.items()):
        print(name, *("/".join(parts.get(n) or ["-"]) for n in range(1, max(parts) + 1)))


if __name__ == "__main__":
    main()
