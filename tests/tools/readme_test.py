#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the output shown in README.md is what its commands print. Usage: readme_test.py BIN SOURCE_DIR

A line `<!-- output of: COMMAND -->` precedes the block that shows the output. COMMAND runs in a shell in the source
folder, with the built programs on its path. The block may begin with the command itself after `$ `.
"""

import os
import pathlib
import re
import subprocess
import sys
import unittest

BIN, SOURCE = map(pathlib.Path, sys.argv[1:3])
MARK = re.compile(r"<!-- output of: (.+?) -->\n+```[^\n]*\n(.*?)^```$", re.M | re.S)


def run(command):
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=SOURCE, env={**os.environ, "PATH": path},
                          capture_output=True, text=True, timeout=300)  # fmt: skip


class Readme(unittest.TestCase):
    def setUp(self):
        self.text = (SOURCE / "README.md").read_text()
        self.examples = MARK.findall(self.text)

    def test_every_mark_has_its_block(self):
        self.assertEqual(len(self.examples), self.text.count("<!-- output of:"))

    def test_the_first_example_is_marked(self):
        self.assertTrue(any(re.match(r"redact tools/samples/\w+\.txt$", command) for command, _ in self.examples))

    def test_what_is_shown_is_what_comes_out(self):
        for command, shown in self.examples:
            done = run(command)
            self.assertEqual((done.returncode, done.stderr), (0, ""), command)
            self.assertMultiLineEqual(re.sub(r"\A\$ [^\n]*\n", "", shown), done.stdout, command)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
