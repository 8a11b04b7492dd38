#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each level of the CPU kernels consists of instructions that its processors have, in the encoding that they know, and
has no function of its own that the linker could take where another level or the rest of the program calls it. Reads the library of a Release build.

Usage: encodings_test.py OBJDUMP NM LIBRARY
"""

import collections
import re
import subprocess
import sys
import unittest

OBJDUMP, NM, LIBRARY = sys.argv[1:4]

# The instructions in the sources of each level, rows and panels together. VEX is the encoding of AVX2 and AVX-VNNI,
# EVEX that of AVX-512. For ARM64 only the products are listed.
LEVELS = {
    "elf64-x86-64": {
        "scalar": set(),
        "avx2": {"VEX"},
        "avxvnni": {"VEX", "VEX vpdpbusd"},
        "avx512": {"VEX", "EVEX", "EVEX vpdpbusd"},
        "amx": {"VEX", "EVEX", "VEX tdpbssd"},
    },
    "elf64-littleaarch64": {"scalar": set(), "neon": set(), "dotprod": {"sdot"}, "i8mm": {"usdot", "usmmla"}},
}
PRODUCTS = {"vpdpbusd", "tdpbssd", "sdot", "udot", "usdot", "sudot", "smmla", "ummla", "usmmla"}
MEMBER = re.compile(r"(?:rows|panels)_(\w+)\.cc\.o")
INSTRUCTION = re.compile(r"\s*[0-9a-f]+:\t([0-9a-f]+) [0-9a-f ]*\t(?:\{\w+\} )?(\w+)")
ENCODINGS = {"c4": "VEX", "c5": "VEX", "62": "EVEX"}


def output(*command: str) -> list[str]:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


class Encodings(unittest.TestCase):
    def test_a_level_has_its_instructions_and_no_others(self):
        found, level, architecture = collections.defaultdict(set), None, None
        for line in output(OBJDUMP, "-d", LIBRARY):
            if "file format" in line:
                member, architecture = MEMBER.match(line), line.split()[-1]
                level = member and member[1]
            elif level and (instruction := INSTRUCTION.match(line)):
                first, name = instruction.groups()
                encoding = {ENCODINGS[first]} if first in ENCODINGS else set()
                found[level] |= encoding
                if name in PRODUCTS:
                    found[level].add(" ".join([*encoding, name]))
        levels = LEVELS[architecture]
        self.assertEqual({level: found[level] for level in levels}, levels)

    def test_the_linker_cannot_take_a_function_of_a_level_for_another(self):
        weak = []
        for line in output(NM, "-AC", "--defined-only", LIBRARY):
            member, kind, name = re.match(r".*?:(\S+):[0-9a-f]+ (\w) (.*)", line).groups()
            level = MEMBER.match(member)
            if level and kind == "W" and not re.search(rf"\bredact::{level[1]}\b", name, re.IGNORECASE):
                weak.append((member, name))
        self.assertEqual(weak, [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
