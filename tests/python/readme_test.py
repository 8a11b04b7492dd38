#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the examples of python/README.md. Those that need packages which are absent are left out, and named.
Usage: readme_test.py SOURCE_DIR [TEST...]"""

import doctest
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import unittest

README = pathlib.Path(sys.argv[1]) / "python/README.md"
BLOCK = re.compile(r"(?:^<!-- needs: ([\w ]+) -->\n)?^```python\n(.*?)^```$", re.M | re.S)
COMMAND = re.compile(r"^```\n\$ ([^\n]*)\n(.*?)^```$", re.M | re.S)


def absent(packages):
    return [name for name in packages.split() if importlib.util.find_spec(name) is None]


class Readme(unittest.TestCase):
    def test_the_examples_do_what_they_show(self):
        text, names, n_left_out = README.read_text(), {}, 0
        blocks = BLOCK.findall(text)
        self.assertEqual(len(blocks), text.count("```python"))
        self.assertGreater(len(blocks), 8)
        for needs, block in blocks:
            if absent(needs):
                print("left out, for want of", *absent(needs), flush=True)
                n_left_out += 1
                continue
            example = doctest.DocTestParser().get_doctest(block, names, str(README), str(README), 0)
            told = []
            runner = doctest.DocTestRunner(verbose=False)
            runner.run(example, out=told.append, clear_globs=False)
            names = example.globs
            self.assertEqual("".join(told), "")
        self.assertLess(n_left_out, len(blocks) - 4)

    def test_the_commands_print_what_they_show(self):
        commands = COMMAND.findall(README.read_text())
        self.assertTrue(commands)
        path = os.pathsep.join([str(pathlib.Path(sys.executable).parent), os.environ["PATH"]])
        for command, shown in commands:
            done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env={**os.environ, "PATH": path})
            self.assertEqual((done.stdout, done.stderr), (shown, ""))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
