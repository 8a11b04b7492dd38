#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs the C library and builds README's example with it, as an embedder does.
Usage: library_test.py CMAKE BUILD_DIR SOURCE_DIR CC"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

CMAKE, BUILD, SOURCE, CC = sys.argv[1], *map(pathlib.Path, sys.argv[2:4]), sys.argv[4]


def run(*args):
    return subprocess.run(list(map(str, args)), check=True, capture_output=True, text=True).stdout


def symbols(path, which):
    return [line.split()[-1].split("@")[0] for line in run("nm", "-D", which, path).splitlines()]


class Library(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.dir = pathlib.Path(folder.name)
        run(CMAKE, "--install", BUILD, "--prefix", cls.dir)
        cls.library = next(cls.dir.glob("lib*/**/libredact.so"))

    def test_the_example_of_the_readme_prints_what_it_says(self):
        readme = (SOURCE / "README.md").read_text()
        example = self.dir / "example.c"
        example.write_text(re.search(r"```c\n(.*?)```", readme, re.S)[1])
        flags = re.search(r"`cc example.c (.*?)`, prints `(.*?)`", readme)
        options = flags[1].replace("DIR/lib", str(self.library.parent)).replace("DIR", str(self.dir)).split()
        run(CC, "-std=c11", "-Wall", "-Wextra", "-Werror", example, *options, "-o", self.dir / "example")
        self.assertEqual(run(self.dir / "example"), flags[2] + "\n")

    def test_the_library_shows_the_functions_of_its_header_alone(self):
        header = (SOURCE / "redactor/redact.h").read_text()
        functions = set(re.findall(r"\b(redact_\w+)\(", header))
        self.assertEqual(set(symbols(self.library, "--defined-only")), functions)

    def test_nothing_calls_the_network(self):  # P5
        for binary in (self.library, self.dir / "bin/redact"):
            called = set(symbols(binary, "--undefined-only"))
            self.assertGreater(len(called), 20)
            self.assertFalse(called & {"socket", "connect", "bind", "listen", "getaddrinfo", "gethostbyname", "send", "sendto", "recv"})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
