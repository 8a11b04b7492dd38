#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The scripts of docs/journeys with what this build installs; that of the data scientist with the packages of
build/python/venv. Without them or rustc it ends with 77, which ctest takes for skipped.
Usage: journeys_test.py CMAKE BUILD_DIR SOURCE_DIR"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

CMAKE, (BUILD, SOURCE) = sys.argv[1], (pathlib.Path(each).resolve() for each in sys.argv[2:4])
PYTHON = SOURCE / "build/python/venv/bin/python"
NEEDED = ("curl", "jq", "openssl", "rustc")


class Journeys(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.installed = pathlib.Path(folder.name)
        subprocess.run([CMAKE, "--install", BUILD, "--prefix", cls.installed], check=True, capture_output=True)

    def go(self, name, *arguments, before=()):
        library = next(self.installed.glob("lib*/**/libredact.so"))
        environment = os.environ | {"PATH": f"{self.installed / 'bin'}:{os.environ['PATH']}", "REDACT_LIBRARY": str(library),
                                    "PYTHONPATH": str(SOURCE / "python"), "PYTHONDONTWRITEBYTECODE": "1"}  # fmt: skip
        done = subprocess.run([*before, SOURCE / "docs/journeys" / name, *arguments], capture_output=True, text=True, env=environment)
        print(f"{name}\n{done.stdout}", flush=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_maker_of_appliances(self):
        self.go("appliance", self.installed)

    def test_a_data_scientist(self):
        self.go("scientist", "50", before=[PYTHON])

    def test_the_data_team_of_a_hospital(self):
        self.go("night", "200")

    def test_an_integrator(self):
        self.go("integrator")


if __name__ == "__main__":
    if not PYTHON.exists() or not all(map(shutil.which, NEEDED)):
        print("this needs build/python/venv, which tools/check --all makes, and", *NEEDED)
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
