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
    """The rows of the tables of a text, each as its cells by their headings."""
    found = []
    for table in re.findall(r"(?:^\|.*\n)+", text, re.M):
        head, _, *body = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
        found += [dict(zip(head, cells, strict=True)) for cells in body]
    return found


def printed(*command):
    done = subprocess.run([sys.executable, FOLDER / command[0], *command[1:]], stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def of_card(card):
    return printed("gpu_model.py", "--card", card, "--lengths", LOOPS)


class Tables(unittest.TestCase):
    def expect_rows(self, file, heading, n_least, text):
        """The rows under a heading of a file are among those that a program prints, which may have more columns."""
        shown, all_rows = rows(section(file, heading)), rows(text)
        self.assertEqual([row for row in shown if not any(row.items() <= one.items() for one in all_rows)], [], heading)
        self.assertGreaterEqual(len(shown), n_least, heading)

    def test_loops(self):
        for card in ("RTX 3090", "H200"):
            self.expect_rows(LOOPS, card, 5, of_card(card))

    def test_products_of_a_large_model(self):
        self.expect_rows(PAGE, "RTX 3090", 5, of_card("RTX 3090"))

    def test_the_bundled_model(self):
        command = re.search(r"bench/(gpu_bundled\.py --host [\d ]+)", PAGE.read_text())[1]
        self.expect_rows(PAGE, "The bundled model", 2, printed(*command.split()))

    def test_expected_times_beside_measured_ones(self):
        of_format = re.split(r"^\*\*(\w+)\*\*$", of_card("H200"), flags=re.M)
        texts = dict(zip(of_format[1::2], of_format[2::2]))
        compared = rows(section(FOLDER / "results/gpu.md", "Compared with the expectation"))
        for name in ("Q4_0", "Q4_K"):
            expected = {row["tokens"]: row["expected ms"] for row in rows(texts[name])}
            for row in compared:
                self.assertEqual(row[f"{name}: expected"], expected[row["rows"]], row)
        self.assertEqual(len(compared), 5)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
