#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The models of a GPU's time print the rows that their page shows. Usage: gpu_model_test.py BENCH_FOLDER"""

import pathlib
import re
import subprocess
import sys
import unittest

FOLDER = pathlib.Path(sys.argv[1])
PAGE = FOLDER / "results/gpu-model.md"
ROW = re.compile(r"^\| Q?\d.*", re.M)


class Tables(unittest.TestCase):
    def expect_rows(self, heading, n_least, *command):
        """The rows under a heading of the page are among those that the command prints."""
        shown = ROW.findall(re.search(rf"^## {heading}$(.*?)(?=^## |\Z)", PAGE.read_text(), re.M | re.S)[1])
        done = subprocess.run([sys.executable, FOLDER / command[0], *command[1:]], stdout=subprocess.PIPE, text=True, check=True)
        printed = ROW.findall(done.stdout)
        self.assertEqual([row for row in shown if row not in printed], [], heading)
        self.assertGreaterEqual(len(shown), n_least, heading)

    def test_products_of_a_large_model(self):
        for card in ("RTX 3090", "H200"):
            self.expect_rows(card, 8, "gpu_model.py", "--card", card, "--lengths", PAGE)

    def test_the_bundled_model(self):
        command = re.search(r"bench/(gpu_bundled\.py --host [\d ]+)", PAGE.read_text())[1]
        self.expect_rows("The bundled model", 4, *command.split())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
