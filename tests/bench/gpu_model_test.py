#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The models of a GPU's time give the tables of their page. Usage: gpu_model_test.py BENCH_FOLDER"""

import pathlib
import re
import subprocess
import sys
import unittest

FOLDER = pathlib.Path(sys.argv[1])
PAGE = (FOLDER / "results/gpu-model.md").read_text()


class Tables(unittest.TestCase):
    def rows_of(self, *command):
        done = subprocess.run([sys.executable, FOLDER / command[0], *command[1:]], stdout=subprocess.PIPE, text=True, check=True)
        return re.findall(r"^\| \d.*", done.stdout, re.M)

    def test_products_of_a_large_model(self):
        for card in ("RTX 3090", "H200"):
            rows = self.rows_of("gpu_model.py", "--card", card, "--lengths", FOLDER / "results/gpu-model.md")
            self.assertEqual([row for row in rows if row not in PAGE], [], card)
            self.assertGreater(len(rows), 40)

    def test_the_bundled_model(self):
        command = re.search(r"bench/(gpu_bundled\.py --host [\d ]+)", PAGE)[1]
        rows = self.rows_of(*command.split())
        self.assertEqual([row for row in rows if row not in PAGE], [])
        self.assertEqual(len(rows), 10)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
