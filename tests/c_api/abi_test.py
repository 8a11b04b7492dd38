#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the binary interface with its record, abi.txt: the functions and callbacks as they are declared, what the
library exports, the values of constants, and the offset and size of each field.

Within an ABI number lines may be added to the record, at the end of a struct or as functions and constants; none may
change. A change needs a new REDACT_ABI. `abi_test.py HEADER LIBRARY CC --record` writes the record anew.
Usage: abi_test.py HEADER LIBRARY CC"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HEADER, LIBRARY, CC = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]), sys.argv[3]
FOLDER = pathlib.Path(__file__).parent
RECORD = FOLDER / "abi.txt"


def header():
    text = re.sub(r"/\*.*?\*/", "", HEADER.read_text(), flags=re.S)
    return re.sub(r"\s+", " ", text.split("#include <stdint.h>")[1].replace("\\\n", " ").replace("\n#", "\n#"))


def structs(text):
    """Each struct with its fields."""
    for name, body in re.findall(r"typedef struct (\w+) \{(.*?)\} \1;", text):
        fields = []
        for declaration in body.split(";")[:-1]:
            names = re.sub(r"\[.*?\]", "", declaration).split(",")
            fields += [re.findall(r"\w+", each)[-1] for each in names]
        yield name, fields


def constants(text):
    for body in re.findall(r"typedef enum \w+ \{(.*?)\}", text):
        yield from re.findall(r"(\w+) =", body)
    yield from ("REDACT_ABI", "REDACT_MOST_STRUCT_BYTES", "REDACT_FOREVER")


def functions(text):
    return sorted(re.sub(r"\s+", " ", each) for each in
                  re.findall(r"(?:const )?\w+ \*?redact_\w+\([^;{}]*?\);|typedef \w+ \(\*redact_\w+\)\([^;]*?\);", text))


def measured(text):
    """Constants and structs, according to the C compiler."""
    lines = [f'printf("{name} %lu\\n", (unsigned long){name});' for name in constants(text)]
    for name, fields in structs(text):
        lines.append(f'printf("struct {name} %zu\\n", sizeof({name}));')
        lines += [f'printf("  {field} %zu %zu\\n", offsetof({name}, {field}), sizeof((({name} *)0)->{field}));'
                  for field in fields]
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "measure.c"
        source.write_text(f'#include <stdio.h>\n#include "{HEADER}"\nint main(void) {{\n' + "\n".join(lines) + "\n}\n")
        program = source.with_suffix("")
        subprocess.run([CC, "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", source, "-o", program], check=True)
        return subprocess.run([program], check=True, capture_output=True, text=True).stdout


def exported():
    out = subprocess.run(["nm", "-D", "--defined-only", LIBRARY], check=True, capture_output=True, text=True).stdout
    return sorted(line.split()[-1] for line in out.splitlines() if "@" in line.split()[-1])


def soname():
    out = subprocess.run(["readelf", "-d", LIBRARY], check=True, capture_output=True, text=True).stdout
    return re.search(r"SONAME.*\[(.*)\]", out)[1]


def interface():
    text = header()
    return "\n".join([soname(), *exported(), *functions(text), measured(text)])


class Abi(unittest.TestCase):
    maxDiff = None

    def test_the_interface_is_as_recorded(self):
        self.assertEqual(interface(), RECORD.read_text())

    def test_the_library_exports_the_functions_of_the_header(self):
        declared = {re.search(r"(redact_\w+)\(", line)[1] for line in functions(header()) if "typedef" not in line}
        self.assertGreater(len(declared), 25)
        self.assertEqual({line.split("@")[0] for line in exported()}, declared)

    def test_no_struct_ends_in_padding(self):
        """A field that a later release puts there would be read from the garbage of older programs."""
        ends = re.findall(r"struct (\w+) (\d+)\n(?:  .*\n)*  \w+ (\d+) (\d+)\n(?=struct|\Z)", RECORD.read_text())
        self.assertGreater(len(ends), 10)
        for name, size, offset, last in ends:
            self.assertEqual(int(size), int(offset) + int(last), name)

    def test_the_name_follows_the_number(self):
        number = re.search(r"#define REDACT_ABI (\d+)", HEADER.read_text())[1]
        self.assertEqual(soname(), f"libredact.so.{number}")

    def test_the_header_is_cxx_too(self):
        subprocess.run(["c++", "-std=c++11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-x", "c++",
                        HEADER], check=True)


if __name__ == "__main__":
    if "--record" in sys.argv:
        RECORD.write_text(interface())
    else:
        unittest.main(argv=sys.argv[:1])
