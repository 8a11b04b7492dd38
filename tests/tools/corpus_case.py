# SPDX-License-Identifier: Apache-2.0
"""Code shared by the tests of single languages in tools/train/corpus."""

import pathlib
import random
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools/train"))
from corpus import collection  # noqa: E402


class CorpusCase(unittest.TestCase):
    def check_slots(self, lang: str, modules, slots: set[str], parts: set[str]) -> None:
        """Expects that the language's notes and the templates in the lists of `modules` have only these slots."""
        written = collection.notes(lang)
        self.assertGreater(len(written), 250)
        self.assertEqual(len(set(written)), len(written))
        lists = [v for module in modules for v in vars(module).values() if isinstance(v, list)]
        for text in written + [t for some in lists for t in some]:
            self.assertNotRegex(re.sub(r"\{[A-Z_]+\d?(?:\.\w+)?\}", "", text), "[{}]")
            for name, part in re.findall(r"\{([A-Z_]+)\d?(?:\.(\w+))?\}", text):
                self.assertIn(name, slots, text)
                self.assertTrue(not part or part in parts, text)

    def check_phrases(self, phrases) -> None:
        rng = random.Random(2)
        for _ in range(500):
            self.assertNotRegex(phrases.phrase(rng), r"[{}#]")
