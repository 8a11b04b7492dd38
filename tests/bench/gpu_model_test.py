#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The models of a GPU's time print the rows that their page shows, and the times that gpu.md compares with measured ones.
Usage: gpu_model_test.py BENCH_FOLDER"""

import pathlib
import re
import subprocess
import sys
import unittest

FOLDER = pathlib.Path(sys.argv[1])
PAGE = FOLDER / "results/gpu-model.md"
LOOPS = FOLDER / "gpu_loops.txt"


def section(file, heading):
    return re.search(rf"^## {heading}$(.*?)(?=^## |\Z)", file.read_text(), re.M | re.S)[1]


def rows(text):
    """The cells of each row, in the tables of a text, that begins with a number, a format or a card."""
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in re.findall(r"^\| (?:Q?\d|RTX|H200).*", text, re.M)]


def printed(*command):
    done = subprocess.run([sys.executable, FOLDER / command[0], *command[1:]], stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def of_card(card):
    return printed("gpu_model.py", "--card", card, "--lengths", LOOPS)


class Tables(unittest.TestCase):
    def expect_rows(self, file, heading, n_least, text):
        """The rows under a heading of a file are among those that a program prints."""
        shown, all_rows = rows(section(file, heading)), rows(text)
        self.assertEqual([row for row in shown if row not in all_rows], [], heading)
        self.assertGreaterEqual(len(shown), n_least, heading)

    def test_loops(self):
        for card in ("RTX 3090", "H200"):
            self.expect_rows(LOOPS, card, 5, of_card(card))

    def test_products_of_a_large_model(self):
        self.expect_rows(PAGE, "RTX 3090", 5, of_card("RTX 3090"))

    def test_the_bundled_model(self):
        command = re.search(r"bench/(gpu_bundled\.py --host [\d ]+)", PAGE.read_text())[1]
        self.expect_rows(PAGE, "The bundled model", 4, printed(*command.split()))

    def test_expected_times_beside_measured_ones(self):
        of_format = re.split(r"^\*\*(\w+)\*\*$", of_card("H200"), flags=re.M)
        texts = dict(zip(of_format[1::2], of_format[2::2]))
        compared = rows(section(FOLDER / "results/gpu.md", "Compared with the expectation"))
        for name, column in (("Q4_0", 2), ("Q4_K", 4)):
            expected = [(row[0], row[8]) for row in rows(texts[name])]
            self.assertEqual([(row[0], row[column]) for row in compared], expected, name)
        self.assertEqual(len(compared), 10)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
