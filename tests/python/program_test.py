#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`python -m redact` is the program. Usage: program_test.py SOURCE_DIR [TEST...]"""

import os
import subprocess
import sys
import unittest

import redact


def run(*args, stdin=b"", **environment):
    done = subprocess.run([sys.executable, "-m", "redact", *args], input=stdin, capture_output=True, env={**os.environ, **environment})
    return done.returncode, done.stdout, done.stderr.decode()


class Program(unittest.TestCase):
    def test_it_redacts(self):
        self.assertEqual(run("-", stdin=b"Mrs Ellison has no fever.\n"), (0, b"Mrs [PATIENT] has no fever.\n", ""))

    def test_it_is_of_the_version_of_the_package(self):
        self.assertEqual(run("--version"), (0, f"redact {redact.__version__}\n".encode(), ""))

    def test_exit_codes_pass_through(self):
        self.assertEqual(run("--no-such-option")[0], 2)
        self.assertEqual(run("-", stdin=b"%PDF-1.4 Ellison")[0], 3)

    def test_no_program(self):
        code, out, error = run("--version", REDACT_PROGRAM="/none/redact")
        self.assertEqual((code, out), (1, b""))
        self.assertIn("REDACT_PROGRAM", error)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
