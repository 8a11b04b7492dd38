#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The code that each planted bug replaces is there, once. Usage: planted_places_test.py SOURCE_DIR"""

import importlib.util
import pathlib
import sys
import unittest

SOURCE = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(SOURCE / "tests/support"))
from code_place import place_of


def bugs(folder):
    """The table of planted_bugs.py in a folder of the tests."""
    spec = importlib.util.spec_from_file_location(f"{folder}_bugs", SOURCE / "tests" / folder / "planted_bugs.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module.BUGS


class PlantedPlaces(unittest.TestCase):
    def test_comments_and_layout_do_not_count(self):
        text = "if (a) {  // not b(c)\n  b(\n      c, 'd');\n}\n"
        begin, end = place_of(text, "b(c, 'd');")
        self.assertEqual(text[begin:end], "b(\n      c, 'd');")
        for code in ("b(c);", "a"):
            with self.assertRaises(ValueError):
                place_of(text + "a", code)

    def test_each_is_there_once(self):
        rows = [(what, SOURCE / "kernels/cuda" / name, code) for what, name, code, *_ in bugs("kernels")]
        rows += [(what, SOURCE / name, code) for _, what, name, code, _ in bugs("fuzz")]
        self.assertGreater(len(rows), 150)
        for what, path, code in rows:
            with self.subTest(what):
                place_of(path.read_text(), code)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
