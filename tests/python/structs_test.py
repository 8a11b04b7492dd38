#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the structs and numbers of the Python package with the record of the binary interface.
Usage: structs_test.py SOURCE_DIR [TEST...]"""

import ctypes
import pathlib
import re
import sys
import unittest

from redact import _flight, _library, _read_result, _structs, errors

SOURCE = pathlib.Path(sys.argv[1])
RECORD = (SOURCE / "tests/c_api/abi.txt").read_text()


def recorded():
    """Each struct: its size, and its fields with offset and size."""
    for name, size, body in re.findall(r"^struct redact_(\w+) (\d+)\n((?:  .*\n)*)", RECORD, re.M):
        fields = [(field, int(offset), int(n)) for field, offset, n in re.findall(r"  (\w+) (\d+) (\d+)", body)]
        yield "".join(part.capitalize() for part in name.split("_")), int(size), fields


def constants(prefix):
    return {name.lower(): int(value) for name, value in re.findall(rf"^REDACT_{prefix}(\w+) (\d+)$", RECORD, re.M)}


class Structs(unittest.TestCase):
    def test_every_struct_is_that_of_the_header(self):
        structs = list(recorded())
        self.assertGreater(len(structs), 10)
        for name, size, fields in structs:
            struct = getattr(_structs, name)
            self.assertEqual(ctypes.sizeof(struct), size, name)
            own = [(f, getattr(struct, f).offset, getattr(struct, f).size) for f, _ in struct._fields_]
            self.assertEqual(own, fields, name)

    def test_a_sized_struct_knows_its_size(self):
        self.assertEqual(_structs.Summary().size, 56)

    def test_formats_sources_and_reasons(self):
        self.assertEqual({name: i for i, name in enumerate(_read_result.FORMATS)}, constants("FORMAT_"))
        self.assertEqual({name: n for n, name in _read_result._SOURCES.items()}, constants("SOURCE_"))
        reasons = {name.replace("-", "_"): n for n, name in _read_result._REASONS.items()}
        self.assertEqual(reasons, constants("REASON_"))

    def test_each_status_has_its_error(self):
        all_of_them = re.search(r"REDACT_OK 0\n(.*?)REDACT_FORMAT", RECORD, re.S)[1]
        numbers = {name: int(n) for name, n in re.findall(r"REDACT_(\w+) (\d+)", all_of_them)}
        self.assertEqual(numbers.pop("BUSY"), _flight._BUSY)
        del numbers["WITHHELD"]  # of batches only
        self.assertEqual(set(numbers.values()), set(errors._BY_STATUS))
        for name, error in (("BAD_INPUT", errors.BadInput), ("FORKED", errors.Forked), ("TIMED_OUT", errors.TimedOut)):
            self.assertEqual(numbers[name], error.status)

    def test_the_number_of_the_interface(self):
        self.assertEqual(constants("")["abi"], _library.ABI)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
