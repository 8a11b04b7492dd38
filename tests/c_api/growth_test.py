#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs programs that were compiled against headers with longer and shorter structs, with the library of this release and
with one whose structs have grown.
Usage: growth_test.py FOLDER_OF_PROGRAMS LIBRARY_FOLDER GROWN_LIBRARY_FOLDER"""

import os
import pathlib
import subprocess
import sys
import unittest

PROGRAMS, LIBRARY, GROWN = map(pathlib.Path, sys.argv[1:4])


class Growth(unittest.TestCase):
    def run_program(self, which, library):
        """The version of the library that ran, and the program's size of a redact_document."""
        arguments = ["grown"] if library == GROWN else []
        done = subprocess.run([PROGRAMS / f"c_api_growth_{which}", *arguments], capture_output=True, text=True,
                              env=os.environ | {"LD_LIBRARY_PATH": str(library)})
        self.assertEqual(done.returncode, 0, done.stderr)
        version, size = done.stdout.split()
        return version, int(size)

    def test_every_program_runs_with_every_library(self):
        for library, patch in ((LIBRARY, "0"), (GROWN, "99")):
            sizes = {}
            for which in ("now", "longer", "shorter"):
                with self.subTest(program=which, library=library):
                    version, sizes[which] = self.run_program(which, library)
                    self.assertEqual(version.split(".")[2], patch)
            self.assertLess(sizes["shorter"], sizes["now"])
            self.assertLess(sizes["now"], sizes["longer"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
